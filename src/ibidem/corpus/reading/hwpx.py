# pyright: reportPrivateUsage=false
"""HWPX (OWPML, KS X 6101), the open format of Hancom's word processor: sections of XML in a ZIP."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Self

from lxml import etree

from ibidem.corpus.reading.blocks import ReadText, Repeats, TextBuilder
from ibidem.corpus.reading.flows import Flow, FlowCell, FlowTable, FlowText, add_flow
from ibidem.corpus.reading.packages import opened, parsed
from ibidem.domain.errors import UnreadableDocument

_SECTION = re.compile(r"Contents/section(\d{1,5})\.xml")
_CHARACTERS = {"lineBreak": "\n", "tab": " ", "nbSpace": " ", "fwSpace": " ", "hyphen": "-"}
_FIELDS = frozenset({"checkBtn", "radioBtn", "edit", "comboBox"})
_NO_SHADING = frozenset({"none", "#ffffff", "#ffffffff"})
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
        looks = _Looks.of(package)
        repeats = Repeats.in_file_of(sum(part.file_size for part in package.infolist()))
        for _, part in sections:
            add_flow(builder, _paragraphs(parsed(package, part), looks), repeats)
        return builder.finish(title=_title(package))


def _title(package: zipfile.ZipFile) -> str:
    if "Contents/content.hpf" not in package.namelist():
        return ""
    return next((one.text or "" for one in parsed(package, "Contents/content.hpf").iter("{*}title")), "")


@dataclass(frozen=True, slots=True)
class _Looks:
    """What the header says of how things look, by the numbers that refer to it."""

    outlines: Mapping[str, int] = field(default_factory=dict[str, int])  # the levels of paragraphs, from 1
    bold: frozenset[str] = frozenset()  # characters
    shaded: frozenset[str] = frozenset()  # cells

    @classmethod
    def of(cls, package: zipfile.ZipFile) -> Self:
        if "Contents/header.xml" not in package.namelist():
            return cls()
        header = parsed(package, "Contents/header.xml")
        outlines = {
            str(properties.get("id")): _number(heading, "level", 0) + 1
            for properties in header.iter("{*}paraPr")
            for heading in properties.iterfind("{*}heading")
            if heading.get("type") == "OUTLINE"
        }
        bold = (str(one.get("id")) for one in header.iter("{*}charPr") if one.find("{*}bold") is not None)
        fills = ((one.get("id"), brush) for one in header.iter("{*}borderFill") for brush in one.iter("{*}winBrush"))
        shaded = (str(key) for key, brush in fills if (brush.get("faceColor") or "none").lower() not in _NO_SHADING)
        return cls(outlines, frozenset(bold), frozenset(shaded))


def _paragraphs(container: etree._Element, looks: _Looks) -> Iterator[Flow]:
    """The paragraphs inside, each followed by the tables, boxes and notes that hang on it."""
    for element in container:
        if _name(element) == "p":
            text = "".join(_characters(element))
            if text.strip():
                yield FlowText(text, looks.outlines.get(element.get("paraPrIDRef") or "", 0), _is_bold(element, looks))
            yield from _hanging(element, looks)


def _is_bold(paragraph: etree._Element, looks: _Looks) -> bool:
    runs = [run for run in paragraph.iterfind("{*}run") if any((text.text or "").strip() for text in run.iterfind("{*}t"))]
    return bool(runs) and all(run.get("charPrIDRef") in looks.bold for run in runs)


def _hanging(element: etree._Element, looks: _Looks) -> Iterator[Flow]:
    for child in element:
        name = _name(child)
        if name == "tbl":
            yield FlowTable([_cell(cell, looks) for cell in child.iterfind("{*}tr/{*}tc")])
        elif name == "subList":
            yield from _paragraphs(child, looks)
        elif name not in _UNSEEN and name not in _FIELDS:
            yield from _hanging(child, looks)


def _cell(cell: etree._Element, looks: _Looks) -> FlowCell:
    place, span = cell.find("{*}cellAddr"), cell.find("{*}cellSpan")
    return FlowCell(
        row=_number(place, "rowAddr", 0),
        column=_number(place, "colAddr", 0),
        rows=_number(span, "rowSpan", 1),
        columns=_number(span, "colSpan", 1),
        content=[one for inner in cell.iterfind("{*}subList") for one in _paragraphs(inner, looks)],
        shaded=cell.get("borderFillIDRef") in looks.shaded,
        head=cell.get("header") == "1",
    )


def _number(element: etree._Element | None, attribute: str, default: int) -> int:
    said = element.get(attribute) if element is not None else None
    return int(said) if said and re.fullmatch(r"\d{1,5}", said) else default


def _characters(paragraph: etree._Element) -> Iterator[str]:
    for one in paragraph.iterfind("{*}run/*"):
        if _name(one) == "t":
            yield one.text or ""
            for child in one:
                yield _CHARACTERS.get(_name(child), "") + (child.tail or "")
        elif _name(one) in _FIELDS:
            yield f" {_filled(one)} "


def _filled(field: etree._Element) -> str:
    """What a field of a form holds: a box with its caption and whether it is ticked, the text that was typed or chosen."""
    match _name(field):
        case "checkBtn" | "radioBtn":
            return f"{'☑' if field.get('value') == 'CHECKED' else '☐'} {field.get('caption') or ''}".rstrip()
        case "edit":
            return field.findtext("{*}text") or ""
        case _:
            return field.get("selectedValue") or ""


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]
