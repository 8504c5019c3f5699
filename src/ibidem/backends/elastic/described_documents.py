"""What is said of documents, and by what they are recognised, in a cluster (ports.DescribedDocuments)."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import CONFLICT, Found, Json, Operation
from ibidem.backends.elastic.document_store import ElasticDocuments
from ibidem.backends.elastic.heads import document_of, is_current, is_open_to, is_readable, narrowing_of, stored_document
from ibidem.backends.elastic.schema import CHUNKS, DOCS
from ibidem.backends.elastic.versions import ATTEMPTS
from ibidem.domain.documents import Document, Principal
from ibidem.domain.errors import NotFound, StoreUnavailable
from ibidem.domain.fields import DocumentField
from ibidem.domain.text import require_storable, storable


class ElasticDescribedDocuments(ElasticDocuments):
    """The whole document store of a cluster."""

    async def set_field(self, doc_ids: Sequence[str], field: DocumentField, principal: Principal) -> None:
        """See ports.DescribedDocuments."""
        for text in (field.name, *field.values):
            require_storable("field", text)

        def change() -> None:
            waiting = list(dict.fromkeys(doc_ids))
            for _ in range(ATTEMPTS):
                waiting = self._set_once(waiting, field, principal)
                if not waiting:
                    self._cluster.refresh(DOCS, CHUNKS)
                    return
            raise StoreUnavailable(f"{waiting[0]!r} is being stored by others all the time; try again later")

        await self._cluster.run(change)

    async def with_original(self, storage_pointer: str, principal: Principal) -> Sequence[Document]:
        """See ports.DescribedDocuments."""

        def select() -> list[Document]:
            self._cluster.refresh(DOCS)
            named: list[Json] = [{"term": {"tenant": principal.tenant}}, {"term": {"storage_pointer": storage_pointer}}]
            rows = self._cluster.walk(DOCS, {"bool": {"filter": [*named, {"term": {"current": True}}]}}, ["doc_id"], ["doc_id"])
            heads = self._cluster.get_all([places.head(principal.tenant, row["_source"]["doc_id"]) for row in rows])
            corpus = self._shelf.corpus()
            there = [one for one in heads if one is not None and is_readable(self._cluster, one, principal)]
            return [corpus.in_force(document_of(one.source["document"])) for one in there]

        return await self._cluster.run(select) if storable(storage_pointer) else ()

    def _set_once(self, doc_ids: Sequence[str], field: DocumentField, principal: Principal) -> list[str]:
        """Changes the documents that nobody else changes meanwhile; returns the others. All are looked at before the first one is
        written. Raises NotFound."""
        heads = self._heads(doc_ids, principal)
        changed = [_with(head, field) for head in heads]
        at = [places.head(principal.tenant, doc_id) for doc_id in doc_ids]
        flips = [
            Operation("index", place, _changed_head(head.source, document), head.seen)
            for place, head, document in zip(at, heads, changed, strict=True)
        ]
        statuses = self._cluster.bulk(flips)
        done = [one for one, status in zip(changed, statuses, strict=True) if status != CONFLICT]
        self._follow(done)
        return [doc_id for doc_id, status in zip(doc_ids, statuses, strict=True) if status == CONFLICT]

    def _heads(self, doc_ids: Sequence[str], principal: Principal) -> list[Found]:
        """What is current under these ids. Raises NotFound where the principal may not replace it."""
        there = [places.head(principal.tenant, doc_id) for doc_id in doc_ids if storable(doc_id)]
        found = self._cluster.get_all(there) if len(there) == len(doc_ids) else [None] * len(doc_ids)
        heads: list[Found] = []
        for doc_id, head in zip(doc_ids, found, strict=True):
            if head is None or not is_current(head) or not is_open_to(head, principal):
                raise NotFound("document", doc_id)
            heads.append(head)
        return heads

    def _follow(self, documents: Sequence[Document]) -> None:
        """Has the versions and their chunks say what the heads say."""
        keys = [places.version_key(one.tenant, one.doc_id, one.version) for one in documents]
        contents = self._cluster.get_all([places.version(key) for key in keys], ["content.orders"])
        operations: list[Operation] = []
        for key, document, content in zip(keys, documents, contents, strict=True):
            orders: list[int] = [] if content is None else content.source["content"]["orders"]
            operations.append(Operation("update", places.version(key), {"document": stored_document(document)}))
            narrowed = {"fields": narrowing_of(document)["fields"]}
            operations += [Operation("update", places.chunk(key, order), narrowed) for order in orders]
        self._cluster.bulk(operations)


def _with(head: Found, field: DocumentField) -> Document:
    document = document_of(head.source["document"])
    return replace(document, fields=document.with_field(field))


def _changed_head(source: Json, document: Document) -> Json:
    return {**source, "fields": narrowing_of(document)["fields"], "document": stored_document(document)}
