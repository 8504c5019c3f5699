"""Which of the queries written are searched."""

from dataclasses import replace

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.question.queries import MOST_QUERIES
from ibidem.turn.steps.settle_queries import settle_queries
from ibidem.turn.values.searching import Attempts, WrittenQueries
from turn.acting import QUESTIONS, model, with_model
from turn.library import inquiry_of, routed_of

SETTLED: dict[Language, tuple[str, ...]] = {
    "ko": ("볼트 조임 토크", "게이트 밸브 볼트"),
    "en": ("cover screw torque", "slit valve screws"),
    "ja": ("ドレンプラグ 締付トルク", "真空ポンプ プラグ"),
}
MANY = tuple(f"query {n}" for n in range(9))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_model_settles_them_and_the_question_is_searched_besides(context: TurnContext, language: Language) -> None:
    acting = with_model(context, model("", settle="\n".join((*SETTLED[language], QUESTIONS[language]))))
    routed = await routed_of(acting, inquiry_of(QUESTIONS[language], "verified"))
    plan = await settle_queries(WrittenQueries(routed, MANY), acting)
    assert (plan.query, plan.further) == (QUESTIONS[language], SETTLED[language])
    assert plan.inquiry is routed.inquiry


@pytest.mark.parametrize("language", QUESTIONS)
async def test_without_a_reply_the_first_of_them_are_searched(context: TurnContext, language: Language) -> None:
    acting = with_model(context, model("", settle=""))
    routed = await routed_of(acting, inquiry_of(QUESTIONS[language], "verified"))
    plan = await settle_queries(WrittenQueries(routed, MANY), acting)
    assert plan.further == MANY[: MOST_QUERIES - 1]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_translations_come_first_unless_they_were_searched_before(context: TurnContext, language: Language) -> None:
    routed = await routed_of(context, inquiry_of(QUESTIONS[language], "verified"))
    routed = replace(routed, parsed=replace(routed.parsed, translations=("one", "two")), attempts=Attempts(queries=("One!",)))
    plan = await settle_queries(WrittenQueries(routed, SETTLED[language]), context)
    assert plan.further == ("two", *SETTLED[language])
    assert plan.attempts is routed.attempts
