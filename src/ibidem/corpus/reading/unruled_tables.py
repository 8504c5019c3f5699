"""Tables without rules: which lines are their rows, and in which column each cell stands."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ibidem.corpus.reading.page_lines import Line, Part, Row

CELL_GAP = 1.5  # heights of a line: further apart, parts are cells of a table; nearer, when they begin where others do
_SAME_COLUMN = 1.5  # points
_SPLIT_COLUMN = 3.0  # heights of a line between a head and cells that stand beside it and not below it
_ONE_TABLE = 1.35  # times the distance of its rows


@dataclass(slots=True)
class _Column:
    """A column as far as its cells reach; `rows` are the numbers of those that have one."""

    left: float
    right: float
    rows: set[int]


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell with the font that it begins in, from `left` to `right` in points; a blank one is empty."""

    text: str = ""
    font: str = ""
    left: float = 0.0
    right: float = 0.0


def same_table(a: Line, b: Line) -> bool:
    """Whether two lines next to each other are rows of a table: both have parts far apart, or parts that begin in one column."""
    if any(isinstance(line, Row) or len(line.parts) < 2 for line in (a, b)):
        return False
    columns = _column_starts([b])
    return any(_near(columns, part.left) for part in a.parts[1:]) or (is_far(a) and is_far(b))


def is_far(line: Line) -> bool:
    """Whether some of its parts are further apart than any words."""
    return any(part.gap > CELL_GAP for part in line.parts)


def is_row_between(before: Line, line: Line, after: Line) -> bool:
    """Whether a line of one part between two rows of a table is a row with blank cells: it stands in one of their columns."""
    if len(line.parts) > 1 or not same_table(before, after):
        return False
    above, below = before.bottom - line.bottom, line.bottom - after.bottom
    if not (0 < above <= _ONE_TABLE * below and 0 < below <= _ONE_TABLE * above):
        return False
    starts = _column_starts([before, after])
    inside = [start for start in starts if line.left + _SAME_COLUMN < start < line.right]
    return not inside and (abs(line.left - before.left) <= _SAME_COLUMN or _near(starts, line.left) > 0)


def rows_of(lines: Sequence[Line]) -> list[list[Cell]]:
    """The cells of each row: each in the column at whose place on the page it stands.

    The columns are those of the row with most cells. A cell under none of them begins another one; one that reaches over
    several stands in the first.
    """
    cells = [list(_cells(line, lines)) for line in lines]
    columns: list[_Column] = []
    placed: dict[tuple[int, int], _Column] = {}
    for row in sorted(range(len(cells)), key=lambda row: -len(cells[row])):
        for number, column in enumerate(_columns_of(cells[row], columns)):
            column.rows.add(row)
            placed[row, number] = column
    _put_together(columns, placed, max(line.height for line in lines))
    columns.sort(key=lambda column: column.left)
    grid = [[Cell()] * len(columns) for _ in lines]
    for (row, number), column in sorted(placed.items(), key=lambda item: item[0]):
        at = columns.index(column)
        cell = cells[row][number]
        grid[row][at] = replace(cell, text=f"{grid[row][at].text} {cell.text}".strip())
    return grid


def _columns_of(cells: Sequence[Cell], columns: list[_Column]) -> list[_Column]:
    """The column that each cell of a row stands in, made as wide as the cell is; a new one for a cell that stands in none.

    Cells as many as the columns, some of them too wide for theirs, stand in them in their order.
    """
    over = [[column for column in columns if min(cell.right, column.right) > max(cell.left, column.left)] for cell in cells]
    first = [min(found, key=lambda column: column.left).left for found in over if found]
    if len(cells) == len(columns) and len(set(first)) < len(first):
        return sorted(columns, key=lambda column: column.left)
    return [_widened(cell, found, columns) for cell, found in zip(cells, over, strict=True)]


def _widened(cell: Cell, over: Sequence[_Column], columns: list[_Column]) -> _Column:
    if not over:
        columns.append(column := _Column(cell.left, cell.right, set()))
        return column
    if len(over) == 1:
        column = over[0]
        others = [other for other in columns if other is not column]
        floor = max((other.right for other in others if other.right <= column.left), default=cell.left)
        ceiling = min((other.left for other in others if other.left >= column.right), default=cell.right)
        column.left, column.right = min(column.left, max(cell.left, floor)), max(column.right, min(cell.right, ceiling))
        return column
    return min(over, key=lambda column: column.left)


def _put_together(columns: list[_Column], placed: dict[tuple[int, int], _Column], height: float) -> None:
    """Makes one column of two that stand close and never in one row: a head and its cells, which are aligned at another edge."""
    columns.sort(key=lambda column: column.left)
    for first, second in list(pairwise(columns)):
        if first.rows & second.rows or second.left - first.right > _SPLIT_COLUMN * height:
            continue
        second.left, second.rows = first.left, first.rows | second.rows
        placed.update({place: second for place, column in placed.items() if column is first})
        columns.remove(first)


def _cells(line: Line, rows: Sequence[Line]) -> Iterator[Cell]:
    """The cells of a row: parts that are far from the one before, or begin where parts of more other rows begin than run on."""
    starts, own = _column_starts(rows), _column_starts([line])
    begin = 0
    for at, part in enumerate(line.parts[1:], 1):
        aligned = _near(starts, part.left) - _near(own, part.left)
        if part.gap > CELL_GAP or (aligned and aligned > _crossing((line.parts[at - 1].right + part.left) / 2, rows)):
            yield _cell(line.parts[begin:at])
            begin = at
    yield _cell(line.parts[begin:])


def _cell(parts: Sequence[Part]) -> Cell:
    return Cell(" ".join(part.text for part in parts), parts[0].font, parts[0].left, parts[-1].right)


def _crossing(place: float, rows: Sequence[Line]) -> int:
    return sum(part.left < place < part.right for row in rows for part in row.parts)


def _column_starts(table: Sequence[Line]) -> list[float]:
    return sorted(part.left for row in table for part in row.parts[1:])


def _near(starts: list[float], left: float) -> int:
    """How many of them are in the column that begins here."""
    return bisect_left(starts, left + _SAME_COLUMN) - bisect_right(starts, left - _SAME_COLUMN)
