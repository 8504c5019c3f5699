"""A conversation as data: sessions, turns, and the numbers under which documents were shown."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.trace import Attempt, Candidate, Decision, Trace

SCHEMA_VERSION = 1

Mode = Literal["fast", "verified"]
LookupSource = Literal["query", "history"]
Intent = Literal["whole", "use"]  # a document that is pointed at is to be shown whole, or to be used for an answer
PauseKind = Literal["reference", "offer", "device", "sources", "review"]


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
class Choice:
    """What a person may mean: a document in the version that was cited, or the current one where none was, with its slot, if any;
    or, without a `doc_id`, a device of that name. `page` and `snippet` are what was found of a document to be confirmed."""

    doc_id: str | None
    version: str | None
    title: str
    slot: int | None = None
    page: int | None = None
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class HeldDraft:
    """A draft that waits for a person's review, and what speaks against it."""

    text: str
    refs: tuple[DocRef, ...]
    issues: tuple[str, ...]
    model: str


@dataclass(frozen=True, slots=True)
class HeldWork:
    """What a turn had done when it paused, so that the turn which takes the answer need not do it again.

    `filters` and `confirm_sources` are those of its question, and `queries` begin with what was asked. `devices` are those that
    were understood, or those that were asked about.
    """

    route: str
    filters: SearchFilters = field(default_factory=SearchFilters)
    confirm_sources: bool = False
    queries: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    passages: tuple[Candidate, ...] = ()
    draft: HeldDraft | None = None
    attempts: tuple[Attempt, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """What a turn waits for a person to say: which document is meant (reference), yes to what was offered (offer), which device
    is meant (device), whether the sources found are the right ones (sources), or whether a draft may be shown (review).

    `message` is what will be answered then, from the documents chosen and with `intent`. A pause is pending while its turn is the
    last of its session, so it survives a restart, can be answered once, and is dropped by whoever asks something else instead.
    """

    kind: PauseKind
    question: str
    choices: tuple[Choice, ...]
    message: str
    intent: Intent
    work: HeldWork | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """What to answer for each of the choices: its slot, or its place in the list where some have none or the same."""
        slots = [choice.slot for choice in self.choices]
        by_slot = tuple(slot for slot in slots if slot is not None)
        return by_slot if len(set(by_slot)) == len(slots) else tuple(range(1, len(slots) + 1))


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document that a turn showed whole; of a long one the page (language.paging) that begins at `offset`, in characters."""

    doc_id: str
    version: str
    offset: int = 0


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
    pause: Pause | None = None
    shown: ShownDocument | None = None
    trace: Trace = field(default_factory=Trace)


@dataclass(frozen=True, slots=True)
class Turn:
    """One user message with its answer. `turn_id` counts 1, 2, 3 within the session; `ts` is UTC.

    `withheld` says that its answer is kept from whoever asks, who may no longer read a document that it cites.
    """

    turn_id: int
    ts: datetime
    principal: str
    content: NewTurn
    schema_version: int = SCHEMA_VERSION
    withheld: bool = False


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation as listed: when it began, when it last moved, how many turns it has, and its first question."""

    session_id: str
    started: datetime
    last_turn: datetime
    turns: int
    first_question: str


@dataclass(frozen=True, slots=True)
class ClientTurn:
    """A turn as a client that keeps its own history passes it back: titles and ids in the order of the slots."""

    user_text: str
    summary: str = ""
    titles: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """What came in through a door, checked: a message for a session, and how it is to be answered.

    `history` counts where the session has no turns of its own. `confirm_sources` asks to be shown what was found before it is
    answered from.
    """

    message: str
    session_id: str
    mode: Mode = "fast"
    filters: SearchFilters = field(default_factory=SearchFilters)
    client_turn_id: str | None = None
    history: tuple[ClientTurn, ...] = ()
    confirm_sources: bool = False


@dataclass(frozen=True, slots=True)
class PauseAnswer:
    """What came in for a pause: words; or the numbers of choices; or a decision, with its text (the edited answer, another query,
    or a reason) and, where only some of the sources are approved, their numbers."""

    text: str = ""
    choices: tuple[int, ...] = ()
    decision: Decision | None = None
