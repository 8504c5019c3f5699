"""Where a turn spends its time below its steps: round trips to the store, search, encoder, reader, writing."""

import statistics
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

from ibidem.app import App
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.search_index import EmbeddedSearch
from ibidem.backends.embedded.turn_store import SqliteTurns


@dataclass
class Parts:
    """Calls and milliseconds by the name of a part: those of the turn that is running, and of each that is over.

    One part may stand in another: a search is a round trip to the store too.
    """

    turns: list[dict[str, tuple[int, float]]] = field(default_factory=list[dict[str, tuple[int, float]]])
    running: dict[str, tuple[int, float]] = field(default_factory=dict[str, tuple[int, float]])

    def over(self) -> None:
        """The turn is over."""
        self.turns.append(self.running)
        self.running = {}

    def report(self) -> None:
        """Prints a row for each part: calls of a turn in the mean, and the median of their milliseconds together."""
        for name in dict.fromkeys(name for turn in self.turns for name in turn):
            found = [turn.get(name, (0, 0.0)) for turn in self.turns]
            calls, taken = statistics.mean(n for n, _ in found), statistics.median(t for _, t in found)
            print(f"  {name:24} p50 {taken:6.2f} ms   {calls:4.1f} a turn")

    @contextmanager
    def watched(self, app: App) -> Iterator[None]:
        """Within the block what these parts take is noted."""
        places: list[tuple[str, object, str]] = [
            ("store: read", Database, "read"),
            ("store: write", Database, "write"),
            ("search by words", EmbeddedSearch, "search"),
            ("writing the turn", SqliteTurns, "append"),
        ]
        if app.meaning is not None and (encoder := app.meaning.encoder) is not None:
            places.append(("encoder: question", type(encoder), "embed_question"))
        if app.vectors is not None:
            places.append(("search by meaning", type(app.vectors), "nearest"))
        if app.services.reader is not None:
            places.append(("reader", type(app.services.reader), "read"))
        with ExitStack() as watching:
            for name, owner, method in places:
                watching.enter_context(patch.object(owner, method, self._timed(name, getattr(owner, method))))
            yield

    def _timed(self, name: str, method: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        async def timed(*arguments: Any, **named: Any) -> Any:
            begun = time.perf_counter()
            try:
                return await method(*arguments, **named)
            finally:
                calls, taken = self.running.get(name, (0, 0.0))
                self.running[name] = calls + 1, taken + (time.perf_counter() - begun) * 1000

        return timed
