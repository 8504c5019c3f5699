"""A closing remark that the documents do not say something is a part of the answer, which needs no source."""

import pytest

from ibidem.domain.conversation import Mode
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.turn.context import TurnContext
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, store

REMARKS: dict[Language, tuple[str, ...]] = {
    "ko": (
        "렌치 길이는 문서에 나와 있지 않습니다.",
        "렌치의 규격은 자료에서 확인되지 않습니다.",
        "몇 번 다시 조여야 하는지에 대한 언급은 없습니다.",
    ),
    "en": (
        "The documents do not say whether a torque wrench is on site.",
        "There is nothing about the order of the screws in the documents.",
        "How often they have to be tightened again is not stated.",
    ),
    "ja": (
        "レンチの長さは文書に書かれていません。",
        "締め直す回数については資料に記載がありません。",
        "使う工具は示されていません。",
    ),
}
GOOD = '{"issues": [], "faithful": true, "hint": ""}'


@pytest.mark.parametrize("mode", ["fast", "verified"])
@pytest.mark.parametrize("between", [" ", "\n\n"])
@pytest.mark.parametrize(("language", "remark"), [(language, one) for language in LANGUAGES for one in REMARKS[language]])
async def test_a_closing_remark_stands(context: TurnContext, language: Language, remark: str, between: str, mode: Mode) -> None:
    await store(context, *TEXTS.values())
    said = f"{ANSWERS[language]}{between}{remark}"
    played = model(said, GOOD)
    turn = await turn_of(with_model(context, played), QUESTIONS[language], mode)
    assert turn.content.assistant_text == said and turn.content.notice is None
    assert len([task for task in played.tasks if task.startswith("answer")]) == 1


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_is_no_such_remark_needs_its_source(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    claimed = {
        "ko": "명시된 값보다 세게 조이면 나사산이 상합니다.",
        "en": "Never go beyond the stated value, or the thread breaks.",
        "ja": "示された値より強く締めるとねじ山が傷みます。",
    }[language]
    turn = await turn_of(with_model(context, model(f"{ANSWERS[language]}\n\n{claimed}")), QUESTIONS[language], "fast")
    assert claimed in (turn.content.notice or "")
