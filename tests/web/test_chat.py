"""The chat route when a turn breaks, and how events look on the wire."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import httpx2
import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.errors import IbidemError, InvalidInput, NotFound, StoreUnavailable
from ibidem.domain.events import AnswerDelta, StepFinished, StepStarted, TurnDone, TurnEvent, TurnFailed
from ibidem.settings import Settings
from ibidem.web.chat import kept_alive
from ibidem.web.connections import Patience
from web.scripted import Script, serving, turn_of

Scripted = Callable[[Script], AbstractAsyncContextManager[httpx2.AsyncClient]]


def events_of(text: str) -> list[tuple[str, dict[str, object]]]:
    """The events of a stream, read as the specification of server-sent events says."""
    events: list[tuple[str, dict[str, object]]] = []
    assert text.endswith("\n\n")
    for block in text[:-2].split("\n\n"):
        name, data = block.split("\n")
        events.append((name.removeprefix("event: "), json.loads(data.removeprefix("data: "))))
    return events


async def well(question: Question) -> AsyncIterator[TurnEvent]:
    yield StepStarted("answer")
    yield AnswerDelta("토크는 12 N·m\n\nevent: done\ndata: {}")
    yield StepFinished("answer", 1.2345)
    yield TurnDone(turn_of(question, "12 N·m"))


async def test_events_come_in_order_and_the_last_one_is_the_whole_response(scripted: Scripted) -> None:
    async with scripted(well) as client:
        response = await client.post("/v1/chat", json={"message": "토크?", "session_id": "s-1", "stream": True})
    assert response.headers["content-type"].startswith("text/event-stream")
    events = events_of(response.text)
    assert [name for name, _ in events] == ["step", "delta", "step", "done"]
    assert events[2][1] == {"step": "answer", "state": "finished", "ms": 1.23}
    assert events[3][1]["answer"] == "12 N·m"
    assert events[3][1]["session_id"] == "s-1"


async def test_an_answer_cannot_forge_an_event_and_is_not_escaped(scripted: Scripted) -> None:
    async with scripted(well) as client:
        response = await client.post("/v1/chat", json={"message": "토크?", "stream": True})
    assert "토크는" in response.text
    assert dict(events_of(response.text))["delta"] == {"text": "토크는 12 N·m\n\nevent: done\ndata: {}"}


async def test_a_stream_in_which_nothing_happens_is_kept_alive(settings: Settings) -> None:
    async def slow(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("judge")
        await asyncio.sleep(0.5)
        yield AnswerDelta("12 N·m")
        yield TurnDone(turn_of(question, "12 N·m"))

    async with serving(settings, slow, Patience(silence=0.1)) as (_, client):
        response = await client.post("/v1/chat", json={"message": "토크?", "stream": True})
    blocks = response.text.split("\n\n")
    assert blocks[1] == ": keep-alive" and blocks.count(": keep-alive") <= 5
    events = events_of(response.text.replace(": keep-alive\n\n", ""))
    assert [name for name, _ in events] == ["step", "delta", "done"]


@pytest.mark.parametrize("pieces", [0, 1, 3])
async def test_what_is_kept_alive_comes_whole_and_ends(pieces: int) -> None:
    async def stream() -> AsyncGenerator[bytes]:
        for number in range(pieces):
            yield str(number).encode()

    assert [piece async for piece in kept_alive(stream(), 10)] == [str(number).encode() for number in range(pieces)]


async def test_what_breaks_while_it_is_kept_alive_breaks_for_the_reader() -> None:
    async def stream() -> AsyncGenerator[bytes]:
        yield b"half"
        raise RuntimeError("broken")

    kept = kept_alive(stream(), 10)
    assert await anext(kept) == b"half"
    with pytest.raises(RuntimeError, match="broken"):
        await anext(kept)


@pytest.mark.parametrize(
    ("error", "status", "kind"),
    [
        (InvalidInput("message", "is empty", "write something"), 422, "invalid_input"),
        (NotFound("session", "s"), 404, "not_found"),
        (StoreUnavailable("the disk is full"), 503, "store_unavailable"),
        (IbidemError("it did not work"), 500, "internal_error"),
        (RuntimeError("a secret"), 500, "internal_error"),
    ],
)
@pytest.mark.parametrize("stream", [False, True])
async def test_an_error_before_the_first_event_is_a_status(
    scripted: Scripted, error: Exception, status: int, kind: str, stream: bool
) -> None:
    async def broken(question: Question) -> AsyncIterator[TurnEvent]:
        raise error
        yield StepStarted("never")

    async with scripted(broken) as client:
        response = await client.post("/v1/chat", json={"message": "hi", "stream": stream})
    assert response.status_code == status
    assert response.json()["error"]["type"] == kind
    assert "secret" not in response.text


@pytest.mark.parametrize("error", [RuntimeError("a secret"), StoreUnavailable("the disk is full")])
async def test_an_error_inside_a_stream_loses_nothing_of_what_was_sent(scripted: Scripted, error: Exception) -> None:
    async def breaking(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        yield AnswerDelta("half an")
        raise error

    async with scripted(breaking) as client:
        response = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    events = events_of(response.text)
    assert [name for name, _ in events] == ["step", "delta", "error"]
    assert "secret" not in response.text


async def test_a_turn_that_failed_is_an_error_in_both_forms(scripted: Scripted) -> None:
    async def failing(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        yield TurnFailed("timeout", "answer took longer than 60 s")

    async with scripted(failing) as client:
        plain = await client.post("/v1/chat", json={"message": "hi"})
        streamed = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    assert plain.status_code == 504
    told = {"error": {"type": "timeout", "message": "answer took longer than 60 s", "details": []}}
    assert plain.json() == told
    assert events_of(streamed.text)[-1] == ("error", told)


async def test_a_turn_that_ends_without_an_end_is_an_error(scripted: Scripted) -> None:
    async def ending(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")

    async with scripted(ending) as client:
        plain = await client.post("/v1/chat", json={"message": "hi"})
        streamed = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    assert plain.status_code == 500
    assert events_of(streamed.text)[-1][0] == "error"


class Endless:
    """A turn that never ends by itself, and tells when it began and when it was cancelled."""

    def __init__(self) -> None:
        self.began, self.cancelled = asyncio.Event(), asyncio.Event()

    async def __call__(self, question: Question) -> AsyncGenerator[TurnEvent]:
        yield StepStarted("answer")
        self.began.set()
        try:
            await asyncio.sleep(3600)
        finally:
            self.cancelled.set()


@pytest.mark.parametrize("stream", [False, True])
async def test_a_client_that_goes_away_cancels_the_turn(settings: Settings, stream: bool) -> None:
    endless = Endless()
    async with serving(settings, endless) as (_, client):
        asking = asyncio.create_task(client.post("/v1/chat", json={"message": "hi", "stream": stream}))
        await asyncio.wait_for(endless.began.wait(), 10)
        asking.cancel()
        await asyncio.wait([asking])
        await client.aclose()
        await asyncio.wait_for(endless.cancelled.wait(), 10)


@pytest.mark.parametrize("stream", [False, True])
async def test_a_server_that_stops_cancels_a_turn_that_does_not_end(settings: Settings, stream: bool) -> None:
    endless = Endless()
    async with serving(settings, endless) as (server, client):
        asking = asyncio.create_task(client.post("/v1/chat", json={"message": "hi", "stream": stream}))
        await asyncio.wait_for(endless.began.wait(), 10)
        server.should_exit = True
        await asyncio.wait_for(endless.cancelled.wait(), 10)
        asking.cancel()
        await asyncio.wait([asking])


async def test_the_log_names_the_turn_and_never_what_was_said(scripted: Scripted, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="ibidem.access"):
        async with scripted(well) as client:
            await client.post("/v1/chat", json={"message": "아무도 모르는 비밀", "session_id": "s-9"})
            await client.post("/v1/chat", json={"message": "아무도 모르는 비밀", "session_id": "s-9", "stream": True})
    requests = [record.__dict__["request"] for record in caplog.records if record.name == "ibidem.access"]
    assert [(r["method"], r["path"], r["status"], r["turn"]) for r in requests] == [("POST", "/v1/chat", 200, "s-9/1")] * 2
    assert "비밀" not in caplog.text
