# pyright: reportPrivateUsage=false
"""ODT (OpenDocument, ISO/IEC 26300): headings, paragraphs, lists with their numbers, tables, equations, notes, comments and
charts of a text document, and the running heads of its pages."""

from collections.abc import Sequence

from lxml import etree

from ibidem.corpus.reading.asides import marked, plain
from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line
from ibidem.corpus.reading.odf_lists import OdfLists
from ibidem.corpus.reading.odf_text import UNSEEN, OdfText, lines_of_heads, name_of
from ibidem.corpus.reading.packages import opened, parsed

_WIDEST = 100  # cells or rows that one stands for


def read_odt(name: str, original: bytes) -> ReadText:
    """Reads a text document; it has no pages. Raises UnreadableDocument for a file that is broken or encrypted."""
    builder = TextBuilder()
    with opened(name, original, "ODT") as package:
        content = parsed(package, "content.xml")
        body = content.find("{*}body/{*}text")
        if body is None:
            raise KeyError("no text")
        size = package.getinfo("content.xml").file_size
        styles = [parsed(package, "styles.xml")] if "styles.xml" in package.namelist() else []
        heads = [line for one in styles for line in lines_of_heads(one)]
        reader = _Reader(builder, OdfLists.of([*styles, content]), OdfText(package), Repeats.in_file_of(size), heads)
        reader.walk(body)
        reader.add_heads()
        meta = parsed(package, "meta.xml") if "meta.xml" in package.namelist() else None
        title = next((one.text or "" for one in meta.iter("{*}title")), "") if meta is not None else ""
        return builder.finish(title=title)


class _Reader:
    def __init__(self, builder: TextBuilder, lists: OdfLists, text: OdfText, repeats: Repeats, heads: Sequence[str]) -> None:
        self._builder = builder
        self._lists = lists
        self._text = text
        self._repeats = repeats
        self._heads = heads
        self._item: etree._Element | None = None  # the list item that has no text yet

    def walk(self, container: etree._Element) -> None:
        for element in container:
            match name_of(element):
                case "h":
                    self._heading(element)
                case "p":
                    self._paragraph(element)
                case "list":
                    self._lists.begin(element)
                    self.walk(element)
                    self._lists.end()
                case "list-item":
                    self._item = element
                    self.walk(element)
                    self._item = None
                case "table":
                    self._table(element)
                case name if name not in UNSEEN:
                    self.walk(element)
                case _:
                    pass

    def add_heads(self) -> None:
        """Adds the lines that stand on each page, once, below the first heading where the document begins with one."""
        self._builder.fields(self._heads)
        self._heads = ()

    def _heading(self, element: etree._Element) -> None:
        said = marked(self._text.parts(element))
        if said.text:
            outline = element.get(element.tag.replace("}h", "}outline-level")) or "1"
            level = int(outline) if outline.isascii() and outline.isdigit() and len(outline) < 3 else 1
            mark = self._mark() if self._lists.depth >= 0 else self._lists.heading_mark(level)
            self._builder.heading(level, f"{'' if mark == '-' else mark} {said.text}")
            self.add_heads()
            self._below(said.below)

    def _paragraph(self, element: etree._Element) -> None:
        said = marked(self._text.parts(element))
        if said.text:
            self.add_heads()
            if self._lists.depth < 0:
                self._builder.paragraph(said.text)
            else:
                self._builder.item(self._mark(), said.text, self._lists.depth)
            self._below(said.below)
        for one in element.iter("{*}object"):
            self._chart(one)

    def _mark(self) -> str:
        """The mark of the item that begins, none where it goes on."""
        item, self._item = self._item, None
        if item is None:
            return ""
        start = next((str(value) for key, value in item.attrib.items() if str(key).endswith("}start-value")), "")
        return self._lists.mark(start)

    def _below(self, lines: Sequence[str]) -> None:
        """Notes and comments: below an item they are of it, so that the list goes on."""
        for line in lines:
            if self._lists.depth < 0:
                self._builder.paragraph(line)
            else:
                self._builder.item("", line, self._lists.depth + 1)

    def _chart(self, element: etree._Element) -> None:
        """A chart as its title and the table of what it draws, which it keeps itself."""
        embedded = self._text.embedded(element)
        chart = embedded.find(".//{*}chart/{*}chart") if embedded is not None else None
        if chart is not None:
            for title in chart.iterfind("{*}title"):
                self._builder.paragraph(one_line(" ".join(str(text) for text in title.itertext())))
            for table in chart.iter("{*}table"):
                self._table(table, 1)

    def _table(self, table: etree._Element, heads: int | None = None) -> None:
        """A table; `heads` is how many rows name its columns, where the file itself marks none."""
        rows = [list(row.iterfind("{*}table-cell")) for row in table.iter("{*}table-row") if _nearest(row) is table]
        if max(map(len, rows), default=0) < 2:  # a frame around text
            for cell in (cell for row in rows for cell in row):
                self.walk(cell)
            return
        self.add_heads()
        marked = len(table.findall("{*}table-header-rows/{*}table-row"))
        self._builder.table([self._line(row) for row in rows], heads=marked or heads)

    def _line(self, row: list[etree._Element]) -> list[str]:
        line: list[str] = []
        for cell in row:
            text = one_line(" ".join(plain(self._text.parts(paragraph)) for paragraph in cell.iter("{*}p", "{*}h")))
            line.append(text)
            repeated = next((value for key, value in cell.attrib.items() if str(key).endswith("}number-columns-repeated")), "1")
            more = min(int(repeated), _WIDEST) - 1 if str(repeated).isascii() and str(repeated).isdigit() else 0
            line += [text for _ in range(more) if self._repeats.allow(text)]
        return line


def _nearest(row: etree._Element) -> etree._Element | None:
    return next(row.iterancestors("{*}table"), None)
