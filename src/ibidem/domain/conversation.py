"""A conversation as data: sessions, turns, and the numbers under which documents were shown."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from ibidem.domain.documents import Figure, SearchFilters
from ibidem.domain.languages import Language
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.trace import Attempt, Candidate, Decision, Trace

SCHEMA_VERSION = 1

Mode = Literal["fast", "verified"]
LookupSource = Literal["query", "history"]
Intent = Literal["whole", "use"]  # show the document as a whole, or answer from it
PauseKind = Literal["reference", "offer", "device", "sources", "review"]


AnswerDegree = Literal["answered", "closest", "none"]
PartKind = Literal["sentence", "step", "row", "context", "notice"]
Rating = Literal["helpful", "wrong_document", "wrong_fact"]


@dataclass(frozen=True, slots=True)
class AnswerPart:
    """A piece of an answer: a sentence, step or row that answers, what stands around it (context), or what ibidem says (notice).

    A quoted piece is the characters [start, end) of the document that has the `slot`, in the version cited; `chunk_id` is the
    passage that it was found in.
    """

    text: str
    kind: PartKind
    slot: int | None = None
    chunk_id: str | None = None
    start: int | None = None
    end: int | None = None


@dataclass(frozen=True, slots=True)
class DocRef:
    """A cited document under its slot: the number it has in one answer, and the details shown with it.

    `slot` starts at 1 in every answer, and one document has one slot. `version` is the one that was cited. `score` is the one by
    which it was ranked; `relevance` that which is shown where it is known: how relevant it is by itself, 0 to 1. `figures` are
    the pictures near what is cited. `devices` are those that the document is about, none in turns of earlier versions.
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
    in_force: bool = True
    owner: str = ""
    relevance: float | None = None
    figures: tuple[Figure, ...] = ()
    devices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Citation:
    """A document, with the turn that cited it."""

    turn_id: int
    ref: DocRef


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the choices of a pause: a document, in the version that was cited or else the current one, with its slot if any;
    or, without a `doc_id`, a device of that name. `page` and `snippet` show the passage found in a document to be confirmed."""

    doc_id: str | None
    version: str | None
    title: str
    slot: int | None = None
    page: int | None = None
    snippet: str = ""


@dataclass(frozen=True, slots=True)
class HeldDraft:
    """A draft that waits for a person's review, with the issues found in it."""

    text: str
    refs: tuple[DocRef, ...]
    issues: tuple[str, ...]
    model: str


