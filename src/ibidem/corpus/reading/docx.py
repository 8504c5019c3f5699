# pyright: reportPrivateUsage=false
"""DOCX: the body of a Word document with its headings, lists with the numbers that Word shows, tables, equations, notes, comments
and charts, and the running heads of its pages."""

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import cast

import docx
from docx.opc.exceptions import PackageNotFoundError
from lxml import etree

from ibidem.corpus.reading.asides import marked, plain
from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line
from ibidem.corpus.reading.charts import add_chart
from ibidem.corpus.reading.forms import add_form, form_of
from ibidem.corpus.reading.packages import check_package
from ibidem.corpus.reading.word_parts import WordParts
from ibidem.corpus.reading.word_pictures import pictures_in
from ibidem.corpus.reading.word_styles import WordStyles, qualified
from ibidem.corpus.reading.word_tables import WordCell, form_cells, marked_heads, styled_head, title_rows, word_cell
from ibidem.corpus.reading.word_text import BOX, FALLBACK, UNSEEN, WordText, control_title, is_unfilled, lines_of_heads
from ibidem.domain.errors import UnreadableDocument

_P, _TABLE, _ROW, _CELL = (qualified(name) for name in ("p", "tbl", "tr", "tc"))
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def read_docx(name: str, original: bytes) -> ReadText:
    """Reads a DOCX; it has no pages, for they depend on who prints it. Raises UnreadableDocument for a file that is broken,
    encrypted, declares a DTD, or unpacks to more than is sane."""
    if original.startswith(b"\xd0\xcf\x11\xe0"):
        raise UnreadableDocument(name, "encrypted, or in Word's format from before 2007", "save it as DOCX without a password")
    try:
        unpacked = check_package(name, original)
        document = docx.Document(io.BytesIO(original))
        body = cast("etree._Element", document.element).find(qualified("body"))
        styles, parts = WordStyles.of(document), WordParts.of(document)
    except (zipfile.BadZipFile, PackageNotFoundError, etree.XMLSyntaxError, KeyError, ValueError, NotImplementedError) as error:
        raise UnreadableDocument(name, "a damaged DOCX", "open it in a word processor and save it again") from error
    builder = TextBuilder()
    if body is not None:
        reader = _Reader(builder, styles, parts, Repeats.in_file_of(unpacked))
        reader.walk(body)
        reader.add_heads()
    return builder.finish(title=document.core_properties.title or "")


