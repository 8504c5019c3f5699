"""Forms of word processors and workbooks: tables in which labels and their values stand beside and above each other.

What is a label shows by how it is set: shaded or bold where its value is not, with a colon, or beside a field that is filled in.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import dropwhile, groupby, takewhile

from ibidem.corpus.reading.blocks import TextBuilder
from ibidem.corpus.reading.labelled import are_names, labelled
from ibidem.language.table_heads import BETWEEN_HEADS

_COLONS = " :："
_BOXES = ("☐", "☑", "☒")
_LONGEST_LABEL = 60  # characters
_MOST_OVER = 8  # labels that reach down into a row
_MOST_CELLS = 5_000  # of a form; more are data
_LARGEST_GRID = 20_000  # places for cells; the cells of a form fill most of theirs
_LEAST_WIDE = 0.2  # of the rows have a value over several columns; one below a table may be a remark
_MOST_VALUES = 2  # behind a label; more are a row of a table under its name


@dataclass(frozen=True, slots=True)
class FormCell:
    """A cell at the place where it begins, with the rows and columns that it spans. `set_off` is one that is shaded or bold,
    `filled` one that holds a field to be filled in."""

    row: int
    column: int
    text: str
    rows: int = 1
    columns: int = 1
    set_off: bool = False
    filled: bool = False

    @property
    def is_field(self) -> bool:
        """Whether it is there to be filled in: it holds a field, or begins with a box to tick."""
        return self.filled or self.text.startswith(_BOXES)


@dataclass(frozen=True, slots=True)
class FormTable:
    """Rows in the middle of a form that are a table, the first of them the names of its columns."""

    rows: Sequence[Sequence[str]]


Part = str | FormTable


class _NoForm(Exception):
    """A label has no value, or a value no label."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A row from the left: the labels that reach down into it from above, and what begins in it, with whether that is a label."""

    above: tuple[FormCell, ...]
    own: tuple[tuple[FormCell, bool], ...]

    @property
    def labels(self) -> tuple[FormCell, ...]:
        return tuple(cell for cell, is_label in self.own if is_label)

    @property
    def values(self) -> tuple[FormCell, ...]:
        return tuple(cell for cell, is_label in self.own if not is_label)


def form_of(cells: Sequence[FormCell]) -> list[Part]:
    """The lines "label: value" of a form in their order, and the tables inside of it; none where the cells are no form.

    A label stands before its value or above it. One that spans the labels behind it is said before each of them ("Applicant /
    Name: Runa"). Cells without any sign of labels are a form where `labelled` finds one by their words.
    """
    if not 2 < len(cells) <= _MOST_CELLS:
        return []
    form = _Form()
    with suppress(_NoForm):
        form.read(_rows(cells))
        if form.shows(any(cell.is_field for cell in cells)):
            return form.parts
    return list[Part](_by_merging(cells) or _by_words(cells))


def add_form(builder: TextBuilder, parts: Sequence[Part]) -> None:
    """Adds the parts of a form; lines that stand together are one paragraph."""
    for is_lines, group in groupby(parts, key=lambda part: isinstance(part, str)):
        if is_lines:
            builder.paragraph("\n".join(part for part in group if isinstance(part, str)))
        else:
            for part in group:
                if isinstance(part, FormTable):
                    builder.table(part.rows, heads=1)


