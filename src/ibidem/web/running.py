"""The turns that run in this process, with their events: whoever asked may leave, come back, and read on."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from datetime import UTC, datetime

from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.events import TurnEvent, TurnFailed
from ibidem.ports.turn_store import TurnStore
from ibidem.web.callers import Place

STOPPED = TurnFailed("stopped", "the turn was stopped; what was written of its answer is stored")


@dataclass(eq=False)
class RunningTurn:
    """A turn that does not end with its client: its events from the first one on, kept until it ends.

    `message` is given as it will be stored. `number` is the one that it will be stored under, unless another turn of its session
    is stored before it.
    """

    session_id: str
    message: str
    principal: Principal
    client_turn_id: str | None = None
    began: datetime = field(default_factory=lambda: datetime.now(UTC))
    number: int = 0

    def __post_init__(self) -> None:
        self._events: list[TurnEvent] = []
        self._news = asyncio.Event()
        self._failure: BaseException | None = None
        self.task: asyncio.Task[None] | None = None
        self._is_stopped = False

    def is_for(self, principal: Principal) -> bool:
        """Whether a caller is who asked, and may read at least what was readable then."""
        asker = self.principal
        return (asker.name, asker.tenant) == (principal.name, principal.tenant) and asker.groups <= principal.groups

    async def run(self, events: AsyncGenerator[TurnEvent]) -> None:
        """Takes the events as they come."""
        try:
            async with aclosing(events):
                async for event in events:
                    self._tell(event)
        except asyncio.CancelledError:
            self._tell(STOPPED)
            raise
        except BaseException as error:  # what panics in Rust is no Exception
            self._failure = error
        finally:
            self._news.set()

    def _tell(self, event: TurnEvent) -> None:
        self._events.append(event)
        self._news.set()

    async def read(self, after: int) -> AsyncGenerator[tuple[int, TurnEvent]]:
        """The events with their numbers, which count from 1, from the one after that number on, to the last. Raises what the turn
        raised."""
        assert self.task is not None, "only a turn that was begun is read"
        while True:
            while after < len(self._events):
                after += 1
                yield after, self._events[after - 1]
            if self.task.done():
                break
            self._news.clear()
            waiting = asyncio.ensure_future(self._news.wait())
            await asyncio.wait((waiting, self.task), return_when=asyncio.FIRST_COMPLETED)
            waiting.cancel()
        if self._failure is not None:
            raise self._failure

    async def stop(self) -> None:
        """Ends the turn, and waits until what was written of it is stored. It is cancelled once: again, the storing would be."""
        assert self.task is not None, "only a turn that was begun is stopped"
        if not self._is_stopped:
            self._is_stopped = True
            self.task.cancel()
        await asyncio.wait((self.task,))


class RunningTurns:
    """The store of running turns: what somebody else asked is not found."""

    def __init__(self) -> None:
        self._turns: list[RunningTurn] = []

    async def begin(self, turn: RunningTurn, events: AsyncGenerator[TurnEvent], turns: TurnStore, place: Place) -> RunningTurn:
        """Begins a turn, which holds its place until it ends; returns the one that its message began before, if it runs."""
        stored = await _stored(turn, turns)
        # From here to the list nothing is waited for: of two messages with one id, one begins a turn.
        if (same := self.sent_as(turn.session_id, turn.client_turn_id, turn.principal)) is not None:
            return same
        turn.number = 1 + max([stored, *(one.number for one in self.of(turn.principal) if one.session_id == turn.session_id)])
        place.holder = turn.task = asyncio.create_task(turn.run(events))
        self._turns.append(turn)
        turn.task.add_done_callback(lambda _: self._turns.remove(turn))
        return turn

    def of(self, principal: Principal) -> Sequence[RunningTurn]:
        """The running turns of a caller, the one that began first first."""
        return [turn for turn in self._turns if turn.is_for(principal)]

    def one(self, session_id: str, number: int, principal: Principal) -> RunningTurn:
        """A running turn of a caller. Raises NotFound."""
        for turn in self.of(principal):
            if (turn.session_id, turn.number) == (session_id, number):
                return turn
        raise NotFound("running turn", f"{session_id}/{number}")

    def sent_as(self, session_id: str, client_turn_id: str | None, principal: Principal) -> RunningTurn | None:
        """The running turn of a message that was sent before under the same id."""
        same = (turn for turn in self.of(principal) if (turn.session_id, turn.client_turn_id) == (session_id, client_turn_id))
        return None if client_turn_id is None else next(same, None)

    async def stop(self, session_id: str, principal: Principal) -> None:
        """Stops what a caller asked in a session."""
        await asyncio.gather(*(turn.stop() for turn in self.of(principal) if turn.session_id == session_id))

    async def end(self) -> None:
        """Stops all of them."""
        await asyncio.gather(*(turn.stop() for turn in list(self._turns)))


async def _stored(turn: RunningTurn, turns: TurnStore) -> int:
    """How many turns the session of a turn has."""
    try:
        return (await turns.session(turn.session_id, turn.principal)).turns
    except NotFound:
        return 0
