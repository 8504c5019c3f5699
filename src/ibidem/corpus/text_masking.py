"""A read text with its personal data replaced, before anything is found in it, cut or stored."""

from collections.abc import Callable
from dataclasses import fields, replace
from functools import cache, partial

from ibidem.corpus.metadata import Metadata
from ibidem.corpus.reading.blocks import Block, Heading, ReadText, TableRow
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.privacy.masker import MaskedText
from ibidem.privacy.values import masked_value

_LEFT = frozenset(("doc_id", "supersedes", "readers"))


def masked_reading(found: ReadText, whole: MaskedText, masking: DocumentMasking) -> ReadText:
    """The text with placeholders, and its blocks where they stand then. The front matter is as it was: it is read as data."""
    safe = cache(partial(masking.beside, whole=whole))  # the header of a table is that of each of its rows
    return replace(
        found, text=whole.text, blocks=tuple(_moved(block, whole, safe) for block in found.blocks), title=safe(found.title)
    )


def masked_metadata(metadata: Metadata, whole: MaskedText, masking: DocumentMasking) -> Metadata:
    """What is known of a document beside its text, safe; but for ids and readers, by which it is found and read."""
    safe = partial(masking.beside, whole=whole)
    names = [field.name for field in fields(metadata) if field.name not in _LEFT]
    return replace(metadata, **{name: masked_value(getattr(metadata, name), safe) for name in names})


def _moved(block: Block, whole: MaskedText, safe: Callable[[str], str]) -> Block:
    moved = replace(block, start=whole.start(block.start), end=whole.end(block.end))
    match moved:
        case Heading():
            return replace(moved, title=safe(moved.title))
        case TableRow():
            return replace(moved, header=safe(moved.header), unit=safe(moved.unit))
        case _:
            return moved
