"""Documents as windows of lines, and questions, both as pieces."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from training.pieces import BEGIN, END, piece_ids

MOST_OF_A_QUESTION, MOST_OF_A_WINDOW, MOST_LINES = 64, 192, 24
_OF_A_LINE, _OF_A_HEADING, _OF_A_HEAD_ROW = 140, 32, 40  # pieces at most
_SENTENCE = re.compile(r"(?<=[.!?])\s+|(?<=[。！？])(?![」』）)])\s*")
_ITEM = re.compile(r"(\d+[.)]|[-*・•]|[①-⑳])\s*")
_RULE = re.compile(r"[|\s:\-]+")


@dataclass(frozen=True, slots=True)
class Line:
    """A sentence, a table row or a step, under its heading and, in a table, the head row."""

    text: str
    heading: str
    head_row: str


def lines_of(text: str) -> Iterator[Line]:
    """The lines of a Markdown text in their order."""
    heading, head_row = "", ""
    for raw in text.split("\n"):
        line = raw.strip()
        if line.startswith("|"):
            if not _RULE.fullmatch(line):
                yield Line(line, heading, head_row)
                head_row = head_row or line
            continue
        head_row = ""
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        elif _ITEM.match(line):
            yield Line(line, heading, "")
        else:
            yield from (Line(part.strip(), heading, "") for part in _SENTENCE.split(line) if part.strip())


@dataclass(frozen=True, slots=True)
class Window:
    """Consecutive lines of a document under one heading: its pieces, headed by title, heading and head row, and of each piece the
    number of its line, from 1; 0 in the head."""

    document: str
    lines: tuple[str, ...]
    pieces: tuple[int, ...]
    of_line: tuple[int, ...]


@dataclass(slots=True)
class _Cutting:
    """A window that is being filled."""

    head: list[int]
    heading: str
    lines: list[tuple[str, list[int]]] = field(default_factory=list[tuple[str, list[int]]])

    @property
    def length(self) -> int:
        return len(self.head) + sum(len(pieces) for _, pieces in self.lines)

    def window(self, document: str) -> Window:
        pieces, of_line = list(self.head), [0] * len(self.head)
        for number, (_, ids) in enumerate(self.lines, 1):
            pieces += ids
            of_line += [number] * len(ids)
        kept = slice(MOST_OF_A_WINDOW)
        return Window(document, tuple(text for text, _ in self.lines), tuple(pieces[kept]), tuple(of_line[kept]))


def windows_of(document: str, title: str, text: str) -> Iterator[Window]:
    """The windows of a document."""
    cutting: _Cutting | None = None
    for line in lines_of(text):
        ids = piece_ids(line.text)[:_OF_A_LINE]
        if cutting is not None and (
            cutting.length + len(ids) > MOST_OF_A_WINDOW
            or len(cutting.lines) >= MOST_LINES - 1
            or line.heading != cutting.heading
        ):  # fmt: skip
            yield cutting.window(document)
            cutting = None
        if cutting is None:
            cutting = _Cutting(_head(title, line), line.heading)
        cutting.lines.append((line.text, ids))
    if cutting is not None:
        yield cutting.window(document)


def _head(title: str, line: Line) -> list[int]:
    row = piece_ids(line.head_row)[:_OF_A_HEAD_ROW] if line.head_row else []
    return piece_ids(" › ".join(part for part in (title, line.heading) if part))[:_OF_A_HEADING] + row


def question_text(question: str, history: Sequence[str]) -> str:
    """A question after the last two before it, to be searched for by words."""
    return " / ".join((*history[-2:], question))


def question_pieces(question: str, history: Sequence[str]) -> list[int]:
    """The pieces of a question after the last two before it, as far as there is room."""
    room = MOST_OF_A_QUESTION - 3
    ids = piece_ids(question)[:room]
    for earlier in reversed(history[-2:]):
        before = piece_ids(earlier)
        if len(ids) + len(before) + 1 > room:
            before = before[: max(0, room - 1 - len(ids))]
        ids = [*before, END, *ids] if before else ids
    return [BEGIN, *ids, END, END]
