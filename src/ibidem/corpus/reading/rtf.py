# pyright: reportMissingTypeStubs=false, reportUnknownVariableType=false
"""RTF by way of striprtf: paragraphs, headings by their outline level, tables, notes, comments and running heads.

striprtf leaves out whatever is no text of the body. What is to be read of that is marked before, by characters of the private use
area, and put in its place afterwards.
"""

import re
from collections.abc import Iterator
from itertools import groupby
from typing import cast

from striprtf.striprtf import rtf_to_text

from ibidem.corpus.reading.asides import Comment, Note, marked, plain
from ibidem.corpus.reading.blocks import ReadText, TextBuilder, one_line
from ibidem.corpus.reading.running_heads import PAGE_MARK, head_lines
from ibidem.domain.errors import UnreadableDocument

_NOTE, _COMMENT, _AUTHOR, _HEAD, _END, _PAGE, _LEVEL, _PLAIN = map(chr, range(0xE010, 0xE018))
_HEADS = {f"{part}{which}": _HEAD for part in ("header", "footer") for which in ("", "l", "r", "f")}
_MARKS = {"footnote": _NOTE, "annotation": _COMMENT, "atnauthor": _AUTHOR, **_HEADS}
_TOKEN = re.compile(
    r"\\(?:[{}\\]|'[0-9a-fA-F]{2})|(?P<open>\{)(?:\s*\\\*)?(?:\s*\\(?P<group>footnote|annotation|atnauthor|(?:header|footer)[lrf]?)"
    r"(?![a-zA-Z]) ?)?|(?P<close>\})|\\(?P<word>outlinelevel(?P<level>\d)|pard|chpgn|pntext)(?![a-zA-Z])"
)
_PAGE_FIELD = re.compile(
    r"(fldinst\s?\{?(?:\\\w{1,20}\s?|\s){0,8}+(?:NUM|SECTION)?PAGES?\b[^{}]{0,80}\}{1,3}\s{0,9}\{\\fldrslt)", re.IGNORECASE
)
_PAGE_NUMBER = re.compile(f"{_PAGE}\\s*\\d+")
_ASIDE = re.compile(f"({_NOTE}|{_COMMENT}|{_AUTHOR}|{_HEAD})([^{_NOTE}{_COMMENT}{_AUTHOR}{_HEAD}{_END}]*){_END}")
_ADDRESS = re.compile(r'\("((?:https?|ftp)://[^"\s]{1,300}|mailto:[^"\s]{1,300})"\)')
_OUTLINE = re.compile(f"{_LEVEL}(\\d)|{_PLAIN}")
_TITLE = re.compile(r"\{\\title\s([^{}]{1,2000})\}")
_CODE_PAGE = re.compile(r"\\ansicpg\d{1,5}")


def read_rtf(name: str, original: bytes) -> ReadText:
    """Reads the text; a row of a table is a line that ends in "|". Raises UnreadableDocument for a file that is none."""
    if not original.lstrip().startswith(b"{\\rtf"):
        raise UnreadableDocument(
            name, "not RTF, although its name says so", "give it the extension of what it is, or leave it out"
        )
    source = original.decode("latin-1")
    text, asides, heads = _taken_out(_text_of(_marked_source(source)))
    builder = TextBuilder()
    reader = _Reader(builder, asides, heads)
    for in_table, lines in groupby(text.split("\n"), key=lambda line: line.endswith("|")):
        if in_table:
            reader.table(lines)
        else:
            for line in lines:
                reader.line(line)
    reader.add_heads()
    return builder.finish(title=_title(source))


def _text_of(source: str) -> str:
    return cast("str", rtf_to_text(source, errors="replace"))


def _title(source: str) -> str:
    title, page = _TITLE.search(source), _CODE_PAGE.search(source)
    return _text_of(f"{{\\rtf1\\ansi{page.group() if page else ''} {title[1]}}}") if title is not None else ""


def _marked_source(source: str) -> str:
    """The source with marks around what striprtf leaves out, and where a paragraph is of the outline."""
    ends: list[str] = []  # of the groups that are open

    def marked_token(match: re.Match[str]) -> str:
        if match["open"]:
            mark = _MARKS.get(match["group"] or "", "")
            ends.append(_END if mark else "")
            return f"{{{_escaped(mark)}" if mark else match.group()
        if match["close"]:
            return f"{_escaped(ends.pop()) if ends else ''}}}"
        match match["word"]:
            case None:
                return match.group()
            case "pard":
                return f"\\pard{_escaped(_PLAIN)}"
            case "chpgn":
                return _escaped(_PAGE)
            case "pntext":
                return "\\listtext"
            case _:
                return f"{_escaped(_LEVEL)}{match['level']}"

    fields = _PAGE_FIELD.sub(lambda match: f"{match[1]}{_escaped(_PAGE)}", source)
    return _TOKEN.sub(marked_token, fields)


def _escaped(mark: str) -> str:
    return f"{{\\uc0\\u{ord(mark) - 0x10000} }}" if mark else ""


def _taken_out(text: str) -> tuple[str, list[Note | Comment], list[str]]:
    """The text with a number between marks for each note and comment, those, and the lines of running heads."""
    asides: list[Note | Comment] = []
    heads: list[str] = []
    author = ""
    notes = 0

    def taken(match: re.Match[str]) -> str:
        nonlocal author, notes
        kind, said = match.groups()
        said = re.sub(f"{_LEVEL}\\d|{_PLAIN}", "", said)
        if kind == _AUTHOR:
            author = said
        elif kind == _HEAD:
            heads.extend(_PAGE_NUMBER.sub(_PAGE, said).replace(_PAGE, PAGE_MARK).split("\n"))
        else:
            notes += kind == _NOTE
            asides.append(Note(str(notes), one_line(said)) if kind == _NOTE else Comment(author, one_line(said)))
            return f"{_NOTE}{len(asides) - 1}{_END}"
        return ""

    body = _ADDRESS.sub(lambda match: f" ({match[1].removeprefix('mailto:')})", _ASIDE.sub(taken, text))
    return re.sub(f"[{_PAGE}{_COMMENT}{_AUTHOR}{_HEAD}]", "", body), asides, heads


class _Reader:
    def __init__(self, builder: TextBuilder, asides: list[Note | Comment], heads: list[str]) -> None:
        self._builder = builder
        self._asides = asides
        self._heads = head_lines(heads)
        self._level = 0  # of the outline

    def add_heads(self) -> None:
        """Adds the lines that stand on each page, once, below the first heading where the document begins with one."""
        self._builder.fields(self._heads)
        self._heads = ()

    def line(self, line: str) -> None:
        for mark in _OUTLINE.finditer(line):
            self._level = int(mark[1]) + 1 if mark[1] else 0
        said = marked(self._parts(_OUTLINE.sub("", line)))
        if not said.text:
            return
        if 0 < self._level <= 6:
            self._builder.heading(self._level, said.text)
        self.add_heads()
        if not 0 < self._level <= 6:
            self._builder.paragraph(said.text)
        for below in said.below:
            self._builder.paragraph(below)

    def table(self, lines: Iterator[str]) -> None:
        self.add_heads()
        self._builder.table([[plain(self._parts(_OUTLINE.sub("", cell))) for cell in line.split("|")[:-1]] for line in lines])

    def _parts(self, line: str) -> Iterator[str | Note | Comment]:
        for piece in re.split(f"({_NOTE}\\d+{_END})", line):
            number = piece[1:-1]
            yield self._asides[int(number)] if piece.startswith(_NOTE) and number.isdigit() else piece.strip(_NOTE + _END)
