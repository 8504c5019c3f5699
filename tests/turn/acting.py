"""A small corpus, a model that is played by a script, and whole turns over them."""

from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import replace

from ibidem.domain.conversation import Mode, PauseAnswer, Question, Turn
from ibidem.domain.events import StepFinished, StepStarted
from ibidem.domain.languages import Language
from ibidem.flow.journal import Finished, Journal
from ibidem.prompts.catalog import load_catalog
from ibidem.testing.script import Reply
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.budget import Budget
from ibidem.turn.context import Models, Progress, TurnContext, TurnReport
from ibidem.turn.diagram import TURN
from ibidem.turn.pauses.continuing import answered_outright
from ibidem.turn.tracing import Record
from ibidem.turn.values.asking import AskedQuestion, PauseAnswered

CATALOG = load_catalog()
QUESTIONS: dict[Language, str] = {
    "ko": "게이트 밸브 볼트는 얼마로 조여야 하나요?",
    "en": "What torque do the cover screws of the slit valve get?",
    "ja": "真空ポンプのドレンプラグは何N·mで締めますか。",
}
ANSWERS: dict[Language, str] = {
    "ko": "볼트는 12 N·m로 조입니다 [1].",
    "en": "The cover screws get 3.5 N·m [1].",
    "ja": "ドレンプラグは18 N·mで締めます [1]。",
}
WRONG: dict[Language, str] = {
    "ko": "볼트는 21 N·m로 조입니다 [1].",
    "en": "The cover screws get 5.3 N·m [1].",
    "ja": "ドレンプラグは81 N·mで締めます [1]。",
}
# What a model says before it comes to the answer, where a test does not say otherwise.
ON_THE_WAY: Mapping[str, Reply | Sequence[Reply]] = {
    "gate": "yes",
    "complete": "",
    "route": "general",
    "translate": "",
    "settle": "[]",
    "refine": "[]",
    "summary": "…",
    "refusal": "…",
    **{f"queries_{route}": "[]" for route in ("setup", "ts", "general")},
}


def model(
    answers: Reply | Sequence[Reply], verdicts: Reply | Sequence[Reply] = "", **further: Reply | Sequence[Reply]
) -> ScriptedModel:
    """A model that answers and judges so, whatever the route."""
    routes = ("setup", "ts", "general")
    tasks = {f"answer_{route}": answers for route in routes} | {f"judge_{route}": verdicts for route in routes}
    return ScriptedModel.by_task({**ON_THE_WAY, **tasks, **further})


def with_model(context: TurnContext, played: ScriptedModel, light: ScriptedModel | None = None) -> TurnContext:
    """The context with this model, and with a budget, a record and a progress of its own."""
    budget = Budget(context.profile.budget, 60.0)
    models = Models(played, light or played, CATALOG)
    return replace(context, models=models, budget=budget, record=Record(), progress=Progress())


async def turn_of(context: TurnContext, message: str, mode: Mode = "verified", session: str = "s", **asked: object) -> Turn:
    """The turn that a question becomes."""
    return (await events_of(context, Question(message, session, mode=mode, **asked)))[1]  # pyright: ignore[reportArgumentType]


async def answer_of(context: TurnContext, session: str, answer: PauseAnswer) -> Turn:
    """The turn that an answer through the pause's own door becomes."""
    history = tuple(await context.turns.last_turns(session, context.profile.history_turns, context.principal))
    value = answered_outright(history[-1], history, answer)
    assert value is not None
    return (await run_from(context, value))[1]


async def events_of(context: TurnContext, question: Question) -> tuple[list[TurnReport | StepStarted | StepFinished], Turn]:
    """What a question's turn tells on its way, and the turn."""
    return await run_from(context, AskedQuestion(question))


async def run_from(
    context: TurnContext, value: AskedQuestion | PauseAnswered
) -> tuple[list[TurnReport | StepStarted | StepFinished], Turn]:
    """What the turn that begins with this value tells on its way, and the turn."""
    told: list[TurnReport | StepStarted | StepFinished] = []

    def begin(journal: Journal[TurnReport]) -> TurnContext:
        return replace(context, journal=journal, record=Record(), progress=Progress())

    async with aclosing(TURN.run(value, begin)) as events:
        async for event in events:
            if isinstance(event, Finished):
                assert isinstance(event.value, Turn)
                return told, event.value
            told.append(event)
    raise AssertionError("a run ends with Finished")
