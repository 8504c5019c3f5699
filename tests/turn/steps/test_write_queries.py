"""Further queries for a question: whether they are written at all, and which of them are left."""

import re
from dataclasses import replace

import pytest

from ibidem.domain.conversation import ClientTurn
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import LookedUp
from ibidem.turn.question.client_history import client_turns
from ibidem.turn.question.translations import NAMES, with_names
from ibidem.turn.steps.write_queries import write_queries
from ibidem.turn.values.searching import SearchPlan, WrittenQueries
from turn.acting import QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, inquiry_of, routed_of, store

QUERIES: dict[Language, tuple[str, ...]] = {
    "ko": ("볼트 조임 토크", "게이트 밸브 볼트", "조임 순서"),
    "en": ("cover screw torque", "slit valve screws", "tightening order"),
    "ja": ("ドレンプラグ 締付トルク", "真空ポンプ プラグ", "締める順番"),
}
FOLLOW_UPS: dict[Language, str] = {
    "ko": "그건 얼마나 걸려요?",
    "en": "How long does it take?",
    "ja": "それはどのくらいかかりますか。",
}
# In other words than the documents have: the search for it alone is not sure.
DOUBTFUL: dict[Language, str] = {
    "ko": "반도체 챔버 옆 격리 밸브는 어느 정도 힘으로 고정하나요?",
    "en": "How hard do I fasten the lid above the chamber's isolation valve?",
    "ja": "排気装置の排油口はどのくらいの力で固定しますか。",
}


