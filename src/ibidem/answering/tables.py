"""Which rows of a table a question names, and which of its columns; what a row says under its head."""

import re
from collections.abc import Collection, Mapping, Sequence

from ibidem.answering.lines import ScoredLine, head_of
from ibidem.language.search_text import BIGRAM, tokens_in
from ibidem.language.tables import cells_of


def rows_meant(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> list[ScoredLine]:
    """The rows of a table that hold what this one and not all of them hold of the question; all where it names none."""
    named = _named(row, table, worth)
    return [one for one in table if named <= one.tokens]


def cell_meant(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> tuple[int, ...]:
    """The places of the columns, from 1, that the question names beside this row's name, and of those whose cell holds more of
    its other words than the cells of these; none where it names no row, or no column."""
    if len(table) < 2 or not head_of(row) or not _named(row, table, worth):
        return ()
    names = [_words(cell) for cell in cells_of(head_of(row))]
    common = frozenset[str].intersection(*names[1:]) if len(names) > 2 else frozenset[str]()
    asked = [(name - common) & worth.keys() for name in names]
    best = [one for one in asked[1:] if one and not any(one < other for other in asked[1:])]
    named = [place for place, one in enumerate(asked) if place and one in best]
    held = [_words(cell) & worth.keys() - frozenset[str]().union(*asked) for cell in cells_of(row.text)]
    if not named or len(held) != len(names):
        return tuple(named)
    most = max(len(held[place] - held[0]) for place in named)
    return tuple(place for place in range(1, len(held)) if place in named or len(held[place] - held[0]) > most)


def row_named(best: ScoredLine, may: Sequence[ScoredLine], own: Collection[str]) -> ScoredLine:
    """The best row of those under the same head in the same document whose first cell the question names whole, where the best
    line is a row of another name; else the best line. `own` are the tokens of the question itself.

    Rows look alike to whoever reads them: the name distinguishes them.
    """
    if best.row is None or _is_named_whole(best, own):
        return best
    there = (s for s in may if s.row is not None and s.passage.document.doc_id == best.passage.document.doc_id)
    named = [s for s in there if head_of(s) == head_of(best) and _is_named_whole(s, own)]
    return max(named, key=lambda s: s.score, default=best)


def said_under_head(row: str, head: str, unit: str) -> str:
    """A row as a sentence would say it, each value before its unit or what is counted: "9 returns", "157.5 m"."""
    names, cells = cells_of(head), cells_of(row)
    if not head or len(names) != len(cells):
        return f"{row} {unit}"
    return "; ".join(
        f"{cell} {one}" for cell, name in zip(cells, names, strict=True) for one in (name, *_units(name), *_units(unit))
    )


def _units(name: str) -> Sequence[str]:
    """What may be the unit in the name of a column, or of a line above: its last word, without brackets."""
    return [last.strip("()[]（）［］")] if (last := re.split(r"[\s:：(（\[［]+", name.strip())[-1]) else []


def _is_named_whole(row: ScoredLine, own: Collection[str]) -> bool:
    key = _words(cells_of(row.text)[0])
    return bool(key) and all(token in own for token in key)


def _named(row: ScoredLine, table: Sequence[ScoredLine], worth: Mapping[str, float]) -> frozenset[str]:
    """What a row holds of the question and others of its table do not, pairs of letters left out."""
    common = frozenset[str].intersection(*(one.tokens for one in table)) if table else frozenset[str]()
    return frozenset(token for token in row.tokens & worth.keys() if token[0] != BIGRAM) - common


def _words(cell: str) -> frozenset[str]:
    return frozenset(token for token in tokens_in(cell) if token[0] != BIGRAM)
