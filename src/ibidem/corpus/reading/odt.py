# pyright: reportPrivateUsage=false
"""ODT (OpenDocument, ISO/IEC 26300): headings, paragraphs, lists and tables of a text document."""

from collections.abc import Iterator

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line
from ibidem.corpus.reading.packages import opened, parsed

_CHARACTERS = {"tab": " ", "line-break": "\n", "s": " "}
_UNSEEN = frozenset({"tracked-changes", "annotation", "ruby-text", "sequence-decls", "forms", "table-of-content"})
_WIDEST = 100  # cells or rows that one stands for


def read_odt(name: str, original: bytes) -> ReadText:
    """Reads a text document; it has no pages. Raises UnreadableDocument for a file that is broken or encrypted."""
    builder = TextBuilder()
    with opened(name, original, "ODT") as package:
        body = parsed(package, "content.xml").find("{*}body/{*}text")
        if body is None:
            raise KeyError("no text")
        size = package.getinfo("content.xml").file_size
        _Reader(builder, Repeats.in_file_of(size)).walk(body)
        meta = parsed(package, "meta.xml") if "meta.xml" in package.namelist() else None
        title = next((one.text or "" for one in meta.iter("{*}title")), "") if meta is not None else ""
        return builder.finish(title=title)


class _Reader:
    def __init__(self, builder: TextBuilder, repeats: Repeats) -> None:
        self._builder = builder
        self._repeats = repeats
        self._depth = -1  # of the list that is open
        self._mark = ""

    def walk(self, container: etree._Element) -> None:
        for element in container:
            match _name(element):
                case "h":
                    level = element.get(element.tag.replace("}h", "}outline-level")) or "1"
                    self._builder.heading(int(level) if level.isascii() and level.isdigit() else 1, _said(element))
                case "p":
                    self._paragraph(_said(element))
                case "list":
                    self._depth += 1
                    self.walk(element)
                    self._depth -= 1
                case "list-item":
                    self._mark = "-"
                    self.walk(element)
                case "table":
                    self._table(element)
                case name if name not in _UNSEEN:
                    self.walk(element)
                case _:
                    pass

    def _paragraph(self, text: str) -> None:
        if self._depth < 0:
            self._builder.paragraph(text)
        elif text.strip():
            self._builder.item(self._mark, text, self._depth)
            self._mark = ""

    def _table(self, table: etree._Element) -> None:
        rows = [list(row.iterfind("{*}table-cell")) for row in table.iter("{*}table-row") if _nearest(row) is table]
        if max(map(len, rows), default=0) < 2:  # a frame around text
            for cell in (cell for row in rows for cell in row):
                self.walk(cell)
            return
        self._builder.table([self._line(row) for row in rows])

    def _line(self, row: list[etree._Element]) -> list[str]:
        line: list[str] = []
        for cell in row:
            text = one_line(" ".join(_said(paragraph) for paragraph in cell.iter("{*}p", "{*}h")))
            line.append(text)
            repeated = next((value for key, value in cell.attrib.items() if str(key).endswith("}number-columns-repeated")), "1")
            more = min(int(repeated), _WIDEST) - 1 if str(repeated).isascii() and str(repeated).isdigit() else 0
            line += [text for _ in range(more) if self._repeats.allow(text)]
        return line


def _nearest(row: etree._Element) -> etree._Element | None:
    return next(row.iterancestors("{*}table"), None)


def _said(element: etree._Element) -> str:
    return "".join(_characters(element))


def _characters(element: etree._Element) -> Iterator[str]:
    """The text inside, notes where they are referred to; what was deleted or commented is not part of it."""
    yield element.text or ""
    for child in element:
        name = _name(child)
        if name in _CHARACTERS:
            yield _CHARACTERS[name]
        elif name not in _UNSEEN:
            yield from _characters(child)
        yield child.tail or ""


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]
