"""Text in columns that a page prints line by line across them: read column by column, without the numbers of its lines."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from ibidem.corpus.reading.page_lines import Line, Row
from ibidem.corpus.reading.unruled_tables import CELL_GAP

_LEAST_LINES = 3
_LEAST_NUMBERED = 5  # lines; fewer are the steps of a list
_NARROWEST = 8.0  # heights of a line that text in a column takes on the average; a table's cells are shorter
_CHANNEL = 0.8  # heights of a line that are free between two columns, all the way down
_MOST_FULL = 0.6  # of the lines of a column without room for the next word; the others end paragraphs
_STEP = 3.0  # heights of a line, at most, from one line of a column to the next
_NUMBER = re.compile(r"\d{1,4}")

_Channel = tuple[float, float]


def column_by_column(lines: Sequence[Line]) -> Iterator[Line]:
    """The lines of a page. Where text stands in columns and lines run across them, each column comes whole after the one before
    it; the numbers beside numbered lines are left out."""
    at = 0
    while at < len(lines):
        end, channels = _region(lines, at)
        columns = list(_columns(lines[at:end], channels)) if end - at >= _LEAST_LINES else []
        if len(columns) > 1 and all(map(_is_text, columns)):
            for column in columns:
                yield from column
        elif len(columns) == 2 and _are_numbers(columns[0]) and _is_text(columns[1]):
            yield from columns[1]
        else:
            end = max(end - 1, at + 1) if columns else at + 1
            yield from lines[at:end]
        at = end


def _region(lines: Sequence[Line], at: int) -> tuple[int, list[_Channel]]:
    """Where the lines end that leave the same upright channels free, from this one on, and the channels."""
    channels = list(_gaps(lines[at]))
    end = at + 1
    while channels and end < len(lines):
        before, line = lines[end - 1], lines[end]
        if isinstance(line, Row) or not 0 < before.bottom - line.bottom <= _STEP * line.height or not _alike(before, line):
            break
        free = [(float("-inf"), line.left), *_gaps(line), (line.right, float("inf"))]
        left = list(_shared(channels, free, _CHANNEL * line.height))
        if not left:
            break
        channels, end = left, end + 1
    return end, channels


def _alike(a: Line, b: Line) -> bool:
    return abs(a.height - b.height) < 0.1 * a.height


def _gaps(line: Line) -> Iterator[_Channel]:
    if not isinstance(line, Row):
        yield from ((a.right, b.left) for a, b in pairwise(line.parts) if b.gap > CELL_GAP)


def _shared(channels: Sequence[_Channel], free: Sequence[_Channel], least: float) -> Iterator[_Channel]:
    for begin, end in channels:
        for first, last in free:
            if min(end, last) - max(begin, first) >= least:
                yield max(begin, first), min(end, last)


def _columns(lines: Sequence[Line], channels: Sequence[_Channel]) -> Iterator[list[Line]]:
    """The lines of each column between the channels."""
    edges = [float("-inf"), *((begin + end) / 2 for begin, end in channels), float("inf")]
    for left, right in pairwise(edges):
        column = [part for line in lines if (part := _within(line, left, right)) is not None]
        if column:
            yield column


def _within(line: Line, left: float, right: float) -> Line | None:
    parts = [part for part in line.parts if left <= part.left < right]
    if len(parts) == len(line.parts):
        return line
    if not parts:
        return None
    last = parts[-1] is line.parts[-1]
    text = " ".join(part.text for part in parts)
    broken = line.hyphenated if last else text.endswith("-") and text[-2:-1].isalpha()
    first = replace(parts[0], gap=0.0)
    return replace(line, text=text, parts=(first, *parts[1:]), left=first.left, right=parts[-1].right, hyphenated=broken)


def _is_text(column: Sequence[Line]) -> bool:
    """Whether the lines are those of running text: wide, and mostly without room for the next one's first word."""
    pairs = list(pairwise(column))
    if len(pairs) < _LEAST_LINES - 1 or sum((line.right - line.left) / line.height for line in column) < _NARROWEST * len(column):
        return False
    edge = max(line.right for line in column)
    full = sum(before.right + first_word(line) + 0.2 * line.height > edge for before, line in pairs)
    return full >= _MOST_FULL * len(pairs)


def first_word(line: Line) -> float:
    """How wide the line's first word is; of a script without spaces some letters."""
    word = line.text.split(" ")[0]
    return (line.right - line.left) * min(len(word), 12 if word.isascii() else 4) / len(line.text)


def _are_numbers(column: Sequence[Line]) -> bool:
    """Whether the lines are numbers, each one more than the one before."""
    said = [line.text.strip() for line in column]
    if len(said) < _LEAST_NUMBERED or not all(map(_NUMBER.fullmatch, said)):
        return False
    return all(int(b) == int(a) + 1 for a, b in pairwise(said))
