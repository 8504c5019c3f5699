# pyright: reportPrivateUsage=false
"""What Word's styles and numbering say of a paragraph: that it is a heading, or which mark stands before it.

After ECMA-376 part 1, 17.7 (styles) and 17.9 (numbering).
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Self, cast

from docx.document import Document
from lxml import etree

from ibidem.corpus.reading.numbering import written

_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_LEVELS = 9  # of a list, as many as Word has
_MOST_ANCESTORS = 50  # of a style; ten are many
_LONGEST_MARK = 40  # characters, with a place for each level's number
_WHOLE = re.compile(r"-?\d{1,9}")
_OFF = frozenset({"0", "false", "off"})


def qualified(name: str) -> str:
    """The name of a WordprocessingML element or attribute with its namespace."""
    return f"{{{_NAMESPACE}}}{name}"


def attribute(element: etree._Element | None, name: str) -> str | None:
    """An attribute of WordprocessingML, None when it or the element is not there."""
    return None if element is None else element.get(qualified(name))


def is_on(element: etree._Element) -> bool:
    """Whether an element that switches something on does so: its value may say the contrary."""
    return attribute(element, "val") not in _OFF


@dataclass(frozen=True, slots=True)
class Place:
    """A paragraph's place in the document: the level of the heading that it is, and its list mark with its depth from 0."""

    heading: int | None = None
    mark: str = ""
    depth: int = 0


@dataclass(frozen=True, slots=True)
class _Level:
    """One level of a list: how its numbers are written (`pattern` as "%1.%2.") and where they begin."""

    format: str = "bullet"
    pattern: str = ""
    start: int = 1


@dataclass(frozen=True, slots=True)
class _Style:
    heading: int | None
    list_id: str | None
    list_level: int | None


@dataclass(frozen=True, slots=True)
class _Declared:
    """What a style says itself, and the one that it is based on."""

    style: _Style
    based_on: str


@dataclass(slots=True)
class WordStyles:
    """The styles and lists of one document, read in document order: it counts the numbers as it goes."""

    _styles: dict[str, _Style]
    _lists: dict[str, dict[int, _Level]]
    _default: str | None
    bold: frozenset[str] = frozenset()  # the ids of the styles of paragraphs and characters that are
    first_rows: frozenset[str] = frozenset()  # the ids of the styles of tables that set the first row off
    captions: frozenset[str] = frozenset()  # the ids of the styles of captions
    _counts: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    @classmethod
    def of(cls, document: Document) -> Self:
        """Reads the styles and numbering parts."""
        styles = cast("etree._Element", document.styles.element)
        elements = {attribute(element, "styleId") or "": element for element in styles.findall(qualified("style"))}
        declared = {style_id: _declared(element) for style_id, element in elements.items()}
        found = {style_id: _inherited(declared, style_id) for style_id in declared}
        default = next(
            (key for key, e in elements.items() if attribute(e, "default") == "1" and attribute(e, "type") == "paragraph"), None
        )
        numbering = [r.target_part for r in document.part.rels.values() if r.reltype.endswith("/numbering") and not r.is_external]
        parser = etree.XMLParser(resolve_entities=False, no_network=True)
        return cls(
            found,
            _lists(etree.fromstring(numbering[0].blob, parser)) if numbering else {},
            default,
            frozenset(_bold(elements, declared)),
            frozenset(key for key, one in elements.items() if _sets_first_row_off(one)),
            frozenset(key for key, one in elements.items() if _name(one).lower() == "caption"),
        )

    def is_caption(self, paragraph: etree._Element) -> bool:
        """Whether a paragraph has the style of captions, which is called so in every language of Word."""
        return attribute(paragraph.find(f"{qualified('pPr')}/{qualified('pStyle')}"), "val") in self.captions

    def place_of(self, paragraph: etree._Element) -> Place:
        """The place of the next paragraph of the document."""
        properties = paragraph.find(qualified("pPr"))
        own = _properties(properties)
        style_id = attribute(properties.find(qualified("pStyle")), "val") if properties is not None else None
        style = self._styles.get(style_id or self._default or "", _Style(None, None, None))
        heading = own.heading if own.heading is not None else style.heading
        list_id = own.list_id or style.list_id
        level = min(max(own.list_level if own.list_level is not None else style.list_level or 0, 0), _LEVELS - 1)
        mark = self._next_mark(list_id, level) if list_id not in (None, "0") else ""
        if heading is not None and mark == "-":
            mark = ""
        return Place(heading, mark, level)

    def _next_mark(self, list_id: str, level: int) -> str:
        levels = self._lists.get(list_id)
        if levels is None:
            return ""
        counts = self._counts[list_id]
        counts[level] = counts[level] + 1 if level in counts else levels.get(level, _Level()).start
        for deeper in [key for key in counts if key > level]:
            del counts[deeper]
        this = levels.get(level, _Level())
        if this.format == "bullet":
            return "-"
        if this.format == "none":
            return ""

        def number(match: re.Match[str]) -> str:
            at = int(match.group(1)) - 1
            shown = levels.get(at, _Level("decimal"))
            return written(counts.get(at, shown.start), shown.format)

        return re.sub(r"%([1-9])", number, this.pattern).strip()


