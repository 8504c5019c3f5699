"""What stands in the spans of a turn, and what does not."""

import sys
from collections.abc import AsyncGenerator
from dataclasses import replace

import pytest
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import StatusCode

from ibidem.app import App
from ibidem.domain.conversation import Question
from ibidem.domain.errors import SettingsError
from ibidem.domain.events import AnswerDelta, StepFinished, StepStarted, TurnDone, TurnEvent, TurnFailed
from ibidem.domain.trace import ModelCall
from ibidem.settings import Settings
from ibidem.web.server import create_api
from ibidem.web.spans import Spans, with_texts, without_texts
from web.scripted import turn_of

QUESTION = Question("토크는? ひみつ secret", "s-1")


def done() -> TurnDone:
    turn = turn_of(QUESTION, "12 N·m")
    call = ModelCall("answer", "answer.en@1", "openai:m", 0, 10, "ok", 100, 20)
    return TurnDone(replace(turn, content=replace(turn.content, trace=replace(turn.content.trace, calls=(call,)))))


async def spans_of(texts, *events: TurnEvent, taken: int | None = None) -> list[ReadableSpan]:
    exporter, provider = InMemorySpanExporter(), TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))

    async def run() -> AsyncGenerator[TurnEvent]:
        for event in events:
            yield event

    observed = Spans(provider.get_tracer("ibidem"), texts).turn(run(), "s-1", QUESTION.message)
    for _ in range(len(events) if taken is None else taken):
        await anext(observed)
    if taken is None:
        assert [event async for event in observed] == []
    await observed.aclose()
    return list(exporter.get_finished_spans())


STEPS = (
    StepStarted("retrieve"),
    StepFinished("retrieve", 3),
    StepStarted("answer"),
    AnswerDelta("12"),
    StepFinished("answer", 5),
)


async def test_each_step_is_a_span_below_that_of_the_turn() -> None:
    retrieve, answer, turn = await spans_of(without_texts, *STEPS, done())
    assert (retrieve.name, answer.name, turn.name) == ("retrieve", "answer", "turn")
    assert turn.context is not None
    for step in (retrieve, answer):
        assert step.parent is not None and step.parent.span_id == turn.context.span_id
    assert turn.attributes is not None
    assert (turn.attributes["ibidem.session_id"], turn.attributes["ibidem.turn_id"]) == ("s-1", 1)
    assert turn.events[0].attributes is not None and turn.events[0].attributes["gen_ai.usage.input_tokens"] == 100


@pytest.mark.parametrize("texts", [without_texts, with_texts])
async def test_texts_are_written_only_where_that_is_asked_for(texts) -> None:
    written = "".join(span.to_json() for span in await spans_of(texts, *STEPS, done()))
    assert ("secret" in written) == ("12 N" in written) == (texts is with_texts)


async def test_a_turn_that_fails_or_is_left_ends_its_spans_as_an_error() -> None:
    (failed,) = await spans_of(without_texts, TurnFailed("timeout", "secret"))
    assert (failed.status.status_code, failed.status.description) == (StatusCode.ERROR, "timeout")
    step, left = await spans_of(without_texts, *STEPS, taken=1)
    assert (step.name, left.status.status_code) == ("retrieve", StatusCode.ERROR)


def test_what_is_not_installed_is_named_at_the_start(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.exporter.otlp.proto.http.trace_exporter", None)

    async def never() -> App:
        raise AssertionError("nothing is opened")

    with pytest.raises(SettingsError, match=r"pip install 'ibidem\[otel\]'"):
        create_api(settings.model_copy(update={"otlp_endpoint": "http://127.0.0.1:4318/v1/traces"}), never)