@dataclass(frozen=True, slots=True)
class HeldWork:
    """The work of a turn that paused, so that the turn which takes the reply need not repeat it.

    `filters` and `confirm_sources` are those of its question, and `queries` begin with that question. `devices` are those that
    were understood, or those to choose from; `owners` those that were understood.
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
    owners: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Pause:
    """A question to the person that a turn waits on: which document is meant (reference), whether to accept an offer (offer),
    which device is meant (device), whether the sources found are the right ones (sources), or whether a draft may be shown
    (review).

    `message` is the question that will be answered then, from the documents chosen and with `intent`. A pause is pending while
    its turn is the last of its session, so it survives a restart, can be answered once, and is dropped when the person asks
    something else instead.
    """

    kind: PauseKind
    question: str
    choices: tuple[Choice, ...]
    message: str
    intent: Intent
    work: HeldWork | None = None

    @property
    def numbers(self) -> tuple[int, ...]:
        """The number by which each choice is picked: its slot, or its place in the list where slots are missing or repeated."""
        slots = [choice.slot for choice in self.choices]
        by_slot = tuple(slot for slot in slots if slot is not None)
        return by_slot if len(set(by_slot)) == len(slots) else tuple(range(1, len(slots) + 1))


@dataclass(frozen=True, slots=True)
class ShownDocument:
    """A document that a turn showed as a whole, or the page of a long one (language.paging) that begins at `offset`, in
    characters."""

    doc_id: str
    version: str
    offset: int = 0


@dataclass(frozen=True, slots=True)
class ShownList:
    """A page of the list of documents that a turn showed: the first of it is the `offset`-th of those that pass the filters."""

    filters: SearchFilters
    offset: int = 0


@dataclass(frozen=True, slots=True)
class NewTurn:
    """A turn before the store assigned its number and its time.

    `found` says whether the documents answer the question: they do, what is shown is only the closest, or they do not. `parts`
    are the pieces of a quoted answer; an answer that a model wrote has none. `placeholders` stand in it for personal data.
    `replaces` is the turn before it, whose question this one asks anew.
    """

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
    shown_list: ShownList | None = None
    trace: Trace = field(default_factory=Trace)
    found: AnswerDegree = "answered"
    parts: tuple[AnswerPart, ...] = ()
    placeholders: tuple[Placeholder, ...] = ()
    replaces: int | None = None

    @property
    def needs_input(self) -> bool:
        """Whether the turn is a question to the person; an offer stands beside an answer."""
        return self.pause is not None and self.pause.kind != "offer"


@dataclass(frozen=True, slots=True)
class Feedback:
    """What a person thought of an answer: it helped, it came from the wrong document, or what it says is wrong."""

    rating: Rating
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """One user message with its answer. `turn_id` counts 1, 2, 3 within the session; `ts` is UTC.

    `withheld` says that the answer is hidden, because the caller may no longer read a document that it cites. `summary_ts` is
    when a model summed it up, or nothing of that was needed; until then the summary is the beginning of the answer.
    `replaced_by` is the turn that asked its question anew: it stays readable by its number, and the conversation goes on without
    it.
    """

    turn_id: int
    ts: datetime
    principal: str
    content: NewTurn
    schema_version: int = SCHEMA_VERSION
    withheld: bool = False
    feedback: Feedback | None = None
    summary_ts: datetime | None = None
    replaced_by: int | None = None


@dataclass(frozen=True, slots=True)
class ModelSummary:
    """A summary of a turn, and the model that wrote it."""

    text: str
    model: str


@dataclass(frozen=True, slots=True)
class TurnQuery:
    """A search for at most `limit` turns of a session that are about a text, before the turn `before` where one is given; of
    these `turns` alone, where some are given."""

    session_id: str
    text: str
    limit: int = 5
    before: int | None = None
    turns: frozenset[int] | None = None


@dataclass(frozen=True, slots=True)
class TurnMoment:
    """A turn of a session without its text: its number, its time in UTC, and the route of its answer."""

    turn_id: int
    ts: datetime
    route: str


@dataclass(frozen=True, slots=True)
class ScoredTurn:
    """A turn found by a search, with its score among the others, the share of the query's words, by their worth, that it holds, 0
    to 1, and how near it is in meaning: 0 for what has nothing to do with it, 1 for what says the same, None where unknown."""

    turn: Turn
    score: float
    held: float
    near: float | None = None


@dataclass(frozen=True, slots=True)
class BranchPoint:
    """Where a session was branched off: its turns up to `turn_id` are copies of those of the other session, which may be gone."""

    session_id: str
    turn_id: int


@dataclass(frozen=True, slots=True)
class Session:
    """A conversation as listed: start, last activity, number of turns, and first question; `title` is the person's own, or
    empty. After `expires` (UTC) it is as if it had never been; None: never. `last_doc_turn_id` is the last turn that cites
    documents and was not asked anew; None without one. `shared` is what the link to it holds (see domain.sharing), empty without
    one."""

    session_id: str
    started: datetime
    last_turn: datetime
    turns: int
    first_question: str
    title: str = ""
    branched_from: BranchPoint | None = None
    expires: datetime | None = None
    last_doc_turn_id: int | None = None
    shared: str = ""


@dataclass(frozen=True, slots=True)
class SessionDocument:
    """A document of a session under its number in the whole session, with the turns that cited it, in their order."""

    number: int
    doc_id: str
    turns: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ClientTurn:
    """A turn as a client that keeps its own history sends it: titles and ids in the order of the slots, and the names of devices
    that it read in the question."""

    user_text: str
    summary: str = ""
    titles: tuple[str, ...] = ()
    doc_ids: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """A checked message for a session, and how to answer it.

    `history` is used where the session has no turns of its own. `confirm_sources` asks to confirm the sources before the
    answer. `replaces` is the session's last turn, where this message is asked in its place. `streamed` says that the answer is
    shown while it is written. `model` is the one to answer with; None is the default. `speaks` is the language that the client
    says it speaks, for a message that shows none.
    """

    message: str
    session_id: str
    mode: Mode = "fast"
    filters: SearchFilters = field(default_factory=SearchFilters)
    client_turn_id: str | None = None
    history: tuple[ClientTurn, ...] = ()
    confirm_sources: bool = False
    replaces: int | None = None
    streamed: bool = False
    model: str | None = None
    speaks: Language | None = None


@dataclass(frozen=True, slots=True)
class PauseAnswer:
    """The reply to a pause: a text; or the numbers of choices; or a decision, with its text (the edited answer, another query,
    or a reason) and, where only some of the sources are approved, their numbers. `model` is as a question's."""

    text: str = ""
    choices: tuple[int, ...] = ()
    decision: Decision | None = None
    model: str | None = None