@dataclass(slots=True)
class _Form:
    """Reads the rows of a table from the top, and counts on the way what shows that it is a form."""

    parts: list[Part] = field(default_factory=list[Part])
    _beside: int = 0  # labels behind the value of another one
    _above: int = 0  # rows of labels, each above a row of their values
    _pairs: int = 0  # rows of one label and one value
    _others: int = 0  # rows of anything else, but for titles

    def read(self, rows: Sequence[_Row]) -> None:
        """Raises _NoForm for rows that cannot be those of a form."""
        at = 0
        while at < len(rows):
            row = rows[at]
            if row.values and (row.labels or row.above):
                self._beside_each_other(row)
            elif row.values:
                self._alone(row.values)
            else:
                at += self._above_each_other(row, rows[at + 1 :])
            at += 1

    def shows(self, filled: bool) -> bool:  # noqa: FBT001
        """Whether it is a form, and no table with a head or with a name in each row."""
        pairs = self._pairs > 1 and not self._others
        return self._beside > 0 or self._above > 1 or pairs or (filled and self._pairs + self._above > 0)

    def _alone(self, values: Sequence[FormCell]) -> None:
        """A line of text between the others."""
        said = [cell.text for cell in values if cell.text]
        if len(said) > _MOST_VALUES:
            raise _NoForm
        self.parts.append(" ".join(said))
        self._others += len(said) > 1

    def _beside_each_other(self, row: _Row) -> None:
        over = _over(row)
        line = [(cell, is_label) for cell, is_label in row.own if cell not in over]
        names = [cell.text for cell in over]
        said: list[str] = []
        count, most = 0, 0
        if not names:  # a photograph beside them, or where it goes
            alone = [cell.text for cell, _ in takewhile(lambda one: not one[1], line) if cell.text]
            line = list(dropwhile(lambda one: not one[1], line))
            self.parts += alone
            self._others += len(alone)
        if not line or line[-1][1]:
            raise _NoForm
        for is_label, group in groupby(line, key=lambda one: one[1]):
            texts = [cell.text for cell, _ in group]
            if is_label:
                said = texts
            else:
                self.parts.append(_said([*names, *said], texts))
                count, most = count + 1, max(most, sum(map(bool, texts)))
        self._beside += count - 1 if most <= _MOST_VALUES else 0
        alone = count == 1 and most < 2 and len(row.labels) <= 1
        self._pairs += alone
        self._others += not alone

    def _above_each_other(self, row: _Row, below: Sequence[_Row]) -> int:
        """A row of labels alone: a title, or the names of what stands below them, in a row or in a table. Returns how many rows
        below are taken with it."""
        over = [cell.text for cell in _over(row)]
        labels = [cell for cell in row.labels if cell not in _over(row)]
        values = list(takewhile(lambda one: not one.labels, below))
        if len(labels) == 1 and not (values and _is_below(labels[0], values[0])):
            self.parts.append(BETWEEN_HEADS.join([*over, labels[0].text]))
            return 0
        if not values or len(labels) * len(values) > _LARGEST_GRID:
            raise _NoForm
        if len(values) > 1 and len(labels) > 1:
            self.parts += [*over, FormTable([[cell.text for cell in labels], *(_under(labels, one) for one in values)])]
            return len(values)
        said = _under(labels, values[0])
        self.parts += [_said([*over, label.text], [value]) for label, value in zip(labels, said, strict=True)]
        self._above += 1
        return 1


def _over(row: _Row) -> tuple[FormCell, ...]:
    """The labels that stand beside several rows, of which this is one: they are said before each label in them."""
    shortest = min((cell.rows for cell, _ in row.own), default=1)
    own = takewhile(lambda one: one[1] and one[0].rows > shortest, row.own)
    return (*row.above, *(cell for cell, _ in own))


def _is_below(label: FormCell, row: _Row) -> bool:
    values = [cell for cell in row.values if cell.text]
    return not row.above and len(values) == 1 and values[0].column == label.column


def _under(labels: Sequence[FormCell], row: _Row) -> list[str]:
    """What a row has in the columns of each label, the labels from the left. Raises _NoForm for a text that is under none."""
    starts = [label.column for label in labels]
    said: list[list[str]] = [[] for _ in labels]
    for cell in row.values:
        at = bisect_right(starts, cell.column) - 1
        if cell.text and (at < 0 or cell.column >= starts[at] + labels[at].columns):
            raise _NoForm
        if cell.text:
            said[at].append(cell.text)
    return [" ".join(one) for one in said]


