"""A conversation as data: sessions, turns, and the numbers under which documents were shown."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language

SCHEMA_VERSION = 1

Mode = Literal["fast", "verified"]
LookupSource = Literal["query", "history"]


@dataclass(frozen=True, slots=True)
class DocRef:
    """A slot: the number under which a document was shown in one answer, and what was shown of it.

    `slot` starts at 1 in every answer, and one document has one slot. `version` is the one that was cited.
    """

    slot: int
    doc_id: str
    version: str
    title: str
    source: str
    uri: str
    page: int | None
    chunk_ids: tuple[str, ...]
    snippet: str
    score: float | None
    retrieval_method: str


@dataclass(frozen=True, slots=True)
class Citation:
    """A document where a turn cited it."""

    turn_id: int
    ref: DocRef


@dataclass(frozen=True, slots=True)
class StepTime:
    """How long one step of a turn took."""

    step: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Trace:
    """How a turn came to its answer, kept with it."""

    queries: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    hits: int = 0
    confidence: float | None = None
    steps: tuple[StepTime, ...] = ()


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn before the store gave it its number and its time."""

    session_id: str
    user_text: str
    assistant_text: str
    summary: str
    language: Language
    route: str
    doc_refs: tuple[DocRef, ...] = ()
    notice: str | None = None
    lookup_source: LookupSource | None = None
    mode: Mode = "fast"
    summary_model: str | None = None
    client_turn_id: str | None = None
    trace: Trace = field(default_factory=Trace)


@dataclass(frozen=True, slots=True)
class Turn:
    """One user message with its answer. `turn_id` counts 1, 2, 3 within the session; `ts` is UTC."""

    turn_id: int
    ts: datetime
    principal: str
    content: NewTurn
    schema_version: int = SCHEMA_VERSION


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation as listed: when it began, when it last moved, how many turns it has, and its first question."""

    session_id: str
    started: datetime
    last_turn: datetime
    turns: int
    first_question: str


@dataclass(frozen=True, slots=True)
class Question:
    """What came in through a door, checked: a message for a session, and how it is to be answered."""

    message: str
    session_id: str
    mode: Mode = "fast"
    filters: SearchFilters = field(default_factory=SearchFilters)
    client_turn_id: str | None = None
