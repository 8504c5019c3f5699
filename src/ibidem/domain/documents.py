"""Documents and their pieces, and who may read them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from ibidem.domain.fields import DocumentField, FieldFilter
from ibidem.domain.languages import Language

# The media type of an excerpt: the passages that were found in a document which is kept elsewhere.
EXCERPT = "text/vnd.ibidem.excerpt"


@dataclass(frozen=True, slots=True)
class VersionName:
    """Names a version of a document among those of all tenants."""

    tenant: str
    doc_id: str
    version: str


@dataclass(frozen=True, slots=True)
class Principal:
    """The caller. A principal may read a document of its own tenant that names no readers, or whose readers include one of its
    groups or itself. One that `administers` sees also what others of its tenant asked without an answer, and reads no document
    and no conversation for it."""

    name: str
    groups: frozenset[str] = frozenset()
    tenant: str = "default"
    administers: bool = field(default=False, kw_only=True)

    @property
    def person(self) -> str:
        """The reader that only this principal is: what is kept for one person names it."""
        return f"person:{self.name}"

    @property
    def reads_as(self) -> frozenset[str]:
        """The readers that this principal is."""
        return self.groups | {self.person}


@dataclass(frozen=True, slots=True)
class Figure:
    """A picture in a document. It stands behind the character `offset` of the document's whole text.

    `figure_id` is the SHA-256 of its bytes (64 hex digits), `media_type` what these bytes begin as; width and height are in
    pixels. `caption` is what the document calls it, "" where it says nothing.
    """

    figure_id: str
    offset: int
    media_type: str
    width: int
    height: int
    caption: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One version of an indexed document, identified by `doc_id`.

    `version` is a checksum (16 hex digits) over the original bytes and every other source of its metadata. `storage_pointer`
    names the original in the blob store; `pages` is None where the format has no pages. `recognised` text was read from
    pictures, at least some of it. A draft, what was repealed or superseded, and what is `effective` at a later date is not
    `in_force`: a store returns False for a document that says so itself, or whose id stands among those that another current
    document `supersedes`. `owner` is the company, organisation or product whose document it is, "" where nothing says so.
    `fields` are what it says under names that the profile declares; `metadata` what it says beside all these, as it is written:
    each key, with the keys above it, and its values.
    `unread_pages` are the numbers of the pages that show text of which much could not be read. `figures` are the pictures in it,
    in their order.
    """

    doc_id: str
    version: str
    title: str
    source: str
    uri: str
    doc_type: str
    language: Language
    media_type: str
    storage_pointer: str
    indexed_at: datetime
    devices: tuple[str, ...] = ()
    readers: tuple[str, ...] = ()
    tenant: str = "default"
    pages: int | None = None
    current: bool = True
    recognised: bool = False
    in_force: bool = True
    effective: date | None = None
    supersedes: tuple[str, ...] = ()
    owner: str = ""
    fields: tuple[DocumentField, ...] = ()
    metadata: tuple[tuple[str, tuple[str, ...]], ...] = ()
    unread_pages: tuple[int, ...] = ()
    figures: tuple[Figure, ...] = ()

    @property
    def excerpt(self) -> bool:
        """Whether only some passages of the document are here: the whole is kept elsewhere, at `uri` where that is known."""
        return self.media_type == EXCERPT

    def with_field(self, field: DocumentField) -> tuple[DocumentField, ...]:
        """Its fields with this one in place of what it says under that name; without values it says nothing there."""
        others = [one for one in self.fields if one.name != field.name]
        return (*others, field) if field.values else tuple(others)


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored piece of a document: `text` begins at `offset` (in characters) of the document's whole text.

    Where the piece begins in the middle of a table, `head` is what stands over that: the row that names its columns, where one
    does, after a line that gives the unit of its values, where one does.
    """

    doc_id: str
    version: str
    chunk_id: str
    order: int
    section: str
    page: int | None
    offset: int
    text: str
    head: str = ""


def chunk_id_of(doc_id: str, version: str, order: int) -> str:
    """The id of a chunk."""
    return f"{doc_id}@{version}#{order}"


def order_of(chunk_id: str) -> int:
    """The number of a chunk in its document, with which its id ends."""
    digits = chunk_id.rpartition("#")[2]
    return int(digits) if digits.isdecimal() else 0


def joined_chunks(chunks: Sequence[Chunk]) -> Chunk:
    """The first of these chunks, which are in order, with the text of all; every character keeps its offset in the document."""
    offset, text = chunks[0].offset, ""
    for chunk in chunks:
        gap = chunk.offset - offset - len(text)  # white space, at which the text was cut
        text += "\n" * gap + chunk.text[max(0, -gap) :]
    return replace(chunks[0], text=text)


@dataclass(frozen=True, slots=True)
class SearchableChunk:
    """A chunk with its search tokens in stored form (see `language.search_text`)."""

    chunk: Chunk
    tokens: str


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document ready to be stored: its original bytes, its whole text, its chunks with their tokens, and the bytes of its
    figures, each once. `other_ids` are those that it takes, the first choice first, where the document of another file has its
    id; none where the file itself gives its id."""

    document: Document
    original: bytes
    text: str
    chunks: tuple[SearchableChunk, ...]
    pictures: tuple[bytes, ...] = ()
    other_ids: tuple[str, ...] = ()

    def under(self, doc_id: str) -> "PreparedDocument":
        """The document under another id."""
        chunks = tuple(
            replace(
                one, chunk=replace(one.chunk, doc_id=doc_id, chunk_id=chunk_id_of(doc_id, one.chunk.version, one.chunk.order))
            )
            for one in self.chunks
        )
        title = doc_id if self.document.title == self.document.doc_id else self.document.title
        return replace(self, document=replace(self.document, doc_id=doc_id, title=title), chunks=chunks)


