"""Text search: found by BM25 in the cluster, checked against what is current as of now (ports.SearchIndex)."""

import asyncio
from collections.abc import Iterator, Sequence

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.heads import (
    CHUNK,
    HEAD,
    NO_DEVICES,
    chunk_of,
    documents_of,
    filters_query,
    readable_query,
)
from ibidem.backends.elastic.schema import CHUNKS
from ibidem.backends.elastic.shelf import Corpus, Shelf
from ibidem.backends.narrowing import FREQUENT, informative_terms
from ibidem.domain.documents import (
    Passage,
    Principal,
    ScoredChunk,
    SearchFilters,
    TextHits,
    TextQuery,
    WeightedTerm,
)
from ibidem.domain.errors import InvalidInput
from ibidem.domain.text import storable

# By how much the next attempt asks for more when hits had to be dropped, because searches lag behind what is stored.
WIDER = 4
# Hits that the cluster gives at most (its setting `index.max_result_window`).
MOST_HITS = 10_000
# Lucene's whitespace tokenizer cuts what is longer.
LONGEST_TOKEN = 255
# Clauses that OpenSearch takes in one query by default, less those of the filters.
MOST_TERMS = 1000
SOURCE = ("doc_id", "version", "tokens", *CHUNK)


class ElasticSearch:
    """The search index. Scores are BM25 with k1 = 1.2 and b = .75 of the words that were searched for: see
    `narrowing.LEAST_SHARE`. Lucene keeps the length of a chunk in one byte, in the same steps as tantivy. Elasticsearch 8 and
    OpenSearch 2 have the factor (k1 + 1), as tantivy does; without it every score is as much smaller."""

    def __init__(self, cluster: Cluster, shelf: Shelf) -> None:
        self._cluster = cluster
        self._shelf = shelf

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        """See ports.SearchIndex."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        run = self._cluster.run
        corpus = await run(self._shelf.corpus)
        totals = corpus.totals
        terms = [term for term in query.terms if term.weight > 0 and _is_token(term.token)]
        counting = run(lambda: self._frequencies([term.token for term in query.terms], totals.chunks))
        if totals.chunks <= FREQUENT and len(terms) <= MOST_TERMS:
            # No word is left out where none can be frequent: it need not be known how often they stand there.
            frequencies, found = await asyncio.gather(counting, run(lambda: self._found(terms, query, principal, corpus)))
        else:
            frequencies = await counting
            informative = informative_terms([term for term in terms if frequencies[term.token]], frequencies, totals.chunks)
            # Of more words than a query may have, the rarest.
            terms = sorted(informative, key=lambda term: frequencies[term.token])[:MOST_TERMS]
            found = await run(lambda: self._found(terms, query, principal, corpus))
        return TextHits(
            hits=tuple(found),
            chunks=totals.chunks,
            mean_length=totals.tokens / totals.chunks if totals.chunks else 0.0,
            frequencies=frequencies,
        )

    async def catch_up(self) -> None:
        """See ports.SearchIndex."""
        await self._cluster.run(lambda: self._cluster.refresh(CHUNKS))

    def acknowledged(self) -> int:
        """How many changes of documents were acknowledged."""
        return self._cluster.version(places.WATERMARK)

    def indexed(self) -> int:
        """How many of them searches see."""
        query: Json = {"ids": {"values": [places.WATERMARK.id]}}
        hits = self._cluster.search(CHUNKS, {"query": query, "version": True, "_source": False})["hits"]["hits"]
        return hits[0]["_version"] if hits else 0

    def _found(self, terms: Sequence[WeightedTerm], query: TextQuery, principal: Principal, corpus: Corpus) -> list[ScoredChunk]:
        """The best chunks for these terms."""
        found: list[ScoredChunk] = []
        for limit in limits(query.limit) if terms else ():
            hits = self._hits(terms, query.filters, principal, limit)
            found = self.hydrated(hits, query.filters, principal, corpus)
            if len(found) >= query.limit or len(hits) < limit:
                break
        return found[: query.limit]

    def _frequencies(self, tokens: Sequence[str], chunks: int) -> dict[str, int]:
        """In how many of so many chunks each token stands (chunks deleted since the last merge included)."""
        counts = dict.fromkeys(tokens, 0)
        sought = [token for token in counts if _is_token(token)]
        if sought:
            body = {"doc": {"tokens": " ".join(sought)}, "fields": ["tokens"], "term_statistics": True, "field_statistics": False}
            less = {"positions": False, "offsets": False, "payloads": False}
            _, answer = self._cluster.request("POST", f"/{self._cluster.alias(CHUNKS)}/_termvectors", {**body, **less})
            terms = answer["term_vectors"].get("tokens", {}).get("terms", {})
            counts |= {token: terms.get(token, {}).get("doc_freq", 0) for token in sought}
        return {token: min(count, chunks) for token, count in counts.items()}

    def _hits(self, terms: Sequence[WeightedTerm], filters: SearchFilters, principal: Principal, limit: int) -> list[Json]:
        words = [{"term": {"tokens": {"value": term.token, "boost": term.weight}}} for term in terms]
        narrowed = [*readable_query(self._cluster, principal), *filters_query(filters, NO_DEVICES)]
        query: Json = {"bool": {"should": words, "minimum_should_match": 1, "filter": narrowed}}
        body: Json = {"query": query, "size": limit, "_source": list(SOURCE), "track_total_hits": False}
        return self._cluster.search(CHUNKS, body)["hits"]["hits"]

    def hydrated(self, hits: Sequence[Json], filters: SearchFilters, principal: Principal, corpus: Corpus) -> list[ScoredChunk]:
        """Those hits that pass the filters and are chunks of current versions that the principal may read, in their order."""
        wanted = list(dict.fromkeys(hit["_source"]["doc_id"] for hit in hits))
        heads = self._cluster.get_all([places.head(principal.tenant, doc_id) for doc_id in wanted], HEAD)
        documents = documents_of(self._cluster, dict(zip(wanted, heads, strict=True)), filters, principal, corpus)
        found: list[ScoredChunk] = []
        for hit in hits:
            source = hit["_source"]
            document = documents.get((source["doc_id"], source["version"]))
            if document is not None and source["tokens"] is not None:
                chunk = chunk_of(document.doc_id, document.version, source)
                found.append(ScoredChunk(Passage(chunk, document, hit["_score"]), source["tokens"]))
        return found


def limits(limit: int) -> Iterator[int]:
    """How many hits to ask for, until enough of them are left."""
    while limit < MOST_HITS:
        yield limit
        limit *= WIDER
    yield MOST_HITS


def _is_token(text: str) -> bool:
    """Whether the index may hold the token as it is."""
    return len(text) <= LONGEST_TOKEN and storable(text) and text.split() == [text]
