"""A refusal names the nearest documents once, those in the asker's language, and says a sentence."""

from dataclasses import replace

import pytest

from ibidem.domain.languages import Language
from ibidem.testing.script import Play
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, store

TITLES: dict[Language, str] = {"ko": "게이트 밸브 교체", "en": "Slit valve O-ring", "ja": "真空ポンプのオイル交換"}
NAMING: dict[Language, str] = {
    "ko": "이 문서들에는 그 내용이 없습니다. 가장 가까운 문서는 「게이트 밸브 교체」입니다.",
    "en": "The documents do not say that. The closest one is “Slit valve O-ring”.",
    "ja": "これらの文書にはその記載がありません。最も近い文書は「真空ポンプのオイル交換」です。",
}
INVENTED: dict[Language, str] = {
    "ko": "이 문서들에는 그 내용이 없습니다. 「로드락 밸브 정기 점검 요령」을 보세요.",
    "en": "The documents do not say that. See “Load lock valve yearly inspection”.",
    "ja": "これらの文書にはその記載がありません。「ロードロック弁の定期点検要領書」をご覧ください。",
}

ADVICE: dict[Language, str] = {
    "ko": "보통은 제조사 설명서를 먼저 확인합니다. 규정은 다를 수 있습니다.",
    "en": "Usually the maker's manual says so first. Your own rules may differ.",
    "ja": "通常はまず製造元の説明書を確認します。規程は異なる場合があります。",
}


async def refused(context: TurnContext, language: Language, said: str) -> str:
    await store(context, *TEXTS.values())
    turn = await turn_of(with_model(context, model("[[no answer]]", refusal=said)), QUESTIONS[language], "fast")
    assert turn.content.found == "none"
    return turn.content.assistant_text


@pytest.mark.parametrize("language", QUESTIONS)
async def test_a_title_that_the_model_names_is_not_named_again(context: TurnContext, language: Language) -> None:
    assert await refused(context, language, NAMING[language]) == NAMING[language]


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("kind", ["no", "no answer", "invented"])
async def test_a_no_and_an_invented_title_are_no_refusal(context: TurnContext, language: Language, kind: str) -> None:
    said = {"no": "no", "no answer": "No answer.", "invented": INVENTED[language]}[kind]
    text = await refused(context, language, said)
    assert text == f"{WORDINGS[language].not_here}\n{WORDINGS[language].nearest}{TITLES[language]}"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_documents_of_the_askers_language_are_the_nearest(context: TurnContext, language: Language) -> None:
    """The question's own words stand in documents of the other languages too."""
    words = QUESTIONS[language]
    others: dict[Language, str] = {
        "ko": "안전 교육 자료를 나누어 주고 회의 내용을 기록한다.",
        "en": "The handout is given to everybody who takes part in the meeting.",
        "ja": "会議に参加する全員に資料を配り、内容を記録する。",
    }
    await store(context, *((f"sop_77{n}", f"# {one}\n\n{text} {words}\n") for n, (one, text) in enumerate(others.items())))
    text = await refused(context, language, "no")
    assert TITLES[language] in text and not any(TITLES[other] in text for other in QUESTIONS if other != language)


@pytest.mark.parametrize("language", QUESTIONS)
async def test_advice_stands_below_the_refusal_and_both_are_asked_for_at_once(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    advised = replace(context, profile=context.profile.model_copy(update={"general_help": True}))
    slow = {"refusal": Play(NAMING[language], seconds=0.05), "general_help": Play(ADVICE[language], seconds=0.05)}
    played = model("[[no answer]]", **slow)
    turn = await turn_of(with_model(advised, played), QUESTIONS[language], "fast")
    assert turn.content.assistant_text == f"{NAMING[language]}\n\n{ADVICE[language]}"
    first, second = sorted(call.started for call in turn.content.trace.calls if call.prompt.startswith(("refusal", "general")))
    assert second < first + 50, "the second is asked while the first is written"
