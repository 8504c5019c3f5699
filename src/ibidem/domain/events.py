"""The events of a running turn. All doors read the same stream."""

from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Protocol

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
    """A note for the person while the turn runs: what a step understood, or what it waits for."""

    step: str
    text: str


@dataclass(frozen=True, slots=True)
class SourcesShown:
    """The documents that the answer cites so far, each under its slot; sent again when there are more."""

    sources: tuple[DocRef, ...]


@dataclass(frozen=True, slots=True)
class AnswerDelta:
    """The next piece of the answer's text."""

    text: str


@dataclass(frozen=True, slots=True)
class ShownPage:
    """The page of a document that a turn showed, from `shown.offset` on: its text, how long the whole document is, and the offset
    of the next page; None on the last. Offsets are characters of the document, also where the page's text is masked."""

    text: str
    length: int
    next_offset: int | None


@dataclass(frozen=True, slots=True)
class TurnDone:
    """The turn is stored: the last event of a successful turn. `document` is what it showed of a document."""

    turn: Turn
    document: ShownPage | None = None


@dataclass(frozen=True, slots=True)
class TurnFailed:
    """The turn ended without an answer; nothing was stored. `type` and `message` are safe to show."""

    type: str
    message: str


TurnEvent = StepStarted | StepFinished | StepNoted | SourcesShown | AnswerDelta | TurnDone | TurnFailed


class Observer(Protocol):
    """Watches turns and searches, for whoever runs ibidem. It changes nothing, and sees texts only to decide what to count."""

    def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:
        """The events of a turn as they come, each given on at once. What is raised among them is raised on."""
        ...

    def searched(self) -> None:
        """There was a search outside a turn."""
        ...
