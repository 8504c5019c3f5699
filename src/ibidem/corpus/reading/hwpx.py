# pyright: reportPrivateUsage=false
"""HWPX (OWPML, KS X 6101), the open format of Hancom's word processor: sections of XML in a ZIP."""

import re
import zipfile
from collections.abc import Iterator, Mapping

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder
from ibidem.corpus.reading.flows import Flow, FlowCell, FlowTable, FlowText, add_flow
from ibidem.corpus.reading.packages import opened, parsed
from ibidem.domain.errors import UnreadableDocument

_SECTION = re.compile(r"Contents/section(\d{1,5})\.xml")
_CHARACTERS = {"lineBreak": "\n", "tab": " ", "nbSpace": " ", "fwSpace": " ", "hyphen": "-"}
_UNSEEN = frozenset({"header", "footer", "hiddenComment", "secPr", "linesegarray"})


def read_hwpx(name: str, original: bytes) -> ReadText:
    """Reads headings by outline level, paragraphs and tables. Raises UnreadableDocument for a file that is broken or locked."""
    builder = TextBuilder()
    with opened(name, original, "HWPX") as package:
        parts = package.namelist()
        if "META-INF/manifest.xml" in parts and b"encryption-data" in package.read("META-INF/manifest.xml"):
            raise UnreadableDocument(name, "encrypted with a password", "save it without the password")
        sections = sorted((int(match[1]), match[0]) for match in map(_SECTION.fullmatch, parts) if match)
        if not sections:
            raise KeyError("no section")
        outlines = _outlines(package)
        repeats = Repeats.in_file_of(sum(part.file_size for part in package.infolist()))
        for _, part in sections:
            add_flow(builder, _paragraphs(parsed(package, part), outlines), repeats)
        return builder.finish(title=_title(package))


def _title(package: zipfile.ZipFile) -> str:
    if "Contents/content.hpf" not in package.namelist():
        return ""
    return next((one.text or "" for one in parsed(package, "Contents/content.hpf").iter("{*}title")), "")


def _outlines(package: zipfile.ZipFile) -> Mapping[str, int]:
    """By the number of a paragraph's properties, its outline level from 1."""
    if "Contents/header.xml" not in package.namelist():
        return {}
    header = parsed(package, "Contents/header.xml")
    return {
        str(properties.get("id")): _number(heading, "level", 0) + 1
        for properties in header.iter("{*}paraPr")
        for heading in properties.iterfind("{*}heading")
        if heading.get("type") == "OUTLINE"
    }


def _paragraphs(container: etree._Element, outlines: Mapping[str, int]) -> Iterator[Flow]:
    """The paragraphs inside, each followed by the tables, boxes and notes that hang on it."""
    for element in container:
        if _name(element) == "p":
            text = "".join(_characters(element))
            if text.strip():
                yield FlowText(text, outlines.get(element.get("paraPrIDRef") or "", 0))
            yield from _hanging(element, outlines)


def _hanging(element: etree._Element, outlines: Mapping[str, int]) -> Iterator[Flow]:
    for child in element:
        name = _name(child)
        if name == "tbl":
            yield FlowTable([_cell(cell, outlines) for cell in child.iterfind("{*}tr/{*}tc")])
        elif name == "subList":
            yield from _paragraphs(child, outlines)
        elif name not in _UNSEEN:
            yield from _hanging(child, outlines)


def _cell(cell: etree._Element, outlines: Mapping[str, int]) -> FlowCell:
    place, span = cell.find("{*}cellAddr"), cell.find("{*}cellSpan")
    return FlowCell(
        row=_number(place, "rowAddr", 0),
        column=_number(place, "colAddr", 0),
        rows=_number(span, "rowSpan", 1),
        columns=_number(span, "colSpan", 1),
        content=[one for inner in cell.iterfind("{*}subList") for one in _paragraphs(inner, outlines)],
    )


def _number(element: etree._Element | None, attribute: str, default: int) -> int:
    said = element.get(attribute) if element is not None else None
    return int(said) if said and re.fullmatch(r"\d{1,5}", said) else default


def _characters(paragraph: etree._Element) -> Iterator[str]:
    for text in paragraph.iterfind("{*}run/{*}t"):
        yield text.text or ""
        for child in text:
            yield _CHARACTERS.get(_name(child), "") + (child.tail or "")


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]
