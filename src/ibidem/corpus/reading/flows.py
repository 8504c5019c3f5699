"""Paragraphs, and tables whose cells hold paragraphs and tables again: what word processors write, before it becomes blocks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ibidem.corpus.reading.blocks import Repeats, TextBuilder, one_line

_LONGEST_HEADING = 120  # characters; outline levels are given to whole paragraphs, too


@dataclass(frozen=True, slots=True)
class FlowText:
    """A paragraph; `level` is that of the outline, from 1, and 0 where it has none."""

    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class FlowCell:
    """A cell of a table, by the place and the size that it says it has."""

    row: int
    column: int
    rows: int
    columns: int
    content: "list[FlowText | FlowTable]" = field(default_factory=list["FlowText | FlowTable"])


@dataclass(frozen=True, slots=True)
class FlowTable:
    """A table."""

    cells: list[FlowCell] = field(default_factory=list[FlowCell])


Flow = FlowText | FlowTable


def add_flow(builder: TextBuilder, flow: Iterable[Flow], repeats: Repeats) -> None:
    """Adds what stands one after the other. A table of one column is a frame around text."""
    for one in flow:
        match one:
            case FlowText(text, level) if level and len(text) <= _LONGEST_HEADING:
                builder.heading(level, text)
            case FlowText(text):
                builder.paragraph(text)
            case FlowTable(cells) if len({cell.column for cell in cells}) < 2:
                for cell in cells:
                    add_flow(builder, cell.content, repeats)
            case FlowTable(cells):
                builder.table(_rows(cells, repeats))


def _rows(cells: Sequence[FlowCell], repeats: Repeats) -> list[list[str]]:
    """The cells by row and column; one that spans rows says the same in each."""
    placed: defaultdict[int, list[tuple[int, str]]] = defaultdict(list)
    for cell in cells:
        text = one_line(" ".join(_words(cell.content)))
        for down in range(max(cell.rows, 1)):
            if down and not repeats.allow(text):
                break
            placed[cell.row + down].append((cell.column, text))
            for right in range(1, cell.columns):
                if not repeats.allow(""):
                    break
                placed[cell.row + down].append((cell.column + right, ""))
    return [[text for _, text in sorted(line, key=lambda one: one[0])] for _, line in sorted(placed.items())]


def _words(content: Iterable[Flow]) -> Iterator[str]:
    waiting = list(content)[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, FlowText):
            yield one.text
        else:
            waiting += [inner for cell in reversed(one.cells) for inner in reversed(cell.content)]
