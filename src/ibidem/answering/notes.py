"""The note that a mark in a line points to: "Deposit*" and, further down, "* Refunded when the keys come back"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ibidem.domain.documents import Chunk
from ibidem.language.normal import normalise

_MOST_NOTES = 2  # of one line
_FARTHEST = 6_000  # characters between a mark and its note
_LONGEST = 400  # characters of a note that are quoted
_SIGN = r"(?:※\s?\d{0,2}|\*{1,3}\d{0,2}|[†‡]|[(（]\s?(?:注|주|note)\s?\d{0,2}\s?[)）]|(?:注|주)\s?\d{1,2}|\[\d{1,2}\])"
_MARK = re.compile(rf"(?<=[^\s|*])\s?(?P<mark>{_SIGN})(?=\s|$|[|、。,.:：;)）가-힣ぁ-ん])", re.IGNORECASE)
_NOTE = re.compile(
    rf"^[ \t]*+(?:[-|][ \t]++)?(?P<mark>{_SIGN})[ \t]*+(?:[:：.)）][ \t]*+)?(?=[^\s|*])", re.IGNORECASE | re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Note:
    """A note as it stands in its chunk, from `start` on, in characters of that."""

    text: str
    chunk: Chunk
    start: int


def marks_in(line: str) -> tuple[str, ...]:
    """The marks of notes in a line, in one form, as far as their notes are shown."""
    return tuple(dict.fromkeys(_plain(match["mark"]) for match in _MARK.finditer(line)))[:_MOST_NOTES]


def notes_of(line: str, chunk: Chunk, start: int, chunks: Sequence[Chunk]) -> tuple[Note, ...]:
    """The notes to which the marks in a line point, which begins at `start` of its chunk: of each the nearest one behind it.
    `chunks` are those of the document."""
    marks = marks_in(line)
    behind = chunk.offset + start + len(line)
    found: dict[str, Note] = {}
    for place, mark, note in _notes(chunks, behind):
        if place >= behind and mark in marks:
            found.setdefault(mark, note)
    return tuple(found[mark] for mark in marks if mark in found)


def _notes(chunks: Sequence[Chunk], behind: int) -> Iterator[tuple[int, str, Note]]:
    for chunk in chunks:
        if chunk.offset + len(chunk.text) <= behind or chunk.offset > behind + _FARTHEST:
            continue
        for match in _NOTE.finditer(chunk.text):
            start = match.start("mark")
            text = chunk.text[start:].partition("\n")[0][:_LONGEST].rstrip(" |")
            yield chunk.offset + start, _plain(match["mark"]), Note(text, chunk, start)


def _plain(mark: str) -> str:
    return "".join(normalise(mark).split()).casefold()