class _Reader:
    def __init__(self, builder: TextBuilder, styles: WordStyles, parts: WordParts, repeats: Repeats) -> None:
        self._builder = builder
        self._styles = styles
        self._parts = parts
        self._text = WordText(parts)
        self._repeats = repeats
        self._heads = lines_of_heads(parts)

    def walk(self, container: etree._Element) -> None:
        """Reads what stands in the body, in a cell, in a text box; content controls and the like are read through."""
        for element in container:
            if element.tag == _P:
                self._paragraph(element)
            elif element.tag == _TABLE:
                self._table(element)
            elif element.tag not in UNSEEN and not is_unfilled(element):
                self.walk(element)

    def add_heads(self) -> None:
        """Adds the lines that stand on each page, once, below the first heading where the document begins with one."""
        self._builder.fields(self._heads)
        self._heads = ()

    def _paragraph(self, paragraph: etree._Element) -> None:
        said = marked(self._text.parts(paragraph))
        if said.text:
            place = self._styles.place_of(paragraph)
            if place.heading is not None:
                self._builder.heading(place.heading, f"{place.mark} {said.text}")
            self.add_heads()
            if place.heading is None and place.mark:
                self._builder.item(place.mark, said.text, place.depth)
            elif place.heading is None:
                title = control_title(paragraph)
                self._builder.paragraph(f"{title}: {said.text}" if title else said.text)
            self._below(said.below, place.depth + 1 if place.heading is None and place.mark else None)
        self._pictures(paragraph)
        for chart in paragraph.iter(_CHART):
            if (found := self._parts.charts.get(chart.get(_ID) or "")) is not None:
                add_chart(self._builder, found)
        for box in _boxes(paragraph):
            self.walk(box)

    def _pictures(self, *paragraphs: etree._Element) -> None:
        for paragraph in paragraphs:
            caption: str | None = None
            for picture in pictures_in(paragraph):
                caption = self._caption(paragraph) if caption is None else caption
                self._builder.picture(caption or picture.words, self._parts.pictures.get(picture.part, b""))

    def _caption(self, paragraph: etree._Element) -> str:
        """The caption below or above a picture, or in its own paragraph, by the style of captions; "" where there is none."""
        for near in (paragraph.getnext(), paragraph.getprevious(), paragraph):
            if near is not None and near.tag == _P and self._styles.is_caption(near):
                return one_line(plain(WordText(WordParts()).parts(near)))
        return ""

    def _below(self, lines: Sequence[str], depth: int | None) -> None:
        """Notes and comments: below an item they are of it, so that the list goes on."""
        for line in lines:
            if depth is None:
                self._builder.paragraph(line)
            else:
                self._builder.item("", line, depth)

    def _table(self, table: etree._Element) -> None:
        rows = [list(_within(row, _CELL)) for row in _within(table, _ROW)]
        if max(map(len, rows), default=0) < 2:  # a frame around text
            for cell in (cell for row in rows for cell in row):
                self.walk(cell)
            return
        self.add_heads()
        cells = [[word_cell(cell, self._said(cell), self._styles.bold) for cell in row] for row in rows]
        form = form_of(form_cells(cells))
        if form:
            add_form(self._builder, form)
            self._pictures(*_paragraphs(table))
            return
        titles = title_rows(cells)
        for row in cells[:titles]:
            self._builder.paragraph(row[0].text)
        cells = cells[titles:]
        heads = marked_heads(list(_within(table, _ROW))[titles:], cells)
        if heads is None and styled_head(table, self._styles.first_rows):
            heads = 1
        grid: list[list[str]] = []
        for line in cells:
            grid.append(self._line(line, grid[-1] if grid else []))
        self._builder.table(grid, heads=heads)
        self._pictures(*_paragraphs(table))

    def _said(self, cell: etree._Element) -> str:
        return one_line(" ".join(plain(self._text.parts(paragraph)) for paragraph in _paragraphs(cell)))

    def _line(self, row: Sequence[WordCell], above: Sequence[str]) -> list[str]:
        """The cells of a row; one that spans rows says the same in each."""
        line: list[str] = []
        for cell in row:
            repeats = cell.merged and len(line) < len(above)
            line.append(above[len(line)] if repeats and self._repeats.allow(above[len(line)]) else cell.text)
            line += [""] * sum(self._repeats.allow("") for _ in range(cell.columns - 1))
        return line


def _boxes(element: etree._Element) -> Iterator[etree._Element]:
    """The nearest text boxes inside, those in a text box not: whoever reads it comes upon them."""
    for child in element:
        if child.tag == BOX:
            yield child
        elif child.tag != FALLBACK:
            yield from _boxes(child)


def _paragraphs(cell: etree._Element) -> Iterator[etree._Element]:
    """The paragraphs of a cell, those of tables and text boxes in it too, but none inside of another, which that one says."""
    for child in cell:
        if child.tag == _P:
            yield child
            for box in _boxes(child):
                yield from _paragraphs(box)
        elif not is_unfilled(child):
            yield from _paragraphs(child)


def _within(element: etree._Element, tag: str) -> Iterator[etree._Element]:
    """The nearest descendants with this tag, those inside content controls too, those of nested tables not."""
    for child in element:
        if child.tag == tag:
            yield child
        elif child.tag != _TABLE and child.tag not in UNSEEN:
            yield from _within(child, tag)
