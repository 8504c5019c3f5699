"""The history policy `select`: what the light model is shown, what it picks, and what happens where it does not."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import NewTurn
from ibidem.domain.languages import Language
from ibidem.testing.script import Reply, stalls, unavailable
from ibidem.turn.context import TurnContext
from ibidem.turn.models.reply_parsers import read_numbers
from turn.acting import ANSWERS, QUESTIONS, model, turn_of, with_model
from turn.library import TEXTS, store

SAID: dict[Language, tuple[str, ...]] = {
    "ko": ("게이트 밸브 필터는 언제 청소해?", "게이트 밸브 도면은 어디 있어?", "게이트 밸브 볼트는 몇 개야?"),
    "en": ("When is the slit valve filter cleaned?", "Where is the drawing of the slit valve?", "How many slit valve screws?"),
    "ja": ("真空ポンプのフィルターはいつ洗いますか。", "真空ポンプの図面はどこですか。", "真空ポンプのボルトは何本ですか。"),
}


async def talked(context: TurnContext, language: Language) -> TurnContext:
    await store(context, *TEXTS.values())
    for number, said in enumerate(SAID[language], 1):
        answer = f"{said} = {number * 111}."
        await context.turns.append(NewTurn("s", said, answer, answer, language, "general"), context.principal)
    return replace(context, profile=context.profile.model_copy(update={"history": "select"}))


@pytest.mark.parametrize("language", SAID)
async def test_what_the_model_picks_is_quoted(context: TurnContext, language: Language) -> None:
    under = await talked(context, language)
    played = model(ANSWERS[language], select="```json\n[3, 1]\n```")
    turn = await turn_of(with_model(under, played), QUESTIONS[language], "fast")
    (asked,) = [one for one in played.requests if one.system.startswith("Task: select")]
    assert all(said in asked.user for said in SAID[language]) and QUESTIONS[language] in asked.user
    answer = [one for one in played.requests if one.system.startswith("Task: answer")][-1].user
    assert "333." in answer and "111." in answer and "222." not in answer
    assert [call.outcome for call in turn.content.trace.calls][:1] == ["ok"]
    none = model(ANSWERS[language], select="[]")
    await turn_of(with_model(under, none), QUESTIONS[language], "fast")
    assert "111." not in [one for one in none.requests if one.system.startswith("Task: answer")][-1].user


@pytest.mark.parametrize("reply", ["I would take the first two.", "[7, 1]", "", unavailable(), stalls()])
async def test_the_search_decides_where_the_model_does_not(context: TurnContext, reply: Reply) -> None:
    under = await talked(context, "en")
    played = model(ANSWERS["en"], select=reply)
    turn = await turn_of(replace(with_model(under, played), call_seconds=0.5), QUESTIONS["en"], "fast")
    answer = [one for one in played.requests if one.system.startswith("Task: answer")][-1].user
    assert "333." in answer
    assert any(trouble.startswith("select: ") for trouble in turn.content.trace.troubles)
    assert turn.content.assistant_text == ANSWERS["en"]


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("[12, 7]", (12, 7)),
        ("The turns are [3,3, 1].", (3, 1)),
        ("[]", ()),
        ("4, 2", (4, 2)),
        ("none", None),
        ("turn 4", None),
        ('["4"]', None),
        ("", None),
        ("[" * 10_000, None),
    ],
)
def test_numbers_are_read_and_nothing_is_guessed(text: str, numbers: tuple[int, ...] | None) -> None:
    assert read_numbers(text) == numbers
