"""What every reader makes of a file: its whole text, and the blocks that the text is made of.

The whole text is what a person gets to see of the document. Whatever the format was, it keeps its structure as light Markdown:
`# ` before headings, `- ` or `1. ` before list items, `| a | b |` for table rows, fences around code.
Bold, links and the like are only their words.
"""

import base64
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Self
from urllib.parse import unquote

from ibidem.checks.units import unit_line
from ibidem.corpus.reading.prices import are_prices
from ibidem.language.sentences import is_step
from ibidem.language.table_heads import head_rows, heads_again, spelt_out
from ibidem.language.tables import cells_of, row_of

MOST_CHARACTERS = 20_000_000  # some twenty thousand pages
# Headings and the headers of tables go along with each piece that stands under them, so they are cut to what names something.
_LONGEST_TITLE = 300
_LONGEST_HEADER = 1_000
_DEEPEST = 12  # an item's indent is repeated in each of its lines; other levels look alike
_TICKS = re.compile("`{3,}")
_CODE_LANGUAGE = re.compile(r"\w{1,20}", re.ASCII)
# Of one picture: a photograph of 24 megapixels has some 8 MB as JPEG, and a browser unpacks it to 100 MB.
MOST_PICTURE_BYTES = 8 * 1024 * 1024
MOST_FIGURES = 200  # of one document that are kept
# A picture that stands in more places is an ornament: a logo, an icon, a background.
MOST_PLACES = 3
_MOST_PICTURES = 1_000  # of one document, wherever they stand; manuals with a screenshot for each step have hundreds
_DATA_ADDRESS = re.compile(r"data:[\w/+.-]{0,100};base64,", re.IGNORECASE)
_SPARSEST = 8  # cells of a table to each that its rows have


@dataclass(frozen=True, slots=True)
class Span:
    """The characters [start, end) of the whole text, never empty; `page` counts from 1, None where the format has no pages."""

    start: int
    end: int
    page: int | None


@dataclass(frozen=True, slots=True)
class Heading(Span):
    """A heading with its "#"; `title` is without, and not all of one as long as a page. Level 1 is the highest, 6 the lowest."""

    level: int
    title: str


@dataclass(frozen=True, slots=True)
class Head(Heading):
    """A heading without "#", known by its words (see `heads`); those that no format marks have levels from 7 on. One that is
    `cited` is an article: people refer to it by its number."""

    cited: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph(Span):
    """Running text, or lines that belong together."""


@dataclass(frozen=True, slots=True)
class Fields(Paragraph):
    """Lines that a program puts around a text: who sent it and when, its running heads. Found like any text, but no prose."""


@dataclass(frozen=True, slots=True)
class ListItem(Span):
    """A list item or a numbered step, with its mark. Items that stand next to each other are one list."""


@dataclass(frozen=True, slots=True)
class TableRow(Span):
    """A row of a table; `header` is the row that names its columns, also in that row itself, "" where none does, and `unit` the
    line above the table that gives the unit of its values, if any. `table` counts the tables from 0."""

    table: int
    header: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class Code(Span):
    """A listing between its fences: found like any text, but no prose."""


Block = Heading | Paragraph | ListItem | TableRow | Code


@dataclass(frozen=True, slots=True)
class ShownPicture:
    """A picture as a file shows it, behind the character `offset` of its text: its bytes, or, where it is a file of its own, the
    address of that. `caption` is what it is called there. Nothing of it has been looked at."""

    offset: int
    caption: str
    content: bytes = b""
    address: str = ""


@dataclass(frozen=True, slots=True)
class ReadText:
    """A file as read. Every character of `text` that is not white space stands in exactly one block, and the blocks are in order.

    `front_matter` is the YAML found at the top, without its fences, and no part of `text`. `title` is what the format itself
    calls the title, outside the text. `pages` is None where the format has none. `headed` is False where headings name parts,
    such as sheets or functions, and none of them the whole. `recognised` is True where text was guessed from its picture.
    `unread_pages` are the numbers of those that show text of which much could not be read. `pictures` stand in their order.
    """

    text: str
    blocks: tuple[Block, ...]
    front_matter: str = ""
    title: str = ""
    pages: int | None = None
    headed: bool = True
    recognised: bool = False
    unread_pages: tuple[int, ...] = ()
    pictures: tuple[ShownPicture, ...] = ()


_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ufeff\ufffe\ufdd0\ud800-\udfff]")
_LINE_ENDS = re.compile("\r\n?|[\u0085\u2028\u2029\x0b\x0c]")


def tidy(text: str) -> str:
    """The text in NFC, its lines ended by "\\n", without control characters and lone surrogates."""
    text = _UNPRINTABLE.sub("", _LINE_ENDS.sub("\n", text))
    return text if unicodedata.is_normalized("NFC", text) else unicodedata.normalize("NFC", _marks().sub(r"\1", text))


