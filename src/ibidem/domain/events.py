"""What a turn tells while it runs. Every door reads this one stream."""

from dataclasses import dataclass

from ibidem.domain.conversation import DocRef, Turn


@dataclass(frozen=True, slots=True)
class StepStarted:
    """A step of the turn has begun."""

    step: str


@dataclass(frozen=True, slots=True)
class StepFinished:
    """A step of the turn has ended, after so many milliseconds."""

    step: str
    milliseconds: float


@dataclass(frozen=True, slots=True)
class StepNoted:
    """Something that a step tells the person while the turn runs: what it understood, what it is waiting for."""

    step: str
    text: str


@dataclass(frozen=True, slots=True)
class SourcesShown:
    """The documents that the answer cites so far, each under its slot; told again when there are more of them."""

    sources: tuple[DocRef, ...]


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """A further piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class TurnDone:
    """The turn is stored. The last event of a turn that went well. `document` is the whole text of a document that it showed, of
    which it showed the page that begins at its `shown.offset`."""

    turn: Turn
    document: str | None = None


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The turn ended without an answer; nothing was stored. `type` and `message` are safe to show."""

    type: str
    message: str


TurnEvent = StepStarted | StepFinished | StepNoted | SourcesShown | AnswerDelta | TurnDone | TurnFailed
