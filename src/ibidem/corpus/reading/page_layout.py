"""From lines with their places on a page to blocks: what a page shows by size, gap and indent, said in structure."""

import re
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise, takewhile
from statistics import median

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, unwrapped
from ibidem.corpus.reading.grids import without_empty_columns
from ibidem.corpus.reading.heads import begins_part
from ibidem.language.sentences import is_step

_LARGER = 1.15  # times the height of the body text: smaller differences are other fonts, not headings
_LONGEST_HEADING = 120  # characters
_PARAGRAPH_GAP = 1.35  # times the usual distance between lines
_BULLET = re.compile(r"[-*–•‣·・●○■□▪◦※]\s+(?=\S)|[•・●○■□▪◦](?=[^\W_])")
_CELL_GAP = 1.5  # heights of a line: further apart, parts are cells of a table; nearer, when they begin where others do
_SAME_COLUMN = 1.5  # points
_RULED_ALIKE = 3.0  # points by which the columns of a ruled table may be elsewhere on its next page
_TALLEST_HEAD = 4  # rows
_SPARE = 6.0  # heights of the body text that pages leave free below a table that goes on
_LEADER = re.compile(r"(?:\. ?){4,}|…{2,}|·{4,}")  # from a title to its page in a table of contents
_ENDED = re.compile(r"[.!?。！？:：][\"')\]」』”’]*\s*$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_LETTERS = re.compile(r"[^\W_]*")
_HANGUL = re.compile("[\uac00-\ud7a3]")


@dataclass(frozen=True, slots=True)
class Part:
    """A stretch of a line that stands apart from the one before it, by `gap` heights of the line; 0 for the first."""

    text: str
    left: float
    gap: float


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
    """The lines of a page in reading order; `number` counts from 1."""

    number: int
    lines: tuple[Line, ...]


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


def read_pages(pages: Sequence[Page]) -> ReadText:
    """The whole text of the pages with its headings, paragraphs, list items and tables.

    A paragraph that runs over the end of a column or a page is one paragraph, on the page where it begins. A ruled table that
    does is one table, without the head that it repeats.
    """
    layout = _Layout([line for page in pages for line in page.lines])
    builder = TextBuilder()
    pending: list[tuple[int, Line]] = []
    for page in pages:
        for group in layout.groups(page.lines):
            numbered = [(page.number, line) for line in group]
            repeated = _repeated(pending, group)
            if (
                pending
                and _has_same_columns(pending[-1][1], group[0])
                and (repeated or layout.had_no_room(pending[-1][1], group[0]))
            ):
                pending.extend(numbered[repeated:])
            elif pending and layout.goes_on(pending[-1][1], group[0]):
                pending.extend(numbered)
            else:
                layout.add(builder, pending)
                pending = numbered
    layout.add(builder, pending)
    return builder.finish(pages=len(pages))


class _Layout:
    """What the document's own habits are: the height of its body text, its line distance, its margin, how it breaks words."""

    def __init__(self, lines: Sequence[Line]) -> None:
        runs = list(_runs(lines))
        printed = [line for run in runs for line in run]
        letters: Counter[float] = Counter()
        for line in printed:
            letters[round(line.height * 2) / 2] += len(line.text)
        self._body = letters.most_common(1)[0][0]
        larger = {self._rounded(line) for line in printed if self._is_heading(line)}
        self._levels = {height: level for level, height in enumerate(sorted(larger, reverse=True), 1)}
        pairs = [(a, b) for run in runs for a, b in pairwise(run) if _alike(a, b) and 0 < a.bottom - b.bottom < 3 * a.height]
        self._pitch = median([a.bottom - b.bottom for a, b in pairs]) if pairs else 1.4 * self._body
        rights = sorted(line.right for line in lines)
        self._foot = min(line.bottom for line in printed)
        self._margin = rights[len(rights) * 9 // 10]
        # Some programs break Korean between any two letters. They leave the space in where the line ends at one.
        hangul = [
            a.text.endswith(" ") for a, b in pairs if _HANGUL.match(a.text.rstrip()[-1]) and _HANGUL.match(b.text.lstrip()[0])
        ]
        self._breaks_words = 0.1 < sum(hangul) / len(hangul) < 0.8 if hangul else False
        self._words = frozenset(
            word for line in printed for word in _WORD.findall(line.text[:-1] if line.hyphenated else line.text)
        )

    def groups(self, lines: Sequence[Line]) -> Iterator[list[Line]]:
        """The lines, those together that make one heading, one table, one list item or one paragraph."""
        kinds = [self._kind(lines, at) for at in range(len(lines))]
        for kind, run in groupby(range(len(lines)), key=lambda at: kinds[at]):
            alike = [lines[at] for at in run]
            for together in by_table(alike) if kind == "ruled" else self._by_gap(alike):
                yield from self._by_edge(together) if kind == "text" else [together]

    def goes_on(self, last: Line, first: Line) -> bool:
        """Whether `first`, at the top of a column or page, is the rest of the sentence that `last` left open at the bottom."""
        if isinstance(last, Row) or isinstance(first, Row):
            return False
        if first.bottom <= last.bottom or not _alike(last, first) or self._is_heading(last) or _is_far(last) or _is_far(first):
            return False
        ended = _ENDED.search(last.text) or _begins_item(first) or begins_part(first.text) or _LEADER.search(last.text)
        return not ended and last.right > self._margin - 3 * last.height

    def had_no_room(self, last: Line, first: Line) -> bool:
        """Whether a row at the top of a page did not fit below the last one of the page before."""
        cells = first.cells if isinstance(first, Row) else ()
        height = max((cell[0].bottom - cell[-1].bottom for cell in cells if cell), default=0.0)
        return last.bottom - height - _SPARE * self._body < self._foot

    def add(self, builder: TextBuilder, numbered: Sequence[tuple[int, Line]]) -> None:
        """Adds one group, whose lines have the numbers of their pages, to the text."""
        if not numbered:
            return
        builder.page = numbered[0][0]
        group = [line for _, line in numbered]
        if rows := [(page, line) for page, line in numbered if isinstance(line, Row)]:
            self._add_table(builder, rows)
            return
        text = self._joined(group)
        if self._is_heading(group[0]):
            builder.heading(self._levels[self._rounded(group[0])], text)
        elif len(group) > 1 and all(_same_table(a, b) for a, b in pairwise(group)):
            columns = _column_starts(group)
            builder.table([_cells(line, columns) for line in group])
        elif _begins_item(group[0]):
            bullet = _BULLET.match(text)
            builder.item("-" if bullet else "", text[bullet.end() :] if bullet else text)
        else:
            builder.paragraph(text)

    def _add_table(self, builder: TextBuilder, numbered: Sequence[tuple[int, Row]]) -> None:
        """Adds a ruled table. What stands alone above its head, and one row of longer texts alone, is laid out in frames."""
        said = [[self._joined(cell) if cell else "" for cell in row.cells] for _, row in numbered]
        head = next((at for at, row in enumerate(said) if sum(map(bool, row)) > 1), 0)
        if head == len(said) - 1 and any(len(cell) > 1 for cell in numbered[head][1].cells):
            head = len(said)
        for page, row in numbered[:head]:
            for cell in row.cells:
                for group in self.groups(cell):
                    self.add(builder, [(page, line) for line in group])
        builder.table(without_empty_columns(said[head:]), [page for page, _ in numbered[head:]])

    def _kind(self, lines: Sequence[Line], at: int) -> str:
        if isinstance(lines[at], Row):
            return "ruled"
        if self._is_heading(lines[at]):
            return f"heading {self._rounded(lines[at])}"
        near = [*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]]
        return "table" if any(_same_table(lines[at], line) for line in near) else "text"

    def _is_heading(self, line: Line) -> bool:
        if line.height < _LARGER * self._body or len(line.text) > _LONGEST_HEADING:
            return False
        wordy = sum(char.isalpha() for char in line.text) > 1 and not _BULLET.match(line.text.lstrip())
        return wordy and not _LEADER.search(line.text)

    def _rounded(self, line: Line) -> float:
        return round(line.height * 2) / 2

    def _by_gap(self, run: Sequence[Line]) -> Iterator[list[Line]]:
        together = [run[0]]
        for before, line in pairwise(run):
            usual = self._pitch * max(before.height / self._body, 1)
            if not _alike(before, line) or not 0 < before.bottom - line.bottom <= _PARAGRAPH_GAP * usual:
                yield together
                together = []
            together.append(line)
        yield together

    def _by_edge(self, run: Sequence[Line]) -> Iterator[list[Line]]:
        """Splits lines without gaps: at list items, at indents, and after a line that had room for the next one's first word."""
        edge, left = max(line.right for line in run), min(line.left for line in run)
        together = [run[0]]
        for before, line in pairwise(run):
            words = line.text.split(" ")
            first_word = (line.right - line.left) * min(len(words[0]), 12 if words[0].isascii() else 4) / len(line.text)
            had_room = edge - before.right > first_word + before.height
            indented = line.left - left > 0.8 * line.height and abs(before.left - left) < 1 and not _begins_item(together[0])
            if _begins_item(line) or begins_part(line.text) or had_room or indented or _LEADER.search(before.text):
                yield together
                together = []
            together.append(line)
        yield together

    def _joined(self, group: Sequence[Line]) -> str:
        said = [group[0].text.strip()]
        for before, line in pairwise(group):
            following = line.text.strip()
            if before.hyphenated:
                said[-1] = self._before_rest_of_word(said[-1], following)
            elif not (
                self._breaks_words
                and not before.text.endswith(" ")
                and _HANGUL.match(said[-1][-1:])
                and _HANGUL.match(following[0])
            ):
                said.append("\n")
            said.append(following)
        return unwrapped("".join(said))

    def _before_rest_of_word(self, line: str, following: str) -> str:
        """A line that ends in a word broken at a hyphen; without its hyphen unless the word has one elsewhere, too."""
        begin = len(line) - 1
        while begin > 0 and line[begin - 1].isalnum():
            begin -= 1
        tail = _LETTERS.match(following)
        first, second = line[begin:-1], tail.group() if tail else ""
        hyphened = f"{first}-{second}" in self._words and first + second not in self._words
        return line if hyphened or not second[:1].islower() else line[:-1]


def _runs(lines: Sequence[Line]) -> Iterator[Sequence[Line]]:
    """The lines as printed, those together that may be of one text: those of a cell, those between tables."""
    for ruled, run in groupby(lines, key=lambda line: isinstance(line, Row)):
        if ruled:
            yield from (cell for row in run if isinstance(row, Row) for cell in row.cells if cell)
        else:
            yield list(run)


def _has_same_columns(last: Line, first: Line) -> bool:
    """Whether `first`, at the top of a page, has the columns of the table that `last` is the last row of."""
    if not (isinstance(last, Row) and isinstance(first, Row)) or first.bottom <= last.bottom:
        return False
    near = (abs(a - b) <= _RULED_ALIKE for a, b in zip(last.lefts, first.lefts, strict=False))
    return len(last.lefts) == len(first.lefts) and all(near)


def _repeated(table: Sequence[tuple[int, Line]], rest: Sequence[Line]) -> int:
    """How many rows at the top of the rest of a table are its first ones, said again."""
    pairs = zip((line for _, line in table), rest[:_TALLEST_HEAD], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0].text == pair[1].text, pairs))