def written(language: Language, gate: str) -> dict[str, str]:
    listed = "\n".join((*QUERIES[language], QUESTIONS[language]))
    return {"gate": gate, **{f"queries_{route}": listed for route in ("setup", "ts", "general")}}


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("gate", ["no", "yes"])
async def test_queries_are_settled_where_the_question_leans_on_the_conversation(
    context: TurnContext, language: Language, gate: str
) -> None:
    await store(context, TEXTS[language])
    acting = with_model(context, model("", **written(language, gate)))
    sent = ClientTurn(QUESTIONS[language], "…", (TEXTS[language][0],), ("…",))
    history = await client_turns([sent], "s", language, context)
    given = await write_queries(await routed_of(acting, inquiry_of(FOLLOW_UPS[language], "verified", history=history)), acting)
    if gate == "no":
        assert isinstance(given, WrittenQueries) and set(QUERIES[language]) < set(given.queries)
    else:
        assert isinstance(given, SearchPlan) and set(QUERIES[language]) < set(given.further)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_fragment_is_also_written_whole_in_its_own_language(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model("", translate="…", **written(language, "yes"))
    acting = with_model(context, played)
    sent = ClientTurn(QUESTIONS[language], "…", (TEXTS[language][0],), ("…",))
    history = await client_turns([sent], "s", language, context)
    for message, targets in ((FOLLOW_UPS[language], 3), (QUESTIONS[language], 2)):
        await write_queries(await routed_of(acting, inquiry_of(message, "verified", history=history)), acting)
        asked = [request.user for request in played.requests if "<target>" in request.user]
        assert len(asked) == targets, "a whole question is in its own language already"
        assert (f"<target>{NAMES[language][language]}</target>" in asked[0]) == (targets == 3)
        played.calls.clear()


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_is_written_for_a_question_without_a_conversation_is_kept_and_no_gate_asked(
    context: TurnContext, language: Language
) -> None:
    played = model("", **written(language, "no"))
    acting = with_model(context, played)
    given = await write_queries(await routed_of(acting, inquiry_of(QUESTIONS[language], "verified")), acting)
    assert isinstance(given, SearchPlan)
    assert (given.query, given.further) == (QUESTIONS[language], QUERIES[language]), "the question itself is none of them"
    assert [task.partition("_")[0] for task in played.tasks] == ["queries"]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_fast_answer_and_one_from_documents_named_are_translated_alone(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    document = await context.documents.get(TEXTS[language][0], context.principal)
    played = model("", translate="…", **written(language, "no"))
    acting = with_model(context, played)
    given = await write_queries(await routed_of(acting, inquiry_of(QUESTIONS[language])), acting)
    assert isinstance(given, SearchPlan) and given.further == ("…",)
    assert played.tasks == ["translate", "translate"]
    named = inquiry_of(QUESTIONS[language], "verified", looked_up=LookedUp((document,), "query"))
    given = await write_queries(await routed_of(acting, named), acting)
    assert isinstance(given, SearchPlan) and given.further == ()
    assert played.tasks == ["translate", "translate"], "the document is in the language of the question"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_nothing_is_asked_before_a_fast_answer_where_nothing_is_doubtful(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(f"{TEXTS[language]} [1]", translate="…")
    await turn_of(with_model(context, played), QUESTIONS[language], "fast")
    assert [task.partition("_")[0] for task in played.tasks] == ["answer"]
    await turn_of(with_model(context, played), QUESTIONS[language], "verified", "v", confirm_sources=True)
    assert {task.partition("_")[0] for task in played.tasks} <= {"answer", "route"}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_the_search_is_not_sure_of_is_translated_once(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(f"{TEXTS[language]} [1]", translate="… V-1200")
    turn = await turn_of(with_model(context, played), DOUBTFUL[language], "fast")
    assert [task.partition("_")[0] for task in played.tasks] == ["translate", "translate", "answer"]
    assert turn.content.trace.translations == ("… V-1200",)
    steps = [step.step for step in turn.content.trace.steps]
    assert steps.index("write_queries") > steps.index("retrieve") and steps.count("retrieve") == 2


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_model_that_finds_no_answer_to_a_verified_question_is_asked_for_other_queries(
    context: TurnContext, language: Language
) -> None:
    await store(context, *TEXTS.values())
    played = model("[[no answer]]", **written(language, "no"))
    turn = await turn_of(with_model(context, played), QUESTIONS[language], "verified")
    assert [step.step for step in turn.content.trace.steps].count("write_queries") == 1
    assert turn.content.found == "none"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_of_a_fragment_in_both_languages_the_other_one_is_a_translation(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model("", translate=lambda request: f"<{request.user.partition('<target>')[2].partition('</target>')[0]}>")
    acting = with_model(replace(context, profile=context.profile.model_copy(update={"queries": "both"})), played)
    sent = ClientTurn(QUESTIONS[language], "…", (TEXTS[language][0],), ("…",))
    history = await client_turns([sent], "s", language, context)
    given = await write_queries(await routed_of(acting, inquiry_of(FOLLOW_UPS[language], history=history)), acting)
    other: Language = "ko" if language == "en" else "en"
    assert isinstance(given, SearchPlan) and given.parsed.translations == (f"<{NAMES[language][other]}>",)
    assert f"<question>\n<{NAMES[language][other]}>" in "".join(request.user for request in played.requests)


@pytest.mark.parametrize(
    ("question", "translated", "kept"),
    [
        ("수프라 E-2107 알람 원인은?", "What causes the alarm of the Supra?", "What causes the alarm of the Supra? E-2107"),
        ("What does the HikariLink X2 cost?", "ひかりリンクX2はいくらですか。", "ひかりリンクX2はいくらですか。 HikariLink"),
        ("AirCube Lのフィルターは？", "AirCube L 필터는?", "AirCube L 필터는?"),
    ],
)
def test_names_keep_their_letters(question: str, translated: str, kept: str) -> None:
    assert with_names(translated, question) == kept


HIDDEN: dict[Language, tuple[str, str]] = {
    "ko": ("sop_9001", "# 격리 장치 점검\n\n누설 시험은 분기마다 한다.\n"),
    "en": ("sop_9002", "# Isolation check\n\nThe leak test is done every quarter.\n"),
    "ja": ("sop_9003", "# 隔離装置の点検\n\nリークテストは四半期ごとに行う。\n"),
}
THERE: dict[Language, str] = {"ko": "누설 시험 분기", "en": "leak test quarter", "ja": "リークテスト 四半期"}
FOUND: dict[Language, str] = {
    "ko": "분기마다 합니다 [{}].",
    "en": "It is done every quarter [{}].",
    "ja": "四半期ごとに行います[{}]。",
}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_fast_answer_that_found_nothing_is_searched_for_once_more(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values(), HIDDEN[language])

    def answers(request: ModelRequest) -> str:
        number = re.search(rf"\[(\d)\] [^\n]*{HIDDEN[language][0]}", request.user)
        return FOUND[language].format(number[1]) if number else "[[no answer]]"

    queries = {f"queries_{route}": f'["{THERE[language]}"]' for route in ("setup", "ts", "general")}
    played = model(answers, **queries)
    turn = await turn_of(with_model(context, played), QUESTIONS[language], "fast")
    assert turn.content.found == "answered" and THERE[language] in turn.content.trace.queries
    asked = [task.partition("_")[0] for task in played.tasks]
    assert [task for task in asked if task in ("answer", "queries")] == ["answer", "queries", "answer"]
    refusing = model("[[no answer]]", **queries)
    turn = await turn_of(with_model(context, refusing), QUESTIONS[language], "fast", session="other")
    assert turn.content.found == "none" and sum(task.startswith("queries") for task in refusing.tasks) == 1
    assert not {"gate", "settle"} & set(refusing.tasks)
