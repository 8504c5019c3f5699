# pyright: reportPrivateUsage=false
"""What a reader sees of a paragraph of Word: its characters and equations, addresses of links, notes and comments, and what its
fields and check boxes hold."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from lxml import etree

from ibidem.corpus.reading.asides import Comment, Note, linked, plain
from ibidem.corpus.reading.blocks import one_line
from ibidem.corpus.reading.equations import office_math
from ibidem.corpus.reading.numbering import written
from ibidem.corpus.reading.running_heads import PAGE_MARK, head_lines
from ibidem.corpus.reading.word_parts import WordParts
from ibidem.corpus.reading.word_styles import attribute, is_on, qualified, whole

BOX = qualified("txbxContent")
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
UNSEEN = frozenset({*(qualified(name) for name in ("del", "moveFrom", "rt", "pPr", "rPr", "instrText")), BOX, FALLBACK})
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_EQUATIONS = frozenset({f"{_MATH}oMath", f"{_MATH}oMathPara"})
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CHARACTERS = {qualified("tab"): " ", qualified("br"): "\n", qualified("cr"): "\n", qualified("noBreakHyphen"): "-"}
_TEXT, _LINK, _PARAGRAPH, _TAB, _RUN = (qualified(name) for name in ("t", "hyperlink", "p", "tab", "r"))
_FOOTNOTE, _ENDNOTE, _COMMENT = (qualified(name) for name in ("footnoteReference", "endnoteReference", "commentReference"))
_CONTROL, _SYMBOL = qualified("sdt"), qualified("sym")
_FIELD, _SIMPLE_FIELD, _CODE = (qualified(name) for name in ("fldChar", "fldSimple", "instrText"))
_HEXADECIMAL = re.compile(r"[0-9A-Fa-f]{2,4}")
_PAGE = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_LINK_FIELD = re.compile(r"\s*HYPERLINK\s+\"([^\"]{1,300})\"", re.IGNORECASE)
_TICKED = {True: "☑", False: "☐"}
# Boxes of the fonts that hold them, by the last byte of their character.
_BOXES = {
    "Wingdings": {0xFE: "☑", 0xFD: "☒", 0x6F: "☐", 0x71: "☐", 0xA8: "☐", 0xFC: "✓", 0xFB: "✗"},
    "Wingdings 2": {0x52: "☑", 0x53: "☒", 0xA3: "☐", 0x50: "✓", 0x4F: "✗"},
}
_Parts = Iterator[str | Note | Comment]


@dataclass(slots=True)
class _Field:
    """What is computed, such as a link, and the words that it shows."""

    code: str = ""
    words: str = ""


class WordText:
    """Reads the paragraphs of one document in their order: its notes are counted on the way."""

    def __init__(self, parts: WordParts) -> None:
        self._found = parts
        self._footnotes = self._endnotes = 0
        self._fields: list[_Field] = []  # those that are open

    def parts(self, element: etree._Element) -> _Parts:
        """What was inserted, not what was deleted; no text boxes, no readings over characters."""
        for child in element:
            tag = child.tag
            if tag == _TEXT:
                for field in self._fields:
                    field.words += child.text or ""
                yield child.text or ""
            elif tag in _CHARACTERS:
                yield _CHARACTERS[str(tag)]
            elif tag in _EQUATIONS:
                yield office_math(child)
            elif tag == _LINK:
                yield from self._link(child)
            elif tag == _FIELD:
                yield self._field(attribute(child, "fldCharType"))
                yield _chosen(child)
            elif tag == _CONTROL:
                yield from self._control(child)
            elif tag == _SYMBOL:
                yield _box(child)
            elif tag == _CODE and self._fields:
                self._fields[-1].code += child.text or ""
            elif tag in (_FOOTNOTE, _ENDNOTE, _COMMENT):
                yield from self._aside(child)
            elif tag not in UNSEEN:
                yield from self.parts(child)

    def _link(self, link: etree._Element) -> _Parts:
        inside = list(self.parts(link))
        words = "".join(part for part in inside if isinstance(part, str))
        yield linked(words, self._found.addresses.get(link.get(_ID) or "", ""))
        yield from (part for part in inside if not isinstance(part, str))

    def _control(self, control: etree._Element) -> _Parts:
        """What a content control holds: of a check box whether it is ticked, nothing of what only asks to be filled in."""
        ticked = control.find(f"{qualified('sdtPr')}/{{*}}checkbox/{{*}}checked")
        if ticked is not None:
            value = next((str(value) for key, value in ticked.attrib.items() if str(key).endswith("}val")), "1")
            yield _TICKED[value in ("1", "true", "on")]
        elif not is_unfilled(control):
            yield from self.parts(control)

    def _field(self, kind: str | None) -> str:
        """Where a field ends that is a link, its address."""
        if kind == "begin":
            self._fields.append(_Field())
        elif kind == "end" and self._fields:
            field = self._fields.pop()
            if (found := _LINK_FIELD.match(field.code)) is not None:
                return linked(field.words.rstrip(), found[1])[len(field.words.rstrip()) :]
        return ""

    def _aside(self, reference: etree._Element) -> _Parts:
        number = attribute(reference, "id") or ""
        if reference.tag == _COMMENT:
            comment = self._found.comments.get(number)
            if comment is not None:
                yield Comment(attribute(comment, "author") or "", self._said(comment))
        elif reference.tag == _FOOTNOTE and number in self._found.footnotes:
            self._footnotes += 1
            yield Note(str(self._footnotes), self._said(self._found.footnotes[number]))
        elif reference.tag == _ENDNOTE and number in self._found.endnotes:
            self._endnotes += 1
            yield Note(written(self._endnotes, "lowerRoman"), self._said(self._found.endnotes[number]))

    def _said(self, container: etree._Element) -> str:
        """The paragraphs of a note; one that refers to itself says itself once."""
        inner = WordText(WordParts(addresses=self._found.addresses))
        return one_line(" ".join(plain(inner.parts(paragraph)) for paragraph in container.iter(_PARAGRAPH)))


def is_unfilled(element: etree._Element) -> bool:
    """Whether it is a content control that nobody has filled in: it shows what to do there."""
    showing = element.find(f"{qualified('sdtPr')}/{qualified('showingPlcHdr')}") if element.tag == _CONTROL else None
    return showing is not None and is_on(showing)


def control_title(paragraph: etree._Element) -> str:
    """What the content control is called for people that is all of a paragraph, or around it alone; "" where there is none, or
    where it repeats what the document says of itself, such as its title."""
    inside = [one for one in paragraph if one.tag in (_CONTROL, _RUN, _LINK)]
    parents = list(islice(paragraph.iterancestors(), 2))
    alone = paragraph.getprevious() is None and paragraph.getnext() is None
    around = parents[1] if len(parents) == 2 and parents[1].tag == _CONTROL and alone else None
    control = inside[0] if len(inside) == 1 and inside[0].tag == _CONTROL else around
    properties = control.find(qualified("sdtPr")) if control is not None else None
    if properties is None or properties.find(qualified("dataBinding")) is not None:
        return ""
    return one_line(attribute(properties.find(qualified("alias")), "val") or "").rstrip(" :：")


def _chosen(begin: etree._Element) -> str:
    """What a check box or a list of an old form holds, which stands where its field begins."""
    box = begin.find(f"{qualified('ffData')}/{qualified('checkBox')}")
    if box is not None:
        said = box.find(qualified("checked"))
        said = box.find(qualified("default")) if said is None else said
        return _TICKED[said is not None and is_on(said)]
    listed = begin.find(f"{qualified('ffData')}/{qualified('ddList')}")
    if listed is None:
        return ""
    entries = [attribute(one, "val") or "" for one in listed.iterfind(qualified("listEntry"))]
    found = listed.find(qualified("result"))
    chosen = whole(attribute(listed.find(qualified("default")) if found is None else found, "val")) or 0
    return entries[chosen] if 0 <= chosen < len(entries) else ""


def _box(symbol: etree._Element) -> str:
    code = attribute(symbol, "char") or ""
    boxes = _BOXES.get(attribute(symbol, "font") or "", {})
    return boxes.get(int(code[-2:], 16), "") if _HEXADECIMAL.fullmatch(code) else ""


def lines_of_heads(parts: WordParts) -> tuple[str, ...]:
    """The lines of running heads and feet."""
    return head_lines("".join(_with_page_marks(one)) for head in parts.heads for one in head.iter(_PARAGRAPH))


def _with_page_marks(paragraph: etree._Element) -> Iterator[str]:
    page = None  # the field of a page's number whose result follows
    for one in paragraph.iter(_TEXT, _TAB, _FIELD, _CODE, _SIMPLE_FIELD):
        if one.tag == _TAB:  # that of a run; others are where the style of a paragraph stops
            yield "\t" if next(one.iterancestors(), one).tag == _RUN else ""
        elif one.tag == _TEXT:
            inside = next(one.iterancestors(_SIMPLE_FIELD), None)
            if page is None and (inside is None or not _PAGE.match(attribute(inside, "instr") or "")):
                yield one.text or ""
        elif one.tag == _FIELD:
            page = None if attribute(one, "fldCharType") == "end" else page
        elif _PAGE.match((attribute(one, "instr") if one.tag == _SIMPLE_FIELD else one.text) or ""):
            page = one if one.tag == _CODE else page
            yield PAGE_MARK
