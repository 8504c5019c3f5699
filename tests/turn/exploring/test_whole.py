"""A model that explores is shown the turns that stand, without those that were asked anew."""

from dataclasses import replace

import pytest

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.testing.stores import turn
from ibidem.turn.context import TurnContext
from ibidem.turn.exploring.environment import Conversation
from ibidem.turn.exploring.whole import said_so_far
from turn.library import recalled

ASKED: dict[Language, str] = {
    "ko": "지금까지 내가 무엇을 물어봤는지 정리해 줘",
    "en": "What did I ask you so far?",
    "ja": "これまでに私が聞いたことをまとめて",
}


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_asked_anew_is_left_out(context: TurnContext, language: Language) -> None:
    for said in (turn("s", "oil"), turn("s", "belt"), replace(turn("s", "bolt"), replaces=2)):
        await context.turns.append(said, context.principal)
    turns = Conversation(session_id="s", store=context.turns, vectors=None, principal=context.principal)
    assert [one.turn_id for one in (await turns.list_turns()).turns] == [1, 3]
    said = await said_so_far(await recalled(context, ASKED[language]), turns)
    assert "oil" in said and "bolt" in said and "belt" not in said
