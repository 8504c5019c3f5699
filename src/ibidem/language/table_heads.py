"""Which rows of a table are its head, known by the cells alone: none, the first one, or several with merged cells among them."""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

from ibidem.language.tables import columns

Rows = Sequence[Sequence[str]]

BETWEEN_HEADS = " / "  # of a merged head and one below it: "Fare / Night"
_MOST_HEADS = 4  # rows
_NUMBER = re.compile(r"[-+−±<>≤≥~≈₩¥$€£(]{0,2}\s?\d")
_PLAIN_NUMBER = re.compile(r"[-+−]?\d[\d,]*(?:\.\d+)?")
_DIGITS, _LETTERS = re.compile(r"\d+"), re.compile(r"[^\W\d_]+")
_LONG = 25  # columns of a cell that explains and names nothing
_ALIKE = 0.5  # of the cells below
_NAMED_AGAIN = 0.5  # of the names of a head, and two at least, stand again in the head of the next part of a table


def head_rows(rows: Rows, marked: int | None = None) -> int:
    """How many rows at the top name the columns, where a format marks so many of them, or None where it marks nothing.

    They are several where the upper ones have cells that span the names below them, else one, where it differs from the rows
    below. Two columns may be names and their values, without a head ("Customer | Norrland Film"). There the first row is a head
    only where the others show it: they repeat a name, hold codes, numbers or explanations, and it does not.
    """
    if len(rows) < 2 or marked == 0:
        return 0
    merged = _merged_heads(rows)
    if marked is not None or merged > 1:
        return max(min(marked or 0, len(rows) - 1), merged)
    by_column = _by_column(rows)
    return int(_names_two(by_column) if len(by_column) == 2 else not _is_like_those_below(by_column))


def heads_again(rows: Rows, count: int) -> list[int]:
    """The places of the rows below a head of `count` rows that name the columns anew, most of them as the head does and at least
    one in another way: the next of several alike tables that stand in one grid. None that only repeats the head."""
    head, found = rows[count - 1], list[int]()
    names = sum(map(bool, head))
    for at in range(count, len(rows) - 1):
        row = rows[at]
        named = [(own, cell) for own, cell in zip(head, row, strict=False) if cell]
        same = sum(own == cell for own, cell in named)
        others = [cell for own, cell in named if own != cell]
        if others and same >= max(2, _NAMED_AGAIN * names) and not any(map(_NUMBER.match, others)):
            head, names = row, sum(map(bool, row))
            found.append(at)
    return found


def is_first_row_data(rows: Rows) -> bool:
    """Whether the first row is one like those below: its codes and numbers are written as theirs are."""
    return len(rows) > 1 and _is_like_those_below(_by_column(rows))


def spelt_out(heads: Rows) -> list[str]:
    """The names of the columns in one row, each under the merged ones above it: "Fare / Night"."""
    names = [""] * max(map(len, heads))
    for row in heads[:-1]:
        names = _under(names, _reaching(names, row))
    return _under(names, heads[-1])


def _under(above: Sequence[str], row: Sequence[str]) -> list[str]:
    wide = [*row, *[""] * (len(above) - len(row))]
    said = [one.rpartition(BETWEEN_HEADS)[2] for one in above]
    joined = zip(above, said, wide, strict=True)
    return [one if not own or own == last else f"{one}{BETWEEN_HEADS}{own}" if one else own for one, last, own in joined]


def _reaching(above: Sequence[str], row: Sequence[str]) -> list[str]:
    """The row with a cell that spans several columns said in each, as far as the one above it reaches."""
    said: list[str] = []
    for at, name in enumerate(above):
        cell = row[at] if at < len(row) else ""
        said.append(said[-1] if at and not cell and name == above[at - 1] else cell)
    return said


def _merged_heads(rows: Rows) -> int:
    """How many rows at the top are heads: each names the columns that the ones above leave together, the last one every one."""
    names = _reaching([""] * len(rows[0]), rows[0])
    for count in range(2, min(_MOST_HEADS, len(rows) - 1) + 1):
        own = rows[count - 1]
        spanned = [at for at, name in enumerate(names) if name and name in (*names[max(at - 1, 0) : at], *names[at + 1 : at + 2])]
        if len(own) != len(names) or not spanned or not _names_spanned(spanned, names, own):
            return 1
        if all(own[at] for at in spanned):
            return count
        names = _under(names, _reaching(names, own))
    return 1


def _names_spanned(spanned: Sequence[int], above: Sequence[str], own: Sequence[str]) -> bool:
    """Whether a row says something new under the merged cells above it, and nothing under the others."""
    alone = [at for at in range(len(own)) if at not in spanned]
    first = [at for at in spanned if at == 0 or above[at] != above[at - 1]]
    if any(own[at] and own[at] != above[at] for at in alone) or not all(own[at] and own[at] != above[at] for at in first):
        return False
    return bool(alone) or not any(_NUMBER.match(own[at]) for at in spanned)


def _by_column(rows: Rows) -> list[tuple[str, list[str]]]:
    """The first cell of each column, and what stands below it."""
    below: list[list[str]] = [[] for _ in rows[0]]
    for row in rows[1:]:  # a row at a time: most may be far shorter than the first
        for column, cell in zip(below, row, strict=False):
            if cell:
                column.append(cell)
    return list(zip(rows[0], below, strict=True))


def _names_two(by_column: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Whether the first row of two columns is their head."""
    (name, names), (value, values) = by_column
    if not names or not values or not name or _NUMBER.match(value):
        return False
    repeats = max(Counter(names).values()) > 1
    codes = not _DIGITS.search(name) and all(map(_DIGITS.search, names)) and _is_alike(_shape(names[0]), names)
    numbers = not _DIGITS.search(value) and all(map(_NUMBER.match, values))
    explained = len(values) > 1 and columns(value) < _LONG <= min(map(columns, values))
    texts = columns(name) < _LONG and sum(columns(one) >= _LONG for one in names) >= _ALIKE * len(names)
    return repeats or codes or numbers or explained or texts


def _is_like_those_below(by_column: Sequence[tuple[str, Sequence[str]]]) -> bool:
    """Whether a cell of the first row is a code or number as those below it, and not one of a run of years or sizes; and none
    names numbers."""
    if any(cell and below and not _DIGITS.search(cell) and all(map(_PLAIN_NUMBER.fullmatch, below)) for cell, below in by_column):
        return False
    running = _run([cell for cell, _ in by_column])
    return any(
        at not in running and _DIGITS.search(cell) is not None and bool(below) and _is_alike(_shape(cell), below)
        for at, (cell, below) in enumerate(by_column)
    )


def _run(cells: Sequence[str]) -> frozenset[int]:
    """The places of numbers that name columns: years, and two or more that rise or fall."""
    numbers = [(at, float(cell.replace(",", ""))) for at, cell in enumerate(cells) if _PLAIN_NUMBER.fullmatch(cell)]
    values = [number for _, number in numbers]
    rising = len(values) > 1 and (all(a < b for a, b in pairwise(values)) or all(a > b for a, b in pairwise(values)))
    years = bool(values) and all(1900 <= number <= 2100 and number.is_integer() for number in values)
    return frozenset(at for at, _ in numbers) if rising or years else frozenset()


def _is_alike(shape: str, cells: Sequence[str]) -> bool:
    return sum(_shape(cell) == shape for cell in cells) >= _ALIKE * len(cells)


def _shape(cell: str) -> str:
    """How a cell is written: its digits as 9, its letters as a."""
    return _LETTERS.sub("a", _DIGITS.sub("9", cell))
