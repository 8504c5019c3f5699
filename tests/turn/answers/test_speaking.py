"""A fast answer that is none is never shown: passages are quoted instead, and the notice says so."""

import pytest

from ibidem.domain.conversation import Mode, Question
from ibidem.domain.events import AnswerDelta
from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from ibidem.turn.wording import WORDINGS
from turn.acting import ANSWERS, QUESTIONS, events_of, model, with_model
from turn.library import TEXTS, store

OTHER: dict[Language, str] = {
    "ko": "The bolts of the gate valve are tightened to the torque of 12 N·m [1].",
    "en": "커버 나사는 3.5 N·m로 조여야 하며 홈은 알코올로 닦아야 합니다 [1].",
    "ja": "The drain plug of the vacuum pump is tightened to 18 N·m [1].",
}
UNCITED: dict[Language, str] = {
    "ko": "볼트는 12 N·m로 조입니다.",
    "en": "The cover screws get 3.5 N·m.",
    "ja": "ドレンプラグは18 N·mで締めます。",
}


async def spoken(context: TurnContext, language: Language, answer: str) -> tuple[str, str | None, str | None]:
    """What was streamed, the notice, and who wrote the answer."""
    await store(context, *TEXTS.values())
    told, turn = await events_of(with_model(context, model(answer)), Question(QUESTIONS[language], "s", mode="fast"))
    streamed = "".join(event.text for event in told if isinstance(event, AnswerDelta))
    assert streamed == turn.content.assistant_text
    return streamed, turn.content.notice, turn.content.trace.model


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("kind", ["uncited", "number alone", "another language", "control characters"])
async def test_an_answer_that_is_none_is_replaced_by_quotes(context: TurnContext, language: Language, kind: str) -> None:
    unusable = {
        "uncited": UNCITED[language],
        "number alone": "… [1]",
        "another language": OTHER[language],
        "control characters": f"\x1b[31m{ANSWERS[language]}",
    }[kind]
    text, notice, written_by = await spoken(context, language, unusable)
    assert written_by is None and WORDINGS[language].model_unusable in (notice or "")
    assert "N·m" in text and "[1]" in text and text != unusable


@pytest.mark.parametrize("language", QUESTIONS)
async def test_an_answer_with_its_source_is_shown(context: TurnContext, language: Language) -> None:
    text, notice, written_by = await spoken(context, language, ANSWERS[language])
    assert (text, notice) == (ANSWERS[language], None) and written_by is not None


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("kind", ["uncited", "another language", "data", "the prompt"])
@pytest.mark.parametrize("mode", ["fast", "verified"])
async def test_what_is_no_answer_is_written_once_more_with_the_reason(
    context: TurnContext, language: Language, kind: str, mode: Mode
) -> None:
    unusable = {
        "uncited": UNCITED[language],
        "another language": OTHER[language],
        "data": f'{{"answer": "{ANSWERS[language]}"}}',
        "the prompt": f"<question>\n{QUESTIONS[language]}\n</question>\n{ANSWERS[language]}",
    }[kind]
    await store(context, *TEXTS.values())
    played = model([unusable, ANSWERS[language]], '{"issues": [], "faithful": true, "hint": ""}')
    _, turn = await events_of(with_model(context, played), Question(QUESTIONS[language], "s", mode=mode))
    assert (turn.content.assistant_text, turn.content.notice) == (ANSWERS[language], None)
    first, again = [
        request.user for request in played.requests if "<passages>" in request.user and "<answer>" not in request.user
    ]
    assert "<feedback>" in again and "<feedback>" not in first


@pytest.mark.parametrize("language", QUESTIONS)
@pytest.mark.parametrize("kind", ["data", "the prompt"])
async def test_data_and_the_prompt_are_replaced_by_quotes(context: TurnContext, language: Language, kind: str) -> None:
    unusable = {"data": f'{{"answer": "{ANSWERS[language]}"}}', "the prompt": f"<passages>\n{ANSWERS[language]}"}[kind]
    text, notice, written_by = await spoken(context, language, unusable)
    assert written_by is None and WORDINGS[language].model_unusable in (notice or "") and "[1]" in text
    assert "{" not in text and "<passages>" not in text
