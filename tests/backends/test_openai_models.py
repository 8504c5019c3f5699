"""A model behind OpenAI's wire format: what is tried again, what is adapted, what is learned, what is never told."""

import asyncio
import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace

import pytest

from ibidem.backends.registry import open_chat_model
from ibidem.domain.errors import ModelRefused, ModelUnavailable, SettingsError
from ibidem.domain.models import ModelEnd, ModelRequest, TextDelta, ThoughtDelta
from ibidem.ports.models import ChatModel
from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.openai_server import Manners, openai_server
from ibidem.testing.script import EMPTY, Play, TaskScript, breaks_off, endless, refused, thinking, unavailable

KEY = "sk-secret-1234567890"
REQUEST = ModelRequest("Task: gate\nAnswer yes or no.", "펌프 볼트는 얼마로 조이나요?", 16)
YES = Play("yes, it is clear")


@asynccontextmanager
async def model_of(
    *plays: Play, manners: Manners | None = None, server: Loopback | None = None, name: str = "scripted"
) -> AsyncGenerator[tuple[ChatModel, Loopback]]:
    """The model, played call by call; the last play stays."""
    async with openai_server(TaskScript({"gate": plays}), manners) as loopback:
        with pytest.MonkeyPatch.context() as environment:
            environment.setenv("OPENAI_BASE_URL", f"{loopback.url}/v1")
            environment.setenv("OPENAI_API_KEY", KEY)
            model = open_chat_model(f"openai:{name}")
        try:
            yield model, loopback
        finally:
            await model.close()


def bodies(server: Loopback) -> list[dict[str, object]]:
    return [json.loads(exchange.body) for exchange in server.exchanges]


@pytest.mark.parametrize("play", [unavailable(429, 0), unavailable(503, 0), unavailable(500), breaks_off("yes", 0)])
async def test_what_may_pass_is_tried_three_times(play: Play):
    async with model_of(play, play, YES) as (model, server):
        assert (await model.complete(REQUEST)).text == YES.text
        assert len(server.exchanges) == 3
    async with model_of(play, play, play, YES) as (model, server):
        with pytest.raises(ModelUnavailable):
            await model.complete(REQUEST)
        assert len(server.exchanges) == 3


@pytest.mark.parametrize("play", [refused(400), refused(401), refused(404), refused(422), unavailable(503, 60)])
async def test_what_does_not_pass_soon_is_tried_once(play: Play):
    async with model_of(play, YES) as (model, server):
        with pytest.raises((ModelRefused, ModelUnavailable)):
            await model.complete(REQUEST)
        assert len(server.exchanges) == 1


async def test_nothing_is_tried_again_once_a_piece_was_given():
    async with model_of(YES, breaks_off("Tighten the bolts", 2), YES) as (model, server):
        await model.complete(REQUEST)
        pieces: list[object] = []
        with pytest.raises(ModelUnavailable, match="broke off"):
            async for event in model.stream(REQUEST):
                pieces.append(event)
        assert pieces == [TextDelta("Tigh"), TextDelta("ten ")] and len(server.exchanges) == 2


