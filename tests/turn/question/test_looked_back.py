"""Questions about earlier questions by their time and number: what is listed, what is repeated, and what is left alone."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.question.looked_back import at_places, turns_within
from ibidem.turn.question.recounting import RECOUNT_WORDINGS
from ibidem.turn.wording import WORDINGS
from ibidem.understanding.looking_back.parser import LookingBack
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import SECRET, TEXTS, store

FIRST: dict[Language, str] = {"ko": "처음에 내가 뭐 물어봤지?", "en": "What did I ask first?", "ja": "最初に何を聞きましたか。"}
TODAY: dict[Language, str] = {
    "ko": "오늘 물어본 질문들 보여줘",
    "en": "Show me what I asked today.",
    "ja": "今日聞いたことを見せて。",
}
LAST_MONTH: dict[Language, str] = {
    "ko": "지난달에 뭐 물어봤지?",
    "en": "What did I ask last month?",
    "ja": "先月何を聞きましたか。",
}
NOW = datetime(2026, 11, 23, 15, 0)


async def talked(context: TurnContext, language: Language) -> None:
    """A session with a courtesy, the question of the language, and one that nothing answered."""
    versions = await store(context, *TEXTS.values())
    version = dict(zip(TEXTS, versions, strict=True))[language]
    doc_id = TEXTS[language][0]
    ref = DocRef(1, doc_id, version, doc_id, "", "", None, (f"{doc_id}@{version}#0",), "", None, "bm25")
    for turn in (
        NewTurn("s", "Hello!", "Hello.", "Hello.", language, "chat"),
        NewTurn("s", QUESTIONS[language], ANSWERS[language], ANSWERS[language], language, "general", (ref,)),
        NewTurn("s", "E-9999?", "Nothing.", "Nothing.", language, "general", found="none"),
    ):
        await context.turns.append(turn, context.principal)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_first_question_is_repeated_with_its_answer_and_documents(context: TurnContext, language: Language) -> None:
    await talked(context, language)
    turn = await turn_of(context, FIRST[language], "fast")
    assert turn.content.route == "said_before"
    assert QUESTIONS[language] in turn.content.assistant_text and ANSWERS[language] in turn.content.assistant_text
    assert [ref.doc_id for ref in turn.content.doc_refs] == [TEXTS[language][0]]
    again = await turn_of(context, FIRST[language], "fast")  # the question before it is no question of its own
    assert again.content.assistant_text == turn.content.assistant_text


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_questions_of_a_day_are_listed_without_a_call_of_a_model(context: TurnContext, language: Language) -> None:
    await talked(context, language)
    played = model("never asked")
    turn = await turn_of(with_model(context, played), TODAY[language], "fast")
    content = turn.content
    assert content.route == "recounted" and not played.requests
    assert QUESTIONS[language] in content.assistant_text and "E-9999?" in content.assistant_text
    assert "Hello!" not in content.assistant_text
    assert [(ref.slot, ref.doc_id) for ref in content.doc_refs] == [(1, TEXTS[language][0])] and "[1]" in content.assistant_text


@pytest.mark.parametrize("language", QUESTIONS)
async def test_where_there_is_none_it_says_so(context: TurnContext, language: Language) -> None:
    first = await turn_of(context, LAST_MONTH[language], "fast")
    assert first.content.assistant_text == RECOUNT_WORDINGS[language].nothing
    await talked(context, language)
    turn = await turn_of(context, LAST_MONTH[language], "fast")
    assert turn.content.route == "recounted" and not turn.content.doc_refs
    assert turn.content.assistant_text.startswith(RECOUNT_WORDINGS[language].none.partition("{")[0])


async def test_by_the_clock_of_the_profile(context: TurnContext) -> None:
    await talked(context, "en")
    turn = await context.turns.turn("s", 2, context.principal)
    abroad = replace(context, profile=context.profile.model_copy(update={"time_zone": "Asia/Seoul"}))
    listed = await turn_of(abroad, TODAY["en"], "fast")
    seoul = turn.ts + timedelta(hours=9)
    assert f"Turn 2 · {seoul:%Y-%m-%d %H:%M}" in listed.content.assistant_text and "Asia/Seoul" in listed.content.assistant_text


async def test_what_may_no_longer_be_read_is_not_told(context: TurnContext) -> None:
    await talked(context, "en")
    doc_id, text = TEXTS["en"]
    listed = await turn_of(context, TODAY["en"], "fast")
    await store(context, SECRET, (doc_id, f"---\nreaders: [safety]\n---\n{text}"))
    after = await turn_of(context, TODAY["en"], "fast")
    assert ANSWERS["en"][:20] not in after.content.assistant_text and WORDINGS["en"].withheld in after.content.assistant_text
    stored = await context.turns.turn("s", listed.turn_id, context.principal)
    assert stored.withheld and ANSWERS["en"][:20] not in stored.content.assistant_text


async def test_a_document_of_the_list_can_be_pointed_at(context: TurnContext) -> None:
    await talked(context, "en")
    await turn_of(context, TODAY["en"], "fast")
    shown = await turn_of(context, "show me document 1", "fast")
    assert shown.content.shown is not None and shown.content.shown.doc_id == TEXTS["en"][0]


def test_places_are_counted_within_the_period_and_from_both_ends() -> None:
    asked = [
        (number, NOW - timedelta(hours=number_hours)) for number, number_hours in ((1, 50), (3, 49), (4, 30), (7, 5), (8, 1))
    ]

    def meant(back: LookingBack) -> tuple[int, ...]:
        return at_places(back, turns_within(back, asked, NOW))

    assert meant(LookingBack((), ((2, 2),), "", asks_what=True)) == (3,)
    assert meant(LookingBack((), ((-2, -1),), "", asks_what=True)) == (7, 8)
    assert meant(LookingBack((), ((2, 3), (5, 5)), "", asks_what=True)) == (3, 4, 8)
    assert meant(LookingBack((), ((9, 9),), "", asks_what=True)) == () == meant(LookingBack((), ((-9, -9),), "", asks_what=True))
    assert meant(LookingBack((), (), "", asks_what=True, last_time=True)) == (4,)
