"""From lines with their places on a page to blocks: what a page shows by size, gap and indent, said in structure."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise, takewhile
from statistics import median

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, unwrapped
from ibidem.corpus.reading.heads import begins_part
from ibidem.corpus.reading.labelled import labelled
from ibidem.corpus.reading.page_lines import Line, Page, Row, by_table
from ibidem.corpus.reading.price_cards import with_cards
from ibidem.corpus.reading.text_columns import column_by_column, first_word
from ibidem.corpus.reading.unruled_tables import is_far, is_row_between, rows_of, same_table
from ibidem.language.korean import is_one_word
from ibidem.language.sentences import is_step

_LARGER = 1.15  # times the height of the body text: smaller differences are other fonts, not headings
_LONGEST_HEADING = 120  # characters
_TALLEST_HEADING = 3  # lines
_LEAST_TEXT = 0.15  # of the lines of a document that a size has which is not a heading's
_PARAGRAPH_GAP = 1.35  # times the usual distance between lines
_BULLET = re.compile(r"[-*–•‣·・●○■□▪◦※]\s+(?=\S)|[•・●○■□▪◦](?=[^\W_])")
_RULED_ALIKE = 3.0  # points by which the columns of a ruled table may be elsewhere on its next page
_TALLEST_HEAD = 4  # rows
_SPARE = 6.0  # heights of the body text that pages leave free below a table that goes on
_NOTE = 0.9  # times the height of the body text, at most
_NOTE_MARK = re.compile(
    r"(?:[*†‡§※＊]{1,3}|[¹²³⁰⁴-⁹]{1,3}|[①-⑳]|(?:주|注|註|note )?\s?[(\[]?\d{1,3}[)\].:]?)\s*(?=[^\W\d]|[\"'(「『“‘])",
    re.IGNORECASE,
)
_MOST_MOVED = 50  # headings of a page
_LEADER = re.compile(r"(?:\. ?){4,}|…{2,}|·{4,}")  # from a title to its page in a table of contents
_ENDED = re.compile(r"[.!?。！？:：][\"')\]」』”’]*\s*$")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_VOWELS = tuple("aeiou")
_LETTERS = re.compile(r"[^\W_]*")
_HANGUL = re.compile("[\uac00-\ud7a3]")


def read_pages(pages: Sequence[Page]) -> ReadText:
    """The whole text of the pages with its headings, paragraphs, list items and tables.

    A paragraph that runs over the end of a column or a page is one paragraph, on the page where it begins. A ruled table that
    does is one table, without the head that it repeats.
    """
    pages = [replace(page, lines=tuple(column_by_column(with_cards(page.lines)))) for page in pages]
    builder = TextBuilder()
    lines = [line for page in pages for line in page.lines]
    if lines:
        _add_pages(builder, _Layout(lines), pages)
    else:
        for page in pages:
            _add_fields(builder, page)
    unread = tuple(page.number for page in pages if page.unread)
    return replace(builder.finish(pages=len(pages)), unread_pages=unread)


def _add_pages(builder: TextBuilder, layout: "_Layout", pages: Sequence[Page]) -> None:
    pending: list[tuple[int, Line]] = []
    notes: list[list[tuple[int, Line]]] = []  # below what is pending, which may go on behind them

    def add_all() -> None:
        for one in (pending, *notes):
            layout.add(builder, one)
        notes.clear()

    for page in pages:
        for group in layout.groups(layout.under_titles(page.lines)):
            numbered = [(page.number, line) for line in group]
            if pending and layout.is_note(group, after_note=bool(notes)):
                notes.append(numbered)
                continue
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
                add_all()
                pending = numbered
        if page.fields:
            add_all()
            pending = []
            _add_fields(builder, page)
    add_all()


def _add_fields(builder: TextBuilder, page: Page) -> None:
    builder.page = page.number
    builder.paragraph("\n".join(page.fields))


class _Layout:
    """What the document's own habits are: the height of its body text, its line distance, its margin, how it breaks words."""

    def __init__(self, lines: Sequence[Line]) -> None:
        runs = list(_runs(lines))
        printed = [line for run in runs for line in run]
        letters: Counter[float] = Counter()
        for line in printed:
            letters[_rounded(line)] += len(line.text)
        self._body = letters.most_common(1)[0][0]
        self._text = frozenset(_heights_of_text(runs))
        larger = {_rounded(line) for line in printed if self._is_heading(line)}
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
            for together in by_table(alike) if kind == "ruled" else self._by_gap(alike, self._usual(kind, alike)):
                yield from self._by_edge(together) if kind == "text" else [together]

    def under_titles(self, lines: Sequence[Line]) -> list[Line]:
        """The lines of a page, with a heading that a file prints after the lines below it before them."""
        ordered: list[Line] = []
        moved = 0
        for line in lines:
            at = len(ordered)
            if self._is_heading(line) and moved < _MOST_MOVED:
                while at and _is_over(line, ordered[at - 1]):
                    at -= 1
                moved += at < len(ordered)
            ordered.insert(at, line)
        return ordered

    def is_note(self, group: Sequence[Line], *, after_note: bool) -> bool:
        """Whether these lines are a footnote, or go on with one: in smaller letters than the text, with its mark."""
        small = not isinstance(group[0], Row) and max(line.height for line in group) <= _NOTE * self._body
        return small and (after_note or _NOTE_MARK.match(group[0].text.lstrip()) is not None)

    def goes_on(self, last: Line, first: Line) -> bool:
        """Whether `first`, at the top of a column or page, is the rest of the sentence that `last` left open at the bottom."""
        if isinstance(last, Row) or isinstance(first, Row):
            return False
        if first.bottom <= last.bottom or not _alike(last, first) or self._is_heading(last) or is_far(last) or is_far(first):
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
            builder.heading(self._levels[_rounded(group[0])], text)
        elif _is_table(group):
            rows = rows_of(group)
            said = [[cell.text for cell in row] for row in rows]
            _add_rows(builder, said, [[cell.font for cell in row] for row in rows], [page for page, _ in numbered])
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
        used = [column for column in range(len(said[0])) if any(row[column] for row in said[head:])]
        fonts = [[cell[0].parts[0].font if cell else "" for cell in row.cells] for _, row in numbered[head:]]
        rows, faces = ([[row[column] for column in used] for row in grid] for grid in (said[head:], fonts))
        _add_rows(builder, rows, faces, [page for page, _ in numbered[head:]])

    def _kind(self, lines: Sequence[Line], at: int) -> str:
        if isinstance(lines[at], Row):
            return "ruled"
        if self._is_heading(lines[at]):
            return f"heading {_rounded(lines[at])}"
        near = [*lines[max(at - 1, 0) : at], *lines[at + 1 : at + 2]]
        three = (lines[first : first + 3] for first in range(max(at - 2, 0), at + 1))
        if any(_are_rows(lines[at], line) for line in near) or any(len(some) == 3 and _is_row_between(*some) for some in three):
            return "table"
        return "text"

    def _is_heading(self, line: Line) -> bool:
        if line.height < _LARGER * self._body or len(line.text) > _LONGEST_HEADING or _rounded(line) in self._text:
            return False
        wordy = sum(char.isalpha() for char in line.text) > 1 and not _BULLET.match(line.text.lstrip())
        return wordy and not _LEADER.search(line.text)

    def _usual(self, kind: str, run: Sequence[Line]) -> float:
        """The usual distance between lines of the body's height; that between the rows of a table is its own."""
        steps = [a.bottom - b.bottom for a, b in pairwise(run) if a.bottom > b.bottom]
        return max(self._pitch, median(steps)) if kind == "table" and steps else self._pitch

    def _by_gap(self, run: Sequence[Line], pitch: float) -> Iterator[list[Line]]:
        together = [run[0]]
        for before, line in pairwise(run):
            usual = pitch * max(before.height / self._body, 1)
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
            had_room = edge - before.right > first_word(line) + before.height and not before.hyphenated
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
            elif before.text.endswith(" ") or not self._goes_on_in_word(said[-1], following):
                said.append("\n")
            said.append(following)
        return unwrapped("".join(said))

    def _goes_on_in_word(self, line: str, following: str) -> bool:
        """Whether a Korean word is broken between two lines of which the first one ends without a space."""
        if not _HANGUL.match(line[-1:]) or not _HANGUL.match(following[0]):
            return False
        return self._breaks_words or is_one_word(line, following)

    def _before_rest_of_word(self, line: str, following: str) -> str:
        """A line that ends in a word broken at a hyphen; without its hyphen unless that is one of the word: it has one elsewhere,
        too, a number or a single letter stands before it ("E-2107", "X-ray"), or it parts two like vowels ("re-enter")."""
        begin = len(line) - 1
        while begin > 0 and line[begin - 1].isalnum():
            begin -= 1
        tail = _LETTERS.match(following)
        first, second = line[begin:-1], tail.group() if tail else ""
        hyphened = f"{first}-{second}" in self._words and first + second not in self._words
        parts_vowels = first[-1:] in _VOWELS and first[-1:] == second[:1]
        own = hyphened or parts_vowels or len(first) == 1 or any(map(str.isdigit, first))
        return line if own or not second[:1].islower() else line[:-1]