def _said(names: Sequence[str], values: Sequence[str]) -> str:
    name = BETWEEN_HEADS.join(one.rstrip(_COLONS) for one in names)
    return f"{name}: {' '.join(filter(None, values))}".rstrip()


def _rows(cells: Sequence[FormCell]) -> list[_Row]:
    """The rows that hold text, with their labels. Raises _NoForm where more stand above each other than any form has."""
    begin: dict[int, list[FormCell]] = defaultdict(list)
    for cell in cells:
        begin[cell.row].append(cell)
    plain = all(cell.set_off for cell in cells if cell.text)
    rows: list[_Row] = []
    reaching: list[FormCell] = []
    for number, line in sorted(begin.items()):
        line.sort(key=lambda cell: cell.column)
        reaching = [cell for cell in reaching if cell.row + cell.rows > number]
        behind = [*(cell.is_field for cell in line[1:]), False]
        own = tuple((cell, _is_label(cell, before_field=after, plain=plain)) for cell, after in zip(line, behind, strict=True))
        if len(reaching) > _MOST_OVER:
            raise _NoForm
        if any(cell.text for cell in line):
            rows.append(_Row(tuple(sorted(reaching, key=lambda cell: cell.column)), own))
        reaching += [cell for cell, is_label in own if is_label and cell.rows > 1]
    return rows


def _is_label(cell: FormCell, *, before_field: bool, plain: bool) -> bool:
    """Whether a cell is the name of a value; where all cells are set alike (`plain`), that does not show."""
    text = cell.text
    if cell.is_field or len(text) > _LONGEST_LABEL or not any(map(str.isalpha, text)):
        return False
    return before_field or (cell.set_off and not plain) or text.endswith((":", "："))


def _tells(value: str) -> bool:
    """Whether it is a date, a code, a number with its unit: a plain number may be a year that names a column."""
    return any(map(str.isdigit, value)) and not value.replace(",", "").isdigit()


def _by_merging(cells: Sequence[FormCell]) -> list[str]:
    """The lines of a form of pairs that shows by values that reach over the columns of others, as no cells of a table do; a cell
    over the whole width is a line. None where it does not show."""
    first = min(cell.column for cell in cells)
    width = max(cell.column + cell.columns for cell in cells)
    begin: dict[int, list[FormCell]] = defaultdict(list)
    for cell in cells:
        begin[cell.row].append(cell)
    rows = [sorted(line, key=lambda cell: cell.column) for _, line in sorted(begin.items())]
    pairs = [row for row in rows if len(row) > 1 or row[0].columns < width - first]
    labels = [cell.text for row in pairs for cell in row[::2]]
    wide = sum(any(cell.columns > 1 for cell in row[1::2]) for row in pairs)
    if any(cell.rows > 1 for cell in cells) or any(len(row) % 2 for row in pairs) or wide < max(_LEAST_WIDE * len(pairs), 1):
        return []
    if len({len(row) for row in pairs}) < 2 or not are_names(labels):
        return []
    lines: list[str] = []
    for row in rows:
        if len(row) == 1:
            lines += filter(None, [row[0].text])
        else:
            lines += [_said([label.text], [value.text]) for label, value in zip(row[::2], row[1::2], strict=True)]
    return lines


def _by_words(cells: Sequence[FormCell]) -> Iterator[str]:
    """The lines of a form whose labels are set as their values are; none where rows are not made of pairs."""
    width = max(cell.column + cell.columns for cell in cells)
    if width * len({cell.row for cell in cells}) > _LARGEST_GRID:
        return
    rows: dict[int, list[str]] = defaultdict(lambda: [""] * width)
    for cell in cells:
        if cell.rows > 1 or cell.set_off or rows[cell.row][cell.column]:
            return
        rows[cell.row][cell.column] = cell.text
    grid = [row for _, row in sorted(rows.items()) if any(row)]
    if width > 2 and grid and any(_tells(value) for value in grid[0][1::2]):
        yield from labelled(grid, [["plain" if cell else "" for cell in row] for row in grid])
