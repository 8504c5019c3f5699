"""Typed arrows: a graph of steps where the type that a step returns chooses the next one."""

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Mapping
from typing import Generic

from ibidem.domain.errors import StepTimeout
from ibidem.domain.events import StepFinished, StepStarted
from ibidem.flow.arrows import Arrows, Context, GraphError, Row, Step, nearest, read_table
from ibidem.flow.holding import watched
from ibidem.flow.journal import Event, Finished, Journal, Run

# Far above any ladder of retries, and low enough that two steps which send a value back and forth are stopped at once.
MOST_STEPS = 250


class Graph(Generic[Context]):
    """Steps and the arrows between them, checked when built.

    `arrows` is the table `step -> {type: next step or END}`. The first row is where a run ordinarily begins; but a run may begin
    at any step: the type of its first value says where. `starts` names the step for a type that several steps take.
    A step may take `seconds`, or what `seconds_of` gives it.

    Raises GraphError when a signature cannot be read, an arrow is missing, dead, mistyped or leads nowhere, a step is never
    reached or never comes to an end, or it is not clear where a type begins.
    """

    def __init__(
        self,
        name: str,
        arrows: Arrows[Context],
        *,
        starts: Mapping[type, Step[Context]] | None = None,
        seconds: float = 60.0,
        seconds_of: Mapping[Step[Context], float] | None = None,
    ) -> None:
        self.name = name
        self._table = read_table(name, arrows, starts or {})
        allowed = seconds_of or {}
        problems = [f"seconds_of names {step!r}, which has no row: take it out" for step in allowed if step not in arrows]
        problems += [
            f"a step cannot take {limit} seconds: give more than 0" for limit in (seconds, *allowed.values()) if limit <= 0
        ]
        if problems:
            raise GraphError(name, problems)
        self._seconds = {row.name: allowed.get(row.run, seconds) for row in self._table.rows.values()}

    async def run(
        self, value: object, context: Callable[[Journal[Event]], Context], seconds: float | None = None
    ) -> AsyncGenerator[StepStarted | StepFinished | Event | Finished, None]:
        """Runs from the step that takes `value` to an arrow to END, and yields events while it runs; Finished comes last.

        `context` makes the run's context from its journal. A step's exception ends the run and is raised as it is, with a note
        that names the step; StepTimeout is raised for a step that took too long, HeldTooLong for one that computed for too long
        without a pause (`flow.holding`), TimeoutError when the whole run takes more than `seconds`. Whoever stops reading closes
        the iterator (`contextlib.aclosing`): the running step is then cancelled, and its `finally` has run when the iterator is
        closed. Raises TypeError when no step takes the value.
        """
        begins = self._table.rows[self._start(value)]
        journal = Journal[Event]()
        run = Run(context(journal), journal)
        task = asyncio.create_task(self._within(value, begins, run, seconds), name=f"run of {self.name}")
        task.add_done_callback(journal.close)
        try:
            while (event := await journal.next()) is not None:
                yield event
            yield Finished(await task)
        finally:
            task.cancel()
            await asyncio.wait({task})

    def mermaid(self) -> str:
        """The graph as a mermaid flowchart, in the order of the table."""
        lines = ["flowchart TD", f"    start((start)) --> {next(iter(self._table.rows))}"]
        for row in self._table.rows.values():
            lines += [
                f"    {row.name} -- {given.__name__} --> {target or 'finish((end))'}" for given, target in row.arrows.items()
            ]
        return "\n".join(lines) + "\n"

    async def _within(self, value: object, row: Row, run: Run[Context], seconds: float | None) -> object:
        """The value that leaves by an arrow to END, from this row on."""
        async with asyncio.timeout(seconds):
            for _ in range(MOST_STEPS):
                value, target = await self._do(row, value, run)
                if target is None:
                    return value
                row = self._table.rows[target]
                await asyncio.sleep(0)  # whoever reads the events, and other runs, come to their turn between two steps
        raise RuntimeError(f"{self.name} took more than {MOST_STEPS} steps: a value goes in circles")

    def _start(self, value: object) -> str:
        """The step that takes a value. Raises TypeError."""
        taken = nearest(type(value), self._table.starts)
        if taken is None:
            raise TypeError(f"no step of {self.name} takes {type(value).__name__}")
        return self._table.starts[taken]

    async def _do(self, row: Row, value: object, run: Run[Context]) -> tuple[object, str | None]:
        """What a step gives within its time, with the step that is next, if any; reported to the journal."""
        seconds = self._seconds[row.name]
        run.journal.started(row.name)
        begun = time.perf_counter()
        deadline = asyncio.timeout(seconds)
        try:
            with watched():
                async with deadline:
                    given = await row.run(value, run.context)
        except asyncio.CancelledError as error:
            task = asyncio.current_task()
            if task is not None and task.cancelling() == 0:  # nobody ends the run: something within the step was cancelled
                raise RuntimeError(f"step {row.name} of {self.name} cancelled itself") from error
            raise
        except Exception as error:
            if isinstance(error, TimeoutError) and deadline.expired():
                raise StepTimeout(row.name, seconds) from None
            error.add_note(f"in step {row.name} of {self.name}")
            raise
        if (arrow := row.arrow(type(given))) is None:
            raise TypeError(f"step {row.name} of {self.name} returned {type(given).__name__}, which its signature does not list")
        run.journal.ended(row.name, (time.perf_counter() - begun) * 1000)
        return given, row.arrows[arrow]