async def test_nobody_there(unused_tcp_port: int, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", f"http://user:{KEY}@127.0.0.1:{unused_tcp_port}/v1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    model = open_chat_model("openai:scripted")
    with pytest.raises(ModelUnavailable, match=f"no connection to http://127.0.0.1:{unused_tcp_port}") as raised:
        await model.complete(REQUEST)
    assert KEY not in str(raised.value)
    await model.close()


@pytest.mark.parametrize("style", ["tags", "unopened_tags", "reasoning_content", "reasoning"])
async def test_what_a_first_stream_thinks_is_not_shown_as_its_answer(style: str):
    manners = Manners(thoughts=style)  # pyright: ignore[reportArgumentType]
    async with model_of(thinking("let me see, 어디 보자", "yes"), manners=manners, name="qwq:32b") as (model, _):
        for _ in range(2):
            events = [event async for event in model.stream(REQUEST)]
            assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "yes"
            assert "".join(event.text for event in events if isinstance(event, ThoughtDelta)) == "let me see, 어디 보자"


async def test_once_a_reply_has_shown_how_it_answers_a_model_streams():
    async with model_of(YES, Play("Tighten the bolts", ending="stalls", after=2)) as (model, _):
        await model.complete(REQUEST)
        stream = model.stream(REQUEST)
        assert [await anext(stream), await anext(stream)] == [TextDelta("Tigh"), TextDelta("ten ")]
        await stream.aclose()


@pytest.mark.parametrize(
    "refuses", [{"temperature"}, {"max_tokens"}, {"stream_options"}, {"temperature", "max_tokens", "stream_options"}]
)
async def test_a_parameter_that_is_refused_is_left_out_from_then_on(refuses: set[str]):
    async with model_of(YES, manners=Manners(refuses=frozenset(refuses))) as (model, server):
        for _ in range(2):
            assert (await model.complete(REQUEST)).text == YES.text
        *_, first, second = bodies(server)
        assert len(server.exchanges) == len(refuses) + 2 and first.keys() == second.keys()
        assert not refuses & first.keys() and {"max_tokens", "max_completion_tokens"} & first.keys()


async def test_a_call_without_any_limit_is_not_made():
    async with model_of(YES, manners=Manners(refuses=frozenset({"max_tokens", "max_completion_tokens"}))) as (model, server):
        with pytest.raises(ModelRefused):
            await model.complete(REQUEST)
        assert all({"max_tokens", "max_completion_tokens"} & body.keys() for body in bodies(server))


async def test_a_refusal_for_another_reason_changes_nothing():
    async with model_of(refused(400), YES) as (model, server):
        with pytest.raises(ModelRefused):
            await model.complete(REQUEST)
        await model.complete(REQUEST)
        first, second = bodies(server)
        assert first == second


async def test_a_model_that_thinks_has_room_for_it():
    async with model_of(thinking("hm", "yes"), manners=Manners(thoughts="unseen")) as (model, server):
        for _ in range(2):
            await model.complete(REQUEST)
        assert [body["max_tokens"] for body in bodies(server)] == [16, 16 + 4096]


@pytest.mark.parametrize("style", ["unseen", "reasoning_content"])
async def test_thoughts_that_spent_all_tokens_do_not_cost_the_answer(style: str):
    spent = Play("", thoughts="hm", reason="length")
    async with model_of(spent, thinking("hm", "yes"), manners=Manners(thoughts=style)) as (model, server):  # pyright: ignore[reportArgumentType]
        assert (await model.complete(REQUEST)).text == "yes"
        assert len(server.exchanges) == 2
    async with model_of(spent, manners=Manners(thoughts=style)) as (model, server):  # pyright: ignore[reportArgumentType]
        assert (await model.complete(REQUEST)).reason == "length"
        assert len(server.exchanges) == 2


async def test_an_answer_without_an_end_is_ended():
    async with model_of(replace(endless("and so on " * 100), piece_length=1000)) as (model, server):
        with pytest.raises(ModelUnavailable, match="come to an end"):
            await model.complete(REQUEST)
        await server.settled("left")


async def test_a_server_without_a_key(monkeypatch: pytest.MonkeyPatch):
    async with openai_server(lambda _: YES) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", f"{server.url}/v1")
        monkeypatch.delenv("OPENAI_API_KEY", raising=False)
        model = open_chat_model("openai:llama3.1:8b")
        assert (await model.complete(REQUEST)).text == YES.text
        assert bodies(server)[0]["model"] == "llama3.1:8b" and model.name == "openai:llama3.1:8b"
        await model.close()


async def test_an_address_that_is_none(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("OPENAI_BASE_URL", "localhost")
    with pytest.raises(SettingsError, match="OPENAI_BASE_URL"):
        open_chat_model("openai:scripted")


async def test_a_key_that_the_server_repeats_is_not_told():
    async with model_of(YES, manners=Manners(key="another")) as (model, _):
        with pytest.raises(ModelRefused, match="does not accept the key") as raised:
            await model.complete(REQUEST)
        assert KEY not in str(raised.value) and raised.value.__suppress_context__


@pytest.mark.parametrize(
    "sent",
    [
        "data: {not json\n\n",
        "data: \udcff\n\n",
        'data: {"choices": [{"index": 0, "delta": {"content": "yes"}}]}\n\n',  # and no end
        'data: {"error": {"message": "out of memory", "code": "oom"}}\n\n',
        "<html>gateway</html>",
        "",
    ],
)
async def test_a_stream_that_makes_no_sense(sent: str, monkeypatch: pytest.MonkeyPatch):
    async def handle(exchange: Exchange) -> None:
        await exchange.begin()
        await exchange.say(sent)
        await exchange.end()

    async with serving(handle) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        model = open_chat_model("openai:scripted")
        with pytest.raises(ModelUnavailable):
            await model.complete(REQUEST)
        await model.close()


async def test_an_answer_that_is_whole_does_not_wait_for_what_should_follow(monkeypatch: pytest.MonkeyPatch):
    async def handle(exchange: Exchange) -> None:
        await exchange.begin()
        await exchange.event({"choices": [{"index": 0, "delta": {"content": "yes"}, "finish_reason": "stop"}]})
        await asyncio.Event().wait()

    async with serving(handle) as server:
        monkeypatch.setenv("OPENAI_BASE_URL", server.url)
        model = open_chat_model("openai:scripted")
        async with asyncio.timeout(10):
            assert (await model.complete(REQUEST)).text == "yes"
        await model.close()


async def test_an_empty_answer_teaches_nothing_of_how_a_model_answers():
    async with model_of(EMPTY, thinking("hm", "yes"), manners=Manners(thoughts="unopened_tags"), name="deepseek-r1:8b") as (
        model,
        _,
    ):
        await model.complete(REQUEST)
        events = [event async for event in model.stream(REQUEST)]
        assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "yes"
        assert isinstance(events[-1], ModelEnd)


@pytest.mark.parametrize("name", ["scripted", "gpt-oss:20b", "meta-llama/Llama-4-8B", "mr1"])
async def test_the_first_answer_streams_at_once_where_the_model_is_not_known_to_think_unseen(name: str):
    async with model_of(YES, name=name) as (model, _):
        pieces = [event async for event in model.stream(REQUEST)]
        assert pieces[0] == TextDelta("yes,") and len(pieces) > 2


@pytest.mark.parametrize("name", ["deepseek-ai/DeepSeek-R1-Distill-Qwen-7B", "qwq:32b", "Qwen3-4B-Thinking", "r1"])
async def test_the_first_answer_is_held_back_where_the_model_may_think_unseen(name: str):
    async with model_of(thinking("hm", "yes"), manners=Manners(thoughts="unopened_tags"), name=name) as (model, _):
        events = [event async for event in model.stream(REQUEST)]
        assert "".join(event.text for event in events if isinstance(event, TextDelta)) == "yes"
