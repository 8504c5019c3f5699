"""The same answer once more, and more of what is shown, in words that no list holds."""

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.context import TurnContext
from turn.acting import QUESTIONS, turn_of
from turn.library import TEXTS, store

AGAIN: dict[Language, tuple[str, ...]] = {
    "ko": ("다시 말해줘", "뭐라고요? 한 번만 더 말해 주세요"),
    "en": ("say that again", "sorry, could you repeat that?"),
    "ja": ("もう一度言って", "すみません、もう一回お願いします"),
}
SHORTER: dict[Language, str] = {"ko": "방금 거 좀 더 짧게", "en": "that one, a bit shorter", "ja": "さっきの、もっと短くして"}
THANKS: dict[Language, tuple[str, ...]] = {
    "ko": ("고마워, 덕분에 살았어", "아하 그렇군요"),
    "en": ("cheers mate, that did it", "oh ok, makes sense"),
    "ja": ("助かりました、ありがとう", "なるほど、そういうことか"),
}


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_answer_is_said_again_with_its_sources(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    first = await turn_of(context, QUESTIONS[language], "fast")
    for message in AGAIN[language]:
        again = await turn_of(context, message, "fast")
        assert first.content.assistant_text in again.content.assistant_text, message
        assert again.content.doc_refs == first.content.doc_refs


@pytest.mark.parametrize("language", QUESTIONS)
async def test_another_form_is_of_the_answer_whatever_it_points_at(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await turn_of(context, QUESTIONS[language], "fast")
    turn = await turn_of(context, SHORTER[language], "fast")
    assert turn.content.route == "transform" and turn.content.pause is None


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_asks_for_nothing_searches_nothing(context: TurnContext, language: Language) -> None:
    await store(context, *TEXTS.values())
    await turn_of(context, QUESTIONS[language], "fast")
    for message in THANKS[language]:
        turn = await turn_of(context, message, "fast")
        assert turn.content.route == "chat" and not turn.content.doc_refs, message
