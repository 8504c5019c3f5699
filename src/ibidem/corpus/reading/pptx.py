# pyright: reportPrivateUsage=false
"""PPTX: each slide a page with its title, text, tables and notes, straight from the XML of ECMA-376."""

import zipfile
from collections.abc import Iterator

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line
from ibidem.corpus.reading.packages import opened, parsed, related

_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_TITLES = frozenset({"title", "ctrTitle"})
_UNSEEN = frozenset({"dt", "ftr", "sldNum", "hdr", "sldImg"})  # what stands on every slide
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"


def read_pptx(name: str, original: bytes) -> ReadText:
    """Reads the slides that are shown, in their order. Raises UnreadableDocument for a file that is broken or encrypted."""
    builder = TextBuilder()
    with opened(name, original, "PPTX") as package:
        slides = list(_slides(package))
        for builder.page, part in enumerate(slides, 1):
            slide = parsed(package, part)
            if slide.get("show") != "0":
                _add(builder, slide)
                for notes in related(package, part, "notesSlide").values():
                    _add(builder, parsed(package, notes))
    return builder.finish(pages=len(slides))


def _slides(package: zipfile.ZipFile) -> Iterator[str]:
    parts = related(package, "ppt/presentation.xml", "slide")
    for one in parsed(package, "ppt/presentation.xml").iterfind("{*}sldIdLst/{*}sldId"):
        if (part := parts.get(one.get(_RELATION) or "")) is not None:
            yield part


def _add(builder: TextBuilder, slide: etree._Element) -> None:
    for shape in slide.iter("{*}sp", "{*}tbl"):
        if any(above.tag == _FALLBACK for above in shape.iterancestors()):
            continue
        if str(shape.tag).endswith("}tbl"):
            rows = shape.iterfind("{*}tr")
            builder.table([[one_line(" ".join(_paragraphs(cell))) for cell in row.iterfind("{*}tc")] for row in rows])
            continue
        placeholder = shape.find("{*}nvSpPr/{*}nvPr/{*}ph")
        kind = placeholder.get("type") if placeholder is not None else None
        if kind in _TITLES:
            builder.heading(1 if builder.page == 1 else 2, " ".join(_paragraphs(shape)))
        elif kind not in _UNSEEN:
            _add_text(builder, shape)


def _add_text(builder: TextBuilder, shape: etree._Element) -> None:
    """Paragraphs, those that are indented as items of a list."""
    for paragraph in shape.iterfind("{*}txBody/{*}p"):
        properties = paragraph.find("{*}pPr")
        level = properties.get("lvl") if properties is not None else None
        text = _text(paragraph)
        if level is not None and level.isascii() and level.isdigit() and int(level[:3]):
            builder.item("-", text, int(level[:3]))
        else:
            builder.paragraph(text)


def _paragraphs(element: etree._Element) -> Iterator[str]:
    return (_text(paragraph) for paragraph in element.iterfind("{*}txBody/{*}p"))


def _text(paragraph: etree._Element) -> str:
    parts = paragraph.iter("{*}t", "{*}br", "{*}tab")
    return "".join((part.text or "") if str(part.tag).endswith("}t") else "\n" for part in parts)
