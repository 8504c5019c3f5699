"""Which rows of a table a question names, and which of its columns."""

from collections.abc import Mapping, Sequence

from ibidem.answering.lines import ScoredLine
from ibidem.language.search_text import BIGRAM, passage_tokens
from ibidem.language.sentences import is_row
from ibidem.language.tables import cells_of


def rows_meant(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> list[ScoredLine]:
    """The rows of a table that hold what this one and not all of them hold of the question; all where it names none."""
    named = _named(row, table, worth)
    return [one for one in table if named <= one.tokens]


def cell_meant(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> tuple[int, ...]:
    """The places of the columns, from 1, that the question names beside this row's name; none where it names no row, or neither
    a column nor is there only one. `table` begins with its head."""
    if len(table) < 3 or not is_row(row.text) or not _named(row, table[1:], worth):
        return ()
    names = [_words(cell) for cell in cells_of(table[0].text)]
    common = frozenset[str].intersection(*names[1:]) if len(names) > 2 else frozenset[str]()
    return tuple(place for place, name in enumerate(names) if place and not (name - common).isdisjoint(worth))


def _named(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> frozenset[str]:
    """What a row holds of the question and others of its table do not, pairs of letters left out."""
    common = frozenset[str].intersection(*(one.tokens for one in table)) if table else frozenset[str]()
    return frozenset(token for token in row.tokens & worth.keys() if token[0] != BIGRAM) - common


def _words(cell: str) -> frozenset[str]:
    return frozenset(token for token in passage_tokens(cell).split() if token[0] != BIGRAM)
