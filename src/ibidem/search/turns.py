"""Finds the turns of a session that are about something: what was said, what was said around it, and on which day."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from math import log
from statistics import fmean, pstdev

from ibidem.domain.conversation import ScoredTurn, TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.errors import ModelError, StoreUnavailable
from ibidem.language.bounding import bounded
from ibidem.language.search_text import WORD, passage_tokens, question_terms
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.stores import NOTHING_NEAR, TurnStore

logger = logging.getLogger(__name__)

# What a turn counts by, beside its own words: those of it and the turn before, of the five around it, and of its whole sitting.
# Questions about two conversations of LoCoMo, evidence within the first 5 and 10 turns: by its own words alone .58 and .66, with
# these .72 and .80; half or double of each is alike.
_PAIR, _WINDOW, _SITTING = 0.5, 1.5, 0.8
_NEIGHBOURS = 2  # before and after
# What meaning counts beside words, both in standard deviations: .3 to .7 are alike.
_MEANING = 0.5
# BM25, as tantivy has it.
_K1, _B = 1.2, 0.75
# After a longer silence a conversation begins anew.
_SILENCE = timedelta(hours=4)
# Characters of a question, and of an answer, that are searched: an answer is shorter, and to analyse a text takes a second for
# some 200,000 of them. Of each part that is embedded: a model reads 2,000 in all, and a beginning says what a turn is about.
SEARCHED, _MEANT = 2_000, 500
# An embedder takes a fraction of a second; the results by words do not wait for it.
_SECONDS = 3.0
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

Rows = Sequence[Sequence[float]]


@dataclass(frozen=True, slots=True)
class SaidTurn:
    """A turn as it is ranked: its number, its time, and its search tokens with spaces between."""

    turn_id: int
    ts: datetime
    tokens: str


@dataclass(frozen=True, slots=True)
class RankedTurn:
    """A turn's place in a ranking: its score, and the share of the query's words, by their
    worth, that it holds, 0 to 1."""

    turn_id: int
    score: float
    held: float


def tokens_of(asked: str, answered: str, titles: Sequence[str] = ()) -> str:
    """The search tokens of a turn: of its question, its answer and the titles that it cites."""
    text = "\n".join((bounded(asked[:SEARCHED]), bounded(answered[:SEARCHED])))
    return passage_tokens(text, " ".join(titles)[:SEARCHED])


def text_of(before: str, asked: str, answered: str) -> str:
    """What is embedded of a turn: the question before, its question, and the beginning of its answer."""
    return "\n".join(part[:_MEANT] for part in (before, asked, answered) if part)


async def find_turns(
    query: TurnQuery, turns: TurnStore, vectors: VectorIndex | None, principal: Principal
) -> Sequence[ScoredTurn]:
    """The turns of a session that are about the query, best first, by words, and by meaning where it answers in time.

    Raises NotFound and InvalidInput as `TurnStore.search`.
    """
    nearness = NOTHING_NEAR if vectors is None else await _near_in_time(query, vectors, principal)
    return await turns.search(query, principal, nearness)


async def _near_in_time(query: TurnQuery, vectors: VectorIndex, principal: Principal) -> Mapping[int, float]:
    try:
        async with asyncio.timeout(_SECONDS):
            return await vectors.near_turns(query.session_id, query.text, principal)
    except (ModelError, StoreUnavailable, TimeoutError) as error:
        logger.warning("turns were not searched by meaning: %s", error or "it took too long")
        return NOTHING_NEAR


def rank_turns(query: str, turns: Sequence[SaidTurn], nearness: Mapping[int, float]) -> list[RankedTurn]:
    """The turns that hold a word of the query or are near to it in meaning, best first, of equal ones the latest.

    `turns` are all of a session, in order; one without a `nearness` counts as the farthest. The ranking is BM25 (Robertson and
    Zaragoza 2009) within the session.
    """
    terms = question_terms(query)
    if not turns:
        return []
    places = {term.token: place for place, term in enumerate(terms)}
    own = [_counts(turn.tokens.split(), places) for turn in turns]
    dated = [_sum((counts, _counts(_date_tokens(turn.ts.date()), places))) for turn, counts in zip(turns, own, strict=True)]
    sitting = sittings(turns)
    pairs = [_around(own, sitting, at, 1, 0) for at in range(len(turns))]
    windows = [_around(own, sitting, at, _NEIGHBOURS, _NEIGHBOURS) for at in range(len(turns))]
    wholes: list[list[float]] = []
    for at, counts in enumerate(dated):
        if at and sitting[at] == sitting[at - 1]:
            wholes[-1] = _sum((wholes[-1], counts))
        else:
            wholes.append(list(counts))
    weights = [term.weight for term in terms]
    of_sitting = _bm25(wholes, weights)
    by_words = [
        score + _PAIR * pair + _WINDOW * window + _SITTING * of_sitting[sitting[at]]
        for at, (score, pair, window) in enumerate(
            zip(_bm25(dated, weights), _bm25(pairs, weights), _bm25(windows, weights), strict=True)
        )
    ]
    fused = _fused(by_words, turns, nearness)
    held = _held(own, [term.weight if term.token[0] == WORD else 0.0 for term in terms])
    ranked = [
        RankedTurn(turn.turn_id, score, share)
        for turn, score, share, words in zip(turns, fused, held, by_words, strict=True)
        if words > 0 or turn.turn_id in nearness
    ]
    return sorted(ranked, key=lambda one: (-one.score, -one.turn_id))


def _fused(by_words: Sequence[float], turns: Sequence[SaidTurn], nearness: Mapping[int, float]) -> Sequence[float]:
    near = [nearness[turn.turn_id] for turn in turns if turn.turn_id in nearness]
    if not near:
        return by_words
    farthest = min(near)
    meant = _deviations([nearness.get(turn.turn_id, farthest) for turn in turns])
    return [words + _MEANING * meaning for words, meaning in zip(_deviations(by_words), meant, strict=True)]


def _counts(tokens: Sequence[str], places: Mapping[str, int]) -> list[float]:
    """How often each term stands among the tokens; last, how many tokens there are."""
    counts = [0.0] * (len(places) + 1)
    for token in tokens:
        place = places.get(token)
        if place is not None:
            counts[place] += 1
    counts[-1] = len(tokens)
    return counts


def _around(rows: Rows, sitting: Sequence[int], at: int, before: int, after: int) -> list[float]:
    near = range(max(0, at - before), min(len(rows), at + after + 1))
    return _sum([rows[other] for other in near if sitting[other] == sitting[at]])


def _sum(rows: Rows) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def sittings(turns: Sequence[SaidTurn]) -> list[int]:
    """The number of each turn's sitting, from 0."""
    numbers = [0]
    for before, turn in pairwise(turns):
        numbers.append(numbers[-1] + (turn.ts - before.ts > _SILENCE))
    return numbers


