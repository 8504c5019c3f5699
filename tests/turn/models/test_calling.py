"""A prompt put to a model: what comes back, and what is written down."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace

import pytest

from ibidem.domain.errors import PromptError
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.domain.models import ModelEnd, ModelEvent, ModelReply, ModelRequest, TextDelta, TokenCount
from ibidem.domain.trace import CallOutcome
from ibidem.profile import BudgetLimits
from ibidem.prompts.catalog import load_catalog
from ibidem.prompts.prompt import Prompt
from ibidem.testing.script import EMPTY, NONSENSE, Play, Reply, breaks_off, endless, refused, stalls, thinking, unavailable
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.budget import Budget
from ibidem.turn.context import TurnContext
from ibidem.turn.models.calling import MOST_CHARACTERS_A_TOKEN, Ended, ask, stream
from ibidem.turn.models.reply_parsers import read_queries, read_text, read_verdict, read_yes_no

CATALOG = load_catalog()
QUESTIONS: Mapping[Language, str] = {
    "ko": "게이트 밸브의 볼트는 몇 N·m로 조이나요?",
    "en": "What torque do the gate valve's bolts take?",
    "ja": "ゲートバルブのボルトは何N·mで締めますか。",
}
GATE = CATALOG.get("gate", "ko")
ANSWER = CATALOG.get("answer_general", "ko")
GATE_INPUTS = {"question": QUESTIONS["ko"], "conversation": ""}
ANSWER_INPUTS = {
    "question": QUESTIONS["ko"],
    "today": "2026-03-01",
    "conversation": "",
    "passages": "[1] 볼트는 12 N·m로 조인다.",
    "feedback": "",
}


def model(gate: Reply = "네", answer: Reply = "12 N·m입니다 [1].") -> ScriptedModel:
    return ScriptedModel.by_task({"gate": gate, "answer": answer, "translate": "text"})


def within(context: TurnContext, limits: BudgetLimits | None = None, seconds: float = 60.0) -> TurnContext:
    return replace(context, budget=Budget(limits or BudgetLimits(), seconds))


def outcomes(context: TurnContext) -> list[CallOutcome]:
    return [call.outcome for call in context.record.calls]


async def streamed(asked: ScriptedModel, context: TurnContext, prompt: Prompt = ANSWER) -> tuple[str, CallOutcome]:
    """The text of an answer, and how it ended."""
    events = [event async for event in stream(asked, prompt, ANSWER_INPUTS, context)]
    *pieces, end = events
    assert isinstance(end, Ended)
    assert all(isinstance(piece, str) and piece for piece in pieces)
    return "".join(str(piece) for piece in pieces), end.outcome


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_call_is_asked_read_and_written_down(language: Language, context: TurnContext):
    context.journal.started("gate_queries")
    prompt = CATALOG.get("gate", language)
    asked = model(gate={"ko": "네, 명확합니다.", "en": "Yes, it is clear.", "ja": "はい、明確です。"}[language])
    assert await ask(asked, prompt, {"question": QUESTIONS[language], "conversation": ""}, read_yes_no, context) is True
    (request,) = asked.requests
    assert QUESTIONS[language] in request.user
    (call,) = context.record.calls
    assert (call.step, call.prompt, call.model, call.outcome) == ("gate_queries", prompt.label, asked.name, "ok")
    assert call.started >= 0
    assert call.milliseconds >= 0
    assert call.input_tokens > 0
    assert call.output_tokens > 0


async def test_false_is_an_answer(context: TurnContext):
    assert await ask(model(gate="아니요"), GATE, GATE_INPUTS, read_yes_no, context) is False
    assert outcomes(context) == ["ok"]


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (NONSENSE, "unreadable"),
        (EMPTY, "empty"),
        (Play(" \n"), "empty"),
        (Play("", "I think", reason="length"), "empty"),
        (Play("Let me see, the question", reason="length"), "cut"),
        (Play("네", reason="filtered"), "refused"),
        (unavailable(), "unavailable"),
        (unavailable(429), "unavailable"),
        (breaks_off("네, 명확합니다."), "unavailable"),
        (refused(), "refused"),
        (refused(400), "refused"),
    ],
)
async def test_the_rule_stands_in(reply: Play, outcome: CallOutcome, context: TurnContext):
    assert await ask(model(gate=reply), GATE, GATE_INPUTS, read_yes_no, context) is None
    assert outcomes(context) == [outcome]


async def test_what_failed_is_told_once(context: TurnContext):
    for _ in range(3):
        await ask(model(gate=unavailable()), GATE, GATE_INPUTS, read_yes_no, context)
    assert len(context.record.calls) == 3
    assert context.record.troubles == ["scripted:model: status 503"]


async def test_half_an_answer_is_read_where_it_can_be(context: TurnContext):
    cut = Play('{"faithful": false, "issues": ["토크 값이 다르다", "단위가', reason="length")
    verdict = await ask(model(gate=cut), GATE, GATE_INPUTS, read_verdict, context)
    assert verdict is not None
    assert not verdict.faithful
    assert verdict.issues[0] == "토크 값이 다르다"
    assert outcomes(context) == ["ok"]


async def test_thoughts_are_kept_apart(context: TurnContext):
    asked = model(gate=thinking("아니요? The valve is named.", "네"), answer=thinking("[1] says so.", "12 N·m [1]"))
    assert await ask(asked, GATE, GATE_INPUTS, read_yes_no, context) is True
    assert await streamed(asked, context) == ("12 N·m [1]", "ok")
    assert context.record.thoughts == ["아니요? The valve is named.", "[1] says so."]


@pytest.mark.parametrize("hanging", [stalls(), endless("네 "), Play("네", seconds=3600)])
async def test_a_call_that_hangs_is_late_and_leaves_the_turn_time(hanging: Play, context: TurnContext):
    context = within(context, seconds=0.2)
    asked = model(gate=hanging)
    assert await ask(asked, GATE, GATE_INPUTS, read_yes_no, context) is None
    assert outcomes(context) == ["late"]
    assert context.budget.remaining > 0
    assert [call.state for call in asked.calls] == ["left"]
    (trouble,) = context.record.troubles
    assert trouble.startswith(f"{GATE.label}: no reply within 0.")


async def test_a_short_call_takes_as_long_as_the_setting_lets_it(context: TurnContext):
    context = replace(within(context, seconds=3600.0), call_seconds=0.02)
    assert await ask(model(gate=stalls()), GATE, GATE_INPUTS, read_yes_no, context) is None
    assert context.record.troubles == [f"{GATE.label}: no reply within 0.02 s"]


@pytest.mark.parametrize(
    ("limits", "tokens", "seconds", "kind"),
    [
        (BudgetLimits(model_calls=1), 0, 60, "model_calls"),
        (BudgetLimits(tokens=1000), 1000, 60, "tokens"),
        (BudgetLimits(), 0, 0, "seconds"),
    ],
)
async def test_without_budget_no_model_is_asked(
    limits: BudgetLimits, tokens: int, seconds: float, kind: str, context: TurnContext
):
    context = within(context, limits, seconds)
    context.budget.take_call()
    context.budget.add_tokens(tokens)
    asked = model()
    assert await ask(asked, GATE, GATE_INPUTS, read_yes_no, context) is None
    assert await streamed(asked, context) == ("", "late")
    assert not asked.requests
    assert not context.record.calls
    assert context.budget.spent == (kind,)


async def test_tokens_count_also_where_a_server_does_not_count_them(context: TurnContext):
    class Uncounted(ScriptedModel):
        async def complete(self, request: ModelRequest) -> ModelReply:
            return replace(await super().complete(request), tokens=TokenCount())

    asked = Uncounted("네")
    context = within(context, BudgetLimits(tokens=1000))
    calls = 0
    while await ask(asked, GATE, GATE_INPUTS, read_yes_no, context):
        calls += 1
    assert 1 <= calls < 40
    assert context.budget.spent == ("tokens",)
    assert {call.input_tokens for call in context.record.calls} == {0}


async def test_calls_side_by_side_share_budget_and_record(context: TurnContext):
    context = within(context, BudgetLimits(model_calls=5))
    asked = ScriptedModel("네", seconds=0.01)
    told = await asyncio.gather(*(ask(asked, GATE, GATE_INPUTS, read_yes_no, context) for _ in range(8)))
    assert sorted(told, key=str) == [None] * 4 + [True] * 4  # one call is left for the answer
    assert outcomes(context) == ["ok"] * 4
    assert context.budget.spent == ("model_calls",)


@pytest.mark.parametrize("after", [0, 2])
async def test_whoever_leaves_a_stream_closes_the_models(after: int, context: TurnContext):
    asked = model(answer=endless())
    async with aclosing(stream(asked, ANSWER, ANSWER_INPUTS, context)) as events:
        for _ in range(after + 1):
            await anext(events)
    assert [call.state for call in asked.calls] == ["left"]
    assert outcomes(context) == ["cut"]


async def test_cancelling_reaches_the_call(context: TurnContext):
    asked = model(gate=stalls(), answer=stalls("12 N·m", after=1))

    async def read_all() -> None:
        async with aclosing(stream(asked, ANSWER, ANSWER_INPUTS, context)) as events:
            async for _ in events:
                pass

    for task in (
        asyncio.create_task(ask(asked, GATE, GATE_INPUTS, read_yes_no, context)),
        asyncio.create_task(read_all()),
    ):
        while not asked.running:
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert [call.state for call in asked.calls] == ["left", "left"]
    assert outcomes(context) == ["cut", "cut"]


async def test_inputs_that_the_prompt_does_not_take_are_a_slip_of_ours(context: TurnContext):
    with pytest.raises(PromptError):
        await ask(model(), GATE, {"question": "?"}, read_yes_no, context)
    with pytest.raises(PromptError):
        await anext(stream(model(), ANSWER, {"question": "?"}, context))
    assert not context.record.calls


async def test_an_answer_streams_piece_by_piece(context: TurnContext):
    context.journal.started("answer")
    asked = model(answer=Play("볼트는 12 N·m로 조입니다 [1].", piece_length=3))
    events = [event async for event in stream(asked, ANSWER, ANSWER_INPUTS, context)]
    assert len(events) == 8
    assert events[-1] == Ended("ok")
    assert "".join(str(event) for event in events[:-1]) == "볼트는 12 N·m로 조입니다 [1]."
    (call,) = context.record.calls
    assert (call.step, call.prompt, call.outcome) == ("answer", ANSWER.label, "ok")
    assert call.output_tokens > 0


@pytest.mark.parametrize(
    ("reply", "ended"),
    [
        (breaks_off("볼트는 12 N·m", after=1), ("볼트는 ", "cut")),
        (breaks_off("볼트는 12 N·m", after=0), ("", "unavailable")),
        (Play("볼트는", reason="length"), ("볼트는", "cut")),
        (Play("볼트는", reason="filtered"), ("볼트는", "refused")),
        (unavailable(), ("", "unavailable")),
        (unavailable(429), ("", "unavailable")),
        (refused(), ("", "refused")),
        (EMPTY, ("", "empty")),
        (Play(" \n "), (" \n ", "empty")),
        (Play("", "I think", reason="length"), ("", "empty")),
        (breaks_off("    볼트", after=1), ("    ", "unavailable")),
    ],
)
async def test_how_an_answer_ends(reply: Play, ended: tuple[str, CallOutcome], context: TurnContext):
    assert await streamed(model(answer=reply), context) == ended
    assert outcomes(context) == [ended[1]]


@pytest.mark.parametrize(("after", "ended"), [(0, ("", "late")), (1, ("볼트는 ", "cut"))])
async def test_an_answer_that_stalls_ends_before_the_turn_does(after: int, ended: tuple[str, CallOutcome], context: TurnContext):
    context = within(context, seconds=0.2)
    asked = model(answer=stalls("볼트는 12 N·m", after=after))
    assert await streamed(asked, context) == ended
    assert context.budget.remaining > 0
    assert [call.state for call in asked.calls] == ["left"]


async def test_a_slow_reader_is_not_stopped_by_the_models_time(context: TurnContext):
    context = within(context, seconds=0.1)
    async with aclosing(stream(model(), ANSWER, ANSWER_INPUTS, context)) as events:
        assert isinstance(await anext(events), str)
        await asyncio.sleep(0.2)
        rest = [event async for event in events]
    assert rest[-1] in (Ended("cut"), Ended("ok"))


async def test_an_endless_answer_is_cut(context: TurnContext):
    asked = model(answer=endless("끝없이 "))
    short = replace(ANSWER, max_tokens=50)
    text, outcome = await streamed(asked, context, short)
    assert outcome == "cut"
    assert len(text) <= 50 * MOST_CHARACTERS_A_TOKEN + 4
    assert [call.state for call in asked.calls] == ["left"]


class Odd:
    """A model whose server sends what no store takes, and no end."""

    name = "odd:model"

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        yield TextDelta("볼트\x00는\ud800")
        yield TextDelta("\udc00")
        if request.max_tokens > 1:
            yield ModelEnd("stop")

    async def complete(self, request: ModelRequest) -> ModelReply:
        return ModelReply("밸브\ud800\x00 교체", "\udfff", "stop", TokenCount())

    async def close(self) -> None: ...


async def test_what_no_store_takes_is_left_out(context: TurnContext):
    assert await ask(Odd(), GATE, GATE_INPUTS, read_text, context) == "밸브 교체"
    events = [event async for event in stream(Odd(), ANSWER, ANSWER_INPUTS, context)]
    assert events == ["볼트는", Ended("ok")]
    assert context.record.thoughts == []


async def test_a_stream_that_ends_without_an_end_is_cut(context: TurnContext):
    events = [event async for event in stream(Odd(), replace(ANSWER, max_tokens=1), ANSWER_INPUTS, context)]
    assert events[-1] == Ended("cut")


async def test_the_reader_chooses_the_type(context: TurnContext):
    asked = model(gate='1. "밸브 토크"\n2. valve torque\n3. バルブ トルク')
    assert await ask(asked, GATE, GATE_INPUTS, read_queries, context) == ("밸브 토크", "valve torque", "バルブ トルク")
