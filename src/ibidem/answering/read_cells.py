"""The cell of a row that answers, where a question names none of its columns by words: each cell is read as a line of its own.

"야간 요금" is said of a column "Night fare", "December" of one "Dec", "how much does it cost" of one "Price (KRW)": no list of
words knows that, a reader and an encoder do.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp

from ibidem.answering.choosing import Quote
from ibidem.answering.conditions import places
from ibidem.domain.documents import VectorQuery
from ibidem.domain.windows import Line, Window
from ibidem.finding.windows import LINES
from ibidem.language.calculations import neutral_words, without, words_of
from ibidem.language.normal import normalise
from ibidem.language.question_words import subject
from ibidem.language.tables import cells_of, row_in_words
from ibidem.ports.indexes import VectorIndex
from ibidem.ports.models import Reader

# What the score of a cell's line and its nearness count, fitted on 94 rows of which it is known which cell answers: 42 of
# training/worlds-dev and 52 written for this. The right cell is the first of 70 by the score alone, of 75 by the nearness alone,
# and of 78 by both.
_SAID, _LIKENESS = 0.5, 4.0
# Cells to choose from: of two, both are soon read, and of 23 such rows two cells are chosen surely and wrongly.
_LEAST = 3


@dataclass(frozen=True, slots=True)
class ReadCell:
    """The columns to show, from 1, of a row: the one whose cell answers best, and those whose cells the question says. With what
    probability it is that one of all."""

    columns: tuple[int, ...]
    probability: float


@dataclass(frozen=True, slots=True)
class BestLine:
    """The place of the line that answers best of some, from 0, and with what probability it is that one of all."""

    place: int
    probability: float


async def cell_read(query: VectorQuery, row: Quote, reader: Reader, vectors: VectorIndex) -> ReadCell | None:
    """The cell of a row under its head that answers a question; None where there are few to choose from, where the question
    asks for nothing but the row, or in a language that is none of the encoder's.

    Raises ModelUnavailable and ModelRefused.
    """
    title, names, cells = row.passage.document.title, cells_of(row.head), cells_of(row.text)
    said, left = _said(normalise(query.question), cells)
    may = [at for at, (name, cell) in enumerate(zip(names, cells, strict=False)) if at and name and cell and at not in said]
    around = words_of(normalise(f"{title} {row.passage.chunk.section} {row.head}"))
    if len(names) != len(cells) or not _LEAST <= len(may) <= LINES or not words_of(subject(left)) - around - neutral_words():
        return None
    lines = [row_in_words(row.head, row.text, (*said, at)) for at in may]
    best = await best_line(query, title, lines, reader, vectors)
    return None if best is None else ReadCell(tuple(sorted((*said, may[best.place]))), best.probability)


async def best_line(
    query: VectorQuery, title: str, lines: Sequence[str], reader: Reader, vectors: VectorIndex
) -> BestLine | None:
    """The line that answers a question best of some in a document of this title; None where nothing is known of the question's
    language. Raises ModelUnavailable and ModelRefused."""
    starts = accumulate((len(line) + 1 for line in lines[:-1]), initial=0)
    window = Window(title, tuple(Line(line, start) for line, start in zip(lines, starts, strict=True)))
    (read,) = await reader.read(query.question, query.before, [window])
    likeness = await vectors.likeness(query, [f"{title}\n{line}" for line in lines])
    if not likeness:
        return None
    scores = [_SAID * score + _LIKENESS * near for score, near in zip(read.lines, likeness, strict=True)]
    place = max(range(len(lines)), key=scores.__getitem__)
    return BestLine(place, 1 / sum(exp(score - scores[place]) for score in scores))


def says_row(question: str, row: str) -> bool:
    """Whether a question says the first cell of a row."""
    name = cells_of(row)[0]
    return bool(name) and any(places(normalise(question), normalise(name), ""))


def _said(question: str, cells: Sequence[str]) -> tuple[list[int], str]:
    """The columns from 1 whose cells a question (normalised) says beside the first one, no bare numbers, and what is left of it
    without all of them."""
    said, left = list[int](), question
    for at, cell in sorted(enumerate(cells), key=lambda one: (one[0] > 0, -len(one[1]))):
        spans = list(places(left, normalise(cell), "")) if not at or any(map(str.isalpha, cell)) else []
        for start, end in reversed(spans):
            left = left[:start] + without(left[start:end]) + left[end:]
        if spans and at:
            said.append(at)
    return said, left
