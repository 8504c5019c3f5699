"""Between what is stored of documents and nouns, and who may read which version."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pydantic import TypeAdapter

from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Cluster, Found, Json
from ibidem.backends.elastic.shelf import Corpus, kind_of
from ibidem.backends.narrowing import passes
from ibidem.domain.documents import Chunk, Document, PreparedDocument, Principal, SearchFilters
from ibidem.domain.fields import FieldFilter
from ibidem.domain.text import storable
from ibidem.privacy.document_masking import VERSION_LENGTH, is_masked

DOCUMENT = TypeAdapter(Document)
# What is stored of a chunk beside its version.
CHUNK = ("chunk_id", "order", "section", "page", "offset", "text", "head")
# What programs of others look up of a document that is current.
ORIGIN = ("title", "source", "uri", "storage_pointer")


@dataclass(frozen=True, slots=True)
class Version:
    """A version as it is stored, and whether it is the current one."""

    key: str
    found: Found
    current: bool

    @property
    def document(self) -> Document:
        """What it says of itself."""
        return replace(document_of(self.found.source["document"]), current=self.current)


def document_of(stored: Json) -> Document:
    """A document from its stored form."""
    return DOCUMENT.validate_python(stored)


def stored_document(document: Document) -> Json:
    """A document as it is stored, but for whether it is current."""
    return DOCUMENT.dump_python(document, mode="json", exclude={"current"})


def narrowing_of(document: Document) -> Json:
    """What a search can be narrowed by, and who may read."""
    return {
        "tenant": document.tenant,
        "doc_id": document.doc_id,
        "doc_type": document.doc_type,
        "owner": document.owner,
        "devices": list(document.devices),
        "fields": [f"{one.name}={place}" for one in document.fields for place in one.places],
        "readers": list(document.readers),
        "open": not document.readers,
        "policy": policy_of(document.version),
    }


def policy_of(version: str) -> str:
    """By which policy the text of a version was masked; empty where it was not."""
    return version[VERSION_LENGTH:]


def head_of(prepared: PreparedDocument) -> Json:
    """What is stored under the id of a document that becomes current."""
    document = prepared.document
    return {
        **narrowing_of(document),
        "current": True,
        "version": document.version,
        "kind": kind_of(document),
        "language": document.language,
        "chunks": len(prepared.chunks),
        "tokens": sum(len(one.tokens.split()) for one in prepared.chunks),
        "supersedes": list(document.supersedes),
        **{name: getattr(document, name) for name in ORIGIN},
        "document": stored_document(document),
    }


def withdrawn_head(head: Json) -> Json:
    """What stays under the id of a document that was deleted, so that its versions stay as restricted as it was."""
    return {name: head[name] for name in ("tenant", "doc_id", "readers", "open")} | {"current": False}


def chunk_of(doc_id: str, version: str, stored: Mapping[str, object]) -> Chunk:
    """A chunk of that version from its stored form, which holds CHUNK."""
    return Chunk(doc_id, version, **{name: stored[name] for name in CHUNK if name in stored})  # pyright: ignore[reportArgumentType]


def stored_chunk(chunk: Chunk) -> Json:
    """A chunk as it is stored, within its version."""
    return {
        "chunk_id": chunk.chunk_id,
        "order": chunk.order,
        "section": chunk.section,
        "page": chunk.page,
        "offset": chunk.offset,
        "text": chunk.text,
        "head": chunk.head,
    }


def may_read(principal: Principal, tenant: str, readers: Sequence[str]) -> bool:
    """See `Principal`."""
    return tenant == principal.tenant and (not readers or not principal.reads_as.isdisjoint(readers))


def is_open_to(head: Found | None, principal: Principal) -> bool:
    """Whether what is current under an id, or was when it was deleted, leaves its versions to the principal."""
    return head is None or may_read(principal, head.source["tenant"], head.source["readers"])


def is_current(head: Found | None) -> bool:
    """Whether there is a current version."""
    return head is not None and head.source["current"]


def is_version(head: Found | None, version: str) -> bool:
    """Whether this version is the current one."""
    return head is not None and is_current(head) and head.source["version"] == version


def is_hidden(cluster: Cluster, version: str) -> bool:
    """Whether a version is hidden because it is not masked as the profile wants: until it is read anew."""
    return bool(cluster.masking) and not is_masked(version, cluster.masking)


def documents_of(
    cluster: Cluster, heads: Mapping[str, Found | None], filters: SearchFilters, principal: Principal, corpus: Corpus
) -> dict[tuple[str, str], Document]:
    """The current documents of these heads, each under its id, that the principal may read and that pass the filters, by id and
    version."""
    documents: dict[tuple[str, str], Document] = {}
    for doc_id, head in heads.items():
        if head is not None and is_readable(cluster, head, principal):
            document = corpus.in_force(document_of(head.source["document"]))
            if passes(document, filters):
                documents[doc_id, document.version] = document
    return documents


def is_readable(cluster: Cluster, head: Found | None, principal: Principal) -> bool:
    """Whether there is a current version that the principal may read."""
    return (
        head is not None and is_current(head) and is_open_to(head, principal) and not is_hidden(cluster, head.source["version"])
    )


def readable_version(
    cluster: Cluster, doc_id: str, principal: Principal, version: str | None, source: Sequence[str] = ()
) -> Version | None:
    """The version named, or the current one, with these fields of it beside its `document`; None where the principal may not read
    it, or it does not exist."""
    if not (storable(doc_id) and storable(version or "")):
        return None
    place = places.head(principal.tenant, doc_id)
    head: Found | None = None
    if version is None:
        head = cluster.get(place, ["current", "version", "tenant", "readers"])
        if head is None or not head.source["current"]:
            return None
        version = str(head.source["version"])
    key = places.version_key(principal.tenant, doc_id, version)
    head, found = cluster.get_all([place, places.version(key)], [*HEAD, *source])
    return None if is_hidden(cluster, version) else _version_of_reader(key, head, found, version, principal)


def chunks_at(cluster: Cluster, doc_id: str, version: str, orders: range, principal: Principal) -> list[Chunk]:
    """Those chunks of a version that there are, in their order, where the principal may read it: in one request."""
    if not (storable(doc_id) and storable(version)):
        return []
    key = places.version_key(principal.tenant, doc_id, version)
    at = [places.head(principal.tenant, doc_id), places.version(key), *(places.chunk(key, order) for order in orders)]
    head, found, *chunks = cluster.get_all(at, [*HEAD, *CHUNK])
    if _version_of_reader(key, head, found, version, principal) is None or is_hidden(cluster, version):
        return []
    return [chunk_of(doc_id, version, one.source) for one in chunks if one is not None]


def _version_of_reader(key: str, head: Found | None, found: Found | None, version: str, principal: Principal) -> Version | None:
    if found is None or not is_open_to(head, principal):
        return None
    if not may_read(principal, principal.tenant, found.source["document"]["readers"]):
        return None
    return Version(key, found, head is not None and head.source["current"] and head.source["version"] == version)


def readable_query(cluster: Cluster, principal: Principal) -> list[Json]:
    """Filters that let through what the principal may read."""
    groups = sorted(filter(storable, principal.reads_as))
    readers = {"bool": {"should": [{"term": {"open": True}}, {"terms": {"readers": groups}}], "minimum_should_match": 1}}
    masked: list[Json] = [{"term": {"policy": cluster.masking}}] if cluster.masking else []
    return [{"term": {"tenant": principal.tenant}}, readers, *masked]


def filters_query(filters: SearchFilters, without_devices: Sequence[Json]) -> list[Json]:
    """Filters on documents. Where devices are asked for, `without_devices` lets through documents that name none, or nothing."""
    narrowed = {"doc_id": filters.doc_ids, "doc_type": filters.doc_types, "owner": filters.owners}
    queries: list[Json] = [{"terms": {name: [*filter(storable, values)]}} for name, values in narrowed.items() if values]
    if filters.devices:
        named: Json = {"terms": {"devices": [*filter(storable, filters.devices)]}}
        queries.append({"bool": {"should": [named, *without_devices], "minimum_should_match": 1}})
    return [*queries, *map(_field_query, filters.fields)]


def in_field(name: str) -> Json:
    """A filter that lets through what says anything under this name."""
    return {"prefix": {"fields": f"{name}="}}


def _field_query(wanted: FieldFilter) -> Json:
    spans = [(f"{wanted.name}={first}", f"{wanted.name}={last}") for first, last in wanted.spans if storable(first + last)]
    equal = [first for first, last in spans if first == last]
    between: list[Json] = [{"range": {"fields": {"gte": first, "lte": last}}} for first, last in spans if first != last]
    return {"bool": {"should": [{"terms": {"fields": equal}}, *between], "minimum_should_match": 1}}


# What a head has to be read with.
HEAD = ("tenant", "readers", "current", "version", "document")
NO_DEVICES: tuple[Json, ...] = ({"bool": {"must_not": [{"exists": {"field": "devices"}}]}},)
