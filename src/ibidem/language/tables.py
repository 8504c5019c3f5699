"""Rows of tables as text: between "|" or tabs in a document, in Markdown, in one line, in columns on a terminal."""

import re
from collections.abc import Sequence
from unicodedata import east_asian_width

_BAR = re.compile(r"(?<!\\)\|")
_TABS = re.compile(r"\t+")
_TABBED = re.compile(r"\S\t+\S")
_RULE = re.compile(r":?-+:?")
_WIDE = frozenset("WF")


def is_row(line: str) -> bool:
    """Whether a line is a row of a table: cells between bars, the first and the last of its characters among them, or between
    tabs. A bar in prose, in a command or a formula makes no row."""
    return ("|" in line and _is_barred(line)) or ("\t" in line and _TABBED.search(line) is not None)


def cells_of(row: str) -> tuple[str, ...]:
    """The cells of a row, trimmed, a bar in them as it was written; one for a line that is no row."""
    if _is_barred(row):
        return tuple(cell.strip().replace("\\|", "|") for cell in _between_bars(row))
    return tuple(cell.strip() for cell in _TABS.split(row.strip()))


def row_of(cells: Sequence[str]) -> str:
    """The cells as a row in Markdown; a bar in them is escaped, so that `cells_of` finds them again."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def markdown_table(head: str, rows: Sequence[str]) -> str:
    """The rows under their head as a table in Markdown."""
    cells = [cells_of(row) for row in (head, *rows)]
    width = max(map(len, cells))
    lines = [row_of((*row, *[""] * (width - len(row)))) for row in cells]
    return "\n".join((lines[0], "|" + "---|" * width, *lines[1:]))


def _is_barred(line: str) -> bool:
    """Whether the line begins and ends with a bar, with a space beside each or beside none: `|x| = |y|` is a formula."""
    line = line.strip()
    if len(line) < 2 or line[0] != "|" or line[-1] != "|" or line[-2] == "\\" or "\n" in line:
        return False
    if line[1].isspace() and line[-2].isspace():
        return True
    cells = _between_bars(line)
    return len(cells) > 1 and all(cell == cell.strip() for cell in cells)


def _between_bars(row: str) -> list[str]:
    return _BAR.split(row.strip()[1:-1])


def row_in_words(head: str, row: str, wanted: Sequence[int] = ()) -> str:
    """A row in one line, under the names of its columns: "2,000 W — measured: 1,960 W · reflected: 20 W"; of its columns beside
    the first one only those `wanted`, by their places from 1, where there are any. Without a head, a name and its value."""
    names, cells = cells_of(head), cells_of(row)
    if not head and len(cells) == 2 and all(cells):
        return f"{cells[0].rstrip(':： ')}: {cells[1]}"
    if len(names) != len(cells) or not head:
        return " · ".join(filter(None, cells))
    named = [one for place, one in enumerate(zip(names, cells, strict=True)) if place and (not wanted or place in wanted)]
    values = [f"{name}: {cell}" if name else cell for name, cell in named if cell]
    return f"{cells[0]} — {' · '.join(values)}" if cells[0] and values else " · ".join(filter(None, (cells[0], *values)))


def aligned(markdown: str) -> str:
    """Text in Markdown with its tables in columns, as a terminal shows them; the letters of East Asia are two columns wide."""
    lines: list[str] = []
    table: list[tuple[str, ...]] = []
    for line in [*markdown.split("\n"), ""]:
        if line.startswith("|") and line.endswith("|"):
            cells = cells_of(line)
            if not all(_RULE.fullmatch(cell) for cell in cells):
                table.append(cells)
            continue
        lines += in_columns(table)
        table = []
        lines.append(line)
    return "\n".join(lines[:-1])


def in_columns(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows of as many cells each as lines in which the columns stand under each other."""
    widths = [max(map(columns, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell + " " * (width - columns(cell)) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]


def columns(text: str) -> int:
    """How many columns of a terminal the text takes."""
    return len(text) if text.isascii() else len(text) + sum(map(_WIDE.__contains__, map(east_asian_width, text)))
