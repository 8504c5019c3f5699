"""A text inside another one: its headings stand below those of the other."""

from dataclasses import replace

from ibidem.corpus.reading.blocks import Heading, ReadText


def below(read: ReadText, level: int) -> ReadText:
    """The same, each heading this many levels lower."""
    blocks = (replace(b, level=min(b.level + level, 6)) if isinstance(b, Heading) else b for b in read.blocks)
    return replace(read, blocks=tuple(blocks))
