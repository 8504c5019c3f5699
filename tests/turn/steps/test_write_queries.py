"""Further queries for a question: whether they are written at all, and which of them are left."""

import pytest

from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import LookedUp
from ibidem.turn.steps.write_queries import interleaved, write_queries
from ibidem.turn.values import SearchPlan, WrittenQueries
from turn.acting import QUESTIONS, model, with_model
from turn.library import TEXTS, inquiry_of, routed_of, store

QUERIES: dict[Language, tuple[str, ...]] = {
    "ko": ("볼트 조임 토크", "게이트 밸브 볼트", "조임 순서"),
    "en": ("cover screw torque", "slit valve screws", "tightening order"),
    "ja": ("ドレンプラグ 締付トルク", "真空ポンプ プラグ", "締める順番"),
}


def written(language: Language, gate: str) -> dict[str, str]:
    listed = "\n".join((*QUERIES[language], QUESTIONS[language]))
    return {"gate": gate, **{f"queries_{route}": listed for route in ("setup", "ts", "general")}}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_queries_of_an_unclear_question_are_to_be_settled(context: TurnContext, language: Language) -> None:
    acting = with_model(context, model("", **written(language, "no")))
    given = await write_queries(await routed_of(acting, inquiry_of(QUESTIONS[language], "verified")), acting)
    assert isinstance(given, WrittenQueries), "the question itself is none of them"
    assert given.queries == QUERIES[language]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_clear_question_is_searched_for_at_once(context: TurnContext, language: Language) -> None:
    acting = with_model(context, model("", **written(language, "yes")))
    given = await write_queries(await routed_of(acting, inquiry_of(QUESTIONS[language], "verified")), acting)
    assert isinstance(given, SearchPlan)
    assert (given.query, given.further, given.filters) == (QUESTIONS[language], QUERIES[language], SearchFilters())


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_fast_answer_and_one_from_documents_named_need_no_queries(context: TurnContext, language: Language) -> None:
    await store(context, TEXTS[language])
    document = await context.documents.get(TEXTS[language][0], context.principal)
    played = model("", **written(language, "no"))
    acting = with_model(context, played)
    named = inquiry_of(QUESTIONS[language], "verified", looked_up=LookedUp((document,), "query"))
    for inquiry in (inquiry_of(QUESTIONS[language]), named):
        given = await write_queries(await routed_of(acting, inquiry), acting)
        assert isinstance(given, SearchPlan) and given.further == ()
    assert played.requests == []


def test_lists_are_interleaved() -> None:
    assert interleaved([("a", "b", "c"), (), ("d",)]) == ("a", "d", "b", "c")
