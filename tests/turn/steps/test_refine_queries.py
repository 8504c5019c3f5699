"""Queries for what the last draft lacked."""

from dataclasses import replace

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.steps.refine_queries import refine_queries
from ibidem.turn.values.answering import Refinement
from ibidem.turn.values.searching import Attempts, RoutedQuestion
from turn.acting import QUESTIONS, model, with_model
from turn.library import inquiry_of, routed_of

HINT: dict[Language, str] = {"ko": "조임 토크 표", "en": "table of tightening torques", "ja": "締付トルクの表"}
ISSUE: dict[Language, str] = {"ko": "단위가 없다", "en": "the unit is missing", "ja": "単位がない"}


async def refinement(context: TurnContext, language: Language) -> tuple[RoutedQuestion, Attempts]:
    attempts = Attempts(rung="refined", feedback=(ISSUE[language],), hint=HINT[language], queries=("searched before",))
    routed = await routed_of(context, inquiry_of(QUESTIONS[language], "verified"))
    return replace(routed, attempts=attempts), attempts


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_model_is_told_what_was_wrong_and_what_was_searched(context: TurnContext, language: Language) -> None:
    played = model("", refine=f"{HINT[language]}\nsearched  before")
    acting = with_model(context, played)
    routed, attempts = await refinement(acting, language)
    plan = await refine_queries(Refinement(routed), acting)
    assert plan.further == (HINT[language],), "what was searched before is not searched again"
    (request,) = played.requests
    for told in (ISSUE[language], HINT[language], "searched before", QUESTIONS[language]):
        assert told in request.user
    assert plan.attempts is attempts


@pytest.mark.parametrize("language", QUESTIONS)
async def test_by_rule_the_hint_itself_is_searched(context: TurnContext, language: Language) -> None:
    routed, _ = await refinement(context, language)
    assert (await refine_queries(Refinement(routed), context)).further == (HINT[language],)
    unhinted = replace(routed, attempts=Attempts(rung="refined"))
    assert (await refine_queries(Refinement(unhinted), context)).further == ()
