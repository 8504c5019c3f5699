"""A model's verdict on a draft: one doubt is heard a second time, two start another attempt."""

import json

import pytest

from ibidem.domain.languages import Language
from ibidem.testing.scripted_model import ScriptedModel
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.judge import judge
from ibidem.turn.values import Accepted, CheckedDraft, Unfaithful
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, model, with_model
from turn.library import TEXTS, draft_for, inquiry_of, store

FAITHFUL = json.dumps({"faithful": True, "issues": [], "hint": ""})
ISSUE: dict[Language, str] = {"ko": "순서가 빠졌다", "en": "the order is missing", "ja": "順番がない"}


def doubt(language: Language) -> str:
    return json.dumps({"faithful": False, "issues": [ISSUE[language]], "hint": ""}, ensure_ascii=False)


async def judged(
    context: TurnContext, language: Language, verdicts: str | list[str]
) -> tuple[Accepted | Unfaithful, ScriptedModel]:
    await store(context, *TEXTS.values())
    played = model(ANSWERS[language], verdicts)
    acting = with_model(context, played)
    draft = await draft_for(acting, inquiry_of(QUESTIONS[language], "verified"))
    return await judge(CheckedDraft(draft), acting), played


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_faithful_draft_is_the_answer_after_one_verdict(context: TurnContext, language: Language) -> None:
    answer, played = await judged(context, language, FAITHFUL)
    assert isinstance(answer, Accepted)
    assert (answer.text, answer.notice, answer.trace.faithful) == (ANSWERS[language], None, True)
    assert [task for task in played.tasks if task.startswith("judge")] == ["judge_general"]
    assert [attempt.rung for attempt in answer.trace.attempts] == ["first"]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_one_doubt_alone_is_overruled_by_a_second_verdict(context: TurnContext, language: Language) -> None:
    answer, _ = await judged(context, language, [doubt(language), FAITHFUL])
    assert isinstance(answer, Accepted) and answer.trace.faithful is True and answer.notice is None


@pytest.mark.parametrize("language", QUESTIONS)
async def test_two_doubts_are_an_unfaithful_draft(context: TurnContext, language: Language) -> None:
    answer, _ = await judged(context, language, doubt(language))
    assert isinstance(answer, Unfaithful) and answer.failed == ()
    assert [verdict.issues for verdict in answer.verdicts] == [(ISSUE[language],)] * 2


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_doubt_without_a_second_verdict_is_told_and_so_is_silence(context: TurnContext, language: Language) -> None:
    wording = WORDINGS[language]
    doubted, _ = await judged(context, language, [doubt(language), "…"])
    assert isinstance(doubted, Accepted) and doubted.trace.faithful is False
    assert doubted.notice == wording.unverified.format(ISSUE[language])
    silent, _ = await judged(context, language, "")
    assert isinstance(silent, Accepted) and silent.trace.faithful is None
    assert silent.notice == wording.unjudged
