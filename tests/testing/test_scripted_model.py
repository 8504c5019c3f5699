"""The model that tests are played with does what its script says, and no more."""

import asyncio
import json
from pathlib import Path

import pytest

from ibidem.domain.errors import ModelRefused, ModelUnavailable, SettingsError
from ibidem.domain.models import ModelEnd, ModelEvent, ModelRequest, TextDelta, ThoughtDelta, TokenCount
from ibidem.testing.script import EMPTY, NONSENSE, Play, breaks_off, endless, load_script, refused, stalls, thinking, unavailable
from ibidem.testing.scripted_model import ScriptedModel

ANSWERS = {
    "ko": "고정 볼트는 24 Nm로 조입니다 [1].",
    "en": "Tighten the bolts to 24 Nm [1].",
    "ja": "固定ボルトは24 Nmで締めます[1]。",
}


def ask(task: str = "gate") -> ModelRequest:
    return ModelRequest(f"Task: {task}\nAnswer yes or no.", "Is it clear?", 16)


async def streamed(model: ScriptedModel, request: ModelRequest) -> list[ModelEvent]:
    return [event async for event in model.stream(request)]


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
async def test_an_answer_comes_in_pieces_and_whole(answer: str):
    model = ScriptedModel.by_task({"gate": answer})
    *pieces, end = await streamed(model, ask())
    assert len(pieces) > 3 and "".join(p.text for p in pieces if isinstance(p, TextDelta)) == answer
    assert end == ModelEnd("stop", TokenCount(10, -(-len(answer) // 4)))
    assert (await model.complete(ask())).text == answer
    assert [call.state for call in model.calls] == ["ended", "ended"]


async def test_a_sequence_is_played_call_by_call_and_its_last_reply_stays():
    model = ScriptedModel.by_task({"answer": [unavailable(), "a", "b"]}, default="x")
    with pytest.raises(ModelUnavailable):
        await model.complete(ask("answer_ts"))
    assert [(await model.complete(ask("answer_ts"))).text for _ in range(3)] == ["a", "b", "b"]
    assert (await model.complete(ask("route"))).text == "x"
    assert model.tasks == ["answer_ts"] * 4 + ["route"]


async def test_a_task_that_is_not_in_the_script_is_refused():
    with pytest.raises(ModelRefused):
        await ScriptedModel.by_task({"gate": "yes"}).complete(ask("route"))


async def test_thoughts_come_before_the_answer_and_apart_from_it():
    model = ScriptedModel(lambda request: thinking("let me see", "yes"))
    first, second, _ = await streamed(model, ask())
    assert (first, second) == (ThoughtDelta("let me see"), TextDelta("yes"))
    reply = await model.complete(ask())
    assert (reply.text, reply.thoughts) == ("yes", "let me see")


@pytest.mark.parametrize(
    ("play", "error"),
    [
        (unavailable(), ModelUnavailable),
        (unavailable(429), ModelUnavailable),
        (refused(), ModelRefused),
        (breaks_off("abcdefgh", 1), ModelUnavailable),
    ],
)
async def test_it_fails_as_it_is_told_to(play: Play, error: type[Exception]):
    model = ScriptedModel(lambda request: play)
    with pytest.raises(error):
        await streamed(model, ask())
    with pytest.raises(error):
        await model.complete(ask())
    assert [call.state for call in model.calls] == ["failed", "failed"]


async def test_pieces_that_were_given_before_it_broke_off_count():
    pieces: list[ModelEvent] = []
    with pytest.raises(ModelUnavailable):
        async for event in ScriptedModel(lambda request: breaks_off("abcdefghij", 2)).stream(ask()):
            pieces.append(event)
    assert pieces == [TextDelta("abcd"), TextDelta("efgh")]


@pytest.mark.parametrize("play", [stalls(), stalls("abcdefgh", 1), endless()])
async def test_what_never_ends_is_left(play: Play):
    model = ScriptedModel(lambda request: play)
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await streamed(model, ask())
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.02):
            await model.complete(ask())
    assert [call.state for call in model.calls] == ["left", "left"] and model.running == 0


async def test_a_reader_that_stops_has_left():
    model = ScriptedModel(lambda request: Play("abcdefgh"))
    stream = model.stream(ask())
    assert await anext(stream) == TextDelta("abcd") and model.running == 1
    await stream.aclose()
    assert model.calls[0].state == "left"


async def test_empty_and_nonsense():
    assert await streamed(ScriptedModel(lambda request: EMPTY), ask()) == [ModelEnd("stop", TokenCount(10, 0))]
    with pytest.raises(json.JSONDecodeError):
        json.loads((await ScriptedModel(lambda request: NONSENSE).complete(ask())).text)


async def test_calls_beyond_the_remembered_are_forgotten():
    model = ScriptedModel.by_task({}, default="x", remembered=2)
    for task in "abc":
        await model.complete(ask(task))
    assert model.tasks == ["b", "c"]


async def test_a_script_from_a_file(tmp_path: Path):
    toml, other = tmp_path / "script.toml", tmp_path / "script.json"
    toml.write_text('default = "x"\n[tasks]\ngate = ["yes", {text = "no", thoughts = "hm"}]\n[tasks.route]\nstatus = 503\n')
    other.write_text('{"default": "x", "tasks": {"gate": ["yes", {"text": "no", "thoughts": "hm"}], "route": {"status": 503}}}')
    for path in (toml, other):
        model = ScriptedModel(load_script(path))
        assert [(await model.complete(ask(t))).text for t in ("gate", "gate", "summary")] == ["yes", "no", "x"]
        with pytest.raises(ModelUnavailable):
            await model.complete(ask("route"))


@pytest.mark.parametrize(("content", "said"), [("gate = 1", "gate"), ("[tasks.gate]\nspeed = 1", "speed"), ("= 1", "line 1")])
def test_a_script_that_does_not_hold_together(content: str, said: str, tmp_path: Path):
    path = tmp_path / "script.toml"
    path.write_text(content)
    with pytest.raises(SettingsError, match=said):
        load_script(path)
