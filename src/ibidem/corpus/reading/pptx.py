# pyright: reportPrivateUsage=false
"""PPTX: each slide a page with its title, text, tables, equations, charts, notes and comments, from the XML of ECMA-376."""

import zipfile
from collections.abc import Iterator, Mapping

from lxml import etree

from ibidem.corpus.reading.asides import Comment, linked, marked
from ibidem.corpus.reading.blocks import MOST_PICTURE_BYTES, ReadText, TextBuilder, one_line
from ibidem.corpus.reading.charts import add_chart
from ibidem.corpus.reading.equations import office_math
from ibidem.corpus.reading.packages import external, opened, parsed, related

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
_CHART = "{http://schemas.openxmlformats.org/drawingml/2006/chart}chart"
_MAIN = "ppt/presentation.xml"
_TITLES = frozenset({"title", "ctrTitle"})
_UNSEEN = frozenset({"dt", "ftr", "sldNum", "hdr", "sldImg"})  # what stands on every slide
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def read_pptx(name: str, original: bytes) -> ReadText:
    """Reads the slides that are shown, in their order. Raises UnreadableDocument for a file that is broken or encrypted."""
    builder = TextBuilder()
    with opened(name, original, "PPTX") as package:
        slides = list(_slides(package))
        authors, pictures = _authors(package), dict[str, bytes]()
        for builder.page, part in enumerate(slides, 1):
            if (slide := parsed(package, part)).get("show") != "0":
                _Slide(builder, package, part, pictures).add(slide)
                for notes in related(package, part, "notesSlide").values():
                    _Slide(builder, package, notes, pictures).add(parsed(package, notes))
                _add_comments(builder, package, part, authors)
    return builder.finish(pages=len(slides))


def _slides(package: zipfile.ZipFile) -> Iterator[str]:
    parts = related(package, _MAIN, "slide")
    for one in parsed(package, _MAIN).iterfind("{*}sldIdLst/{*}sldId"):
        if (part := parts.get(one.get(_RELATION) or "")) is not None:
            yield part


def _authors(package: zipfile.ZipFile) -> dict[str, str]:
    """Who comments, by their ids."""
    parts = [*related(package, _MAIN, "commentAuthors").values(), *related(package, _MAIN, "authors").values()]
    found = (one for part in parts if part in package.namelist() for one in parsed(package, part))
    return {one.get("id") or "": one.get("name") or "" for one in found}


def _add_comments(builder: TextBuilder, package: zipfile.ZipFile, part: str, authors: Mapping[str, str]) -> None:
    for comments in related(package, part, "comments").values():
        for comment in parsed(package, comments).iter("{*}cm", "{*}reply"):
            text = " ".join(one.text or "" for one in comment.iterfind("{*}text"))
            text = text or " ".join(_plain(paragraph) for paragraph in comment.iterfind("{*}txBody/{*}p"))
            for line in marked([Comment(authors.get(comment.get("authorId") or "", ""), text)]).below:
                builder.paragraph(line)


class _Slide:
    def __init__(self, builder: TextBuilder, package: zipfile.ZipFile, part: str, pictures: dict[str, bytes]) -> None:
        """`pictures` are those that were read from the package before, by their parts."""
        self._builder = builder
        self._package = package
        self._pictures = pictures
        self._addresses = external(package, part, "hyperlink")
        self._charts = related(package, part, "chart")
        self._images = related(package, part, "image")

    def add(self, slide: etree._Element) -> None:
        self._add_shapes(slide)
        # Behind all that is said: where a picture stands among the shapes says what it covers, not what it belongs to.
        for picture in slide.iter("{*}pic"):
            blip = picture.find("{*}blipFill/{*}blip")
            about = picture.find("{*}nvPicPr/{*}cNvPr")
            part = "" if blip is None else self._images.get(blip.get(_EMBEDDED) or "", "")
            words = "" if about is None else about.get("descr") or about.get("title") or ""
            if not any(above.tag == _FALLBACK for above in picture.iterancestors()):
                self._builder.picture(words, self._picture(part))

    def _picture(self, part: str) -> bytes:
        """The bytes of a picture in the package; none where it is not there, or too large to be kept."""
        if part not in self._pictures and part in self._package.namelist():
            small = self._package.getinfo(part).file_size <= MOST_PICTURE_BYTES
            self._pictures[part] = self._package.read(part) if small else b""
        return self._pictures.get(part, b"")

    def _add_shapes(self, slide: etree._Element) -> None:
        for shape in slide.iter("{*}sp", "{*}tbl", _CHART):
            if any(above.tag == _FALLBACK for above in shape.iterancestors()):
                continue
            if shape.tag == _CHART:
                if (part := self._charts.get(shape.get(_RELATION) or "")) in self._package.namelist():
                    add_chart(self._builder, parsed(self._package, str(part)))
            elif str(shape.tag).endswith("}tbl"):
                rows = shape.iterfind("{*}tr")
                self._builder.table(
                    [[one_line(" ".join(self._paragraphs(cell))) for cell in row.iterfind("{*}tc")] for row in rows]
                )
            else:
                self._add_shape(shape)

    def _add_shape(self, shape: etree._Element) -> None:
        placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        kind = placeholder.get("type") if placeholder is not None else None
        if kind in _TITLES:
            self._builder.heading(1 if self._builder.page == 1 else 2, " ".join(self._paragraphs(shape)))
        elif kind not in _UNSEEN:
            self._add_text(shape)

    def _add_text(self, shape: etree._Element) -> None:
        """Paragraphs, those that are indented as items of a list."""
        for paragraph in shape.iterfind("{*}txBody/{*}p"):
            properties = paragraph.find("{*}pPr")
            level = properties.get("lvl") if properties is not None else None
            text = self._text(paragraph)
            if level is not None and level.isascii() and level.isdigit() and int(level[:3]):
                self._builder.item("-", text, int(level[:3]))
            else:
                self._builder.paragraph(text)

    def _paragraphs(self, element: etree._Element) -> Iterator[str]:
        return (self._text(paragraph) for paragraph in element.iterfind("{*}txBody/{*}p"))

    def _text(self, paragraph: etree._Element) -> str:
        return "".join(self._pieces(paragraph))

    def _pieces(self, element: etree._Element) -> Iterator[str]:
        for child in element:
            name = str(child.tag).rpartition("}")[2]
            if name in ("br", "tab"):
                yield "\n"
            elif name in ("oMath", "oMathPara"):
                yield office_math(child)
            elif name in ("r", "fld"):
                link = child.find("{*}rPr/{*}hlinkClick")
                text = child.findtext("{*}t") or ""
                yield linked(text, self._addresses.get(link.get(_RELATION) or "", "")) if link is not None else text
            elif child.tag != _FALLBACK:
                yield from self._pieces(child)


def _plain(paragraph: etree._Element) -> str:
    return "".join(part.text or "" for part in paragraph.iter("{*}t"))
