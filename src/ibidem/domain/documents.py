"""Documents and their pieces, and who may read them."""

from dataclasses import dataclass, field
from datetime import datetime

from ibidem.domain.languages import Language


@dataclass(frozen=True, slots=True)
class Principal:
    """Who is asking. A document may be read by a principal of its tenant who shares a group with its readers, or by anyone
    of that tenant when it names no readers."""

    name: str
    groups: frozenset[str] = frozenset()
    tenant: str = "default"


@dataclass(frozen=True, slots=True)
class Document:
    """One version of something indexed under a `doc_id`.

    `version` is a checksum (16 hex digits) over the original bytes and whatever else its metadata was read from.
    `storage_pointer` names the original in the blob store; `pages` is None where the format has no pages.
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


@dataclass(frozen=True, slots=True)
class Chunk:
    """A stored piece of a document: `text` is what stands at `offset` (in characters) of the document's whole text."""

    doc_id: str
    version: str
    chunk_id: str
    order: int
    section: str
    page: int | None
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class SearchableChunk:
    """A chunk with its search tokens in stored form (see `language.search_text`)."""

    chunk: Chunk
    tokens: str


@dataclass(frozen=True, slots=True)
class PreparedDocument:
    """A document ready to be stored: its original bytes, its whole text, and its chunks with their tokens."""

    document: Document
    original: bytes
    text: str
    chunks: tuple[SearchableChunk, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A chunk as found by a search, with what a source needs of its document."""

    chunk: Chunk
    document: Document
    score: float


@dataclass(frozen=True, slots=True)
class CorpusWords:
    """What the corpus a principal may read holds, for finding devices, document types and ids in a question."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    languages: tuple[Language, ...] = ()
    documents: int = 0


@dataclass(frozen=True, slots=True)
class SearchFilters:
    """Narrows a search; an empty field does not narrow. A document without devices passes every `devices` filter."""

    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WeightedTerm:
    """A search token as it stands in the index, and how much it counts."""

    token: str
    weight: float


@dataclass(frozen=True, slots=True)
class TextQuery:
    """A weighted bag of tokens; the score of a chunk is the BM25 sum over the terms, each times its weight."""

    terms: tuple[WeightedTerm, ...]
    filters: SearchFilters = field(default_factory=SearchFilters)
    limit: int = 30


@dataclass(frozen=True, slots=True)
class WeightedText:
    """What is asked, or was said before it, and how much it counts."""

    text: str
    weight: float


@dataclass(frozen=True, slots=True)
class VectorQuery:
    """What is searched for by its meaning: the vectors of the texts, of length 1 each, are added up by their weights.

    The first text is the question itself.
    """

    texts: tuple[WeightedText, ...]
    filters: SearchFilters = field(default_factory=SearchFilters)
    limit: int = 30


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A hit of a first phase: the passage with its score there, and its stored tokens for the second phase."""

    passage: Passage
    tokens: str


@dataclass(frozen=True, slots=True)
class TextHits:
    """The hits of a text query, best first, and the statistics that a second phase needs of the whole index:
    how many chunks it holds, their mean length in tokens, and in how many of them each query token stands."""

    hits: tuple[ScoredChunk, ...]
    chunks: int
    mean_length: float
    frequencies: dict[str, int]
