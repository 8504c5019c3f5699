"""Search by meaning: found in the cluster, checked against what is current as of now (ports.VectorIndex)."""

import base64
from collections.abc import Sequence

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.embedder_index import Known, nearest_body
from ibidem.backends.elastic.embedding import Embedding
from ibidem.backends.elastic.heads import CHUNK, HEAD, NO_DEVICES, chunk_of, documents_of, filters_query, readable_query
from ibidem.backends.elastic.search_index import MOST_HITS, limits
from ibidem.backends.elastic.shelf import Shelf
from ibidem.backends.elastic.turn_vectors import TurnVectors
from ibidem.backends.nearness import ChunkText, Numbers, read_stored
from ibidem.backends.vector_search import VectorSearch
from ibidem.domain.documents import Passage, Principal, ScoredChunk, SearchFilters, VectorQuery

# So many more are looked at than are wanted: some may have been deleted since, or lie at the same distance.
SPARE = 40


class ElasticVectors(VectorSearch[Known]):
    """The vector index of a cluster."""

    def __init__(self, cluster: Cluster, shelf: Shelf, embedding: Embedding) -> None:
        super().__init__(embedding, TurnVectors(cluster, embedding))
        self._cluster = cluster
        self._shelf = shelf

    async def found(self, asked: Numbers, query: VectorQuery, known: Known, principal: Principal) -> Sequence[ScoredChunk]:
        """See VectorSearch."""
        return await self._cluster.run(lambda: self._nearest(asked, query, known, principal))

    def _nearest(self, asked: Numbers, query: VectorQuery, known: Known, principal: Principal) -> list[ScoredChunk]:
        narrowed = [*readable_query(self._cluster, principal), *filters_query(query.filters, NO_DEVICES)]
        found: list[ScoredChunk] = []
        for limit in limits(min(query.limit, MOST_HITS) + SPARE):
            hits = self._cluster.search_vectors(known.index, nearest_body(known, asked, narrowed, limit))["hits"]["hits"]
            found = self._hydrated([hit["_source"] for hit in hits], asked, known, query.filters, principal)
            if len(found) >= query.limit or len(hits) < limit:
                break
        return sorted(found, key=lambda hit: -hit.passage.score)[: query.limit]

    def _hydrated(
        self, hits: Sequence[Json], asked: Numbers, known: Known, filters: SearchFilters, principal: Principal
    ) -> list[ScoredChunk]:
        """The chunks of those hits that pass the filters, are of current versions that the principal may read, and were made of
        the text that now stands there; each with the cosine of its nearest window."""
        wanted = list(dict.fromkeys(hit["doc_id"] for hit in hits))
        heads = [places.head(principal.tenant, doc_id) for doc_id in wanted]
        chunks = [places.chunk(hit["key"], hit["order"]) for hit in hits]
        there = self._cluster.get_all([*heads, *chunks], [*HEAD, "tokens", *CHUNK])
        corpus = self._shelf.corpus()
        documents = documents_of(self._cluster, dict(zip(wanted, there, strict=False)), filters, principal, corpus)
        current = {places.version_key(one.tenant, one.doc_id, one.version): one for one in documents.values()}
        cosines = read_stored([base64.b64decode(hit["numbers"]) for hit in hits], known.size) @ asked
        found: dict[tuple[str, int], ScoredChunk] = {}
        for hit, stored, cosine in zip(hits, there[len(wanted) :], cosines.tolist(), strict=True):
            document = current.get(hit["key"])
            if document is not None and stored is not None and stored.source["tokens"] is not None:
                chunk = chunk_of(document.doc_id, document.version, stored.source)
                near = Passage(chunk, document, cosine)
                before = found.get((hit["key"], hit["order"]))
                nearer = before is None or before.passage.score < cosine
                if nearer and ChunkText.of(near).digest.hex() == hit["digest"]:
                    found[(hit["key"], hit["order"])] = ScoredChunk(near, stored.source["tokens"])
        return list(found.values())
