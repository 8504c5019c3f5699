"""OpenAI's API when what is sent is not as it should be, and when a turn breaks."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import httpx2
import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.events import AnswerDelta, StepStarted, TurnDone, TurnEvent, TurnFailed
from ibidem.settings import Settings
from ibidem.shapes.completions import TAKEN, below_the_answer
from ibidem.web.connections import Patience
from web.scripted import Script, serving, turn_of

Scripted = Callable[[Script], AbstractAsyncContextManager[httpx2.AsyncClient]]
ASKED = {"model": "ibidem", "messages": [{"role": "user", "content": "토크?"}]}


async def well(question: Question) -> AsyncIterator[TurnEvent]:
    yield StepStarted("answer")
    yield AnswerDelta("12 N·m\n\ndata: [DONE]")
    yield TurnDone(turn_of(question, "12 N·m\n\ndata: [DONE]"))


async def asked(client: httpx2.AsyncClient, **more: object) -> httpx2.Response:
    return await client.post("/v1/chat/completions", json={**ASKED, **more})


def chunks_of(text: str) -> list[dict[str, object]]:
    blocks = [block for block in text.split("\n\n") if block and not block.startswith(":")]
    return [json.loads(block.removeprefix("data: ")) for block in blocks if block != "data: [DONE]"]


async def test_parameters_that_shape_words_are_passed_over(scripted: Scripted) -> None:
    async with scripted(well) as client:
        done = await asked(client, temperature=2, seed=7, stop=["x"], user="u", max_completion_tokens=5, tools=[], n=1)
    assert done.status_code == 200, done.text
    assert done.json()["object"] == "chat.completion" and done.json()["usage"]["total_tokens"] == 0


@pytest.mark.parametrize("name", TAKEN)
async def test_parameters_that_ask_for_another_kind_of_answer_are_refused_by_name(scripted: Scripted, name: str) -> None:
    async with scripted(well) as client:
        refused = await asked(client, **{name: {"type": "json_object"}})
    assert refused.status_code == 400
    error = refused.json()["error"]
    assert name in error["message"] and (error["type"], error["code"]) == ("invalid_request_error", "invalid_input")


@pytest.mark.parametrize(
    ("messages", "param"),
    [
        ([], "messages"),
        ([{"role": "user"}, {"role": "assistant", "content": "12"}], "messages"),
        ([{"role": "system", "content": "be brief"}], "messages"),
        ([{"role": "wizard", "content": "?"}], "messages.0.role"),
        ([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "x"}}]}], "messages.0.content"),
    ],
)
async def test_messages_that_do_not_end_with_a_question_are_refused(
    scripted: Scripted, messages: list[object], param: str
) -> None:
    async with scripted(well) as client:
        refused = await asked(client, messages=messages)
    error = refused.json()["error"]
    assert refused.status_code == 400 and error["param"].startswith(param) and set(error) == {"message", "type", "param", "code"}


@pytest.mark.parametrize("words", ["보증금은 얼마인가요?", "How much is the deposit?", "保証金はいくらですか。"])
@pytest.mark.parametrize(
    ("content", "told"),
    [
        (
            [{"type": "text"}, {"type": "image_url", "image_url": {"url": "x"}}],
            "messages.0.content.1: parts that are no text are not supported",
        ),
        (
            [{"type": "input_audio", "input_audio": {}}, {"type": "text"}],
            "messages.0.content.0: parts that are no text are not supported",
        ),
        ([{"type": "text"}, "x"], "messages.0.content.1: is no JSON object"),
        ([{"text": "x"}], "messages.0.content.0.type: is missing"),
        ([{"type": "text", "text": 3}], "messages.0.content.0.text: Input should be a valid string"),
        (7, "messages.0.content: is neither a string nor a list of parts"),
        ("x" * 400_001, "messages.0.content: is longer than 400,000 characters"),
        ([{"type": "text", "text": "x"}] * 101, "messages.0.content: holds more than 100 entries"),
    ],
    ids=["picture", "sound", "no part", "no type", "no string", "number", "long", "many"],
)
async def test_what_is_wrong_with_the_parts_of_a_message_is_said_at_its_place(
    scripted: Scripted, content: object, told: str, words: str
) -> None:
    if isinstance(content, list):
        content = [{**part, "text": words} if part == {"type": "text"} else part for part in content]
    async with scripted(well) as client:
        refused = await asked(client, messages=[{"role": "user", "content": content}])
    assert (refused.status_code, refused.json()["error"]["message"]) == (400, told)


async def test_parts_of_text_are_one_message(scripted: Scripted) -> None:
    parts = [{"type": "text", "text": "게이트 밸브"}, {"type": "text", "text": "토크?"}]
    async with scripted(well) as client:
        done = await asked(client, messages=[{"role": "user", "content": parts}])
    assert done.status_code == 200, done.text


async def test_what_is_no_json_and_an_unknown_model_leave_in_that_shape_too(scripted: Scripted) -> None:
    async with scripted(well) as client:
        broken = await client.post("/v1/chat/completions", content="{", headers={"content-type": "application/json"})
        unknown = await asked(client, model="gpt-4o")
    assert (broken.status_code, broken.json()["error"]["code"]) == (400, "malformed_json")
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "model_not_found")


async def test_an_error_inside_a_stream_is_its_last_chunk(scripted: Scripted) -> None:
    async def failing(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("retrieve")
        yield TurnFailed("timeout", "the turn took too long")

    async def breaking(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("retrieve")
        raise StoreUnavailable("no room on the disk")

    async def panicking(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("retrieve")
        raise BaseException("a secret")

    for script, code in ((failing, "timeout"), (breaking, "store_unavailable"), (panicking, "internal_error")):
        async with scripted(script) as client:
            response = await asked(client, stream=True)
        last = chunks_of(response.text)[-1]["error"]
        assert isinstance(last, dict) and (last["code"], last["type"]) == (code, "server_error")
        assert "[DONE]" not in response.text and "secret" not in response.text


async def test_an_answer_forges_no_chunk(scripted: Scripted) -> None:
    async with scripted(well) as client:
        response = await asked(client, stream=True)
    assert response.text.count("\ndata: [DONE]\n") == 1 and response.text.endswith("\n\ndata: [DONE]\n\n")


async def test_a_stream_in_which_nothing_happens_is_kept_alive(settings: Settings) -> None:
    async def slow(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("judge")
        await asyncio.sleep(0.5)
        yield TurnDone(turn_of(question, "12 N·m"))

    async with serving(settings, slow, Patience(silence=0.1)) as (_, client):
        response = await asked(client, stream=True)
    assert ": keep-alive\n\n" in response.text


async def test_a_session_may_be_named_in_metadata(scripted: Scripted) -> None:
    async with scripted(well) as client:
        done = await asked(client, metadata={"session_id": "s-9", "chat": "x"})
        refused = await asked(client, metadata={"session_id": "../s"})
    assert done.json()["session_id"] == "s-9" and done.json()["id"] == "chatcmpl-s-9.1"
    assert (refused.status_code, refused.json()["error"]["param"]) == (400, "metadata.session_id")


async def test_a_title_is_no_markdown_in_the_footer() -> None:
    from ibidem.shapes.answers import ChatResponse, MetaShape
    from ibidem.shapes.completions import MODELS
    from ibidem.shapes.sources import SourceShape

    title = "x](http://evil) ![y](z)\n# <b>"
    source = SourceShape.model_construct(slot=1, doc_id="d`1", title=title, page=3)
    meta = MetaShape.model_construct(notice=None)
    response = ChatResponse.model_construct(document=None, meta=meta, sources=[source])
    below = below_the_answer(response, MODELS["ibidem-sources"])
    assert below == "\n\n---\n- [1] x\\]\\(http://evil\\) \\!\\[y\\]\\(z\\) \\# \\<b\\> (`d1`, p. 3)"
    assert below_the_answer(response, MODELS["ibidem"]) == ""
