"""How a turn came to its answer, as it is kept with the turn."""

from dataclasses import dataclass
from typing import Literal

CallOutcome = Literal["ok", "unreadable", "empty", "cut", "unavailable", "refused", "late"]
Rung = Literal["first", "wider", "refined", "anew", "review"]
Decision = Literal["approve", "reject", "edit"]


@dataclass(frozen=True, slots=True)
class StepTime:
    """How long one step of a turn took."""

    step: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class ModelCall:
    """One call of a model: by which step, with which prompt (`name.language@version-digest`), and what became of it.

    `started` and `milliseconds` count from the beginning of the turn. `outcome` is `ok`, or why the step's rule stood in: the
    reply was unreadable, empty or cut off, the model unavailable or refusing, or its time was up (late).
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
    """What a judge says of a draft: whether its documents bear it out, what they do not, and what to look for instead."""

    faithful: bool
    issues: tuple[str, ...] = ()
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One rung of the ladder of a verified turn: the checks that its draft failed, and the verdicts on it.

    `drafted` is False where nothing new was found to write a draft from.
    """

    rung: Rung
    failed_checks: tuple[str, ...] = ()
    verdicts: tuple[Verdict, ...] = ()
    drafted: bool = True


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage that was found, kept so that the answer can be made again from it: a chunk of a version, and its score."""

    doc_id: str
    version: str
    title: str
    chunk_id: str
    order: int
    score: float


@dataclass(frozen=True, slots=True)
class PathPart:
    """A part of the turn that nothing else ran beside: a step, or a model call that the step had to wait for (`step/prompt`)."""

    part: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class Trace:
    """How a turn came to its answer, kept with it.

    `model` wrote the answer; None where it is quoted. `faithful` is the last verdict, None where none was made; `reviewed` is
    what a person decided on the draft. `understood` is what the person was told of how the question was taken. `troubles` are
    what went wrong on the way without ending the turn. `thoughts` is what a reasoning model thought, kept here and nowhere else.
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
    reviewed: Decision | None = None
