"""Rows of cells as people lay them out: lines above, below and between tables, tables under and beside each other."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ibidem.checks.units import names_unit
from ibidem.corpus.reading.blocks import MOST_CHARACTERS, TextBuilder, TooMuchText
from ibidem.language.tables import columns

# A cell; None where the cell on its left reaches over it.
Cell = str | None
Cells = Sequence[Cell]

_NUMBER = re.compile(r"[-+]?[\d.,:/-]*\d[\d.,:/-]*\s?%?")
_LONGEST_NUMBER = 64  # characters; what is longer takes long to try and is none
_NOTE = re.compile(r"[*※†‡＊]|\(?\d\)\s")
_LONG_NOTE = 40  # columns
_MOST_HEADS = 4  # rows
_MOST_BESIDE = 12  # parts of one grid that are compared with each other


@dataclass(frozen=True, slots=True)
class GridRow:
    """A row of cells. A `head` is said to name the columns below it; one that is `set_off` is bold or shaded where the row below
    it is not, and names them where it is the first of its table."""

    cells: Cells
    head: bool = False
    set_off: bool = False

    def part(self, start: int, end: int) -> "GridRow":
        """The row between two columns."""
        return GridRow(self.cells[start:end], self.head, self.set_off)


@dataclass(frozen=True, slots=True)
class GridTable:
    """A table; `heads` is how many of its rows are said to be its head, None where nothing says so."""

    rows: list[list[str]]
    heads: int | None = None


def add_grid(builder: TextBuilder, rows: Iterable[GridRow]) -> None:
    """Adds the parts of a grid. Raises TooMuchText."""
    for part in parts_of(rows):
        if isinstance(part, str):
            builder.paragraph(part)
        else:
            builder.table(part.rows, heads=part.heads)


def parts_of(rows: Iterable[GridRow]) -> Iterator[str | GridTable]:
    """The lines and the tables of a grid, in their order; of tables beside each other the left one first.

    A cell alone above a table, apart from it, or below it as a note, is a line. After an empty row begins another table where
    that row can be a header, which holds no numbers, or is said to be one; else the table goes on. So it does after a title over
    the whole width, where the row below that is divided into other cells. Raises TooMuchText.
    """
    table: list[GridRow] = []
    titles: list[GridRow] = []
    left = MOST_CHARACTERS
    apart = True
    for row in rows:
        left -= sum(len(cell) for cell in row.cells if cell)
        if left < 0:
            raise TooMuchText
        filled = _filled(row.cells)
        if not filled:
            apart = True
            continue
        if table and not apart and len(filled) == 1 and _is_title(row.cells):
            titles.append(row)
            continue
        if titles and len(filled) > 1 and not any(map(_is_number, filled)) and _is_divided_otherwise(row, table):
            yield from _tables(table)
            yield from (cell for title in titles for cell in _filled(title.cells))
            table, titles = [], []
        table, titles = [*table, *titles] if titles else table, []
        lines = apart and _is_lines(filled)
        named = (apart and not any(map(_is_number, filled))) or (row.head and not _is_under_heads(table))
        if table and (lines or named):
            yield from _tables(table)
            table = []
        if lines:
            yield from filled
        else:
            table.append(row)
            apart = False
    if table:
        yield from _tables([*table, *titles])


def without_empty_columns(rows: Sequence[Cells]) -> list[list[str]]:
    """The rows without the columns that are empty all the way down."""
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell and not cell.isspace()})
    return [[row[column] or "" for column in used[: bisect_left(used, len(row))]] for row in rows]


def _filled(row: Cells) -> list[str]:
    return [cell for cell in row if cell and not cell.isspace()]


def _is_lines(filled: Sequence[str]) -> bool:
    """Whether the cells of a row apart are lines: one alone, or a title with the unit of the table below at its end."""
    return len(filled) == 1 or (len(filled) == 2 and _is_unit(filled[1]) and not _is_number(filled[0]))


def _is_title(cells: Cells) -> bool:
    """Whether the only cell of a row that says something reaches over all others."""
    return len(cells) > 1 and all(cell is None for cell in cells[1:])


def _is_divided_otherwise(row: GridRow, table: Sequence[GridRow]) -> bool:
    """Whether the cells of a row begin elsewhere than those of each row of a table."""
    begin = [cell is None for cell in row.cells]
    return all([cell is None for cell in other.cells] != begin for other in table)


def _is_number(cell: str) -> bool:
    return len(cell) <= _LONGEST_NUMBER and _NUMBER.fullmatch(cell) is not None


def _is_unit(cell: str) -> bool:
    cell = cell.strip()
    return names_unit(cell) and (":" in cell or "：" in cell or (cell[0] in "(（[［" and cell[-1] in ")）]］"))


def _is_under_heads(table: Sequence[GridRow]) -> bool:
    """Whether all rows of a table so far can be heads above another one: few, with merged cells among them."""
    return len(table) < _MOST_HEADS and all(row.head or None in row.cells for row in table)


def _heads(table: Sequence[GridRow]) -> int | None:
    """How many rows at the top of a table are said to be its head."""
    said = [at for at, row in enumerate(table[:_MOST_HEADS], 1) if row.head]
    return max(said) if said else 1 if table[0].set_off else None


def _tables(table: Sequence[GridRow]) -> Iterator[str | GridTable]:
    """The tables that stand beside each other, or the only one with the notes below it."""
    beside = list(_beside(table))
    if len(beside) > 1:
        for one in beside:
            yield from parts_of(one)
        return
    end = len(table)
    while end > 2 and _is_note(_filled(table[end - 1].cells)):
        end -= 1
    yield GridTable(without_empty_columns([row.cells for row in table[:end]]), _heads(table))
    for row in table[end:]:
        yield from _filled(row.cells)


def _is_note(filled: Sequence[str]) -> bool:
    return len(filled) == 1 and (_NOTE.match(filled[0]) is not None or columns(filled[0]) >= _LONG_NOTE)


def _beside(table: Sequence[GridRow]) -> Iterator[Sequence[GridRow]]:
    """The parts between empty columns, as far as each is a table of its own; else what stands there together."""
    held = sorted({at for row in table for at, cell in enumerate(row.cells) if cell is None or not (not cell or cell.isspace())})
    if not held:
        return
    starts = [held[0], *(after for before, after in pairwise(held) if after > before + 1)]
    if len(starts) > _MOST_BESIDE:
        starts = starts[:1]
    ends = [*starts[1:], held[-1] + 1]
    begin, previous = starts[0], [row.part(starts[0], ends[0]) for row in table]
    for start, end in zip(starts[1:], ends[1:], strict=True):
        part = [row.part(start, end) for row in table]
        if _stands_alone(previous) and _stands_alone(part):
            yield previous
            begin, previous = start, part
        else:
            previous = [row.part(begin, end) for row in table]
    yield previous


def _stands_alone(part: Sequence[GridRow]) -> bool:
    """Whether these columns are a table without those beside them: a first column with a name for each row, and others."""
    rows = [
        without for row in without_empty_columns([row.cells for row in part]) if any(without := [cell.strip() for cell in row])
    ]
    while rows and sum(map(bool, rows[0])) == 1:
        rows = rows[1:]  # a line above it
    if len(rows) < 2 or len(rows[0]) < 2:
        return False
    names = [row[0] for row in rows[1:]]
    named = sum(map(bool, names)) == len(names)
    numbers = [name for name in names if _is_number(name)]
    return bool(rows[0][0]) and named and (not numbers or _counts_on(names))


def _counts_on(names: Sequence[str]) -> bool:
    """Whether the names are whole numbers one after the other, such as years."""
    return all(name.isdecimal() for name in names) and all(int(b) == int(a) + 1 for a, b in pairwise(names))
