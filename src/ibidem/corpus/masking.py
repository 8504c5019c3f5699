"""A read text with its personal data replaced, before anything is found in it, cut or stored."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial

from ibidem.corpus.metadata import Metadata
from ibidem.corpus.reading.blocks import Block, Heading, ReadText, TableRow
from ibidem.privacy.documents import DocumentMasking, MaskedText


def masked_reading(found: ReadText, masking: DocumentMasking) -> ReadText:
    """The text with placeholders, and its blocks where they stand then. The front matter is as it was: it is read as data."""
    whole = masking.whole(found.text)
    safe = cache(partial(masking.beside, whole=whole))  # the header of a table is that of each of its rows
    return replace(
        found, text=whole.text, blocks=tuple(_moved(block, whole, safe) for block in found.blocks), title=safe(found.title)
    )


def masked_metadata(metadata: Metadata, masking: DocumentMasking) -> Metadata:
    """What is shown of a document beside its text. What it is found by stays: its id, type, devices and readers."""
    safe = masking.piece
    return replace(metadata, title=safe(metadata.title), uri=safe(metadata.uri), owner=safe(metadata.owner))


def _moved(block: Block, whole: MaskedText, safe: Callable[[str], str]) -> Block:
    moved = replace(block, start=whole.start(block.start), end=whole.end(block.end))
    match moved:
        case Heading():
            return replace(moved, title=safe(moved.title))
        case TableRow():
            return replace(moved, header=safe(moved.header))
        case _:
            return moved
