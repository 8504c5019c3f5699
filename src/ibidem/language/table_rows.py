"""The rows among the sentences of a text: of which table each is, and under which head it stands.

A table in the stored text has a rule under its head, and none where it has no head. What began before the text says its head with
the text (see `Chunk.head`).
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ibidem.language.sentences import Span
from ibidem.language.table_heads import is_first_row_data
from ibidem.language.tables import cells_of, is_row

_OF_RULES = frozenset("|:+- \t")
_BLANK = re.compile(r"\n[ \t]*\n")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table. `table` counts the tables of the text from 0, `head` is the row that names its columns, "" where none
    does, and `above` the line that stands over its table; the row that names them `heads` the others."""

    table: int
    head: str = ""
    above: str = ""
    heads: bool = False


def rows_among(text: str, spans: Sequence[Span], begun: str = "") -> tuple[Row | None, ...]:
    """What is known of each of the `sentence_spans` of a text as a row, None of one that is none. `begun` is what stands over the
    table that the text begins in the middle of: a line that is said of it as a whole, and its head, of which it may lack one."""
    return tuple(_rows(text, spans, begun))


def head_in(begun: str) -> str:
    """The head in what stands over a table that has begun before."""
    last = begun.rpartition("\n")[2]
    return last if is_row(last) else ""


def _rows(text: str, spans: Sequence[Span], begun: str) -> Iterator[Row | None]:
    over = begun.removesuffix(head_in(begun)).strip()
    table = Row(0, head_in(begun), over) if begun else None
    tables = before = 0
    for place, (start, end) in enumerate(spans):
        gap, shown, before = text[before:start], text[start:end], end
        if not is_row(shown):
            table, over = None, shown.rpartition("\n")[2].strip()
            yield None
            continue
        ruled = _is_ruled(text, end)
        if table is None or ruled or _BLANK.search(gap):
            head = shown if ruled or _is_tabbed_head(text, spans[place:]) else ""
            tables += 1
            table = Row(tables, head, over)
            yield replace(table, head="", heads=True) if head else table
        else:
            yield table
        over = ""


def _is_ruled(text: str, end: int) -> bool:
    """Whether the line after the one that ends here is a rule of bars and dashes."""
    rest, _, below = text[end : _line_end(text, _line_end(text, end) + 1)].partition("\n")
    return not rest.strip(" \t") and {"|", "-"} <= set(below) <= _OF_RULES


def _line_end(text: str, start: int) -> int:
    at = text.find("\n", start)
    return len(text) if at < 0 else at


def _is_tabbed_head(text: str, spans: Sequence[Span]) -> bool:
    """Whether the first of these rows names the columns of those below it, where cells stand between tabs and no rule."""
    rows: list[tuple[str, ...]] = []
    for start, end in spans:
        line = text[start:end]
        if "\t" not in line or not is_row(line):
            break
        rows.append(cells_of(line))
    return len(rows) > 1 and not is_first_row_data(rows)
