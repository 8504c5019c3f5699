"""Numbers go on to count in a list while its documents are looked at one by one; a number alone may ask one of them."""

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import store

ARMS: dict[Language, tuple[str, str, str]] = {
    "ko": (
        "# 가형 로봇 팔 교체\n\n팔의 무게는 22 kg이다. 점검 주기는 25일이다.\n",
        "# 나형 로봇 팔 교체\n\n팔의 무게는 31 kg이다. 점검 주기는 35일이다.\n",
        "# 다형 로봇 팔 교체\n\n팔의 무게는 44 kg이다. 점검 주기는 45일이다.\n",
    ),
    "en": (
        "# Robot arm A replacement\n\nThe weight of the arm is 22 kg. The inspection takes 25 minutes.\n",
        "# Robot arm B replacement\n\nThe weight of the arm is 31 kg. The inspection takes 35 minutes.\n",
        "# Robot arm C replacement\n\nThe weight of the arm is 44 kg. The inspection takes 45 minutes.\n",
    ),
    "ja": (
        "# A型ロボットアームの交換\n\nアームの重さは22 kgである。点検の周期は25日である。\n",
        "# B型ロボットアームの交換\n\nアームの重さは31 kgである。点検の周期は35日である。\n",
        "# C型ロボットアームの交換\n\nアームの重さは44 kgである。点検の周期は45日である。\n",
    ),
}
ALL: dict[Language, str] = {
    "ko": "sop 1001, sop 1002, sop 1003 보여줘",
    "en": "show me sop 1001, sop 1002 and sop 1003",
    "ja": "sop 1001とsop 1002とsop 1003を見せて",
}
SECOND: dict[Language, str] = {
    "ko": "두 번째 거는 무게가 얼마야?",
    "en": "what is the weight in the second one?",
    "ja": "二つ目の重さは?",
}
OTHERS: dict[Language, tuple[str, str]] = {
    "ko": ("그럼 첫 번째는?", "3번 문서 보여줘"),
    "en": ("and the first one?", "show me document 3"),
    "ja": ("じゃあ1番は?", "3番の文書を見せて"),
}
OF_THE_WORLD: dict[Language, str] = {
    "ko": "두 번째 거는 색이 왜 이래?",
    "en": "which colour is the second one painted in?",
    "ja": "二つ目は何色で塗られていますか",
}
SHOWN: dict[Language, str] = {"ko": "1번 문서 보여줘", "en": "show me document 1", "ja": "1番の文書を見せて"}


THERE: dict[Language, tuple[str, str]] = {
    "ko": ("sop 1002 보여줘", "거기에 점검 주기는 어떻게 나와 있어?"),
    "en": ("show me sop 1002", "how long does the inspection take in there?"),
    "ja": ("sop 1002を見せて", "そこには点検の周期は書いてありますか"),
}


async def listed(context: TurnContext, language: Language) -> None:
    await store(context, *((f"sop_100{n}", text) for n, text in enumerate(ARMS[language], 1)))
    first = (await turn_of(context, ALL[language], "fast")).content
    assert [ref.doc_id for ref in first.doc_refs] == ["sop_1001", "sop_1002", "sop_1003"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_number_alone_asks_the_document_that_answers(context: TurnContext, language: Language) -> None:
    await listed(context, language)
    second = (await turn_of(context, SECOND[language], "fast")).content
    assert [ref.doc_id for ref in second.doc_refs] == ["sop_1002"]
    assert "31 kg" in second.assistant_text and second.lookup_source == "history"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_no_document_of_the_list_answers_is_a_question_like_any_other(
    context: TurnContext, language: Language
) -> None:
    await listed(context, language)
    answered = (await turn_of(context, OF_THE_WORLD[language], "fast")).content
    assert answered.lookup_source is None


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_list_goes_on_after_one_of_it_was_looked_at(context: TurnContext, language: Language) -> None:
    await listed(context, language)
    await turn_of(context, SECOND[language], "fast")
    for message, doc_id in zip(OTHERS[language], ("sop_1001", "sop_1003"), strict=True):
        found = (await turn_of(context, message, "fast")).content
        assert [ref.doc_id for ref in found.doc_refs] == [doc_id], message


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_document_under_its_number_is_that_of_the_latest_answer(context: TurnContext, language: Language) -> None:
    await listed(context, language)
    await turn_of(context, SECOND[language], "fast")
    found = (await turn_of(context, SHOWN[language], "fast")).content
    assert [ref.doc_id for ref in found.doc_refs] == ["sop_1002"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_asked_of_there_is_asked_of_what_was_just_shown(context: TurnContext, language: Language) -> None:
    await store(context, *((f"sop_100{n}", text) for n, text in enumerate(ARMS[language], 1)))
    show, question = THERE[language]
    await turn_of(context, show, "fast")
    found = (await turn_of(context, question, "fast")).content
    assert [ref.doc_id for ref in found.doc_refs] == ["sop_1002"]
    assert "35" in found.assistant_text and found.lookup_source == "history"
