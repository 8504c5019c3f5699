# pyright: reportPrivateUsage=false
"""ODP (OpenDocument, ISO/IEC 26300): each slide a page with its title, text, lists, tables and notes."""

from lxml import etree

from ibidem.corpus.reading.asides import marked, plain
from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line
from ibidem.corpus.reading.odf_text import OdfText, name_of
from ibidem.corpus.reading.packages import opened, parsed

_SKIPPED = frozenset({"forms", "annotation", "page-thumbnail"})
_OF_EVERY_SLIDE = frozenset({"date-time", "footer", "page-number", "header"})


def read_odp(name: str, original: bytes) -> ReadText:
    """Reads the slides that are shown. Raises UnreadableDocument for a file that is broken or encrypted."""
    builder = TextBuilder()
    with opened(name, original, "ODP") as package:
        content = parsed(package, "content.xml")
        body = content.find("{*}body/{*}presentation")
        if body is None:
            raise KeyError("no slides")
        hidden = {
            _said(style, "name")
            for style in content.iter("{*}style")
            for one in style.iterfind("{*}drawing-page-properties")
            if _said(one, "visibility") == "hidden"
        }
        slides = body.findall("{*}page")
        slide = _Slide(builder, OdfText(package))
        for builder.page, page in enumerate(slides, 1):
            if _said(page, "style-name") not in hidden:
                slide.add(page)
        meta = parsed(package, "meta.xml") if "meta.xml" in package.namelist() else None
        title = next((one.text or "" for one in meta.iter("{*}title")), "") if meta is not None else ""
    return builder.finish(title=title, pages=len(slides))


class _Slide:
    def __init__(self, builder: TextBuilder, text: OdfText) -> None:
        self._builder = builder
        self._text = text
        self._depth = -1  # of the list that is open

    def add(self, container: etree._Element) -> None:
        """What stands on a slide, its notes after it."""
        for element in container:
            kind = _said(element, "class")
            if name_of(element) in _SKIPPED or kind in _OF_EVERY_SLIDE:
                continue
            match name_of(element):
                case "frame" if kind == "title":
                    self._builder.heading(1 if self._builder.page == 1 else 2, one_line(" ".join(self._lines(element))))
                case "p":
                    self._paragraph(element)
                case "list":
                    self._depth += 1
                    self.add(element)
                    self._depth -= 1
                case "table":
                    rows = [list(row.iterfind("{*}table-cell")) for row in element.iter("{*}table-row")]
                    self._builder.table([[one_line(" ".join(self._lines(cell))) for cell in row] for row in rows])
                case _:
                    self.add(element)

    def _paragraph(self, element: etree._Element) -> None:
        said = marked(self._text.parts(element))
        if self._depth < 0:
            self._builder.paragraph(said.text)
        else:
            self._builder.item("-", said.text, self._depth)
        for line in said.below:
            self._builder.paragraph(line)

    def _lines(self, element: etree._Element) -> list[str]:
        return [plain(self._text.parts(paragraph)) for paragraph in element.iter("{*}p")]


def _said(element: etree._Element, name: str) -> str:
    return next((str(value) for key, value in element.attrib.items() if str(key).rpartition("}")[2] == name), "")