@lru_cache(maxsize=1)
def _marks() -> re.Pattern[str]:
    """More than thirty marks on one letter, which no language writes, and whose order takes the square of their number to find.

    Thirty is what the Stream-Safe Text Format allows (Unicode Standard Annex #15, 13). Three signs are no marks and made of two.
    """
    marks = re.escape("".join(filter(unicodedata.combining, map(chr, range(0x300, 0x20000)))) + "\u0f73\u0f75\u0f81")
    return re.compile(f"([{marks}]{{30}})[{marks}]+")


def one_line(text: str) -> str:
    """The text with every run of white space as one space."""
    return " ".join(text.split())


_BETWEEN_JAPANESE = re.compile(
    "(?<=[\u3000-\u30ff\u3400-\u9fff\uff01-\uff9f])[ \t]*\n[ \t]*(?=[\u3001-\u30ff\u3400-\u9fff\uff01-\uff9f])"
)


def unwrapped(text: str) -> str:
    """The text with its line breaks undone: nothing stands between Japanese characters, a space anywhere else."""
    first, *others = _BETWEEN_JAPANESE.sub("", text).split("\n")
    if not others:
        return first
    return " ".join((first.rstrip(" \t"), *(line.strip(" \t") for line in others[:-1]), others[-1].lstrip(" \t")))


class TooMuchText(Exception):
    """A file holds more than MOST_CHARACTERS of text."""


@dataclass(slots=True)
class Repeats:
    """What cells that span rows and columns may still repeat, in characters: as much as the file is long, and always some."""

    left: int

    @classmethod
    def in_file_of(cls, length: int) -> Self:
        return cls(max(length, 100_000))

    def allow(self, text: str) -> bool:
        """Whether a cell may say this once more; takes it off what is left."""
        self.left -= len(text) + len(" | ")
        return self.left >= 0