@dataclass(frozen=True, slots=True)
class Match:
    """Why a passage was found: its scores in the search by words and in the one by meaning, None where that one did not find it,
    the share of the best that a reader gave it, None where that one did not read it, and the words of the question that it holds,
    as the question writes them. `relevance` is how relevant it is by itself, 0 to 1: the score that a retriever sent, or the
    probability that a reader gives it; None where that is not known, or not to be shown."""

    by_words: float | None = None
    by_meaning: float | None = None
    by_reader: float | None = None
    words: tuple[str, ...] = ()
    relevance: float | None = None


UNEXPLAINED = Match()


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk found by a search, with the document it belongs to. `score` is the one it is ranked by."""

    chunk: Chunk
    document: Document
    score: float
    match: Match = UNEXPLAINED


@dataclass(frozen=True, slots=True)
class DocumentKind:
    """All documents of one type and one owner that name the same devices: how many there are."""

    doc_type: str
    devices: tuple[str, ...]
    documents: int
    owner: str = ""


@dataclass(frozen=True, slots=True)
class CorpusWords:
    """The devices, document types, languages, owners and number of the documents that a principal may read; `kinds` are the
    numbers by type, devices and owner."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ()
    documents: int = 0
    kinds: tuple[DocumentKind, ...] = ()
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """Narrows a search; an empty field does not narrow. A document without devices passes every `devices` filter; one without an
    owner passes no `owners` filter. It has to pass each of the `fields`."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] = ()
    owners: tuple[str, ...] = ()
    fields: tuple[FieldFilter, ...] = ()

    def let_through(self, doc_type: str, devices: Collection[str], owner: str) -> bool:
        """Whether documents of this type, with these devices, of this owner pass, whatever their ids and their fields are."""
        return (
            (not self.doc_types or doc_type in self.doc_types)
            and (not self.owners or owner in self.owners)
            and (not self.devices or not devices or not set(devices).isdisjoint(self.devices))
        )


EVERYTHING = SearchFilters()


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A search token as the index stores it, and its weight."""

    token: str
    weight: float


@dataclass(frozen=True, slots=True)
class TextQuery:
    """A weighted bag of tokens; the score of a chunk is the BM25 sum over the terms, each times its weight."""

    terms: tuple[WeightedTerm, ...]
    filters: SearchFilters = field(default_factory=SearchFilters)
    limit: int = 30


@dataclass(frozen=True, slots=True)
class VectorQuery:
    """A query by meaning: a question, and those before it that it goes on with, the latest last."""

    question: str
    before: tuple[str, ...] = ()
    filters: SearchFilters = field(default_factory=SearchFilters)
    limit: int = 30


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A hit of a first phase: the passage with its score there, and its stored tokens for the second phase."""

    passage: Passage
    tokens: str


@dataclass(frozen=True, slots=True)
class TextHits:
    """The hits of a text query, best first, and the index-wide statistics that a second phase needs: the number of chunks,
    their mean length in tokens, and the number of chunks that hold each query token."""

    hits: tuple[ScoredChunk, ...]
    chunks: int
    mean_length: float
    frequencies: dict[str, int]
