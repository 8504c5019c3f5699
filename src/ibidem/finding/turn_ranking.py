"""Ranks the turns of a session: by BM25 over what was said in them, around them and on their day, and by meaning.

Imported where turns are ranked, and nowhere else: numpy takes a tenth of a second.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ibidem.domain.documents import WeightedTerm
from ibidem.finding.find_turns import COUNT_BITS, RankedTurn, SaidTurn, number_of, sittings
from ibidem.language.search_text import WORD, passage_tokens

Numbers = NDArray[np.float64]
Places = NDArray[np.int64]

# What a turn counts by, beside its own words: those of it and the turn before, of the five around it, and of its whole sitting.
# Questions about two conversations of LoCoMo, evidence within the first 5 and 10 turns: by its own words alone .58 and .66, with
# these .72 and .80; half or double of each is alike.
_PAIR, _WINDOW, _SITTING = 0.5, 1.5, 0.8
_NEIGHBOURS = 2  # before and after
# What meaning counts beside words, both in standard deviations: .3 to .7 are alike.
_MEANING = 0.5
# BM25, as tantivy has it.
_K1, _B = 1.2, 0.75
# Terms of a query times turns that are counted together. Larger arrays take longer to find room for than to compute.
AT_ONCE = 16_000
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


@dataclass(frozen=True, slots=True)
class _Rows:
    """How often each term of a query stands in each text, (terms, texts), and how long each text is, in tokens, (texts,)."""

    counts: Numbers
    lengths: Numbers


def rank_turns(asked: Sequence[WeightedTerm], turns: Sequence[SaidTurn], nearness: Mapping[int, float]) -> Iterator[RankedTurn]:
    """The turns that hold a term or are near to the query in meaning, best first, of equal ones the latest.

    `turns` are all of a session, in order; one without a `nearness` counts as the farthest. The ranking is BM25 (Robertson and
    Zaragoza 2009) within the session.
    """
    if not turns:
        return
    said = _Said(turns, [term.token for term in asked])
    by_words, held, whole = np.zeros(len(turns)), np.zeros(len(turns)), 0.0
    step = max(1, AT_ONCE // len(turns))
    for start in range(0, len(asked), step):
        terms = asked[start : start + step]
        own = said.rows(start, start + len(terms))
        by_words += said.scores(own, terms)
        worth = _worth(own, np.array([term.weight if term.token[0] == WORD else 0.0 for term in terms]))
        held += (worth[:, None] * (own.counts > 0)).sum(axis=0)
        whole += worth.sum()
    numbers = np.array([turn.turn_id for turn in turns])
    near = np.array([nearness.get(turn.turn_id, np.nan) for turn in turns])
    scores, shares = _fused(by_words, near), held / (whole or 1.0)
    order = np.lexsort((-numbers, -scores))
    order = order[(by_words > 0)[order] | ~np.isnan(near)[order]]
    yield from map(RankedTurn, numbers[order].tolist(), scores[order].tolist(), shares[order].tolist())


class _Said:
    """The turns of a session, and in which of them each token of a query stands."""

    def __init__(self, turns: Sequence[SaidTurn], tokens: Sequence[str]) -> None:
        terms = np.frombuffer(b"".join([turn.terms for turn in turns]), dtype="<u8")
        sizes = np.array([len(turn.terms) // terms.itemsize for turn in turns])
        begins = np.cumsum(sizes) - sizes
        self._lengths = terms[begins].astype(np.float64)
        self._found = _found(terms, begins, tokens)
        self._sitting = np.array(sittings(turns))
        self._first = np.flatnonzero(np.diff(self._sitting, prepend=-1))
        days = {turn.ts.date(): None for turn in turns}
        self._days = [_date_tokens(day) for day in days]
        place = {day: number for number, day in enumerate(days)}
        self._day_of = np.array([place[turn.ts.date()] for turn in turns])

    def rows(self, first: int, end: int) -> _Rows:
        """The turns themselves, by the tokens from `first` to before `end`."""
        places, turns, times = self._found
        here = slice(*np.searchsorted(places, (first, end)))
        counts = np.zeros((end - first, len(self._sitting)))
        counts[places[here] - first, turns[here]] = times[here]
        return _Rows(counts, self._lengths)

    def scores(self, own: _Rows, terms: Sequence[WeightedTerm]) -> Numbers:
        """What each turn counts by these terms, (turns,)."""
        weights = np.array([term.weight for term in terms])
        dated = self._dated(own, [term.token for term in terms])
        here = np.arange(len(self._sitting))
        begin, end = self._first[self._sitting], np.append(self._first[1:], len(here))[self._sitting]
        pairs = _around(own, np.maximum(here - 1, begin), here + 1)
        windows = _around(own, np.maximum(here - _NEIGHBOURS, begin), np.minimum(here + _NEIGHBOURS + 1, end))
        wholes = _around(dated, self._first, np.append(self._first[1:], len(here)))
        of_sitting = _bm25(wholes, weights)[self._sitting]
        around = _PAIR * _bm25(pairs, weights) + _WINDOW * _bm25(windows, weights)
        return _bm25(dated, weights) + around + _SITTING * of_sitting

    def _dated(self, own: _Rows, tokens: Sequence[str]) -> _Rows:
        """The turns with their day as people write it."""
        named = np.array([[token in day for day in self._days] for token in tokens], dtype=np.float64)
        lengths = np.array([len(day) for day in self._days])
        return _Rows(own.counts + named[:, self._day_of], own.lengths + lengths[self._day_of])


def _found(terms: NDArray[np.uint64], begins: Places, tokens: Sequence[str]) -> tuple[Places, Places, NDArray[np.uint64]]:
    """Where tokens stand: the place of one among them, in order; the turn; and how often it stands there.

    `terms` are those of all turns, and `begins` where those of each turn begin.
    """
    numbers = np.array([number_of(token) for token in tokens], dtype=np.uint64)
    order = np.argsort(numbers)
    # Most of what was said is none of them, as its last 16 bits mostly show.
    likely = np.zeros(1 << 16, dtype=np.bool_)
    likely[numbers & np.uint64(0xFFFF)] = True
    at = np.flatnonzero(likely[terms.view("<u2")[COUNT_BITS // 16 :: 4]])
    said = terms[at] >> np.uint64(COUNT_BITS)
    sought = np.searchsorted(numbers[order], said)
    same = np.append(numbers[order], np.uint64(0))[sought] == said
    at, places = at[same], order[sought[same]]
    in_order = np.argsort(places, kind="stable")
    at = at[in_order]
    turns = np.searchsorted(begins, at, side="right") - 1
    return places[in_order], turns, terms[at] & np.uint64((1 << COUNT_BITS) - 1)


def _around(rows: _Rows, begin: Places, end: Places) -> _Rows:
    """Several texts as one, each from `begin` to before `end`, which are (texts,)."""
    return _Rows(_between(rows.counts, begin, end), _between(rows.lengths, begin, end))


def _between(values: Numbers, begin: Places, end: Places) -> Numbers:
    """The sums of the values from `begin` to before `end`, along the last axis. They are whole numbers: nothing is lost."""
    before = np.zeros((*values.shape[:-1], values.shape[-1] + 1))
    np.cumsum(values, axis=-1, out=before[..., 1:])
    sums = before[..., end]
    sums -= before[..., begin]
    return sums


def _worth(rows: _Rows, weights: Numbers) -> Numbers:
    """What each term is worth among the rows: its weight and how rare it is."""
    found = np.count_nonzero(rows.counts, axis=1)
    return np.log(1 + (len(rows.lengths) - found + 0.5) / (found + 0.5)) * weights


def _bm25(rows: _Rows, weights: Numbers) -> Numbers:
    norm = _K1 * (1 - _B + _B * rows.lengths / (rows.lengths.mean() or 1.0))
    # In one array: the memory of each further one takes longer than all the computing.
    scores = rows.counts + norm
    np.divide(rows.counts, scores, out=scores)
    scores *= (_worth(rows, weights) * (_K1 + 1))[:, None]
    # Added up term by term, so that equal texts have equal scores.
    return scores.sum(axis=0)


def _fused(by_words: Numbers, near: Numbers) -> Numbers:
    """Both together; `near` is NaN where nothing is known."""
    if np.isnan(near).all():
        return by_words
    return _deviations(by_words) + _MEANING * _deviations(np.where(np.isnan(near), np.nanmin(near), near))


def _deviations(scores: Numbers) -> Numbers:
    """The scores in standard deviations from their mean; nothing where they are all alike."""
    deviation = scores.std()
    if (scores == scores[0]).all() or deviation == 0:  # what is hardly different has squares of 0
        return np.zeros_like(scores)
    return (scores - scores.mean()) / deviation


@lru_cache(maxsize=1024)
def _date_tokens(day: date) -> frozenset[str]:
    """A day as people write it in the three languages."""
    written = (
        f"{day.day} {_MONTHS[day.month - 1]} {day.year}",
        f"{day.year}년 {day.month}월 {day.day}일",
        f"{day.year}年{day.month}月{day.day}日",
    )
    return frozenset(passage_tokens("\n".join(written)).split())
