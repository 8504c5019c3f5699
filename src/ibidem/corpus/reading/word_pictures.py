# pyright: reportPrivateUsage=false
"""The pictures that stand in a Word document, in paragraphs and tables, with what they are called."""

from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from ibidem.corpus.reading.word_styles import qualified
from ibidem.corpus.reading.word_text import FALLBACK

_RELATIONS = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"
_VML = "{urn:schemas-microsoft-com:vml}"
_DRAWING, _OLD_PICTURE = qualified("drawing"), qualified("pict")
_DELETED = frozenset({qualified("del"), qualified("moveFrom"), FALLBACK})


@dataclass(frozen=True, slots=True)
class WordPicture:
    """A picture by the id of its part; `words` are its alternative text."""

    part: str
    words: str


def pictures_in(paragraph: etree._Element) -> Iterator[WordPicture]:
    """The pictures of a paragraph, without those in text boxes: they are in paragraphs of their own."""
    for drawing in _drawings(paragraph):
        about = next(drawing.iter("{*}docPr", f"{_VML}shape"), None)
        words = "" if about is None else about.get("descr") or about.get("title") or about.get("alt") or ""
        for picture in drawing.iter("{*}blip", f"{_VML}imagedata"):
            if next(picture.iterancestors(_DRAWING, _OLD_PICTURE)) is drawing:
                yield WordPicture(picture.get(f"{_RELATIONS}embed") or picture.get(f"{_RELATIONS}id") or "", words)


def _drawings(element: etree._Element) -> Iterator[etree._Element]:
    for child in element:
        if child.tag in (_DRAWING, _OLD_PICTURE):
            yield child
        elif child.tag not in _DELETED:
            yield from _drawings(child)
