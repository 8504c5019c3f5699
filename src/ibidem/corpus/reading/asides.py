"""What hangs on a text without being part of its sentences: notes, comments, and where links lead to.

A note is marked where it is referred to and said below under the same mark, in the language that it is written in; so is whose
comment a comment is. An address stands in brackets behind the words that lead there.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from ibidem.corpus.reading.blocks import one_line
from ibidem.language.detection import detect_language
from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True)
class Note:
    """A footnote or endnote at the place that refers to it; `number` is what is shown there."""

    number: str
    text: str


@dataclass(frozen=True, slots=True)
class Comment:
    """What somebody remarked on a place."""

    author: str
    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """A text with its marks, and what is said below it."""

    text: str
    below: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Words:
    mark: str
    label: str
    comment: str


_WORDS = worded("asides", _Words)
_STOPS = re.compile(r"[\s.,;:!?。、，．！？]*\Z")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+|mailto:\S+", re.IGNORECASE)
_LONGEST_ADDRESS = 300


def marked(parts: Iterable[str | Note | Comment]) -> Marked:
    """The text of a paragraph, its notes marked before the stop that they follow, and the notes and comments said below."""
    text = ""
    below: list[str] = []
    for part in parts:
        match part:
            case str():
                text += part
            case Note(number, said) if said:
                words = _WORDS[detect_language(said)]
                end = _STOPS.search(text)
                at = end.start() if end is not None else len(text)
                text = text[:at] + words.mark.format(number) + text[at:]
                below.append(words.label.format(number) + one_line(said))
            case Comment(author, said) if said:
                name = f" ({one_line(author)})" if author.strip() else ""
                below.append(f"{_WORDS[detect_language(said)].comment}{name}: {one_line(said)}")
            case _:
                pass
    return Marked(text.strip(), tuple(below))


def plain(parts: Iterable[str | Note | Comment]) -> str:
    """The text alone, with its notes in brackets: for a cell, below which nothing can stand."""
    said = (part if isinstance(part, str) else f" ({one_line(part.text)})" if isinstance(part, Note) else "" for part in parts)
    return "".join(said)


def linked(text: str, address: str) -> str:
    """The words of a link with its address, where that leads out of the document and is not what the words say."""
    bare = address.removeprefix("mailto:").rstrip("/")
    if not text.strip() or not _ADDRESS.fullmatch(address) or len(address) > _LONGEST_ADDRESS:
        return text
    if bare.partition("://")[2].casefold() in text.casefold() if "://" in bare else bare.casefold() in text.casefold():
        return text
    return f"{text.rstrip()} ({address.removeprefix('mailto:')}){text[len(text.rstrip()) :]}"
