"""The contract of `ibidem.ports.ChatModel`, as tests."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass, replace

import pytest

from ibidem.domain.errors import ModelError, ModelRefused, ModelUnavailable
from ibidem.domain.models import FinishReason, ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta
from ibidem.ports.models import ChatModel
from ibidem.testing.script import EMPTY, Play, Script, breaks_off, refused, stalls, thinking, unavailable

SECRET = "sk-conformance-7d1f"


@dataclass(frozen=True, slots=True)
class Stage:
    """A model whose server plays a script. `left` returns once that server has seen a caller leave; raises TimeoutError."""

    model: ChatModel
    left: Callable[[], Awaitable[None]]


Staging = Callable[[Script], AbstractAsyncContextManager[Stage]]

ANSWERS = {
    "ko": "고정 볼트는 대각선 순서로 24 Nm까지 조입니다 [1]. 교체한 뒤에는 누설 시험을 합니다 [2].",
    "en": "Tighten the bolts crosswise to 24 Nm [1]. Test for leaks after the replacement [2].",
    "ja": "固定ボルトは対角線の順に24 Nmまで締めます[1]。交換後は漏れ試験を行います[2]。",
}
QUESTION = ModelRequest("Task: answer_general\nAnswer from the passages.", "펌프 볼트는 얼마로 조이나요?", 200)
in_three_languages = pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)


class ChatModelSuite:
    """Subclass it with a fixture `staging`, which opens a Stage for a script, with SECRET for a key where there is one."""

    @in_three_languages
    async def test_an_answer_streams_in_pieces_to_its_end(self, staging: Staging, answer: str) -> None:
        async with staging(_always(Play(answer))) as stage:
            await stage.model.complete(QUESTION)  # a model may be held back until it has shown how it answers
            *pieces, end = await _events(stage.model)
            assert len(pieces) > 3 and _text(pieces) == answer
            assert isinstance(end, ModelEnd) and end.reason == "stop"
            assert end.tokens.input > 0 and end.tokens.output > 0

    @in_three_languages
    async def test_an_answer_comes_whole(self, staging: Staging, answer: str) -> None:
        async with staging(_always(Play(answer))) as stage:
            reply = await stage.model.complete(QUESTION)
            assert (reply.text, reply.thoughts, reply.reason) == (answer, "", "stop")
            assert reply.tokens.input > 0 and reply.tokens.output > 0

    @in_three_languages
    async def test_thoughts_are_no_part_of_the_answer(self, staging: Staging, answer: str) -> None:
        thoughts = "Which passage says it? 첫 번째 문서다. これで十分だ。"
        async with staging(_always(thinking(thoughts, answer))) as stage:
            reply = await stage.model.complete(QUESTION)
            assert (reply.text, reply.thoughts) == (answer, thoughts)
            events = await _events(stage.model)
            assert _text(events) == answer
            assert "".join(event.text for event in events if isinstance(event, ThoughtDelta)) == thoughts

    @pytest.mark.parametrize("reason", ["length", "filtered"])
    async def test_an_answer_that_did_not_come_whole_says_why(self, staging: Staging, reason: FinishReason) -> None:
        async with staging(_always(replace(Play("The bolts"), reason=reason))) as stage:
            end = (await _events(stage.model))[-1]
            assert isinstance(end, ModelEnd) and end.reason == reason
            assert (await stage.model.complete(QUESTION)).reason == reason

    async def test_an_empty_answer_is_one(self, staging: Staging) -> None:
        async with staging(_always(EMPTY)) as stage:
            assert [type(event) for event in await _events(stage.model)] == [ModelEnd]
            assert (await stage.model.complete(QUESTION)).text == ""

    @pytest.mark.parametrize("status", [400, 401, 403, 404, 413])
    async def test_a_call_that_is_not_taken(self, staging: Staging, status: int) -> None:
        async with staging(_always(refused(status))) as stage:
            assert _fit_to_be_shown(await _error(ModelRefused, _events(stage.model)), stage.model)
            assert _fit_to_be_shown(await _error(ModelRefused, stage.model.complete(QUESTION)), stage.model)

    @pytest.mark.parametrize("status", [429, 500, 503])
    async def test_a_server_that_is_down(self, staging: Staging, status: int) -> None:
        async with staging(_always(unavailable(status, 0.0))) as stage:
            assert _fit_to_be_shown(await _error(ModelUnavailable, _events(stage.model)), stage.model)
            assert _fit_to_be_shown(await _error(ModelUnavailable, stage.model.complete(QUESTION)), stage.model)

    @pytest.mark.parametrize("after", [0, 2])
    async def test_an_answer_that_breaks_off(self, staging: Staging, after: int) -> None:
        async with staging(_always(breaks_off("Tighten the bolts.", after))) as stage:
            got: list[ModelEvent] = []
            assert _fit_to_be_shown(await _error(ModelUnavailable, _into(got, stage.model)), stage.model)
            assert "Tighten the bolts.".startswith(_text(got)) and not any(isinstance(event, ModelEnd) for event in got)
            await _error(ModelUnavailable, stage.model.complete(QUESTION))

    async def test_whoever_stops_reading_has_closed_the_call(self, staging: Staging) -> None:
        async with staging(_after_one(stalls("Tighten the bolts crosswise.", 3))) as stage:
            await stage.model.complete(QUESTION)
            stream = stage.model.stream(QUESTION)
            assert isinstance(await anext(stream), TextDelta)
            await stream.aclose()
            await stage.left()

    @pytest.mark.parametrize("after", [0, 3])
    async def test_whoever_is_cancelled_has_closed_the_call(self, staging: Staging, after: int) -> None:
        async with staging(_always(stalls("Tighten the bolts crosswise.", after))) as stage:
            await _cancelled(_events(stage.model))
            await stage.left()

    async def test_whoever_is_cancelled_before_the_server_speaks_has_closed_the_call(self, staging: Staging) -> None:
        async with staging(_always(Play("late", seconds=30.0))) as stage:
            await _cancelled(stage.model.complete(QUESTION))
            await stage.left()

    async def test_calls_at_the_same_time_are_not_mixed_up(self, staging: Staging) -> None:
        async with staging(lambda request: Play(request.user * 5, piece_length=1)) as stage:
            requests = [replace(QUESTION, user=f"<{number}>") for number in range(20)]
            replies = await asyncio.gather(*(stage.model.complete(request) for request in requests))
            assert [reply.text for reply in replies] == [request.user * 5 for request in requests]

    async def test_it_is_called_as_it_is_configured(self, staging: Staging) -> None:
        async with staging(_always(EMPTY)) as stage:
            provider, colon, model = stage.model.name.partition(":")
            assert provider and colon and model


def _always(play: Play) -> Script:
    return lambda _: play


def _after_one(play: Play) -> Script:
    """A whole answer first: by it a model shows how it answers."""
    plays = iter([Play("yes")])
    return lambda _: next(plays, play)


async def _events(model: ChatModel) -> list[ModelEvent]:
    return await _into([], model)


async def _into(events: list[ModelEvent], model: ChatModel) -> list[ModelEvent]:
    stream: AsyncGenerator[ModelEvent] = model.stream(QUESTION)
    async with aclosing(stream):
        async for event in stream:
            events.append(event)
    return events


async def _error(kind: type[ModelError], call: Awaitable[object]) -> ModelError:
    with pytest.raises(kind) as raised:
        await call
    return raised.value


async def _cancelled(call: Awaitable[object]) -> None:
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.3):
            await call


def _text(events: Sequence[ModelEvent]) -> str:
    return "".join(event.text for event in events if isinstance(event, TextDelta))


def _fit_to_be_shown(error: ModelError, model: ChatModel) -> bool:
    return error.model == model.name and str(error).startswith(f"{model.name}: ") and SECRET not in str(error)
