"""Documents as the windows that ibidem reads, and questions, both as pieces."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from ibidem.backends.local import encoder
from ibidem.backends.local.loaded import packed
from ibidem.backends.local.packed import Pieces
from ibidem.finding.windows import windows
from training.prepared import MOST_OF_A_WINDOW
from training.pretrained import BEGIN, END


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive lines of a document under one heading: its pieces, headed by title, heading and head row, and of each piece the
    number of its line, from 1; 0 in the head."""

    document: str
    lines: tuple[str, ...]
    pieces: tuple[int, ...]
    of_line: tuple[int, ...]


@cache
def vocabulary() -> Pieces:
    """The pieces of the base. Raises ModelUnavailable where its file is not here."""
    return packed("training")[1]


def windows_of(document: str, title: str, text: str) -> Iterator[Window]:
    """The windows of a document."""
    for window in windows(title, "", text):
        lines = tuple(line.text for line in window.lines)
        head, *each = vocabulary().of([encoder.sound(part) for part in (window.over, *lines)])
        pieces = [*head, *(piece for line in each for piece in line)]
        of_line = [0] * len(head) + [number for number, line in enumerate(each, 1) for _ in line]
        kept = slice(MOST_OF_A_WINDOW)
        yield Window(document, lines, tuple(pieces[kept]), tuple(of_line[kept]))


def question_text(question: str, history: Sequence[str]) -> str:
    """A question after the last two before it, to be searched for by words."""
    return " / ".join((*history[-2:], question))


def question_pieces(question: str, history: Sequence[str]) -> list[int]:
    """The pieces of a question after the last two before it, as far as there is room."""
    return [BEGIN, *encoder.question_pieces(vocabulary(), question, history), END, END]
