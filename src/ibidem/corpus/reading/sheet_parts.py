"""The parts of a sheet: forms, and tables with the lines around them."""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace

from ibidem.corpus.reading.blocks import TextBuilder
from ibidem.corpus.reading.forms import FormCell, add_form, form_of
from ibidem.corpus.reading.grids import Cell, GridRow, add_grid
from ibidem.corpus.reading.sheet_asides import Asides, add_comments

_FARTHEST = 50  # rows or columns that a box may stand behind the last cell
_MOST_CELLS = 20_000  # of what may be a form, empty ones among them

Place = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet that is read. Places count from its first row and column; `merged` has how many rows and columns a cell takes that
    reaches over others, `set_off` those that are bold or shaded, and `heads` the rows that are said to name columns. Comments
    among the `asides` have their places in the whole sheet, of which `first_column` is the first one here."""

    title: str
    rows: Sequence[Sequence[Cell]]
    merged: Mapping[Place, Place]
    set_off: Set[Place]
    heads: Set[int]
    asides: Asides = field(default_factory=Asides)
    first_column: int = 0


def with_boxes(sheet: Sheet) -> Sheet:
    """The sheet with its boxes to tick in the cells over which they stand; those far from all other cells are left out."""
    rows = sheet.rows
    places = [(row, column - sheet.first_column, box) for (row, column), box in sheet.asides.boxes]
    near = [one for one in places if one[0] < len(rows) + _FARTHEST and 0 <= one[1] < len((*rows, ())[0]) + _FARTHEST]
    if not near or len(rows) * max(column for _, column, _ in near) > _MOST_CELLS * 10:
        return sheet
    width = max(len((*rows, ())[0]), *(column + 1 for _, column, _ in near))
    filled: list[list[Cell]] = [[*row, *([""] * (width - len(row)))] for row in rows]
    for _ in range(max(row for row, _, _ in near) + 1 - len(filled)):
        filled.append([""] * width)
    for row, column, box in near:
        filled[row][column] = f"{filled[row][column] or ''} {box}".strip()
    return replace(sheet, rows=filled)


def add_sheet(builder: TextBuilder, sheet: Sheet) -> None:
    """Adds what stands between empty rows, as forms where it is that. Raises TooMuchText."""
    done = 0
    merged: dict[int, list[Place]] = defaultdict(list)
    for row, column in sheet.merged:
        merged[row].append((row, column))
    for start, end in _stretches(sheet.rows):
        places = [place for row in range(start, end) for place in merged.get(row, ())]
        form = form_of(list(_cells(sheet, start, end, places))) if _may_be_form(sheet, start, end, places) else []
        if form:
            add_grid(builder, _rows(sheet, done, start))
            add_form(builder, form)
            done = end
    add_grid(builder, _rows(sheet, done, len(sheet.rows)))
    add_comments(builder, sheet.asides.comments, _in_words(sheet))


def _in_words(sheet: Sheet) -> Mapping[Place, str]:
    """Where each cell with a comment stands: the name of its row, that of its column, and what it says."""
    found: dict[Place, str] = {}
    stretches = list(_stretches(sheet.rows)) if sheet.asides.comments else []
    heads = {start: _first_of_several(sheet, start, end) for start, end in stretches}
    for row, column in {place for place, _ in sheet.asides.comments}:
        own = column - sheet.first_column
        if row < len(sheet.rows) and 0 <= own < len(sheet.rows[row]):
            at = bisect_right(stretches, (row, len(sheet.rows))) - 1
            top = stretches[at][0] if at >= 0 and row < stretches[at][1] else row
            head = min(heads.get(top, row), row)
            said = (next(filter(None, sheet.rows[row]), ""), sheet.rows[head][own], sheet.rows[row][own])
            found[row, column] = ", ".join(dict.fromkeys(filter(None, said)))
    return found


def _first_of_several(sheet: Sheet, start: int, end: int) -> int:
    """The first of these rows in which more than one cell says something."""
    return next((at for at in range(start, end) if sum(map(bool, sheet.rows[at])) > 1), end)


def _stretches(rows: Sequence[Sequence[Cell]]) -> Iterator[tuple[int, int]]:
    """The first and the last row but one of what stands without an empty row in it."""
    start = None
    for at, row in enumerate([*rows, ()]):
        filled = any(cell and not cell.isspace() for cell in row)
        if filled and start is None:
            start = at
        elif not filled and start is not None:
            yield start, at
            start = None


def _may_be_form(sheet: Sheet, start: int, end: int, merged: Sequence[Place]) -> bool:
    if sum(down * across for down, across in map(sheet.merged.__getitem__, merged)) > _MOST_CELLS:
        return False
    named = any(row in sheet.heads for row in range(start, end))
    return not named and end - start > 1 and (end - start) * len(sheet.rows[start]) <= _MOST_CELLS


def _cells(sheet: Sheet, start: int, end: int, merged: Sequence[Place]) -> Iterator[FormCell]:
    """The cells of some rows, those that are `merged` among them, without the columns that are empty in all of them."""
    rows = range(start, end)
    used = [at for at in range(len(sheet.rows[start])) if any((sheet.rows[row][at] or "").strip() for row in rows)]
    place = {column: at for at, column in enumerate(used)}
    taken = {
        (row, column)
        for top, left in merged
        for row in range(top, top + sheet.merged[top, left][0])
        for column in range(left, left + sheet.merged[top, left][1])
        if (row, column) != (top, left)
    }
    for row in rows:
        for column in used:
            if (row, column) in taken:
                continue
            down, across = sheet.merged.get((row, column), (1, 1))
            wide = sum(one in place for one in range(column, column + across))
            text = (sheet.rows[row][column] or "").strip()
            yield FormCell(row, place[column], text, down, max(wide, 1), bool(text) and (row, column) in sheet.set_off)


def _rows(sheet: Sheet, start: int, end: int) -> Iterator[GridRow]:
    for at in range(start, end):
        below = at + 1 < len(sheet.rows) and _is_set_off(sheet, at + 1)
        yield GridRow(sheet.rows[at], at in sheet.heads, not below and _is_set_off(sheet, at))


def _is_set_off(sheet: Sheet, at: int) -> bool:
    """Whether all cells of a row that show something are set off, and more than one do."""
    shown = [column for column, cell in enumerate(sheet.rows[at]) if cell and not cell.isspace()]
    return len(shown) > 1 and all((at, column) in sheet.set_off for column in shown)
