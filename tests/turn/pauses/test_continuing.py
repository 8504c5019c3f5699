"""The value with which a run goes on from a pause: it has the mode, the language and the work of the turn that paused."""

from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import Choice, HeldWork, NewTurn, Pause, PauseAnswer, Turn
from ibidem.domain.documents import SearchFilters
from ibidem.domain.languages import Language
from ibidem.turn.pauses.continuing import answered_outright, continued
from ibidem.turn.replies import Declined, OtherQuery, Rejected, SourcesApproved
from turn.acting import QUESTIONS
from turn.library import inquiry_of

FILTERS = SearchFilters(doc_types=("sop",))
OTHER: dict[Language, str] = {"ko": "누설 시험", "en": "leak test", "ja": "漏れ試験"}


def turn(number: int, language: Language, pause: Pause | None = None) -> Turn:
    content = NewTurn("s", "?", "!", "", language, "general", mode="verified", pause=pause)
    return Turn(number, datetime.now(UTC), "local", content)


def history(language: Language) -> tuple[Turn, ...]:
    choices = (Choice("sop_1203", "v", "하나", 1), Choice("sop_1422", "v", "둘", 2))
    work = HeldWork("general", FILTERS, confirm_sources=True)
    return (turn(1, language), turn(2, language, Pause("sources", "?", choices, QUESTIONS[language], "use", work)))


@pytest.mark.parametrize("language", QUESTIONS)
async def test_numbers_and_decisions_begin_at_the_turn_that_paused(language: Language) -> None:
    before, paused = history(language)
    value = answered_outright(paused, (before, paused), PauseAnswer(choices=(2,)))
    assert value is not None and value.reply == SourcesApproved((1,))
    inquiry = value.inquiry
    assert (inquiry.message, inquiry.text) == ("2", QUESTIONS[language])
    assert (inquiry.language, inquiry.mode, inquiry.filters, inquiry.answers) == (language, "verified", FILTERS, 2)
    assert inquiry.question.confirm_sources and inquiry.history == (before,), "the turn that asked would lead a search astray"


@pytest.mark.parametrize("language", QUESTIONS)
async def test_the_words_of_a_decision_are_what_is_stored_as_the_message(language: Language) -> None:
    paused = history(language)[-1]
    edited = answered_outright(paused, (paused,), PauseAnswer(OTHER[language], decision="edit"))
    assert edited is not None and (edited.inquiry.message, edited.reply) == (OTHER[language], OtherQuery(OTHER[language]))
    rejected = answered_outright(paused, (paused,), PauseAnswer(decision="reject"))
    assert rejected is not None and (rejected.inquiry.message, rejected.reply) == ("reject", Rejected())


@pytest.mark.parametrize("language", QUESTIONS)
async def test_words_alone_have_to_be_read(language: Language) -> None:
    paused = history(language)[-1]
    assert answered_outright(paused, (paused,), PauseAnswer(OTHER[language])) is None


@pytest.mark.parametrize("language", QUESTIONS)
async def test_what_drops_the_work_keeps_the_whole_history(language: Language) -> None:
    before, paused = history(language)
    inquiry = inquiry_of(OTHER[language], history=(before, paused))
    declined = continued(inquiry, paused, Declined("declined"), language)
    assert declined.inquiry.history == (before, paused) and declined.inquiry.filters == SearchFilters()
    assert (declined.inquiry.mode, declined.turn_id) == ("verified", 2)
