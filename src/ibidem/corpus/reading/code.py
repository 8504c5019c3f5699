"""Source code: shown as it is, under the names that it defines."""

import re
from dataclasses import replace

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, Block, Heading, Paragraph, ReadText, TooMuchText, tidy

# Words that begin a definition in one language or another, with what may stand before them.
_BEFORE = r"export|default|public|private|protected|internal|static|async|abstract|final|open|sealed|data|inline|pub|const"
_WORDS = (
    r"class|interface|struct|enum|trait|impl|def|fn|func|function|fun|sub|module|namespace|object|record|message|service|protocol"
)
_SQL = r"create\s++(?:or\s++replace\s++)?+(?:table|view|function|procedure|trigger|index|type)(?:\s++if\s++not\s++exists)?+"
_DEFINITION = re.compile(
    rf"[ \t]{{0,40}}+(?:(?:{_BEFORE})\s++)*+(?:(?P<kind>{_WORDS})\s++(?:\([^()\n]{{0,80}}\)\s*+)?+|(?i:{_SQL})\s++)"
    r"(?P<name>[\w.:$\"`]{1,100})"
)
_BLANK = re.compile(r"\n(?:[ \t]*+\n)+")


def read_code(text: str) -> ReadText:
    """Reads source code: a line that defines something is a heading by its indent, what follows up to a blank line a block."""
    text = tidy(text).strip("\n").rstrip()
    if len(text) > MOST_CHARACTERS:
        raise TooMuchText
    blocks: list[Block] = []
    at = 0
    for blank in [*_BLANK.finditer(text), None]:
        blocks += _blocks(text, at, blank.start() if blank else len(text))
        at = blank.end() if blank else len(text)
    return replace(ReadText(text, tuple(blocks)), headed=False)


def _blocks(text: str, start: int, end: int) -> list[Block]:
    """The blocks of a stretch without blank lines."""
    blocks: list[Block] = []
    begun = at = start
    while at < end:
        line_end = text.find("\n", at, end)
        line_end = end if line_end < 0 else line_end
        if (found := _DEFINITION.match(text, at, line_end)) is not None:
            blocks += _paragraph(text, begun, at)
            first = line_end - len(text[at:line_end].lstrip())
            name = " ".join(filter(None, (found["kind"], found["name"].strip(':.`"'))))
            last = at + len(text[at:line_end].rstrip())
            blocks.append(Heading(first, last, None, 1 if first == at else 2, name))
            begun = line_end
        at = line_end + 1
    return [*blocks, *_paragraph(text, begun, end)]


def _paragraph(text: str, start: int, end: int) -> list[Block]:
    shown = text[start:end]
    first, last = start + len(shown) - len(shown.lstrip()), start + len(shown.rstrip())
    return [Paragraph(first, last, None)] if last > first else []
