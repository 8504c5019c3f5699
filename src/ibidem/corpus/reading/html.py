"""HTML: what a reader of the page sees, without scripts, styles and navigation. Nothing is ever fetched."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import islice, takewhile
from typing import Any, cast

from lxml import etree, html

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder, one_line, tidy, unwrapped
from ibidem.corpus.reading.equations import mathml
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
MOST_ATTRIBUTES = 1000  # of one tag; the parser looks through all of them for each that it adds to the tree


class TooManyAttributes(ValueError):
    """A tag has more attributes than MOST_ATTRIBUTES."""


@dataclass(frozen=True, slots=True)
class _Cell:
    """What a cell says in so many rows more."""

    text: str
    rows: int


def read_html(text: str) -> ReadText:
    """Reads HTML, with or without front matter in a comment at the top. The `<main>` of a page is taken where it has one.

    Raises TooManyAttributes."""
    front_matter, body = split_commented(tidy(text))
    _check_attributes(body)
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    builder = TextBuilder()
    # An encoding declared inside the file is about its bytes, which are text by now.
    tree = cast("html.HtmlElement | None", etree.parse(BytesIO(body.encode("utf-8")), parser).getroot()) if body.strip() else None
    if tree is None:
        return builder.finish(front_matter)
    title = "".join(tree.xpath("//head/title[1]//text()"))
    _read_tree(builder, tree, Repeats.in_file_of(len(body)))
    return builder.finish(front_matter, title)


def _read_tree(builder: TextBuilder, tree: html.HtmlElement, repeats: Repeats) -> None:
    for element in tree.xpath("//*[@hidden or @aria-hidden='true' or contains(@style, 'display:none') or @role='navigation']"):
        element.tag = "template"  # all go at once, for each one by itself takes along the text that stood after those before
    for equation in tree.xpath("//math[not(ancestor::math)]"):
        said = mathml(equation)
        equation.clear(keep_tail=True)
        equation.tag, equation.text = "span", said
    etree.strip_elements(tree, *_UNSEEN, with_tail=False)
    mains: list[html.HtmlElement] = [main for main in tree.xpath("//main[not(ancestor::main)]") if main.text_content().strip()]
    reader = _Reader(builder, repeats)
    for root in mains or [tree]:
        reader.walk(root)
        reader.flush()


def read_fragment(builder: TextBuilder, source: str) -> None:
    """Adds what a reader sees of HTML that stands inside another text."""
    parser = html.HTMLParser(encoding="utf-8", remove_comments=True, remove_pis=True, no_network=True)
    tree = cast("html.HtmlElement | None", etree.parse(BytesIO(source.encode("utf-8")), parser).getroot())
    if tree is not None:
        _read_tree(builder, tree, Repeats.in_file_of(len(source)))


def _check_attributes(body: str) -> None:
    """Goes through the tags without building a tree, as the parser itself finds them: a fifteenth of the time of reading."""
    if body.strip():
        target: Any = _FewAttributes()  # it need not take what it has no method for
        etree.parse(BytesIO(body.encode("utf-8")), etree.HTMLParser(encoding="utf-8", no_network=True, target=target))


class _FewAttributes:
    """What the parser tells of each tag."""

    def start(self, _: str, attributes: Mapping[str, str]) -> None:
        if len(attributes) > MOST_ATTRIBUTES:
            raise TooManyAttributes

    def close(self) -> None:
        """Called at the end; there is no tree."""


class _Reader:
    """Walks the tree; the parser bounds its depth (256 elements)."""

    def __init__(self, builder: TextBuilder, repeats: Repeats) -> None:
        self._builder = builder
        self._repeats = repeats
        self._inline: list[str] = []
        self._lists = 0
        self._mark: str | None = None
        self._pictures: list[html.HtmlElement] = []  # in the block that is being gathered
        self._captions: dict[html.HtmlElement, str] = {}  # of each `<figure>`, which may hold many

    def walk(self, element: html.HtmlElement) -> None:
        self._add(element.text)
        for child in element:
            self._enter(child)
            self._add(child.tail)

    def flush(self) -> None:
        """Ends the paragraph or list item that was being gathered."""
        text = _seen("".join(self._inline))
        self._inline.clear()
        if text and self._lists:
            self._builder.item(self._mark or "", text, self._lists - 1 + (self._mark is None))
            self._mark = None
        elif text:
            self._builder.paragraph(text)
        self._add_pictures(self._pictures)
        self._pictures.clear()

    def _add_pictures(self, elements: Iterable[html.HtmlElement]) -> None:
        for element in elements:
            self._builder.picture(self._caption_of(element), address=(element.get("src") or "").strip())

    def _caption_of(self, picture: html.HtmlElement) -> str:
        """What stands under it, where it is the picture of a `<figure>`; else its words."""
        figure = next(picture.iterancestors("figure"), None)
        if figure is not None and figure not in self._captions:
            caption = figure.find("figcaption")
            self._captions[figure] = "" if caption is None else one_line(" ".join(caption.itertext()))
        said = "" if figure is None else self._captions[figure]
        return said or picture.get("alt") or picture.get("title") or ""

    def _add(self, text: str | None) -> None:
        if text:
            self._inline.append(text.replace("\r", " "))

    def _enter(self, element: html.HtmlElement) -> None:
        tag = str(element.tag).lower()
        if tag == "br":
            self._inline.append("\r")
        elif tag == "img":
            self._add(element.get("alt"))
            self._pictures.append(element)
        elif tag in _HEADINGS:
            self.flush()
            self._builder.heading(_HEADINGS[tag], element.text_content())
            self._add_pictures(element.iter("img"))
        elif tag == "pre":
            self.flush()
            self._builder.code(element.text_content())
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
        laid_out = element.get("role") == "presentation" or _holds_table(element) or max(map(len, cells), default=0) < 2
        if laid_out:  # a table that only places things on the page
            for cell in (cell for row in cells for cell in row):
                self.walk(cell)
                self.flush()
            return
        for caption in element.xpath("./caption"):
            self._builder.paragraph(_seen(caption.text_content()))
        self._builder.table(_grid(cells, self._repeats), heads=_marked_heads(rows))
        self._add_pictures(element.iter("img"))


def _marked_heads(rows: Iterable[html.HtmlElement]) -> int | None:
    """How many rows at the top are marked as the head: none where heads stand beside their values; None where nothing is."""
    of_rows = [
        (row.getparent().tag == "thead", [str(cell.tag) for cell in row.xpath("./td[normalize-space()] | ./th")]) for row in rows
    ]
    heads = sum(1 for _ in takewhile(lambda row: row[0] or set(row[1]) == {"th"}, of_rows))
    return heads if heads or any("th" in tags for _, tags in of_rows) else None


def _grid(rows: Iterable[Iterable[html.HtmlElement]], repeats: Repeats) -> list[list[str]]:
    """The cells by row and column; a cell that spans rows says the same in each."""
    grid: list[list[str]] = []
    above: dict[int, _Cell] = {}  # by column, what reaches down to the next row
    for row in rows:
        line: list[str] = []
        below = {column: _Cell(cell.text, cell.rows - 1) for column, cell in above.items() if cell.rows > 1}
        for element in row:
            while len(line) in above and repeats.allow(above[len(line)].text):
                line.append(above[len(line)].text)
            text = one_line(" ".join(element.itertext()))
            wide, high = (min(max(_whole(element.get(name), 1), 1), _WIDEST_SPAN) for name in ("colspan", "rowspan"))
            for right in range(wide):
                shown = text if right == 0 else ""
                if right and not repeats.allow(shown):
                    break
                if high > 1:
                    below[len(line)] = _Cell(shown, high - 1)
                line.append(shown)
        for column in range(len(line), max(above, default=-1) + 1):
            said = above[column].text if column in above else ""
            if not repeats.allow(said):
                break
            line.append(said)
        grid.append(line)
        above = below if repeats.left > 0 else {}
    return grid


def _holds_table(element: html.HtmlElement) -> bool:
    return sum(1 for _ in islice(element.iter("table"), 2)) > 1


def _whole(number: str | None, default: int) -> int:
    return int(number) if number and re.fullmatch(r"\d{1,6}", number) else default


def _seen(text: str) -> str:
    """Text as a browser shows it: white space closed up, lines broken only at `<br>`."""
    return "\n".join(one_line(unwrapped(line)) for line in text.split("\r")).strip()
