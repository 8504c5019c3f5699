"""What is counted, and what the health route makes of it."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import replace

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from ibidem.domain.conversation import Pause, Question, Turn
from ibidem.domain.errors import InvalidInput
from ibidem.domain.events import StepFinished, StepStarted, TurnDone, TurnEvent, TurnFailed
from ibidem.domain.trace import Attempt, ModelCall
from ibidem.web.callers import Places
from ibidem.web.metrics import Metrics
from web.scripted import Script, turn_of

Scripted = Callable[[Script], AbstractAsyncContextManager[httpx2.AsyncClient]]
SECRET = "한빛 secret 秘密"


class Samples:
    """The values of a text, each by its name and what its labels say, in any order."""

    def __init__(self, text: str) -> None:
        families = text_string_to_metric_families(text)
        self.values = {(s.name, frozenset(s.labels.values())): s.value for family in families for s in family.samples}

    def __getitem__(self, key: tuple[str, ...]) -> float:
        return self.values[key[0], frozenset(key[1:])]


def worked(turn: Turn, outcome: str = "ok") -> Turn:
    call = ModelCall("answer", "answer.en@1", "openai:m", 0, 10, outcome, 100, 20)  # pyright: ignore[reportArgumentType]
    trace = replace(turn.content.trace, calls=(call, call), attempts=(Attempt("first"), Attempt("wider")))
    return replace(turn, content=replace(turn.content, trace=trace))


async def observed(metrics: Metrics, *events: TurnEvent | Exception) -> None:
    async def run():
        for event in events:
            if isinstance(event, Exception):
                raise event
            yield event

    async for _ in metrics.turn(run(), "s-1", SECRET):
        pass


QUESTION = Question(SECRET, "s-1")


async def test_turns_steps_calls_and_tokens_are_counted() -> None:
    metrics = Metrics(Places(2))
    metrics.searched()
    await observed(metrics, StepFinished("retrieve", 40), TurnDone(worked(turn_of(QUESTION, SECRET), "late")))
    found = Samples(metrics.text().decode())
    assert found["ibidem_turns_total", "general", "answered"] == 1
    assert found["ibidem_turn_seconds_count",] == found["ibidem_step_seconds_count", "retrieve"] == 1
    assert found["ibidem_step_seconds_sum", "retrieve"] == 0.04
    assert found["ibidem_searches_total", "turn"] == found["ibidem_searches_total", "search"] == 1
    assert found["ibidem_model_calls_total", "openai:m", "answer", "late"] == found["ibidem_fallbacks_total", "answer"] == 2
    assert found["ibidem_model_tokens_total", "openai:m", "input"] == 200
    assert found["ibidem_model_tokens_total", "openai:m", "output"] == 40
    assert found["ibidem_retries_total",] == 1
    assert SECRET not in metrics.text().decode()


async def test_a_turn_that_fails_is_left_or_asks_is_counted_as_that() -> None:
    metrics = Metrics(Places(2))
    await observed(metrics, TurnFailed("timeout", SECRET))
    with pytest.raises(InvalidInput):
        await observed(metrics, InvalidInput("message", "is empty", "write"))
    asking = turn_of(QUESTION, "which?")
    pause = Pause("device", "which?", (), "?", "use")
    await observed(metrics, TurnDone(replace(asking, content=replace(asking.content, pause=pause))))

    async def endless() -> AsyncIterator[TurnEvent]:
        while True:
            yield StepStarted("answer")

    left = metrics.turn(endless(), "s-1", "?")  # pyright: ignore[reportArgumentType]
    await anext(left)
    await left.aclose()
    found = Samples(metrics.text().decode())
    assert found["ibidem_turns_total", "", "timeout"] == found["ibidem_turns_total", "", "invalid_input"] == 1
    assert found["ibidem_turns_total", "", "left"] == found["ibidem_turns_total", "general", "needs_input"] == 1
    assert found["ibidem_pauses_total", "device"] == 1


async def test_a_model_is_failing_until_a_call_goes_well() -> None:
    metrics = Metrics(Places(2))
    await observed(metrics, TurnDone(worked(turn_of(QUESTION, "?"), "unavailable")))
    assert metrics.failing(600) == {"openai:m": "unavailable"} and metrics.failing(-1) == {}
    await observed(metrics, TurnDone(worked(turn_of(QUESTION, "?"))))
    assert metrics.failing(600) == {}


async def test_every_door_is_counted(scripted: Scripted) -> None:
    async def well(question: Question) -> AsyncIterator[TurnEvent]:
        yield TurnDone(turn_of(question, "12"))

    async with scripted(well) as client:
        await client.post("/v1/chat", json={"message": "?"})
        await client.post("/v1/chat/completions", json={"model": "ibidem", "messages": [{"role": "user", "content": "?"}]})
        text = client._transport.app.state.metrics.text().decode()  # pyright: ignore
    assert Samples(text)["ibidem_turns_total", "general", "answered"] == 2
