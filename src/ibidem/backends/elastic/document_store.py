"""Documents, versions and chunks in a cluster (ports.DocumentStore)."""

from collections.abc import Mapping, Sequence, Set
from typing import TypeVar

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Json
from ibidem.backends.elastic.heads import (
    CHUNK,
    Version,
    chunk_of,
    chunks_at,
    document_of,
    filters_query,
    in_field,
    is_current,
    is_hidden,
    is_open_to,
    is_readable,
    may_read,
    readable_query,
    readable_version,
)
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import DOCS, VERSIONS
from ibidem.backends.elastic.shelf import CURRENT, Shelf
from ibidem.backends.elastic.turn_rows import unreadable
from ibidem.backends.elastic.versions import Versions
from ibidem.backends.soundness import require_sound
from ibidem.domain.documents import EVERYTHING, Chunk, CorpusWords, Document, PreparedDocument, Principal, SearchFilters
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.text import storable
from ibidem.ports.citations import Citations

T = TypeVar("T")
# So many chunks are asked for without knowing which of them there are.
FEW = 50


class ElasticDocuments:
    """The document store. A document is read by its id as of now; lists see what `Versions` has refreshed."""

    def __init__(self, cluster: Cluster, shelf: Shelf, files: OriginalFiles) -> None:
        self._cluster = cluster
        self._shelf = shelf
        self._files = files
        self._versions = Versions(cluster, files, shelf.changed)

    def cited_from(self, citations: Citations) -> None:
        """From now on turns that are kept elsewhere are asked, too, before a version is removed."""
        self._versions.elsewhere = citations

    async def unreadable(self, cited: Set[tuple[str, str]], principal: Principal) -> frozenset[tuple[str, str]]:
        """See ports.CitedDocuments."""
        return await self._cluster.run(lambda: unreadable(self._cluster, frozenset(cited), principal))

    async def let_go(self) -> None:
        """See ports.CitedDocuments."""
        await self._cluster.run(self._versions.sweep)

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """See ports.DocumentStore; each document of the batch becomes current as a whole, one after another."""
        for one in prepared:
            require_sound(one)
        await self._cluster.run(lambda: self._versions.put(prepared))

    async def put_for(self, prepared: PreparedDocument, principal: Principal) -> str:
        """See ports.DocumentStore; the head is replaced only in the state in which it was looked at."""
        require_sound(prepared)
        return await self._cluster.run(lambda: self._versions.put_for(prepared, principal))

    async def keep(self, prepared: Sequence[PreparedDocument]) -> None:
        """See ports.DocumentStore."""
        for one in prepared:
            require_sound(one)
        await self._cluster.run(lambda: self._versions.keep(prepared))

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        """See ports.DocumentStore."""

        def select() -> dict[str, str]:
            query = {"bool": {"filter": [CURRENT, {"term": {"tenant": tenant}}]}}
            hits = self._cluster.walk(DOCS, query, ["doc_id"], ["doc_id", "version"])
            return {hit["_source"]["doc_id"]: hit["_source"]["version"] for hit in hits}

        return await self._cluster.run(select)

    async def current_version(self, doc_id: str, tenant: str) -> str | None:
        """See ports.DocumentStore."""
        if not storable(doc_id):
            return None
        head = await self._cluster.run(lambda: self._cluster.get(places.head(tenant, doc_id), ["current", "version"]))
        return head.source["version"] if head is not None and head.source["current"] else None

    async def get(self, doc_id: str, principal: Principal, version: str | None = None) -> Document:
        """See ports.DocumentStore."""

        def find() -> Document | None:
            found = readable_version(self._cluster, doc_id, principal, version)
            return None if found is None else self._shelf.corpus().in_force(found.document)

        return _required(await self._cluster.run(find), doc_id, version)

    async def versions(self, doc_id: str, principal: Principal) -> Sequence[Document]:
        """See ports.DocumentStore."""

        def select() -> list[Document]:
            self._cluster.refresh(VERSIONS)
            head = self._cluster.get(places.head(principal.tenant, doc_id), ["tenant", "readers", "current", "version"])
            query = {"bool": {"filter": [{"term": {"tenant": principal.tenant}}, {"term": {"doc_id": doc_id}}]}}
            corpus = self._shelf.corpus()
            if not is_open_to(head, principal):
                return []
            current = head.source["version"] if head is not None and is_current(head) else None
            stored = [hit["_source"]["document"] for hit in self._cluster.walk(VERSIONS, query, ["version"], ["document"])]
            readable = [document_of({**one, "current": one["version"] == current}) for one in stored]
            readable = [one for one in readable if may_read(principal, one.tenant, one.readers)]
            readable = [one for one in readable if not is_hidden(self._cluster, one.version)]
            latest = sorted(readable, key=lambda one: (not one.current, -one.indexed_at.timestamp(), one.version))
            return [corpus.in_force(one) for one in latest]

        found = await self._cluster.run(select) if storable(doc_id) else []
        if not found:
            raise NotFound("document", doc_id)
        return found

    async def text(self, doc_id: str, principal: Principal, version: str | None = None) -> str:
        """See ports.DocumentStore."""
        found = _required(await self._version(doc_id, principal, version, "content.text", "content.text_blob"), doc_id, version)
        return await self._cluster.run(lambda: self._files.text(found.found))

    async def original(self, doc_id: str, principal: Principal, version: str | None = None) -> bytes:
        """See ports.DocumentStore."""
        found = _required(await self._version(doc_id, principal, version, "content.pieces", "content.blob"), doc_id, version)
        return await self._cluster.run(lambda: self._files.read(found.key, found.found))

    async def picture(self, doc_id: str, figure_id: str, principal: Principal, version: str | None = None) -> bytes:
        """See ports.DocumentStore."""
        found = _required(await self._version(doc_id, principal, version, "content.pictures"), doc_id, version)
        content = await self._cluster.run(lambda: self._files.picture(found.key, found.found, figure_id))
        return _required(content, doc_id, version)

    async def chunks(self, doc_id: str, version: str, first: int, last: int, principal: Principal) -> Sequence[Chunk]:
        """See ports.DocumentStore."""

        def select() -> list[Chunk]:
            if first <= last < first + FEW:
                return chunks_at(self._cluster, doc_id, version, range(max(first, 0), last + 1), principal)
            found = readable_version(self._cluster, doc_id, principal, version, ["content.orders"])
            if found is None:
                return []
            orders = sorted(order for order in found.found.source["content"]["orders"] if first <= order <= last)
            stored = self._cluster.get_all([places.chunk(found.key, order) for order in orders], CHUNK)
            return [chunk_of(doc_id, version, one.source) for one in stored if one is not None]

        return await self._cluster.run(select)

    async def documents(
        self, principal: Principal, limit: int, offset: int = 0, filters: SearchFilters = EVERYTHING
    ) -> Sequence[Document]:
        """See ports.DocumentStore. Raises InvalidInput for a negative limit or offset."""
        for field, value in (("limit", limit), ("offset", offset)):
            if value < 0:
                raise InvalidInput(field, f"it is {value}", "0 or more is allowed")

        def select() -> list[Document]:
            corpus = self._shelf.corpus()
            rows = self._cluster.page(DOCS, _listed(self._cluster, principal, filters), ["doc_id"], limit, offset, ["document"])
            return [corpus.in_force(document_of(row["document"])) for row in rows]

        return await self._cluster.run(select)

    async def count(self, principal: Principal, filters: SearchFilters = EVERYTHING) -> int:
        """See ports.DocumentStore."""
        return await self._cluster.run(lambda: self._cluster.count(DOCS, _listed(self._cluster, principal, filters)))

    async def readable(self, doc_ids: Sequence[str], principal: Principal) -> frozenset[str]:
        """See ports.DocumentStore."""
        asked = [doc_id for doc_id in doc_ids if storable(doc_id)]

        def select() -> frozenset[str]:
            at = [places.head(principal.tenant, doc_id) for doc_id in asked]
            heads = self._cluster.get_all(at, ["tenant", "readers", "current", "version"])
            pairs = zip(asked, heads, strict=True)
            return frozenset(doc_id for doc_id, head in pairs if is_readable(self._cluster, head, principal))

        return await self._cluster.run(select)

    async def words(self, principal: Principal) -> CorpusWords:
        """See ports.DocumentStore."""
        return await self._cluster.run(lambda: self._shelf.corpus().readable_by(principal).words)

    async def field_values(self, name: str, principal: Principal, most: int) -> Sequence[str]:
        """See ports.DocumentStore."""

        def select() -> list[str]:
            query = {"bool": {"filter": [CURRENT, *readable_query(self._cluster, principal), in_field(name)]}}
            fields = [
                field
                for hit in self._cluster.walk(DOCS, query, ["doc_id"], ["document.fields"])
                for field in hit["_source"]["document"]["fields"]
            ]
            return sorted({value for field in fields if field["name"] == name for value in field["values"]})[:most]

        return await self._cluster.run(select)

    async def delete(self, doc_id: str, principal: Principal) -> None:
        """See ports.DocumentStore."""

        if not storable(doc_id):
            raise NotFound("document", doc_id)
        ended = await self._cluster.run(
            lambda: self._versions.take_out([doc_id], principal.tenant, lambda head: is_open_to(head, principal))
        )
        if not ended:
            raise NotFound("document", doc_id)

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """See ports.DocumentStore."""
        named = [doc_id for doc_id in doc_ids if storable(doc_id)]
        await self._cluster.run(lambda: self._versions.take_out(named, tenant))

    async def _version(self, doc_id: str, principal: Principal, version: str | None, *fields: str) -> Version | None:
        return await self._cluster.run(lambda: readable_version(self._cluster, doc_id, principal, version, fields))


def _required(found: T | None, doc_id: str, version: str | None) -> T:
    if found is None:
        raise NotFound("document", doc_id if version is None else f"{doc_id}@{version}")
    return found


def _listed(cluster: Cluster, principal: Principal, filters: SearchFilters) -> Json:
    """The current documents that the principal may read and that pass the filters; one without devices passes none on devices."""
    return {"bool": {"filter": [CURRENT, *readable_query(cluster, principal), *filters_query(filters, ())]}}
