"""The earlier questions that a message means by their time, their number, or both: "what did I ask last Tuesday?"."""

import re
from collections.abc import Sequence, Set
from dataclasses import replace
from datetime import datetime
from itertools import pairwise

from ibidem.domain.conversation import ScoredTurn, Turn, TurnMoment, TurnQuery
from ibidem.finding.find_turns import SILENCE, find_turns
from ibidem.language.normal import normalise
from ibidem.language.question_words import subject
from ibidem.language.search_text import passage_tokens, question_terms
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry
from ibidem.turn.question.message import Message
from ibidem.turn.question.recounting import RECOUNT_WORDINGS
from ibidem.turn.question.remembering import MOST_RECALLED, is_meant, remembered
from ibidem.turn.values.asking import PlainMessage, SaidBefore, TurnsMeant
from ibidem.understanding.looking_back.parser import LookingBack, looking_back
from ibidem.understanding.named_answers import answer_named
from ibidem.understanding.pointer import DocumentIds

# Listed at once, the latest of them: a screen.
MOST_LISTED = 10
# Turns that ask nothing new: courtesies, and those that ask about turns, which would otherwise be the last ones.
RECOUNTED = "recounted"
_NO_QUESTION = ("chat", "said_before", RECOUNTED)


async def earlier_questions(
    message: Message, inquiry: Inquiry, context: TurnContext
) -> TurnsMeant | SaidBefore | PlainMessage | None:
    """The turns that the message means by time or number, to be listed, or the one to be repeated; None where it means none.

    Where it asks something about what those were about, a model reads them as recalled turns. One that names what none of them
    was about is read as any other.
    """
    back = None if inquiry.from_client else looking_back(message.text, wall_clock(context.asked_at, context), context.profile)
    if back is None or (back.about and _points(message)):
        return None
    moments = await context.turns.moments(inquiry.question.session_id, context.principal)
    asked = [one for one in moments if one.route not in _NO_QUESTION]
    meant = turns_within(
        back, [(one.turn_id, wall_clock(one.ts, context)) for one in asked], wall_clock(context.asked_at, context)
    )
    if not back.about:
        meant = at_places(back, meant)
        shown = await _turns(meant[-MOST_LISTED:], inquiry, context)
        only = next(iter(shown), None)
        if only is not None and len(meant) == 1 and only.content.assistant_text and only.content.pause is None:
            return SaidBefore(inquiry, only)
        return TurnsMeant(inquiry=inquiry, turns=shown, found=len(meant), asked=tuple(asked))
    return await _about(back, meant, asked, inquiry, context)


async def about_answer(message: Message, inquiry: Inquiry, context: TurnContext) -> PlainMessage | None:
    """A question about what the answer of a number said, with that turn, for a model that reads it; None where the message names
    no answer that there is, or asks for the answer itself."""
    place = None if context.models is None or inquiry.from_client else answer_named(message.text)
    if place is None or message.acts.doing("open") != "question":
        return None
    moments = await context.turns.moments(inquiry.question.session_id, context.principal)
    asked = [one.turn_id for one in moments if one.route not in _NO_QUESTION]
    if not 0 < place <= len(asked):
        return None
    (turn,) = await _turns(asked[place - 1 : place], inquiry, context)
    return None if turn.withheld else PlainMessage(replace(inquiry, recalled=(turn,), gone_back_to=turn), None, None)


