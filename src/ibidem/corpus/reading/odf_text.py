# pyright: reportPrivateUsage=false
"""What a reader sees of a paragraph of OpenDocument: its characters and equations, addresses of links, notes and comments."""

import posixpath
import zipfile
from collections.abc import Iterator

from lxml import etree

from ibidem.corpus.reading.asides import Comment, Note, linked, plain
from ibidem.corpus.reading.blocks import one_line
from ibidem.corpus.reading.equations import mathml
from ibidem.corpus.reading.packages import parsed
from ibidem.corpus.reading.running_heads import PAGE_MARK, head_lines

UNSEEN = frozenset({"tracked-changes", "ruby-text", "sequence-decls", "forms", "table-of-content"})
_CHARACTERS = {"tab": " ", "line-break": "\n", "s": " "}
_HEADS = ("header", "header-first", "footer", "footer-first")
_Parts = Iterator[str | Note | Comment]


def name_of(element: etree._Element) -> str:
    """The name of an element without its namespace."""
    return str(element.tag).rpartition("}")[2]


class OdfText:
    """Reads the paragraphs of one package."""

    def __init__(self, package: zipfile.ZipFile) -> None:
        self._package = package
        self._present = frozenset(package.namelist())

    def parts(self, element: etree._Element) -> _Parts:
        """The text inside; what was deleted is not part of it."""
        yield element.text or ""
        for child in element:
            match name_of(child):
                case "note":
                    body = child.find("{*}note-body")
                    yield Note(child.findtext("{*}note-citation") or "*", self._said(body) if body is not None else "")
                case "annotation":
                    yield Comment(child.findtext("{*}creator") or "", self._said(child))
                case "a":
                    yield from self._link(child)
                case "object":
                    embedded = self.embedded(child)
                    yield mathml(embedded) if embedded is not None and name_of(embedded) == "math" else ""
                case "title" | "desc" if "svg" in str(child.tag):
                    pass  # what is read out for a picture
                case name if name in _CHARACTERS:
                    yield _CHARACTERS[name]
                case name if name not in UNSEEN:
                    yield from self.parts(child)
                case _:
                    pass
            yield child.tail or ""

    def embedded(self, element: etree._Element) -> etree._Element | None:
        """What a `draw:object` shows: an equation, or the body of another document; never one outside of the package."""
        address = next((str(value) for key, value in element.attrib.items() if str(key).endswith("}href")), "")
        part = posixpath.normpath(f"{address}/content.xml").lstrip("./")
        return parsed(self._package, part) if address and part in self._present else next(iter(element), None)

    def _link(self, link: etree._Element) -> _Parts:
        inside = list(self.parts(link))
        address = next((str(value) for key, value in link.attrib.items() if str(key).endswith("}href")), "")
        yield linked("".join(part for part in inside if isinstance(part, str)), address)
        yield from (part for part in inside if not isinstance(part, str))

    def _said(self, container: etree._Element) -> str:
        return one_line(" ".join(plain(self.parts(paragraph)) for paragraph in container.iter("{*}p")))


def lines_of_heads(styles: etree._Element) -> tuple[str, ...]:
    """The lines of running heads and feet."""
    pages = list(styles.iter("{*}master-page"))
    heads = (one for name in _HEADS for page in pages for one in page.iterfind(f"{{*}}{name}"))
    return head_lines("".join(_with_page_marks(paragraph)) for head in heads for paragraph in head.iter("{*}p"))


def _with_page_marks(element: etree._Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        match name_of(child):
            case "page-number" | "page-count":
                yield PAGE_MARK
            case "tab":
                yield "\t"
            case "s":
                yield " "
            case _:
                yield from _with_page_marks(child)
        yield child.tail or ""
