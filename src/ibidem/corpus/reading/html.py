"""HTML: what a reader of the page sees, without scripts, styles and navigation. Nothing is ever fetched."""

import re
from collections.abc import Iterable
from io import BytesIO
from itertools import product
from typing import cast

from lxml import etree, html

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line, tidy, unwrapped
from ibidem.corpus.reading.front_matter import split_commented

_UNSEEN = (
    *(
        "script",
        "style",
        "noscript",
        "template",
        "nav",
        "head",
        "iframe",
        "object",
        "embed",
        "svg",
        "math",
        "canvas",
        "audio",
        "rt",
        "rp",
    ),
    *("video", "form", "button", "select", "input", "textarea"),
)
_BLOCK = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "caption", "center", "dd", "details", "dialog", "div", "dl", "dt"),
        *(
            "fieldset",
            "figcaption",
            "figure",
            "footer",
            "header",
            "hr",
            "html",
            "legend",
            "li",
            "main",
            "p",
            "section",
            "summary",
        ),
    }
)
_HEADINGS = {f"h{level}": level for level in range(1, 7)}
_WIDEST_SPAN = 100  # cells; larger ones are mistakes, or made to exhaust memory


def read_html(text: str) -> ReadText:
    """Reads HTML, with or without front matter in a comment at the top. The `<main>` of a page is taken where it has one."""
    front_matter, body = split_commented(tidy(text))
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    builder = TextBuilder()
    # An encoding declared inside the file is about its bytes, which are text by now.
    tree = cast("html.HtmlElement | None", etree.parse(BytesIO(body.encode("utf-8")), parser).getroot()) if body.strip() else None
    if tree is None:
        return builder.finish(front_matter)
    title = "".join(tree.xpath("//head/title[1]//text()"))
    etree.strip_elements(tree, *_UNSEEN, with_tail=False)
    for element in tree.xpath("//*[@hidden or @aria-hidden='true' or contains(@style, 'display:none') or @role='navigation']"):
        element.drop_tree()
    mains: list[html.HtmlElement] = [main for main in tree.xpath("//main") if main.text_content().strip()]
    reader = _Reader(builder)
    for root in mains or [tree]:
        reader.walk(root)
        reader.flush()
    return builder.finish(front_matter, title)


class _Reader:
    """Walks the tree; the parser bounds its depth (256 elements)."""

    def __init__(self, builder: TextBuilder) -> None:
        self._builder = builder
        self._inline: list[str] = []
        self._lists = 0
        self._mark: str | None = None

    def walk(self, element: html.HtmlElement) -> None:
        self._add(element.text)
        for child in element:
            self._enter(child)
            self._add(child.tail)

    def flush(self) -> None:
        """Ends the paragraph or list item that was being gathered."""
        text = _seen("".join(self._inline))
        self._inline.clear()
        if not text:
            return
        if self._lists:
            self._builder.item(self._mark or "", text, self._lists - 1 + (self._mark is None))
            self._mark = None
        else:
            self._builder.paragraph(text)

    def _add(self, text: str | None) -> None:
        if text:
            self._inline.append(text.replace("\r", " "))

    def _enter(self, element: html.HtmlElement) -> None:
        tag = str(element.tag).lower()
        if tag == "br":
            self._inline.append("\r")
        elif tag == "img":
            self._add(element.get("alt"))
        elif tag in _HEADINGS:
            self.flush()
            self._builder.heading(_HEADINGS[tag], element.text_content())
        elif tag == "pre":
            self.flush()
            lines = tidy(element.text_content()).strip("\n").split("\n")
            self._builder.paragraph("\n".join(f"    {line}".rstrip() for line in lines))
        elif tag in ("ul", "ol", "menu"):
            self._list(element)
        elif tag == "table":
            self._table(element)
        elif tag in _BLOCK:
            self.flush()
            self.walk(element)
            self.flush()
        else:
            self.walk(element)

    def _list(self, element: html.HtmlElement) -> None:
        self.flush()
        self._lists += 1
        number = _whole(element.get("start"), 1)
        for child in element:
            self._mark = f"{number}." if element.tag == "ol" else "-"
            number += 1
            self.walk(child)
            self.flush()
        self._mark = None
        self._lists -= 1

    def _table(self, element: html.HtmlElement) -> None:
        self.flush()
        rows: list[html.HtmlElement] = element.xpath("./tr | ./thead/tr | ./tbody/tr | ./tfoot/tr")
        cells = [row.xpath("./td | ./th") for row in rows]
        laid_out = element.get("role") == "presentation" or element.xpath(".//table") or max(map(len, cells), default=0) < 2
        if laid_out:  # a table that only places things on the page
            for cell in (cell for row in cells for cell in row):
                self.walk(cell)
                self.flush()
            return
        for caption in element.xpath("./caption"):
            self._builder.paragraph(_seen(caption.text_content()))
        self._builder.table(_grid(cells))


def _grid(rows: Iterable[Iterable[html.HtmlElement]]) -> list[list[str]]:
    """The cells by row and column; a cell that spans rows says the same in each."""
    grid: list[list[str]] = []
    taken: dict[tuple[int, int], str] = {}
    for y, row in enumerate(rows):
        x = 0
        for cell in row:
            while (y, x) in taken:
                x += 1
            text = one_line(" ".join(cell.itertext()))
            wide, high = (min(max(_whole(cell.get(name), 1), 1), _WIDEST_SPAN) for name in ("colspan", "rowspan"))
            for down, right in product(range(high), range(wide)):
                taken[y + down, x + right] = text if right == 0 else ""
            x += wide
        width = max((column + 1 for line, column in taken if line == y), default=0)
        grid.append([taken.pop((y, column), "") for column in range(width)])
    return grid


def _whole(number: str | None, default: int) -> int:
    return int(number) if number and re.fullmatch(r"\d{1,6}", number) else default


def _seen(text: str) -> str:
    """Text as a browser shows it: white space closed up, lines broken only at `<br>`."""
    return "\n".join(one_line(unwrapped(line)) for line in text.split("\r")).strip()