def _alike(a: Line, b: Line) -> bool:
    return abs(a.height - b.height) < 0.1 * a.height


def _same_table(a: Line, b: Line) -> bool:
    """Whether two lines next to each other are rows of a table: both have parts far apart, or parts that begin in one column."""
    if any(isinstance(line, Row) or len(line.parts) < 2 or _begins_item(line) or _LEADER.search(line.text) for line in (a, b)):
        return False
    columns = _column_starts([b])
    return any(_near(columns, part.left) for part in a.parts[1:]) or (_is_far(a) and _is_far(b))


def _column_starts(table: Sequence[Line]) -> list[float]:
    return sorted(part.left for row in table for part in row.parts[1:])


def _near(starts: list[float], left: float) -> int:
    """How many of them are in the column that begins here."""
    return bisect_left(starts, left + _SAME_COLUMN) - bisect_right(starts, left - _SAME_COLUMN)


def _is_far(line: Line) -> bool:
    return any(part.gap > _CELL_GAP for part in line.parts)


def _cells(line: Line, columns: list[float]) -> list[str]:
    """The cells of a row: parts that are far from the one before, or begin where a part of another row does."""
    own = _column_starts([line])
    cells = [[line.parts[0].text]]
    for part in line.parts[1:]:
        if part.gap > _CELL_GAP or _near(columns, part.left) > _near(own, part.left):
            cells.append([])
        cells[-1].append(part.text)
    return [" ".join(cell) for cell in cells]


def _begins_item(line: Line) -> bool:
    text = line.text.lstrip()
    return _BULLET.match(text) is not None or is_step(text)