async def _about(
    back: LookingBack, meant: Sequence[int], asked: Sequence[TurnMoment], inquiry: Inquiry, context: TurnContext
) -> TurnsMeant | SaidBefore | PlainMessage | None:
    if not meant:
        return _none_such(back, inquiry)
    query = TurnQuery(inquiry.question.session_id, subject(back.about), MOST_LISTED, inquiry.question.replaces, frozenset(meant))
    scored = await find_turns(query, context.turns, context.vectors, context.principal)
    terms = {term.token for term in question_terms(query.text)}
    found = tuple(one.turn for one in scored if _means(one, back.about) and _is_about(one.turn, terms))
    if back.places:  # "the first question about leave" is the first of those
        placed = at_places(back, sorted(turn.turn_id for turn in found))
        found = tuple(turn for turn in found if turn.turn_id in placed)
    best = next(iter(found), None)
    if best is None:
        return _none_such(back, inquiry)
    if back.asks_what and len(found) > 1:
        in_order = tuple(sorted(found, key=lambda turn: turn.turn_id))
        return TurnsMeant(inquiry=inquiry, turns=in_order, found=len(found), asked=tuple(asked))
    if context.models is None or back.asks_what:
        return SaidBefore(inquiry, best)
    if context.profile.history == "select":
        return PlainMessage(await remembered(inquiry, context), None, None)
    return PlainMessage(replace(inquiry, recalled=found[:MOST_RECALLED]), None, None)


def _points(message: Message) -> bool:
    """Whether the message refers to documents; a name that may as well be words of the question does not."""
    pointer = message.pointer
    return pointer is not None and not (isinstance(pointer, DocumentIds) and not any(one.certain for one in pointer.ids))


def _means(found: ScoredTurn, about: str) -> bool:
    return is_meant(found) or names_all(about, found.turn.content.user_text)


def names_all(about: str, question: str) -> bool:
    """Whether the question has each of the words, which may be part of a longer one in Korean and Japanese: 펌프, 터보펌프."""
    text = normalise(question).lower()
    words = normalise(about).lower().split()
    return bool(words) and all(re.search(rf"\b{re.escape(word)}" if word.isascii() else re.escape(word), text) for word in words)


def _is_about(turn: Turn, terms: Set[str]) -> bool:
    """Whether the turn answers about the terms, or asks with one of them: a refusal names documents that are near."""
    return turn.content.found == "answered" or not terms.isdisjoint(passage_tokens(turn.content.user_text).split())


def _none_such(back: LookingBack, inquiry: Inquiry) -> PlainMessage | None:
    """Where the message asks what was said, the documents answer it, beside a notice that nothing was."""
    if not back.asks_what:
        return None
    notice = inquiry.notice or RECOUNT_WORDINGS[inquiry.language].none_such
    return PlainMessage(replace(inquiry, notice=notice), None, None)


def turns_within(back: LookingBack, asked: Sequence[tuple[int, datetime]], now: datetime) -> tuple[int, ...]:
    """The numbers of the turns of the time that is meant, in their order; `asked` are number and wall-clock time of every
    question."""
    kept = _last_sitting(asked, now) if back.last_time else asked
    within = back.periods
    return tuple(number for number, ts in kept if not within or any(period.holds(ts) for period in within))


def at_places(back: LookingBack, turns: Sequence[int]) -> tuple[int, ...]:
    """Those of the turns, in their order, that are at the places meant; all of them where none is named."""
    if not back.places:
        return tuple(turns)
    places = {place for first, last in back.places for place in _indices(first, last, len(turns))}
    return tuple(number for place, number in enumerate(turns) if place in places)


def _indices(first: int, last: int, count: int) -> range:
    begin, end = (one - 1 if one > 0 else count + one for one in (first, last))
    return range(max(0, begin), min(count, end + 1))


def _last_sitting(asked: Sequence[tuple[int, datetime]], now: datetime) -> list[tuple[int, datetime]]:
    """The questions of the sitting before this one: a message after a long silence begins another."""
    sittings: list[list[tuple[int, datetime]]] = [[]]
    for one, after in pairwise((*asked, (0, now))):
        sittings[-1].append(one)
        if after[1] - one[1] > SILENCE:
            sittings.append([])
    return sittings[-2] if len(sittings) > 1 else []


def wall_clock(moment: datetime, context: TurnContext) -> datetime:
    """The time by the clock of the people who ask, without its zone."""
    return context.profile.here(moment).replace(tzinfo=None, microsecond=0)


async def _turns(numbers: Sequence[int], inquiry: Inquiry, context: TurnContext) -> tuple[Turn, ...]:
    session = inquiry.question.session_id
    return tuple([await context.turns.turn(session, number, context.principal) for number in numbers])
