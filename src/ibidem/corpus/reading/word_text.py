# pyright: reportPrivateUsage=false
"""What a reader sees of a paragraph of Word: its characters and equations, addresses of links, notes and comments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from lxml import etree

from ibidem.corpus.reading.asides import Comment, Note, linked, plain
from ibidem.corpus.reading.blocks import one_line
from ibidem.corpus.reading.equations import office_math
from ibidem.corpus.reading.numbering import written
from ibidem.corpus.reading.running_heads import PAGE_MARK, head_lines
from ibidem.corpus.reading.word_parts import WordParts
from ibidem.corpus.reading.word_styles import attribute, qualified

BOX = qualified("txbxContent")
FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
UNSEEN = frozenset({*(qualified(name) for name in ("del", "moveFrom", "rt", "pPr", "rPr", "instrText")), BOX, FALLBACK})
_MATH = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_EQUATIONS = frozenset({f"{_MATH}oMath", f"{_MATH}oMathPara"})
_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_CHARACTERS = {qualified("tab"): " ", qualified("br"): "\n", qualified("cr"): "\n", qualified("noBreakHyphen"): "-"}
_TEXT, _LINK, _PARAGRAPH, _TAB, _RUN = (qualified(name) for name in ("t", "hyperlink", "p", "tab", "r"))
_FOOTNOTE, _ENDNOTE, _COMMENT = (qualified(name) for name in ("footnoteReference", "endnoteReference", "commentReference"))
_FIELD, _SIMPLE_FIELD, _CODE = (qualified(name) for name in ("fldChar", "fldSimple", "instrText"))
_PAGE = re.compile(r"\s*(?:PAGE|NUMPAGES|SECTIONPAGES)\b", re.IGNORECASE)
_LINK_FIELD = re.compile(r"\s*HYPERLINK\s+\"([^\"]{1,300})\"", re.IGNORECASE)
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
