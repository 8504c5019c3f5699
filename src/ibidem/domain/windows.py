"""Windows of documents, and what a reader says of them."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Line:
    """The characters [start, end) of a passage's text."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends in the passage's text."""
        return self.start + len(self.text)


@dataclass(frozen=True, slots=True)
class Window:
    """Lines of a passage in their order. `over` is what stands above them: title and heading, and a line with the head of their
    table where they are rows of one that began before them."""

    over: str
    lines: tuple[Line, ...]
    heading: str = ""
    head: str = ""

    @property
    def text(self) -> str:
        """As it is embedded."""
        return "\n".join((self.over, *(line.text for line in self.lines)))


@dataclass(frozen=True, slots=True)
class ReadWindow:
    """How well a window answers, and how well each of its lines does, in their order; on the reader's own scale, higher is
    better."""

    relevance: float
    lines: tuple[float, ...]