@dataclass(slots=True)
class TextBuilder:
    """Builds a ReadText block by block. Blocks without text are left out. Text handed in is tidied here."""

    page: int | None = None
    _parts: list[str] = field(default_factory=list[str])
    _blocks: list[Block] = field(default_factory=list[Block])
    _length: int = 0
    _tables: int = 0
    _pictures: list[ShownPicture] = field(default_factory=list[ShownPicture])

    @property
    def started(self) -> bool:
        """Whether there is any block yet."""
        return bool(self._blocks)

    def heading(self, level: int, title: str) -> None:
        """Adds a heading; a level outside 1 to 6 becomes the nearest one. A price alone is set large on many pages and heads
        nothing: it is a paragraph."""
        title = one_line(tidy(title))
        level = min(max(level, 1), 6)
        if are_prices(title):
            self.paragraph(title)
        elif title:
            start, end = self._append(f"{'#' * level} {title}", "\n\n")
            self._blocks.append(Heading(start, end, self.page, level, title[:_LONGEST_TITLE]))

    def paragraph(self, text: str) -> None:
        """Adds a paragraph, its line breaks kept; one line that a writer numbered by hand is a list item."""
        text = tidy(text).strip("\n").rstrip()
        if is_step(text) and "\n" not in text:
            self.item("", text)
        elif text.strip():
            _, end = self._append(text, "\n\n")
            self._blocks.append(Paragraph(end - len(text.lstrip()), end, self.page))

    def fields(self, lines: Iterable[str]) -> None:
        """Adds lines that are no prose, those without text left out."""
        text = "\n".join(filter(None, (one_line(tidy(line)) for line in lines)))
        if text:
            start, end = self._append(text, "\n\n")
            self._blocks.append(Fields(start, end, self.page))

    def item(self, mark: str, text: str, depth: int = 0) -> None:
        """Adds a list item: `mark` is "-" or "1." or whatever the document uses; `depth` counts from 0."""
        text = tidy(text).strip()
        if text:
            joint = "\n" if self._blocks and isinstance(self._blocks[-1], ListItem) else "\n\n"
            indent = "   " * min(depth, _DEEPEST)
            lines = text.replace("\n", f"\n{indent}{' ' * (len(mark) + 1)}")
            start, end = self._append(f"{indent}{mark} {lines}" if mark else f"{indent}{lines}", joint)
            self._blocks.append(ListItem(start + len(indent), end, self.page))

    def code(self, text: str, language: str = "") -> None:
        """Adds a listing between fences, its lines and indents kept; `language` is what it is written in, where that is known."""
        text = tidy(text).strip("\n").rstrip()
        if text.strip():
            longest = max(map(len, _TICKS.findall(text)), default=0)
            fence = "`" * max(3, longest + 1)
            named = language if _CODE_LANGUAGE.fullmatch(language) else ""
            start, end = self._append(f"{fence}{named}\n{text}\n{fence}", "\n\n")
            self._blocks.append(Code(start, end, self.page))

    def table(self, rows: Sequence[Sequence[str]], pages: Sequence[int] = (), heads: int | None = None) -> None:
        """Adds a table, its head in one row with a rule under it. `heads` is how many of its rows the format marks as its head,
        None where it marks none: then the cells tell (see `head_rows`). Rows without text are left out; short rows are filled up,
        unless most of the table would be made of that. `pages` has the page of each row of a table that runs over several. A row
        further down that names the columns anew begins another table."""
        self._table(rows, pages, heads, self._unit_above())

    def _table(self, rows: Sequence[Sequence[str]], pages: Sequence[int], heads: int | None, unit: str) -> None:
        tidied = [[one_line(tidy(cell)) for cell in row] for row in rows]
        shown = [at for at, row in enumerate(tidied) if any(row)]
        cells = [tidied[at] for at in shown]
        if not cells:
            return
        width = max(len(row) for row in cells)
        if width * len(cells) > _SPARSEST * sum(len(row) for row in cells):
            width = 0
        count = head_rows(cells, heads)
        if count and (again := heads_again(cells, count)):
            cuts = [0, *(shown[at] for at in again), len(rows)]
            for start, end in pairwise(cuts):
                self._table(rows[start:end], pages[start:end], 1 if start else heads, unit)
            return
        named = [spelt_out(cells[:count])] if count else []
        lines = [row_of([*row, *[""] * (width - len(row))]) for row in (*named, *cells[count:])]
        header = _short_row(lines[0]) if named else ""
        rule = f"\n|{' --- |' * max(width, len(cells[0]))}"
        for number, line in enumerate(lines):
            ruled = line + rule if number == 0 and named else line
            start, end = self._append(ruled, "\n" if number else "\n\n")
            page = pages[shown[number + max(count - 1, 0)]] if pages else self.page
            self._blocks.append(TableRow(start, end, page, self._tables, header, unit))
        self._tables += 1

    def picture(self, caption: str, content: bytes = b"", address: str = "") -> None:
        """Adds a picture behind what was added last: by its bytes, or by its address (see ShownPicture)."""
        if address.startswith("data:"):
            content, address = _of_data(address), ""
        if (content or address) and len(self._pictures) < _MOST_PICTURES:
            self._pictures.append(ShownPicture(self._length, caption, content, address))

    def _unit_above(self) -> str:
        """The line that gives the unit of the table that follows it, "" where the last line is another."""
        if not self._blocks or not isinstance(self._blocks[-1], Paragraph):
            return ""
        line = self._parts[-1].rpartition("\n")[2].strip()
        return unit_line(line)

    def include(self, read: ReadText) -> None:
        """Adds another text with its blocks, without its pages. A heading's level may differ from that of its "#"."""
        if not read.blocks:
            return
        shift = self._append(read.text, "\n\n")[0]
        for block in read.blocks:
            moved = replace(block, start=block.start + shift, end=block.end + shift, page=self.page)
            self._blocks.append(replace(moved, table=moved.table + self._tables) if isinstance(moved, TableRow) else moved)
        self._tables += max((block.table + 1 for block in read.blocks if isinstance(block, TableRow)), default=0)
        moved_pictures = [replace(one, offset=one.offset + shift) for one in read.pictures]
        self._pictures += moved_pictures[: _MOST_PICTURES - len(self._pictures)]

    def finish(self, front_matter: str = "", title: str = "", pages: int | None = None) -> ReadText:
        """What was built."""
        text = "".join(self._parts)
        found = ReadText(text, tuple(self._blocks), front_matter, one_line(tidy(title)), pages)
        return replace(found, pictures=tuple(self._pictures))

    def _append(self, text: str, joint: str) -> tuple[int, int]:
        if self._parts:
            self._parts.append(joint)
            self._length += len(joint)
        start = self._length
        self._parts.append(text)
        self._length += len(text)
        if self._length > MOST_CHARACTERS:
            raise TooMuchText
        return start, self._length


def _of_data(address: str) -> bytes:
    """The bytes of an address that holds them itself (RFC 2397), as far as they can be a picture; whatever type it names."""
    head = _DATA_ADDRESS.match(address)
    try:
        return b"" if head is None else base64.b64decode(unquote(address[head.end() :]))
    except ValueError:
        return b""


def _short_row(row: str) -> str:
    """The row with as many of its first cells as _LONGEST_HEADER holds."""
    cells = cells_of(row)
    while len(row) > _LONGEST_HEADER and len(cells) > 1:
        cells = cells[: len(cells) * _LONGEST_HEADER // len(row)]
        row = row_of(cells)
    return row if len(row) <= _LONGEST_HEADER else ""


def prose_of(read: ReadText) -> list[str]:
    """The text's headings, paragraphs and list items: what its writer said in sentences, without code, tables and fields."""
    return [read.text[block.start : block.end] for block in read.blocks if not isinstance(block, Code | TableRow | Fields)]


def tables_and_lists(blocks: tuple[Block, ...]) -> list[list[Block]]:
    """The blocks, those grouped together that belong together: a table's rows, a list's items; any other block alone."""

    def group(numbered: tuple[int, Block]) -> tuple[str, int]:
        number, block = numbered
        match block:
            case TableRow():
                return ("table", block.table)
            case ListItem():
                return ("list", 0)
            case _:
                return ("block", number)

    return [[block for _, block in run] for _, run in groupby(enumerate(blocks), key=group)]