def _idf(rows: Rows, terms: int) -> list[float]:
    found = [sum(1 for row in rows if row[place]) for place in range(terms)]
    return [log(1 + (len(rows) - count + 0.5) / (count + 0.5)) for count in found]


def _bm25(rows: Rows, weights: Sequence[float]) -> list[float]:
    worth = [idf * weight for idf, weight in zip(_idf(rows, len(weights)), weights, strict=True)]
    mean = fmean(row[-1] for row in rows) or 1.0
    scores: list[float] = []
    for row in rows:
        norm = _K1 * (1 - _B + _B * row[-1] / mean)
        counts = zip(worth, row, strict=False)
        scores.append(sum(value * count * (_K1 + 1) / (count + norm) for value, count in counts if count))
    return scores


def _held(rows: Rows, weights: Sequence[float]) -> list[float]:
    worth = [idf * weight for idf, weight in zip(_idf(rows, len(weights)), weights, strict=True)]
    whole = sum(worth) or 1.0
    return [sum(value for value, count in zip(worth, row, strict=False) if count) / whole for row in rows]


def _deviations(scores: Sequence[float]) -> list[float]:
    """The scores in standard deviations from their mean; nothing where they are all alike."""
    mean, deviation = fmean(scores), pstdev(scores)
    return [(score - mean) / deviation if deviation else 0.0 for score in scores]


@lru_cache(maxsize=1024)
def _date_tokens(day: date) -> tuple[str, ...]:
    """A day as people write it in the three languages."""
    written = (
        f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
        f"{day.year}년 {day.month}월 {day.day}일",
        f"{day.year}年{day.month}月{day.day}日",
    )
    return tuple(dict.fromkeys(passage_tokens("\n".join(written)).split()))
