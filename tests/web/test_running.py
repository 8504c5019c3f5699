"""A turn that goes on without its client is joined, read from any number on, asked once, and stopped."""

import asyncio
from collections.abc import AsyncGenerator
from typing import Any

import httpx2

from ibidem.domain.conversation import Question, Session
from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, StepStarted, TurnDone, TurnEvent
from ibidem.settings import Settings
from ibidem.web.callers import Place
from ibidem.web.running import RunningTurn, RunningTurns
from web.scripted import NoTurns, serving, turn_of

ASKED = {"message": "얼마로 조이나요?", "session_id": "s-1", "client_turn_id": "m-1", "stream": True, "when_left": "continue"}
EVENTS = "/v1/sessions/s-1/turns/1/events"


class Waiting:
    """A turn that writes a word, and the rest when it may."""

    def __init__(self) -> None:
        self.spoke, self.may, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.asked = 0

    async def __call__(self, question: Question) -> AsyncGenerator[TurnEvent]:
        self.asked += 1
        yield StepStarted("answer")
        yield AnswerDelta("12 ")
        self.spoke.set()
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.left.set()
            raise
        yield AnswerDelta("N·m")
        yield TurnDone(turn_of(question, "12 N·m"))


async def left(client: httpx2.AsyncClient, turn: Waiting, body: dict[str, Any] = ASKED) -> None:
    """Asks, and goes away when the first word is there."""
    asking = asyncio.create_task(client.post("/v1/chat", json=body))
    await asyncio.wait_for(turn.spoke.wait(), 10)
    asking.cancel()
    await asyncio.wait([asking])


async def joined(client: httpx2.AsyncClient, after: int) -> asyncio.Task[str]:
    """Joins, and reads on beside what the test does."""
    there = asyncio.Event()

    async def read() -> str:
        async with client.stream("GET", EVENTS, params={"after": after}) as response:
            assert response.status_code == 200
            there.set()
            return "".join([piece async for piece in response.aiter_text()])

    reading = asyncio.create_task(read())
    await asyncio.wait_for(there.wait(), 10)
    return reading


def events_of(text: str) -> list[tuple[str, int]]:
    """Name and number of each event."""
    blocks = [dict(line.split(": ", 1) for line in block.split("\n")) for block in text.split("\n\n") if block]
    return [(block["event"], int(block["id"])) for block in blocks]


async def test_it_goes_on_and_is_read_from_any_number_on(settings: Settings) -> None:
    turn = Waiting()
    async with serving(settings, turn) as (_, client):
        await left(client, turn)
        [listed] = (await client.get("/v1/running")).json()["running"]
        assert (listed["session_id"], listed["turn_id"], listed["user_text"]) == ("s-1", 1, ASKED["message"])
        joining = [await joined(client, after) for after in (0, 2)]
        assert not turn.left.is_set()
        turn.may.set()
        whole, rest = [await one for one in joining]
        assert events_of(whole) == [("step", 1), ("delta", 2), ("delta", 3), ("done", 4)]
        assert events_of(rest) == [("delta", 3), ("done", 4)]
        assert (await client.get("/v1/running")).json() == {"running": []}
        assert (await client.get(EVENTS)).status_code == 404


async def test_a_message_that_is_sent_again_while_it_is_answered_is_asked_once(settings: Settings) -> None:
    turn = Waiting()
    async with serving(settings, turn) as (_, client):
        await left(client, turn)
        again = [asyncio.create_task(client.post("/v1/chat", json={**ASKED, "stream": stream})) for stream in (True, False)]
        await asyncio.sleep(0.1)
        turn.may.set()
        streamed, whole = [await one for one in again]
        assert events_of(streamed.text)[-1][0] == "done"
        assert whole.json()["answer"] == "12 N·m"
    assert turn.asked == 1


async def test_it_is_stopped_by_whoever_asked(settings: Settings) -> None:
    turn = Waiting()
    async with serving(settings, turn) as (_, client):
        await left(client, turn)
        reading = await joined(client, 0)
        assert (await client.delete(EVENTS)).status_code == 204
        assert turn.left.is_set()
        assert '"type": "stopped"' in await reading
        assert (await client.delete(EVENTS)).status_code == 404


async def test_a_server_that_stops_ends_it(settings: Settings) -> None:
    turn = Waiting()
    async with serving(settings, turn) as (_, client):
        await left(client, turn)
    assert turn.left.is_set()


async def test_it_keeps_its_place_until_it_ends(settings: Settings) -> None:
    turn = Waiting()
    async with serving(settings.model_copy(update={"turns_at_once": 1}), turn) as (_, client):
        await left(client, turn)
        assert (await client.post("/v1/chat", json={"message": "또 하나"})).status_code == 429
        turn.may.set()
        while (await client.get("/v1/running")).json()["running"]:
            await asyncio.sleep(0.01)
        assert (await client.post("/v1/chat", json={"message": "또 하나"})).status_code == 200


async def test_what_breaks_is_said_to_whoever_joined() -> None:
    async def breaking() -> AsyncGenerator[TurnEvent]:
        yield StepStarted("answer")
        raise RuntimeError("the disk is full")

    running, asker = RunningTurns(), Principal("mina")
    begun = await running.begin(RunningTurn("s-1", "hi", asker), breaking(), NoTurns(), Place())  # pyright: ignore[reportArgumentType]
    heard = begun.read(0)
    assert await anext(heard) == (1, StepStarted("answer"))
    try:
        await anext(heard)
    except RuntimeError as error:
        assert str(error) == "the disk is full"
    else:
        raise AssertionError("it was said by nothing")


class SlowTurns(NoTurns):
    """A turn store that takes a moment."""

    async def session(self, session_id: str, principal: Principal) -> Session:
        await asyncio.sleep(0.01)
        return await super().session(session_id, principal)


async def test_two_messages_with_one_id_at_once_begin_one_turn() -> None:
    began: list[str] = []

    async def events(name: str) -> AsyncGenerator[TurnEvent]:
        began.append(name)
        yield AnswerDelta("12 ")
        await asyncio.sleep(3600)

    running, asker = RunningTurns(), Principal("mina")
    turns: Any = SlowTurns()
    first, second = await asyncio.gather(
        *(running.begin(RunningTurn("s-1", "hi", asker, "m-1"), events(name), turns, Place()) for name in ("one", "other"))
    )
    assert await anext(first.read(0)) == (1, AnswerDelta("12 "))
    assert first is second and len(running.of(asker)) == len(began) == 1
    await running.end()


async def test_what_is_stopped_twice_is_stored_once_and_whole() -> None:
    stored = asyncio.Event()

    async def storing() -> AsyncGenerator[TurnEvent]:
        yield AnswerDelta("12 ")
        try:
            await asyncio.sleep(3600)
        finally:
            await asyncio.sleep(0.05)
            stored.set()

    running, asker = RunningTurns(), Principal("mina")
    turns: Any = NoTurns()
    turn = await running.begin(RunningTurn("s-1", "hi", asker), storing(), turns, Place())
    assert await anext(turn.read(0)) == (1, AnswerDelta("12 "))
    first = asyncio.create_task(turn.stop())
    await asyncio.sleep(0.01)
    await asyncio.gather(turn.stop(), running.stop("s-1", asker), running.end())
    await first
    assert stored.is_set()