def _is_over(line: Line, other: Line) -> bool:
    """Whether a line stands above another one, over some of its width."""
    return line.bottom >= other.bottom + other.height and line.left < other.right and other.left < line.right


def _rounded(line: Line) -> float:
    return round(line.height * 2) / 2


def _heights_of_text(runs: Sequence[Sequence[Line]]) -> Iterator[float]:
    """The heights of lines that are text, small print though most letters may be: mostly many together, or rows of a table."""
    together: Counter[float] = Counter()
    count: Counter[float] = Counter()
    for run in runs:
        for height, group in groupby(run, key=_rounded):
            lines = list(group)
            count[height] += len(lines)
            if len(lines) > _TALLEST_HEADING or any(_are_rows(a, b) for a, b in pairwise(lines)):
                together[height] += len(lines)
    for height, lines in together.items():
        if lines > count[height] / 2 and lines >= _LEAST_TEXT * count.total():
            yield height


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


def _add_rows(builder: TextBuilder, rows: list[list[str]], fonts: Sequence[Sequence[str]], pages: Sequence[int]) -> None:
    """Adds the rows of a table, with the fonts of their cells: as lines where they are a form."""
    lines = labelled(rows, fonts) if rows else []
    if lines:
        builder.paragraph("\n".join(lines))
    else:
        builder.table(rows, pages)


def _is_table(group: Sequence[Line]) -> bool:
    rows = [line for line in group if len(line.parts) > 1]
    return len(rows) > 1 and len(group[0].parts) > 1 and all(_are_rows(a, b) for a, b in pairwise(rows))


def _are_rows(a: Line, b: Line) -> bool:
    return not _is_listed(a) and not _is_listed(b) and same_table(a, b)


def _is_row_between(before: Line, line: Line, after: Line) -> bool:
    return not any(map(_is_listed, (before, line, after))) and is_row_between(before, line, after)


def _is_listed(line: Line) -> bool:
    return _begins_item(line) or _LEADER.search(line.text) is not None


def _begins_item(line: Line) -> bool:
    text = line.text.lstrip()
    return _BULLET.match(text) is not None or is_step(text)
