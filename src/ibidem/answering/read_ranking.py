"""The best windows of a ranking read together with the question: which lines answer, and which passages come first."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp
from statistics import fmean, pstdev

from ibidem.domain.documents import Passage, VectorQuery
from ibidem.domain.windows import Line, ReadWindow, Window
from ibidem.finding.passages import Ranking
from ibidem.finding.windows import windows_of
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.models import Reader

# Windows read for an answer that is quoted, and for what a model is shown.
READ, RERANKED = 8, 16
# Passages whose windows may be read, and lines that are compared in meaning one by one, which takes 3 ms each.
PASSAGES, COMPARED = 16, 10
# What counts in a line's score beside what the reader says of the line, fitted on training/worlds-dev: how far its passage is
# ahead in the ranking, in deviations; how near its window is, and how much nearer than the others of its passage; the relevance
# of the window; how near the line is. The right line is the first for .40 of 451 questions by the reader's score of the line and
# of its window alone, for .50 without the nearness of the line, and for .54 with it.
_AHEAD, _NEAR, _NEARER, _RELEVANCE, _LIKENESS = 2.0, 4.0, 4.0, 0.6, 8.0
# What a nearness counts that is not known, because there are no vectors yet.
_UNKNOWN = 0.5
# What a line counts less that led the answer which is followed up: whoever goes on wants something else. Of 63 follow-ups of
# training/worlds-dev the first line is then right for .38 instead of .35, and no other document is cited.
_AGAIN = 5.0
# The logarithm of the odds that the best line answers, fitted on these and on 300 questions of six worlds more by the relevance
# of its window: nothing of it depends on what else the corpus holds. Of lines that get .2 to .4 of probability three in ten
# answer, of .4 to .6 half, of .6 to .8 seven in ten, above nine in ten. How near the line is tells no more of it: with it the
# area under the curve, between questions that the documents answer and others, was .67, and is .73 without it.
_ODDS, _OF_RELEVANCE = -0.275, 0.3
# Passages are shown with the probability that their best line is as good as the very best: a line so far below is half as
# probable.
_HALVED = 4.0


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A window of a passage; how near it is, and what it counts before anything is read."""

    passage: Passage
    window: Window
    near: float
    before: float


@dataclass(frozen=True, slots=True)
class _ReadLine:
    """A line of a window that was read, with what was said of both."""

    candidate: _Candidate
    line: Line
    relevance: float
    said: float
    likeness: float = _UNKNOWN
    again: bool = False

    @property
    def score(self) -> float:
        """What it counts among all lines."""
        counted = self.candidate.before + _RELEVANCE * self.relevance + self.said + _LIKENESS * self.likeness
        return counted - _AGAIN * self.again

    @property
    def place(self) -> tuple[str, int]:
        """Its document, and where it begins there."""
        chunk = self.candidate.passage.chunk
        return chunk.doc_id, chunk.offset + self.line.start

    @property
    def text(self) -> str:
        """As it is compared in meaning: under what stands above it."""
        return f"{self.candidate.window.over}\n{self.line.text}"


async def read_ranking(
    question: str,
    before: Sequence[str],
    ranking: Ranking,
    vectors: VectorIndex | None,
    reader: Reader,
    most: int = READ,
    said: frozenset[tuple[str, int]] = frozenset(),
) -> Ranking:
    """The ranking with the scores of the lines of its best windows, and the passages that were read first, by their best lines;
    `confidence` is then the probability that the best line answers.

    `said` are the lines that led the answer before, by their documents and where they begin in them.
    Raises ModelUnavailable, ModelRefused and StoreUnavailable.
    """
    passages = ranking.passages[:PASSAGES]
    query = VectorQuery(question, tuple(before))
    near: Sequence[Sequence[float]] = [()] * len(passages)
    if vectors is not None:
        near = await vectors.nearness(query, passages)
    best = sorted(_candidates(passages, near), key=lambda one: -one.before)[:most]
    read = await reader.read(question, before, [one.window for one in best])
    every = (replace(one, again=one.place in said) for one in _lines(best, read))
    lines = sorted(every, key=lambda one: -one.score)
    if not lines:
        return ranking
    if vectors is not None:
        lines = await _compared(query, lines, vectors)
    return replace(_in_order(ranking, lines), confidence=_probability(lines))


def _candidates(passages: Sequence[Passage], near: Sequence[Sequence[float]]) -> list[_Candidate]:
    scores = [passage.score for passage in passages]
    mean, deviation = fmean(scores), pstdev(scores) or 1.0
    found: list[_Candidate] = []
    for passage, of_windows in zip(passages, near, strict=True):
        windows = windows_of(passage)
        nearness = of_windows if len(of_windows) == len(windows) else [_UNKNOWN] * len(windows)
        ahead, nearest = _AHEAD * (passage.score - mean) / deviation, max(nearness, default=0.0)
        for window, one in zip(windows, nearness, strict=True):
            found.append(_Candidate(passage, window, one, ahead + _NEAR * one - _NEARER * (nearest - one)))
    return found


def _lines(windows: Sequence[_Candidate], read: Sequence[ReadWindow]) -> list[_ReadLine]:
    return [
        _ReadLine(one, line, said.relevance, score)
        for one, said in zip(windows, read, strict=True)
        for line, score in zip(one.window.lines, said.lines, strict=True)
    ]


async def _compared(query: VectorQuery, lines: Sequence[_ReadLine], vectors: VectorIndex) -> list[_ReadLine]:
    """The lines in their new order, the first ones compared with the question in meaning; the others as far as the farthest."""
    first = lines[:COMPARED]
    likeness = await vectors.likeness(query, [one.text for one in first])
    if not likeness:
        return list(lines)
    farthest = min(likeness)
    known = [replace(one, likeness=near) for one, near in zip(first, likeness, strict=True)]
    return sorted([*known, *(replace(one, likeness=farthest) for one in lines[COMPARED:])], key=lambda one: -one.score)


def _probability(lines: Sequence[_ReadLine]) -> float:
    """The probability that the first line answers."""
    return 1 / (1 + exp(-_ODDS - _OF_RELEVANCE * lines[0].relevance))


def _in_order(ranking: Ranking, lines: Sequence[_ReadLine]) -> Ranking:
    """The passages that were read by their best lines, then the others as they were."""
    best: dict[str, float] = {}
    for one in lines:
        best.setdefault(one.candidate.passage.chunk.chunk_id, one.score)
    shares = {chunk_id: 0.5 ** ((lines[0].score - score) / _HALVED) for chunk_id, score in best.items()}
    pairs = list(zip(ranking.passages, ranking.tokens, strict=True))
    read = sorted((pair for pair in pairs if pair[0].chunk.chunk_id in best), key=lambda pair: -best[pair[0].chunk.chunk_id])
    rest = [pair for pair in pairs if pair[0].chunk.chunk_id not in best]
    below, highest = min(shares.values()), max((passage.score for passage, _ in rest), default=0.0)
    return replace(
        ranking,
        passages=(
            *(_read_as(passage, shares[passage.chunk.chunk_id]) for passage, _ in read),
            *(replace(passage, score=below * max(passage.score, 0.0) / (highest or 1.0)) for passage, _ in rest),
        ),
        tokens=tuple(tokens for _, tokens in (*read, *rest)),
        lines=_places(lines),
        method=f"{ranking.method}+reader",
    )


def _read_as(passage: Passage, share: float) -> Passage:
    return replace(passage, score=share, match=replace(passage.match, by_reader=share))


def _places(lines: Sequence[_ReadLine]) -> Mapping[tuple[str, int], float]:
    return {one.place: one.score for one in lines}
