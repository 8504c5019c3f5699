"""CSV and TSV: rows of cells, parted by whatever parts most lines into as many."""

import csv
from collections import Counter
from collections.abc import Iterable
from itertools import islice

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, tidy
from ibidem.corpus.reading.grids import GridRow, parts_of
from ibidem.language.table_heads import is_first_row_data

_DELIMITERS = ",\t;|"
_LINES = 100  # tell the delimiter


def read_delimited(text: str) -> ReadText:
    """Reads lines of cells, in quotes or not. A quote that is never closed is a sign like others. The first row of a table names
    its columns, unless it is one like those below."""
    lines = tidy(text).splitlines(keepends=True)
    delimiter = max(_DELIMITERS, key=lambda one: _fit(lines[:_LINES], one))
    try:
        rows = list(csv.reader(lines, delimiter=delimiter, strict=True))
    except csv.Error:
        rows = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    builder = TextBuilder()
    for part in parts_of(map(GridRow, rows)):
        if isinstance(part, str):
            builder.paragraph(part)
        else:
            builder.table(part.rows, heads=int(not is_first_row_data(part.rows)))
    return builder.finish()


def _fit(lines: Iterable[str], delimiter: str) -> tuple[int, int]:
    """How many of the lines have as many cells as most have, and how many those are."""
    try:
        widths = Counter(len(row) for row in islice(csv.reader(lines, delimiter=delimiter), _LINES) if len(row) > 1)
    except csv.Error:
        return (0, 0)
    width, count = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
    return (count, width)
