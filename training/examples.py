"""What the encoder and the reader are trained on: questions with the windows and lines that answer them, and with others."""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.worlds import AS_WRITTEN, World, WorldQuestion
from training.prepared import MOST_NEGATIVES, MOST_OF_A_QUESTION, MOST_OF_A_WINDOW, MOST_POSITIVES, Prepared, filled
from training.squad import Paragraph
from training.windows import Window, question_pieces, question_text, windows_of
from training.words import Bm25

Place = tuple[int, int]  # a window, and the number of a line in it


@dataclass(frozen=True, slots=True)
class Example:
    """A question after its history, and where it is answered."""

    question: str
    history: tuple[str, ...]
    places: tuple[Place, ...]


@dataclass(slots=True)
class Examples:
    """Windows, and the questions about them; those of one group have no windows in common with others. `worlds` is the checksum
    of the worlds that they are of."""

    windows: list[Window] = field(default_factory=list[Window])
    window_groups: list[int] = field(default_factory=list[int])
    examples: list[Example] = field(default_factory=list[Example])
    groups: list[int] = field(default_factory=list[int])
    worlds: str = ""

    def add_windows(self, windows: Iterator[Window], group: int) -> range:
        """Takes the windows of a document in, and gives their numbers."""
        first = len(self.windows)
        self.windows += windows
        self.window_groups += [group] * (len(self.windows) - first)
        return range(first, len(self.windows))

    def add(self, example: Example, group: int) -> None:
        """Takes a question in."""
        self.examples.append(example)
        self.groups.append(group)

    def add_paragraph(self, paragraph: Paragraph) -> None:
        """Takes a paragraph and its questions in, in the group 0. The sentence that holds the answer is the line that answers."""
        numbers = self.add_windows(windows_of(paragraph.title, paragraph.title, paragraph.text), 0)
        spans: list[tuple[int, int, Place]] = []
        at = 0
        for number in numbers:
            for line, text in enumerate(self.windows[number].lines, 1):
                start = paragraph.text.find(text, at)
                if start >= 0 and line in self.windows[number].of_line:
                    at = start + len(text)
                    spans.append((start, at, (number, line)))
        for question, answer in paragraph.questions:
            places = tuple(place for start, end, place in spans if start <= answer < end)
            if places:
                self.add(Example(question, (), places), 0)

    def add_world(self, world: World, group: int) -> None:
        """Takes a world in, in a group of its own; unanswerable questions have no places. Raises InvalidInput."""
        numbers = {name: self.add_windows(_windows(world, name), group) for name in world.documents}
        for question in world.questions:
            places = tuple(place for number in numbers.values() for place in self._places(question, number, world.name))
            if places or not question.answers:
                self.add(Example(question.question, question.history, places), group)

    def _places(self, question: WorldQuestion, numbers: range, world: str) -> Iterator[Place]:
        """The lines among these windows that a quote holds, or that hold a quote."""
        for number in numbers:
            window = self.windows[number]
            quotes = ["".join(a.quote.split()) for a in question.answers if f"{world}/{a.document}" == window.document]
            for line, text in enumerate(window.lines, 1):
                bare = "".join(text.split())
                if line in window.of_line and any(bare in quote or quote in bare for quote in quotes):
                    yield number, line

    def prepared(self) -> Prepared:
        """All of it as arrays, with the windows nearest by words of the same group for each question."""
        positives = np.full((len(self.examples), MOST_POSITIVES, 2), -1, np.int32)
        for row, example in enumerate(self.examples):
            kept = example.places[:MOST_POSITIVES]
            positives[row, : len(kept)] = np.array(kept, np.int32).reshape(-1, 2)
        asked = [question_pieces(one.question, one.history)[:MOST_OF_A_QUESTION] for one in self.examples]
        lines = np.zeros((len(self.windows), MOST_OF_A_WINDOW), np.int8)
        for row, window in enumerate(self.windows):
            lines[row, : len(window.of_line)] = window.of_line
        return Prepared(
            windows=filled([window.pieces for window in self.windows], MOST_OF_A_WINDOW),
            lines=lines,
            window_groups=np.array(self.window_groups, np.int32),
            questions=filled(asked, MOST_OF_A_QUESTION),
            positives=positives,
            negatives=self._negatives(),
            groups=np.array(self.groups, np.int32),
            worlds=np.array(self.worlds),
        )

    def _negatives(self) -> np.ndarray:
        found = np.full((len(self.examples), MOST_NEGATIVES), -1, np.int32)
        for group in sorted(set(self.groups)):
            numbers = np.flatnonzero(np.array(self.window_groups) == group)
            ranked = Bm25([" ".join(self.windows[number].lines) for number in numbers])
            for row in np.flatnonzero(np.array(self.groups) == group):
                example = self.examples[row]
                order = numbers[np.argsort(-ranked.scores(question_text(example.question, example.history)))]
                right = {window for window, _ in example.places}
                nearest = [number for number in order[: MOST_NEGATIVES + MOST_POSITIVES] if number not in right][:MOST_NEGATIVES]
                found[row, : len(nearest)] = nearest
        return found


def examples_of(worlds: Sequence[World], paragraphs: Iterator[Paragraph]) -> Examples:
    """The examples of worlds, each a group of its own from 1 on, and of paragraphs. Raises InvalidInput."""
    examples = Examples(worlds=checksum(worlds))
    for paragraph in paragraphs:
        examples.add_paragraph(paragraph)
    for group, world in enumerate(worlds, 1):
        examples.add_world(world, group)
    return examples


def checksum(worlds: Sequence[World]) -> str:
    """Of the documents and the questions of worlds, in whatever order they are read."""
    digest = hashlib.sha256()
    for world in sorted(worlds, key=lambda one: one.name):
        for name, path in sorted(world.documents.items()):
            digest.update(f"{world.name}/{name}\n".encode() + path.read_bytes())
        digest.update(repr(world.questions).encode())
    return digest.hexdigest()


def _windows(world: World, name: str) -> Iterator[Window]:
    path: Path = world.documents[name]
    if path.suffix not in AS_WRITTEN:
        raise InvalidInput(f"{world.name}/{name}", "is no text", f"documents to train on end with {' or '.join(AS_WRITTEN)}")
    title, _, text = path.read_text(encoding="utf-8").partition("\n")
    return windows_of(f"{world.name}/{name}", title.lstrip("# ").strip(), text)
