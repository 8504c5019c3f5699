"""What is done for a session in the background, after the answer has gone out: its turns are made searchable, and summed up."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Generator
from contextlib import aclosing, contextmanager

from ibidem.domain.conversation import ModelSummary
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import TurnEvent
from ibidem.turn.answers.summaries import summary_of
from ibidem.turn.context import TurnContext

logger = logging.getLogger(__name__)

# The newest turns without one that are summed up after each turn: the one just answered, and two that were missed before.
AT_ONCE = 3
# A turn whose caller leaves is stored in milliseconds; one that nobody ends is not waited for any longer.
LEAVING_SECONDS = 2.0


async def sum_up_latest(session_id: str, context: TurnContext) -> None:
    """Has the light model sum up the latest turns of the session that have no summary yet, three at most.

    A short answer is its own summary, and a question to the person gets none. A turn whose summary cannot be read or holds
    what the answer does not is not tried again; where the model is not available, the next turn tries.
    """
    for turn in await context.turns.not_summed_up(session_id, context.principal, AT_ONCE):
        content, summary = turn.content, None
        if content.summary_model is None and not (content.needs_input or turn.withheld):
            calls = len(context.record.calls)
            summary = await summary_of(content.assistant_text, content.user_text, content.language, context)
            made = context.record.calls[calls:]
            if summary is None and made and made[-1].outcome in ("unavailable", "late", "cut"):
                return
        named = None if summary is None or summary.model is None else ModelSummary(summary.text, summary.model)
        if named is not None:
            named = ModelSummary(context.masking.answers.text(named.text), named.model)
        await context.turns.sum_up(session_id, turn.turn_id, named, context.principal)


class Afterwards:
    """What is done for a session in the background. First what its turns are found by is made, by words, and by meaning through
    `keep_up`; then they are summed up, one session at a time: one that finds it busy is summed up after its next turn."""

    def __init__(self, keep_up: Callable[[], None]) -> None:
        self._keep_up = keep_up
        self._making: set[asyncio.Task[None]] = set()
        self._answering: set[asyncio.Future[None]] = set()
        self._summing_up: asyncio.Task[None] | None = None

    def begin(self, session_id: str, context: TurnContext) -> None:
        """Begins with the latest turns of a session; nobody waits for it."""
        making = asyncio.create_task(self._make_searchable(session_id, context))
        self._making.add(making)
        making.add_done_callback(self._making.discard)

    async def until_over(self, events: AsyncGenerator[TurnEvent]) -> AsyncGenerator[TurnEvent]:
        """The events of a turn, which may still be stored while the service is closed."""
        over = asyncio.get_running_loop().create_future()
        self._answering.add(over)
        try:
            async with aclosing(events):
                async for event in events:
                    yield event
        finally:
            self._answering.discard(over)
            if not over.done():
                over.set_result(None)

    async def close(self) -> None:
        """Waits until turns that are left are stored and can be searched, which is some milliseconds, and stops summing up: a
        later turn makes up for that."""
        if self._answering:
            await asyncio.wait(set(self._answering), timeout=LEAVING_SECONDS)
        if self._making:
            await asyncio.wait(self._making)
        if self._summing_up is not None:
            self._summing_up.cancel()
            await asyncio.wait([self._summing_up])

    async def _make_searchable(self, session_id: str, context: TurnContext) -> None:
        with _logged("turns were not made searchable"):
            await context.turns.make_searchable(session_id, context.principal)
        self._keep_up()
        if context.models is not None and (self._summing_up is None or self._summing_up.done()):
            self._summing_up = asyncio.create_task(self._sum_up(session_id, context))

    async def _sum_up(self, session_id: str, context: TurnContext) -> None:
        with _logged("turns were not summed up"):
            await sum_up_latest(session_id, context)


@contextmanager
def _logged(what: str) -> Generator[None]:
    """Logs what goes wrong within, which nobody waits for."""
    try:
        yield
    except IbidemError as error:  # such as a session deleted meanwhile
        logger.info("%s: %s", what, error)
    except Exception:
        logger.exception(what)
