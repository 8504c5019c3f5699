"""The turn that a question goes back to is chosen by its meaning; its devices and documents hold, not those of the last turn."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, cast

import pytest

from ibidem.domain.conversation import DocRef, NewTurn, Question, ScoredTurn, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.languages import Language
from ibidem.domain.trace import Trace
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.focus import focus
from ibidem.turn.question.remembering import clearly_nearest, remembered, said_before, turns_in_question

BACK: dict[Language, str] = {
    "ko": "아까 말한 터보 펌프 조치 다시 알려줘",
    "en": "the turbo pump thing from earlier, what was the fix again?",
    "ja": "さっきのターボポンプの対処をもう一度教えて",
}
ANEW: dict[Language, str] = {
    "ko": "터보 펌프 조치를 알려주세요",
    "en": "What is the fix for the turbo pump?",
    "ja": "ターボポンプの対処を教えてください",
}

# What may or may not look back.
PERHAPS: dict[Language, str] = {
    "ko": "터보 펌프 조치 뭐였더라",
    "en": "the remedy for the turbo pump was what?",
    "ja": "そういえばターボポンプの対処は何だったかな",
}


class Near:
    """Vectors by which turns are so near."""

    def __init__(self, nearness: Mapping[int, float]) -> None:
        self._nearness = nearness

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        assert session_id == "s" and question and principal.name
        return self._nearness


async def talked(context: TurnContext, nearness: Mapping[int, float]) -> TurnContext:
    """A session about one machine, and then for seven turns about another."""
    for number in range(1, 9):
        device = "SUPRA XP" if number == 1 else "GENEVA XP"
        doc_id = "e2107" if number == 1 else "heater"
        ref = DocRef(1, doc_id, "v", doc_id, "", "", None, (), "", None, "")
        said = NewTurn("s", f"{doc_id}?", "…", "…", "en", "general", (ref,), trace=Trace(devices=(device,)))
        await context.turns.append(said, context.principal)
    return replace(context, vectors=cast("Any", Near(nearness)))


async def inquiry_of(message: str, context: TurnContext) -> Inquiry:
    inquiry = Inquiry.begin(Question(message, "s"), cast("Any", message))
    history = await context.turns.last_turns("s", 5, context.principal, None)
    return await remembered(replace(inquiry, history=tuple(history)), context)


@pytest.mark.parametrize("language", BACK)
async def test_the_machine_of_the_turn_that_is_meant_holds(context: TurnContext, language: Language) -> None:
    asked = await inquiry_of(BACK[language], await talked(context, {1: 0.9, 5: 0.3, 8: 0.2}))
    assert asked.gone_back_to is not None and asked.gone_back_to.turn_id == 1
    focused = focus(asked.text, turns_in_question(asked))
    assert focused.subject.devices == ("SUPRA XP",) and focused.doc_ids == {"e2107"}
    assert said_before(asked) is None, "the question is another one: it is searched for"


@pytest.mark.parametrize("language", PERHAPS)
async def test_a_search_of_every_question_keeps_what_it_found(context: TurnContext, language: Language) -> None:
    talking = await talked(context, {1: 0.9, 5: 0.3, 8: 0.2})
    searching = replace(talking, profile=talking.profile.model_copy(update={"history": "search"}))
    asked = await inquiry_of(PERHAPS[language], searching)
    assert asked.gone_back_to is not None and asked.gone_back_to.turn_id == 1
    assert asked.recalled[0].turn_id == 1 and len(asked.recalled) == 3


@pytest.mark.parametrize("language", ANEW)
async def test_a_question_that_goes_back_to_nothing_goes_on_from_the_last_turn(context: TurnContext, language: Language) -> None:
    asked = await inquiry_of(ANEW[language], await talked(context, {1: 0.9, 5: 0.3, 8: 0.2}))
    assert asked.gone_back_to is None and turns_in_question(asked)[-1].turn_id == 8


@pytest.mark.parametrize(
    ("nearness", "meant"),
    [({1: 0.9, 2: 0.1}, 1), ({1: 0.3, 2: 0.0}, None), ({1: 0.9, 2: 0.8}, None), ({3: 0.7}, 3), ({}, None)],
)
def test_one_turn_is_clearly_the_nearest_or_none_is(nearness: Mapping[int, float], meant: int | None) -> None:
    numbered = {number: cast("Turn", f"turn {number}") for number in range(1, 5)}
    found = [ScoredTurn(turn, 0.0, 0.0, nearness.get(number)) for number, turn in numbered.items()]
    assert clearly_nearest(found) == (None if meant is None else numbered[meant])
