"""Rows of cells as people lay them out: a line above a table is a line, an empty row parts two tables."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, TextBuilder, TooMuchText

_NUMBER = re.compile(r"[-+]?[\d.,:/-]*\d[\d.,:/-]*\s?%?")


def add_grid(builder: TextBuilder, rows: Iterable[Sequence[str]]) -> None:
    """Adds the rows as tables, each with its first row as its header.

    A cell alone above a table or apart from it is a paragraph. After an empty row begins another table where that row can be a
    header, which holds no numbers; else the table goes on. Raises TooMuchText.
    """
    table: list[Sequence[str]] = []
    left = MOST_CHARACTERS
    apart = True
    for row in rows:
        left -= sum(map(len, row))
        if left < 0:
            raise TooMuchText
        filled = [cell for cell in row if cell and not cell.isspace()]
        if not filled:
            apart = True
            continue
        alone = apart and len(filled) == 1
        if table and (alone or (apart and not any(map(_NUMBER.fullmatch, filled)))):
            _flush(builder, table)
            table = []
        if alone:
            builder.paragraph(filled[0])
        else:
            table.append(row)
            apart = False
    _flush(builder, table)


def without_empty_columns(rows: Sequence[Sequence[str]]) -> list[list[str]]:
    """The rows without the columns that are empty all the way down."""
    used = sorted({column for row in rows for column, cell in enumerate(row) if cell and not cell.isspace()})
    return [[row[column] for column in used[: bisect_left(used, len(row))]] for row in rows]


def _flush(builder: TextBuilder, table: Sequence[Sequence[str]]) -> None:
    builder.table(without_empty_columns(table))
