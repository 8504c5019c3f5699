"""Plain text: shown as it is, read as paragraphs and lists."""

import re
from collections.abc import Iterator
from itertools import pairwise

from ibidem.corpus.reading.blocks import MOST_CHARACTERS, Block, ListItem, Paragraph, ReadText, TooMuchText, tidy
from ibidem.corpus.reading.front_matter import split_fenced
from ibidem.language.sentences import is_step

_BLANK = re.compile(r"\n[ \t]*+\n")
_SHOWN = re.compile(r"\S")
_LINE = re.compile(r"\S[^\n]*")
_BULLET = re.compile(r"[-*+•‣·・●○■□▪◦※][ \t]+\S|[•・●○■□▪◦][^\W_]")


def read_plain(text: str) -> ReadText:
    """Reads plain text, with or without front matter between `---` lines."""
    front_matter, body = split_fenced(tidy(text))
    return plain_blocks(body.strip("\n").rstrip(), front_matter)


def plain_blocks(text: str, front_matter: str = "") -> ReadText:
    """The blocks of text that is already tidy: blank lines end a paragraph, a bullet or a number begins a list item."""
    if len(text) > MOST_CHARACTERS:
        raise TooMuchText
    blocks: list[Block] = []
    for first, last in _paragraphs(text):
        starts = [(line.start(), _begins_item(line.group())) for line in _LINE.finditer(text, first, last)]
        begins = [start for number, (start, item) in enumerate(starts) if item or number == 0]
        items = {start for start, item in starts if item}
        for begin, following in zip(begins, [*begins[1:], last], strict=True):
            end = begin + len(text[begin:following].rstrip())
            blocks.append(ListItem(begin, end, None) if begin in items else Paragraph(begin, end, None))
    return ReadText(text, tuple(blocks), front_matter)


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    blanks = [blank.span() for blank in _BLANK.finditer(text)]
    for (_, begin), (end, _) in pairwise([(0, 0), *blanks, (len(text), len(text))]):
        if (shown := _SHOWN.search(text, begin, end)) is not None:
            yield shown.start(), end


def _begins_item(line: str) -> bool:
    return _BULLET.match(line) is not None or is_step(line)
