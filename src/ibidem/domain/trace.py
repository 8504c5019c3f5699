"""The trace of a turn: how it came to its answer, stored with it."""

from dataclasses import dataclass
from typing import Literal

from ibidem.domain.documents import UNEXPLAINED, Match

CallOutcome = Literal["ok", "unreadable", "empty", "cut", "unavailable", "refused", "late"]
Rung = Literal["first", "rewritten", "wider", "refined", "anew", "review"]
Decision = Literal["approve", "reject", "edit"]


Lookup = Literal["none", "found", "fell_back"]


@dataclass(frozen=True, slots=True)
class StepTime:
    """How long one step of a turn took."""

    step: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model: the step, the prompt (`name.language@version-digest`) and the outcome.

    `started` and `milliseconds` count from the beginning of the turn. `outcome` is `ok`, or why the step fell back to its rule:
    the reply was unreadable, empty or cut off, the model unavailable, refusing or late.
    """

    step: str
    prompt: str
    model: str
    started: float
    milliseconds: float
    outcome: CallOutcome
    input_tokens: int = 0
    output_tokens: int = 0


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judge's verdict on a draft: whether its documents support it, the unsupported points, and what to search for.

    `elsewhere` says that a document or the draft is about something else than the question.
    """

    faithful: bool
    issues: tuple[str, ...] = ()
    hint: str = ""
    elsewhere: bool = False


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rung of the ladder of a verified turn: the checks that its draft failed, and the verdicts on it.

    `drafted` is False where no new passages were found for another draft.
    """

    rung: Rung
    failed_checks: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    drafted: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found, kept so that the answer can be regenerated from it: a chunk of a version, its score, and why it
    was found."""

    doc_id: str
    version: str
    title: str
    chunk_id: str
    order: int
    score: float
    match: Match = UNEXPLAINED


ExploreEnding = Literal[
    "answered", "calls", "tokens", "seconds", "bytes_read", "repeated", "unreadable", "unavailable", "stopped"
]


@dataclass(frozen=True, slots=True)
class ToolUse:
    """One call of a tool by a model that explores: its arguments as JSON, shortened, and the bytes that it gave; `problem` is
    what the model read where it gave nothing."""

    tool: str
    arguments: str
    size: int = 0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Exploration:
    """How a model looked around in the conversation and the documents, what it noted, and why it ended: it came to an answer, one
    of its limits was reached, it repeated itself, it gave no reply that could be read or none at all, or the turn was stopped."""

    uses: tuple[ToolUse, ...] = ()
    notes: tuple[str, ...] = ()
    ended: ExploreEnding = "stopped"


@dataclass(frozen=True, slots=True)
class PathPart:
    """A part of the turn's critical path: a step, or a model call that the step waited for (`step/prompt`)."""

    part: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Trace:
    """How a turn came to its answer, stored with it.

    `model` wrote the answer; None where it is quoted. `faithful` is the last verdict, None where there was none; `reviewed` is
    a person's decision on the draft. `understood` is the interpretation of the question that was shown to the person.
    `troubles` are problems that did not end the turn. `thoughts` are those of a reasoning model, stored here only. `domain` is
    the profile's domain of the question, and `route_name` its name for the way in which the answer came about; "" without one.
    `exploration` is None where no model looked around. `history` are the roles of what the turn looked back on, the oldest first:
    questions of a `user` and answers of an `assistant`. `lookup` says whether documents that the message names were found, or it
    fell back to a search; `searches` is how many were made.
    """

    queries: tuple[str, ...] = ()
    devices: tuple[str, ...] = ()
    doc_types: tuple[str, ...] = ()
    hits: int = 0
    confidence: float | None = None
    steps: tuple[StepTime, ...] = ()
    model: str | None = None
    faithful: bool | None = None
    understood: str = ""
    translations: tuple[str, ...] = ()
    candidates: tuple[Candidate, ...] = ()
    calls: tuple[ModelCall, ...] = ()
    attempts: tuple[Attempt, ...] = ()
    dropped_citations: int = 0
    troubles: tuple[str, ...] = ()
    thoughts: str = ""
    critical_path: tuple[PathPart, ...] = ()
    owners: tuple[str, ...] = ()
    reviewed: Decision | None = None
    domain: str = ""
    route_name: str = ""
    exploration: Exploration | None = None
    history: tuple[str, ...] = ()
    lookup: Lookup = "none"
    searches: int = 0

    @property
    def probability(self) -> float | None:
        """The probability that what is quoted answers; None where no reader read it."""
        read = any(candidate.match.by_reader is not None for candidate in self.candidates)
        return self.confidence if read else None
