"""A question that is asked in place of the last one: what it is read with, and what "document 2" means afterwards."""

from dataclasses import replace

import pytest

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.domain.languages import Language
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, prepared, turn
from ibidem.turn.context import TurnContext
from turn.acting import turn_of
from turn.library import recalled

LAST: dict[Language, str] = {"ko": "2번 문서 보여줘", "en": "show me document 2", "ja": "2番の文書を見せて"}
FIRST: dict[Language, str] = {
    "ko": "첫 번째 답변의 2번 문서 보여줘",
    "en": "show me document 2 of the first answer",
    "ja": "最初の回答の2番の文書を見せて",
}
OLD: dict[Language, str] = {
    "ko": "두 번째 답변의 1번 문서 보여줘",
    "en": "show me document 1 of the second answer",
    "ja": "2番目の回答の1番の文書を見せて",
}
WHOLE: dict[Language, str] = {
    "ko": "세션 전체 기준 3번 문서 보여줘",
    "en": "show me document 3 of the whole session",
    "ja": "会話全体の3番の文書を見せて",
}


async def talked(context: TurnContext, *anew: NewTurn) -> None:
    """Turn 1 cites the Korean and the English document, turn 2 the Japanese one; then what is asked in place of turn 2."""
    documents = [prepared(one) for one in (KOREAN, ENGLISH, JAPANESE)]
    await context.documents.put(documents)
    await context.turns.append(turn("s", "first", cites=documents[:2]), context.principal)
    await context.turns.append(turn("s", "second", cites=documents[2:]), context.principal)
    for one in anew:
        await context.turns.append(replace(one, replaces=2), context.principal)


def shown(found: Turn) -> str | None:
    return None if found.content.shown is None else found.content.shown.doc_id


@pytest.mark.parametrize("language", LAST)
async def test_a_number_means_the_new_answer(context: TurnContext, language: Language) -> None:
    await talked(context, turn("s", "anew", cites=[prepared(JAPANESE), prepared(KOREAN)]))
    assert shown(await turn_of(context, LAST[language], "fast")) == KOREAN.doc_id


@pytest.mark.parametrize("language", LAST)
async def test_where_the_new_answer_cites_nothing_it_means_the_one_before_both(context: TurnContext, language: Language) -> None:
    await talked(context, turn("s", "anew"))
    assert shown(await turn_of(context, LAST[language], "fast")) == ENGLISH.doc_id
    assert shown(await turn_of(context, FIRST[language], "fast")) == ENGLISH.doc_id


@pytest.mark.parametrize("language", LAST)
async def test_the_old_answer_keeps_its_number_and_its_slots(context: TurnContext, language: Language) -> None:
    await talked(context, turn("s", "anew", cites=[prepared(KOREAN)]))
    assert shown(await turn_of(context, OLD[language], "fast")) == JAPANESE.doc_id
    assert shown(await turn_of(context, WHOLE[language], "fast")) == JAPANESE.doc_id


@pytest.mark.parametrize("language", LAST)
async def test_a_question_asked_anew_is_read_without_the_answer_that_it_replaces(
    context: TurnContext, language: Language
) -> None:
    await talked(context)
    found = await turn_of(context, LAST[language], "fast", replaces=2)
    assert (found.turn_id, found.content.replaces, shown(found)) == (3, 2, ENGLISH.doc_id)
    assert [one.turn_id for one in (await recalled(context, "?", "s")).history] == [1, 3]


async def test_a_reply_asked_anew_answers_the_same_pause(context: TurnContext) -> None:
    await talked(context)
    asked = await turn_of(context, "show me document 9", "fast")
    assert asked.content.pause is not None
    first = await turn_of(context, "1", "fast")
    again = await turn_of(context, "1", "fast", replaces=first.turn_id)
    assert shown(first) == shown(again) == JAPANESE.doc_id
    assert (again.turn_id, (await context.turns.turn("s", first.turn_id, context.principal)).replaced_by) == (5, 5)