def _name(style: etree._Element) -> str:
    return attribute(style.find(qualified("name")), "val") or ""


def _declared(element: etree._Element) -> _Declared:
    own = _properties(element.find(qualified("pPr")))
    name = _name(element)
    named = _HEADING.fullmatch(name)
    heading = int(named.group(1)) if named else 1 if name.lower() == "title" else own.heading
    return _Declared(replace(own, heading=heading), attribute(element.find(qualified("basedOn")), "val") or "")


def _bold(elements: Mapping[str, etree._Element], declared: Mapping[str, _Declared]) -> Iterator[str]:
    """The styles that are bold, or of which the nearest one that they are based on and that says so is."""
    marks = {key: one.find(f"{qualified('rPr')}/{qualified('b')}") for key, one in elements.items()}
    own = {key: is_on(mark) for key, mark in marks.items() if mark is not None}
    for style_id in elements:
        at = style_id
        for _ in range(_MOST_ANCESTORS):
            if at in own or at not in declared:
                break
            at = declared[at].based_on
        if own.get(at):
            yield style_id


def _sets_first_row_off(style: etree._Element) -> bool:
    parts = (one for one in style.iterfind(qualified("tblStylePr")) if attribute(one, "type") == "firstRow")
    return any(next(one.iter(qualified("b"), qualified("shd")), None) is not None for one in parts)


def _inherited(declared: Mapping[str, _Declared], style_id: str) -> _Style:
    """A style with what it inherits; a circle of styles ends where it closes."""
    heading, list_id, level = None, None, None
    seen: set[str] = set()
    while style_id in declared and style_id not in seen and len(seen) < _MOST_ANCESTORS:
        seen.add(style_id)
        own = declared[style_id].style
        heading = own.heading if heading is None else heading
        list_id = own.list_id if list_id is None else list_id
        level = own.list_level if level is None else level
        style_id = declared[style_id].based_on
    return _Style(heading, list_id, level)


def _properties(properties: etree._Element | None) -> _Style:
    if properties is None:
        return _Style(None, None, None)
    outline = whole(attribute(properties.find(qualified("outlineLvl")), "val"))
    numbered = properties.find(qualified("numPr"))
    list_id = attribute(numbered.find(qualified("numId")), "val") if numbered is not None else None
    level = whole(attribute(numbered.find(qualified("ilvl")), "val")) if numbered is not None else None
    return _Style(outline + 1 if outline is not None and 0 <= outline < 9 else None, list_id, level)


def _lists(numbering: etree._Element) -> dict[str, dict[int, _Level]]:
    """The lists by the id under which paragraphs name them."""
    abstract = {attribute(a, "abstractNumId"): _levels(a) for a in numbering.findall(qualified("abstractNum"))}
    lists: dict[str, dict[int, _Level]] = {}
    for numbered in numbering.findall(qualified("num")):
        levels = dict(abstract.get(attribute(numbered.find(qualified("abstractNumId")), "val"), {}))
        for override in numbered.findall(qualified("lvlOverride")):
            level = whole(attribute(override, "ilvl")) or 0
            levels |= _levels(override)
            start = whole(attribute(override.find(qualified("startOverride")), "val"))
            if start is not None and 0 <= level < _LEVELS:
                before = levels.get(level, _Level())
                levels[level] = _Level(before.format, before.pattern, start)
        lists[attribute(numbered, "numId") or ""] = levels
    return lists


def _levels(element: etree._Element) -> dict[int, _Level]:
    numbered = ((whole(attribute(level, "ilvl")) or 0, level) for level in element.findall(qualified("lvl")))
    return {number: _level(level) for number, level in numbered if 0 <= number < _LEVELS}


def _level(level: etree._Element) -> _Level:
    start = whole(attribute(level.find(qualified("start")), "val"))
    return _Level(
        attribute(level.find(qualified("numFmt")), "val") or "decimal",
        (attribute(level.find(qualified("lvlText")), "val") or "")[:_LONGEST_MARK],
        1 if start is None else start,
    )


def whole(number: str | None) -> int | None:
    """A whole number of at most nine digits, None for whatever else stands in its place."""
    return int(number) if number and _WHOLE.fullmatch(number) else None
