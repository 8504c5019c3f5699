"""What was just answered in another form, from the stored answer and its sources, without a search."""

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import SECRET, TEXTS, store

AS_TABLE: dict[Language, str] = {"ko": "표로 정리해 줘", "en": "Put that in a table, please", "ja": "それを表にしてください"}
TABLE: dict[Language, str] = {
    "ko": "| 항목 | 값 |\n|---|---|\n| 볼트 토크 | 12 N·m [1] |",
    "en": "| Item | Value |\n|---|---|\n| Cover screws | 3.5 N·m [1] |",
    "ja": "| 項目 | 値 |\n|---|---|\n| ドレンプラグ | 18 N·m [1] |",
}
COMPARED: dict[Language, str] = {
    "ko": "이전 답변과 비교해 줘",
    "en": "Compare it with the one before",
    "ja": "前の回答と比較してください",
}
TRANSLATED: dict[Language, str] = {
    "ko": "이 문서를 영어로 번역해 줘",
    "en": "Translate this document into Korean",
    "ja": "この文書を英語に訳してください",
}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_answer_is_written_again_from_itself(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(ANSWERS[language], transform=TABLE[language])
    acting = with_model(context, played)
    first = await turn_of(acting, QUESTIONS[language], "fast")
    turn = await turn_of(acting, AS_TABLE[language], "fast")
    assert turn.content.assistant_text == TABLE[language] and turn.content.notice is None
    assert turn.content.doc_refs == first.content.doc_refs
    assert [step.step for step in turn.content.trace.steps][1:3] == ["recall", "transform"]
    (request,) = (one for one in played.requests if one.system.startswith("Task: transform"))
    assert ANSWERS[language] in request.user and TEXTS[language][1].splitlines()[-1] in request.user


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_value_that_came_in_on_the_way_is_reported(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(ANSWERS[language], transform=TABLE[language].replace(" N·m", "7 N·m")))
    await turn_of(acting, QUESTIONS[language], "fast")
    turn = await turn_of(acting, AS_TABLE[language], "fast")
    assert WORDINGS[language].unconfirmed.partition("{}")[0] in (turn.content.notice or "")


@pytest.mark.parametrize("language", QUESTIONS)
async def test_two_answers_are_compared_under_one_list_of_sources(context: TurnContext, language: Language) -> None:
    other: Language = "en" if language != "en" else "ko"
    await store(context, *TEXTS.values())
    played = model([ANSWERS[other], ANSWERS[language]], transform=f"{ANSWERS[other]}\n{ANSWERS[language].replace('[1]', '[2]')}")
    acting = with_model(context, played)
    before = await turn_of(acting, QUESTIONS[other], "fast")
    last = await turn_of(acting, QUESTIONS[language], "fast")
    turn = await turn_of(acting, COMPARED[language], "fast")
    cited = [ref.doc_id for one in (before, last) for ref in one.content.doc_refs]
    assert [ref.doc_id for ref in turn.content.doc_refs] == list(dict.fromkeys(cited))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_document_that_was_shown_is_translated(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    played = model(ANSWERS[language], transform="…12 N·m [1]")
    acting = with_model(context, played)
    shown = await turn_of(acting, f"{TEXTS[language][0]}", "fast")
    assert shown.content.shown is not None
    turn = await turn_of(acting, TRANSLATED[language], "fast")
    assert turn.content.route == "transform" and turn.content.doc_refs[0].doc_id == TEXTS[language][0]
    assert not [task for task in played.tasks if task.startswith("answer")]


@pytest.mark.parametrize("language", QUESTIONS)
async def test_without_a_model_it_says_what_can_be_done(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await turn_of(context, QUESTIONS[language], "fast")
    await turn_of(context, {"ko": "감사합니다", "en": "Thanks!", "ja": "ありがとうございます"}[language], "fast")
    await turn_of(context, AS_TABLE[language], "fast")
    turn = await turn_of(context, AS_TABLE[language], "fast")
    assert turn.content.assistant_text == WORDINGS[language].no_transforming and not turn.content.doc_refs


@pytest.mark.parametrize("language", QUESTIONS)
async def test_with_nothing_answered_it_is_a_question(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values(), SECRET)
    turn = await turn_of(context, AS_TABLE[language], "fast")
    assert turn.content.route != "transform"


async def test_a_source_that_may_no_longer_be_read_withholds_it(context: TurnContext) -> None:
    await store(context, *TEXTS.values())
    acting = with_model(context, model(ANSWERS["en"], transform=TABLE["en"]))
    await turn_of(acting, QUESTIONS["en"], "fast")
    hidden = TEXTS["en"][1].replace("# Slit", "---\nreaders: [safety]\n---\n# Slit")
    await store(context, (TEXTS["en"][0], hidden))
    turn = await turn_of(acting, AS_TABLE["en"], "fast")
    assert "3.5" not in turn.content.assistant_text
