"""Rules that cross each other as the cells of tables: where each cell is, and which cell a place on the page is in."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ibidem.corpus.reading.page_lines import Line, Part, Row
from ibidem.corpus.reading.rules import Rule, Rules
from ibidem.corpus.reading.text_columns import first_word

_TOUCH = 3.0  # points by which a rule may miss another, or the edge of its table
_FAR = 1.5  # heights of a line: no space between words is as wide
_MOST_FAR = 0.2  # of the lines in a table
_MOST_CELLS = 10_000  # of the finest grid of a table


Place = tuple[int, int, int]  # the number of a table on its page, row and column


@dataclass(frozen=True, slots=True)
class RuledTable:
    """The cells between rules, by rows from the top. `lefts` and `tops` are where columns and rows begin, and where the last one
    ends; `tops` are negative, so that both ascend. `cells` has for each place of the grid, row by row, the row and the column
    in which its cell begins: a merged cell has several places."""

    lefts: tuple[float, ...]
    tops: tuple[float, ...]
    cells: tuple[tuple[int, int], ...]

    @property
    def columns(self) -> int:
        return len(self.lefts) - 1

    @property
    def rows(self) -> int:
        return len(self.tops) - 1

    def cell(self, x: float, y: float) -> tuple[int, int] | None:
        """The row and the column of the cell that holds this place; None outside the table."""
        row, column = bisect_right(self.tops, -y) - 1, bisect_right(self.lefts, x) - 1
        if not (0 <= row < self.rows and 0 <= column < self.columns):
            return None
        return self.cells[row * self.columns + column]

    def overlaps(self, other: "RuledTable") -> bool:
        return all(a[0] < b[-1] and b[0] < a[-1] for a, b in ((self.lefts, other.lefts), (self.tops, other.tops)))


def ruled_tables(rules: Rules) -> tuple[RuledTable, ...]:
    """The tables of a page; those of one column, tables in tables, and what is ruled in part only, are none."""
    found = [table for level, upright in _crossing(rules) if (table := _table(level, upright)) is not None]
    alone = [table for table in found if not any(table.overlaps(other) for other in found if other is not table)]
    return tuple(alone)


def place_of(x: float, y: float, tables: Sequence[RuledTable]) -> Place | None:
    """Which table, and in it which row and column the place is in; None outside of all."""
    for number, table in enumerate(tables):
        if (cell := table.cell(x, y)) is not None:
            return number, *cell
    return None


def with_columns_unruled(placed: Iterable[tuple[Line, Place | None]]) -> set[int]:
    """The tables that have rules between some of their columns only: many of their lines are words far apart."""
    lines: Counter[int] = Counter()
    far: Counter[int] = Counter()
    for line, place in placed:
        if place is not None:
            lines[place[0]] += 1
            worded = [any(map(str.isalpha, part.text)) for part in line.parts]
            far[place[0]] += any(
                a and b and part.gap > _FAR for (a, b), part in zip(pairwise(worded), line.parts[1:], strict=True)
            )
    return {number for number, count in far.items() if count > _MOST_FAR * lines[number]}


def with_rows(placed: Sequence[tuple[Line, Place | None]], tables: Sequence[RuledTable]) -> Iterator[Line]:
    """The lines of a page in their order, those in cells put together to rows: a table stands where its first line does.

    What never has two texts side by side is a frame, and its lines are any others.
    """
    cells: dict[Place, list[Line]] = defaultdict(list)
    filled: dict[tuple[int, int], set[int]] = defaultdict(set)
    for line, place in placed:
        if place is not None:
            cells[place].append(line)
            filled[place[:2]].add(place[2])
    framed = set(range(len(tables))) - {number for (number, _), columns in filled.items() if len(columns) > 1}
    done = set(framed)
    for line, place in placed:
        if place is None or place[0] in framed:
            yield line
        elif place[0] not in done:
            done.add(place[0])
            table = tables[place[0]]
            for row in range(table.rows):
                columns = [cells.get((place[0], row, column), []) for column in range(table.columns)]
                yield from (_row(part, table) for part in _unruled(columns, table) if any(part))


def _unruled(cells: Sequence[Sequence[Line]], table: RuledTable) -> Iterator[Sequence[Sequence[Line]]]:
    """A row between two rules, or the several in it without rules between them: lines side by side, each a number or with room to
    go on."""
    shown = [(column, cell) for column, cell in enumerate(cells) if cell]
    first = shown[0][1] if shown else ()
    apart = len(shown) > 1 and all(
        len(cell) == len(first)
        and all(abs(line.bottom - other.bottom) < _TOUCH for line, other in zip(cell, first, strict=True))
        and (
            not any(char.isalpha() for line in cell for char in line.text)
            or all(table.lefts[column + 1] - line.right > first_word(after) + line.height for line, after in pairwise(cell))
        )
        for column, cell in shown
    )
    if apart:
        yield from ([cell[at : at + 1] for cell in cells] for at in range(len(first)))
    else:
        yield cells


def _row(cells: Sequence[Sequence[Line]], table: RuledTable) -> Row:
    lines = [line for cell in cells for line in cell]
    parts = [
        Part(" ".join(line.text.strip() for line in cell), cell[0].left, cell[0].right, 0.0, cell[0].parts[0].font)
        for cell in cells
        if cell
    ]
    return Row(
        text=" ".join(part.text for part in parts),
        parts=tuple(parts),
        left=table.lefts[0],
        right=table.lefts[-1],
        bottom=min(line.bottom for line in lines),
        height=median(line.height for line in lines),
        cells=tuple(map(tuple, cells)),
        lefts=table.lefts,
        top=-table.tops[0],
    )


def _crossing(rules: Rules) -> Iterator[tuple[list[Rule], list[Rule]]]:
    """The rules, those together that touch each other."""
    parents = list(range(len(rules.level) + len(rules.upright)))

    def root(at: int) -> int:
        while parents[at] != at:
            parents[at] = at = parents[parents[at]]
        return at

    places = [rule.at for rule in rules.upright]
    for number, rule in enumerate(rules.level):
        for other in range(bisect_left(places, rule.begin - _TOUCH), bisect_right(places, rule.end + _TOUCH)):
            if rules.upright[other].begin - _TOUCH <= rule.at <= rules.upright[other].end + _TOUCH:
                parents[root(len(rules.level) + other)] = root(number)
    groups: dict[int, tuple[list[Rule], list[Rule]]] = defaultdict(lambda: ([], []))
    for number, rule in enumerate(rules.level):
        groups[root(number)][0].append(rule)
    for number, rule in enumerate(rules.upright):
        groups[root(len(rules.level) + number)][1].append(rule)
    yield from groups.values()


def _table(level: Sequence[Rule], upright: Sequence[Rule]) -> RuledTable | None:
    """The table that the rules make; None for none. Its sides may be open, or else its end, where it goes on on another page."""
    if not level or not upright:
        return None
    down = [Rule(-rule.at, rule.begin, rule.end) for rule in level]
    across = [Rule(rule.at, -rule.end, -rule.begin) for rule in upright]
    lefts, tops = _places(across, down), _places(down, across)
    columns, rows = len(lefts) - 1, len(tops) - 1
    if columns < 2 or rows < 1 or columns * rows > _MOST_CELLS:
        return None
    walls = {(row, column) for column, row in _covered(across, lefts, tops)}
    floors = set(_covered(down, tops, lefts))
    sides = all((row, 0) in walls and (row, columns) in walls for row in range(rows))
    top, bottom = (all((place, column) in floors for column in range(columns)) for place in (0, rows))
    closed = (top and bottom) or (sides and (top or bottom))
    cells = _cells(rows, columns, walls, floors) if closed else None
    return None if cells is None else RuledTable(lefts, tops, cells)


def _places(rules: Iterable[Rule], crossing: Sequence[Rule]) -> tuple[float, ...]:
    """Where there are rules, and where those that cross them end, if that is further out: the sides of a table may be open."""
    places = sorted({rule.at for rule in rules})
    first, last = min(rule.begin for rule in crossing), max(rule.end for rule in crossing)
    before = [first] if places[0] - first > _TOUCH else []
    return (*before, *places, *([last] if last - places[-1] > _TOUCH else []))


def _covered(rules: Iterable[Rule], places: Sequence[float], steps: Sequence[float]) -> Iterator[tuple[int, int]]:
    """The number of each rule's place, with the number of each step that it runs along."""
    for rule in rules:
        place = bisect_left(places, rule.at)
        first = bisect_left(steps, rule.begin - _TOUCH)
        for step in range(first, min(bisect_right(steps, rule.end + _TOUCH), len(steps)) - 1):
            yield place, step


def _cells(
    rows: int, columns: int, walls: set[tuple[int, int]], floors: set[tuple[int, int]]
) -> tuple[tuple[int, int], ...] | None:
    """Where the cell of each place of the grid begins; None where a cell is no rectangle, or a rule ends inside it.

    `walls` are (row, number of the upright place), `floors` (number of the level place, column).
    """
    cells: dict[tuple[int, int], tuple[int, int]] = {}
    for row in range(rows):
        for column in range(columns):
            if (row, column) in cells:
                continue
            right, bottom = column + 1, row + 1
            while right < columns and (row, right) not in walls:
                right += 1
            while bottom < rows and (bottom, column) not in floors:
                bottom += 1
            for down in range(row, bottom):
                for across in range(column, right):
                    divided = (down > row and (down, across) in floors) or (across > column and (down, across) in walls)
                    if divided or (down, across) in cells:
                        return None
                    cells[down, across] = (row, column)
            open_right = right < columns and any((down, right) not in walls for down in range(row, bottom))
            open_below = bottom < rows and any((bottom, across) not in floors for across in range(column, right))
            if open_right or open_below:
                return None
    return tuple(cells[row, column] for row in range(rows) for column in range(columns))
