"""A document's title where nobody gave one: found in its text, in what its format says of it, or in its name."""

import unicodedata
from pathlib import PurePath

from ibidem.corpus.reading.blocks import Heading, ReadText, one_line

_SNIPPET = 60


def file_stem(name: str) -> str:
    """The last part of the file's name in NFC, without its folder and its extension."""
    last = unicodedata.normalize("NFC", name.replace("\\", "/").rstrip("/").rpartition("/")[2])
    return PurePath(last).stem if last not in (".", "..") else ""


def found_title(name: str, read: ReadText, given_id: str) -> str:
    """The title that a document without a given one is known by. `given_id` is the id that its writer gave it, or ""."""
    heading = next((block.title for block in read.blocks if isinstance(block, Heading)), "")
    if heading or read.title or given_id:
        return heading or read.title or given_id
    stem = one_line(file_stem(name).replace("_", " "))
    if any(char.isalpha() for char in stem):
        return stem
    words = one_line(read.text[: 4 * _SNIPPET])
    return words if len(words) <= _SNIPPET else words[:_SNIPPET].rsplit(" ", 1)[0] + "…"
