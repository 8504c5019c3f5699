"""A cluster of Elasticsearch or OpenSearch as one backend: everything that ibidem keeps, but for its secret."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json, Operation, Seen
from ibidem.backends.elastic.collection_store import ElasticCollections
from ibidem.backends.elastic.described_documents import ElasticDescribedDocuments
from ibidem.backends.elastic.folder_store import ElasticFolders
from ibidem.backends.elastic.holdings import ElasticHoldings
from ibidem.backends.elastic.key_store import ElasticKeys
from ibidem.backends.elastic.migrating import ensure
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import CHUNKS, DOCS, FIELDS, SCHEMA_VERSION, SESSIONS, VERSIONS
from ibidem.backends.elastic.search_index import ElasticSearch
from ibidem.backends.elastic.shelf import CURRENT, Shelf
from ibidem.backends.elastic.turns_for_others import ElasticTurnsForOthers
from ibidem.backends.embedded.database import clear_errors
from ibidem.backends.embedded.folder import LOCK, SECRET
from ibidem.backends.embedded.secret import require_whole, secret_in
from ibidem.domain.health import Differences, Health, Remark
from ibidem.domain.languages import Language
from ibidem.ports.citations import Citations, CitedDocuments
from ibidem.ports.collection_store import CollectionStore
from ibidem.ports.folder_store import FolderStore
from ibidem.ports.holdings import Holdings
from ibidem.ports.indexes import Progress
from ibidem.ports.key_store import KeyStore
from ibidem.ports.models import Embedder
from ibidem.ports.originals import Originals
from ibidem.ports.turn_store import TurnStore

if TYPE_CHECKING:
    from ibidem.backends.elastic.vector_index import ElasticVectors

SOUGHT: Json = {"exists": {"field": "tokens"}}
# Chunks that are indexed anew in one bulk.
AT_A_TIME = 500


class ElasticBackend:
    """Several processes, on several machines, may use one cluster at once. The secret is in the data folder."""

    turns: TurnStore
    documents: ElasticDescribedDocuments
    folders: FolderStore
    keys: KeyStore
    collections: CollectionStore
    holdings: Holdings
    index: ElasticSearch
    vectors: "ElasticVectors | None" = None

    def __init__(self, cluster: Cluster, folder: Path, originals: Originals | None = None) -> None:
        shelf, files = Shelf(cluster), OriginalFiles(cluster, originals)
        self._cluster = cluster
        self._folder = folder
        self._shelf = shelf
        self._files = files
        self.turns = ElasticTurnsForOthers(cluster, files, shelf.noticed)
        self.documents = ElasticDescribedDocuments(cluster, shelf, files)
        self.folders = ElasticFolders(cluster)
        self.keys = ElasticKeys(cluster)
        self.collections = ElasticCollections(cluster)
        self.holdings = ElasticHoldings(cluster, files, shelf.changed)
        self.index = ElasticSearch(cluster, shelf)

    @classmethod
    def open(cls, cluster: Cluster, folder: Path, originals: Originals | None = None) -> "ElasticBackend":
        """Makes the indices where there are none; large originals go to `originals`, where that is given. Raises
        StoreUnavailable."""
        try:
            with clear_errors(folder):
                require_whole(folder / SECRET)
            ensure(cluster)
        except BaseException:
            cluster.close()
            raise
        return cls(cluster, folder, originals)

    def search_by_meaning(self, embedder: Embedder, languages: frozenset[Language] = frozenset()) -> "ElasticVectors":
        """See ports.Backend."""
        # Imported here: numpy takes a tenth of a second, and most commands do without.
        from ibidem.backends.elastic.embedding import Embedding
        from ibidem.backends.elastic.vector_index import ElasticVectors

        self.vectors = ElasticVectors(self._cluster, self._shelf, Embedding(self._cluster, embedder, languages))
        return self.vectors

    @property
    def secret(self) -> bytes:
        """See ports.Backend; made when it is first asked for. Every machine needs the same file."""
        with clear_errors(self._folder):
            self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            return secret_in(self._folder / SECRET, self._folder / LOCK)

    def cited_from(self, citations: Citations) -> CitedDocuments:
        """See backends.citations.LendsDocuments."""
        self.documents.cited_from(citations)
        return self.documents

    def close(self) -> None:
        """See ports.Backend."""
        self._cluster.close()

    async def in_step(self) -> bool:
        """See ports.Backend."""
        return await self._cluster.run(lambda: self.index.indexed() >= self.index.acknowledged())

    async def check(self) -> None:
        """See ports.Backend."""
        await self._cluster.run(self.index.indexed)

    async def health(self) -> Health:
        """See ports.Backend."""

        def look() -> Health:
            totals = self._shelf.corpus().totals
            self._cluster.refresh(SESSIONS)
            turns = self._cluster.search(SESSIONS, {"size": 0, "aggs": {"turns": {"sum": {"field": "turns"}}}})
            sizes = {name: self._size(name) for name in FIELDS}
            return Health(
                schema_version=SCHEMA_VERSION,
                documents=totals.documents,
                chunks=totals.chunks,
                turns=int(turns["aggregations"]["turns"]["value"]),
                acknowledged=self.index.acknowledged(),
                indexed=self.index.indexed(),
                index_bytes=sizes[CHUNKS],
                database_bytes=sum(sizes.values()) - sizes[CHUNKS],
                indexer=None,
            )

        return await self._cluster.run(look)

    async def differences(self) -> Differences:
        """Compares the chunks that can be found with those of the current documents."""

        def compare() -> Differences:
            self._cluster.refresh(CHUNKS, VERSIONS)
            stored = {f"{key}:{order}" for key, orders in self._current_orders() for order in orders}
            found = {hit["_id"] for hit in self._cluster.walk(CHUNKS, SOUGHT, ["key", "order"], [])}
            return Differences(frozenset(map(_number, stored - found)), frozenset(map(_number, found - stored)))

        return await self._cluster.run(compare)

    async def obstacle(self) -> str:
        """See ports.Backend; of a cluster only a write shows it."""
        return ""

    async def remarks(self) -> Sequence[Remark]:
        """See ports.Backend."""

        def look() -> list[Remark]:
            _, health = self._cluster.request("GET", f"/_cluster/health/{self._cluster.alias('*')}")
            if health["status"] == "green":
                return []
            found = f"{health['unassigned_shards']:,} shards of the cluster have no node"
            return [Remark(about="cluster", found=found, remedy="add a node, or set the number of replicas to 0")]

        return await self._cluster.run(look)

    async def rebuild(self, progress: Progress) -> None:
        """Indexes every chunk that can be found anew, in place, and removes what nothing refers to any more."""

        def build() -> None:
            self._files.sweep()
            self._cluster.refresh(CHUNKS, VERSIONS)
            total, done = self._cluster.count(CHUNKS, SOUGHT), 0
            current = {key for key, _ in self._current_orders()}
            for batch in self._chunks_anew(current):
                self._cluster.bulk(batch)
                done += len(batch)
                progress(done, max(done, total))
            self._cluster.request("POST", f"/{self._cluster.alias(CHUNKS)}/_forcemerge?only_expunge_deletes=true")
            self._cluster.refresh(CHUNKS)
            progress(done, done)

        if self.vectors is not None:
            await self.vectors.embedding.forget()
        await self.documents.let_go()
        await self._cluster.run(build)

    def _chunks_anew(self, current: set[str]) -> Iterator[list[Operation]]:
        """Operations that index each chunk of a current version anew, and have others found no more, unless somebody else has
        changed them since."""
        batch: list[Operation] = []
        for hit in self._cluster.walk(CHUNKS, SOUGHT, ["key", "order"]):
            source = hit["_source"]
            body = source if source["key"] in current else {**source, "tokens": None}
            seen = Seen(hit["_seq_no"], hit["_primary_term"])
            batch.append(Operation("index", places.chunk_at(hit["_id"]), body, seen))
            if len(batch) == AT_A_TIME:
                yield batch
                batch = []
        if batch:
            yield batch

    def _current_orders(self) -> Iterator[tuple[str, list[int]]]:
        """The keys of the current versions, and the orders of their chunks."""
        keys: list[str] = []
        for hit in self._cluster.walk(DOCS, CURRENT, ["tenant", "doc_id"], ["tenant", "doc_id", "version"]):
            head = hit["_source"]
            keys.append(places.version_key(head["tenant"], head["doc_id"], head["version"]))
            if len(keys) == AT_A_TIME:
                yield from self._orders(keys)
                keys = []
        yield from self._orders(keys)

    def _orders(self, keys: Sequence[str]) -> Iterator[tuple[str, list[int]]]:
        found = self._cluster.get_all([places.version(key) for key in keys], ["content.orders"])
        return ((key, one.source["content"]["orders"]) for key, one in zip(keys, found, strict=True) if one is not None)

    def _size(self, index: str) -> int:
        _, stats = self._cluster.request("GET", f"/{self._cluster.alias(index)}/_stats/store")
        return stats["_all"]["total"]["store"]["size_in_bytes"]


def _number(chunk_id: str) -> int:
    """The id of a chunk as one number."""
    return int(places.digest(chunk_id)[:15], 16)
