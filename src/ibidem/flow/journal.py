"""The events of a run."""

import asyncio
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ibidem.domain.events import StepFinished, StepStarted
from ibidem.flow.arrows import Context

Event = TypeVar("Event")


@dataclass(frozen=True, slots=True)
class Finished:
    """The last event of a run that went well: the value that left by an arrow to END."""

    value: object


class Journal(Generic[Event]):
    """The events of one run so far. A step reaches it through its context.

    `current` is the running step, and `finished` are those that have ended, in order.
    """

    def __init__(self) -> None:
        self.current = ""
        self.finished: list[StepFinished] = []
        self._events: asyncio.Queue[StepStarted | StepFinished | Event | None] = asyncio.Queue()

    def emit(self, event: Event) -> None:
        """Sends an event to the readers of the run, in order with the events of its steps. Never waits."""
        self._events.put_nowait(event)

    def started(self, step: str) -> None:
        """The step has begun."""
        self.current = step
        self._events.put_nowait(StepStarted(step))

    def ended(self, step: str, milliseconds: float) -> None:
        """The step has given its value."""
        event = StepFinished(step, milliseconds)
        self.finished.append(event)
        self._events.put_nowait(event)

    def close(self, run: asyncio.Task[object]) -> None:
        """The run is over: no event follows."""
        if not run.cancelled():
            run.exception()  # looked at here, because a reader that has gone will not, and asyncio would then log it as lost
        self._events.put_nowait(None)

    async def next(self) -> StepStarted | StepFinished | Event | None:
        """The next event as soon as there is one; None once the run is over."""
        return await self._events.get()


@dataclass(frozen=True, slots=True)
class Run(Generic[Context]):
    """The context of one run, and its events."""

    context: Context
    journal: Journal[Any]
