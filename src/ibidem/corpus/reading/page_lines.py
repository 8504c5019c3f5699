"""The lines of a page, with their places: what a layout is read from."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

_LEVEL = 0.2  # heights of a line that another on its base line may be off


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line that stands apart from the one before it, by `gap` heights of the line; 0 for the first.

    `font` is that of its first character, where it is known.
    """

    text: str
    left: float
    right: float
    gap: float
    font: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as printed. Places are in points from the lower left corner; `height` is that of most of its letters.

    `parts` is one in running text, mostly, and several in a table.
    """

    text: str
    parts: tuple[Part, ...]
    left: float
    right: float
    bottom: float
    height: float
    hyphenated: bool = False


@dataclass(frozen=True, slots=True)
class Row(Line):
    """A row of a ruled table: for each column the lines of the cell that begins there. `lefts` are where the columns begin, and
    where the last one ends; with `top` they are the same in all rows of a table."""

    cells: tuple[tuple[Line, ...], ...] = ()
    lefts: tuple[float, ...] = ()
    top: float = 0.0

    def is_beside(self, other: Line) -> bool:
        """Whether both are rows of one table."""
        return isinstance(other, Row) and (self.lefts, self.top) == (other.lefts, other.top)


@dataclass(frozen=True, slots=True)
class Page:
    """The lines of a page in reading order; `number` counts from 1. Of one that is `unread`, much of its text is missing.
    `fields` are the lines of what was filled in."""

    number: int
    lines: tuple[Line, ...]
    unread: bool = False
    fields: tuple[str, ...] = ()

    @property
    def blank(self) -> bool:
        """Whether nothing stands on it."""
        return not self.lines and not self.fields


def by_table(lines: Sequence[Line]) -> Iterator[list[Line]]:
    """The lines, each alone, and the rows of each ruled table together."""
    together: list[Line] = []
    for line in lines:
        if together and not (isinstance(line, Row) and line.is_beside(together[-1])):
            yield together
            together = []
        together.append(line)
    if together:
        yield together


def side_by_side(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines, those one after the other on one base line put together: a single letter or digit far to the right is another
    line to PDFium."""
    before: Line | None = None
    for line in lines:
        if before is not None and _is_beside(before, line):
            first = replace(line.parts[0], gap=(line.left - before.right) / before.height)
            text = f"{before.text.rstrip()} {line.text}"
            before = replace(line, text=text, parts=(*before.parts, first, *line.parts[1:]), left=before.left)
            continue
        if before is not None:
            yield before
        before = line
    if before is not None:
        yield before


def _is_beside(before: Line, line: Line) -> bool:
    if isinstance(before, Row) or isinstance(line, Row) or before.hyphenated:
        return False
    level = abs(before.bottom - line.bottom) <= _LEVEL * before.height
    return level and abs(before.height - line.height) <= _LEVEL * before.height and line.left - before.right > before.height
