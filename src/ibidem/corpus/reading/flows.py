"""Paragraphs, and tables whose cells hold paragraphs and tables again: what word processors write, before it becomes blocks."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, takewhile

from ibidem.corpus.reading.blocks import Repeats, TextBuilder, one_line
from ibidem.corpus.reading.forms import FormCell, add_form, form_of

_LONGEST_HEADING = 120  # characters; outline levels are given to whole paragraphs, too


@dataclass(frozen=True, slots=True)
class FlowText:
    """A paragraph; `level` is that of the outline, from 1, and 0 where it has none."""

    text: str
    level: int = 0
    bold: bool = False


@dataclass(frozen=True, slots=True)
class FlowCell:
    """A cell of a table, by the place and the size that it says it has. A `head` is marked as one that names what is below it."""

    row: int
    column: int
    rows: int
    columns: int
    content: "list[FlowText | FlowTable]" = field(default_factory=list["FlowText | FlowTable"])
    shaded: bool = False
    head: bool = False

    @property
    def set_off(self) -> bool:
        """Whether it is shaded, or all of its text bold."""
        said = [one.bold for one in self.content if isinstance(one, FlowText) and one.text.strip()]
        return self.shaded or (bool(said) and all(said))


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
                _add_table(builder, cells, repeats)


def _add_table(builder: TextBuilder, cells: Sequence[FlowCell], repeats: Repeats) -> None:
    form = form_of(
        [
            FormCell(cell.row, cell.column, one_line(" ".join(_words(cell.content))), cell.rows, cell.columns, cell.set_off)
            for cell in cells
        ]
    )
    if form:
        add_form(builder, form)
    else:
        width = max(cell.column + cell.columns for cell in cells)
        titles = list(takewhile(lambda cell: cell.columns == width and cell.rows == 1, cells[:-1]))
        for title in titles:  # lines above the table, which name no column
            builder.paragraph(one_line(" ".join(_words(title.content))))
        rest = cells[len(titles) :]
        builder.table(_rows(rest, repeats), heads=_heads(rest))


def _heads(cells: Sequence[FlowCell]) -> int | None:
    """How many rows at the top are marked as the head, or set off by themselves above one that is not; None where none are."""
    rows = [list(line) for _, line in groupby(sorted(cells, key=lambda cell: cell.row), key=lambda cell: cell.row)]
    marked = sum(1 for _ in takewhile(lambda line: all(cell.head for cell in line), rows))
    if 0 < marked < len(rows):
        return marked
    first, second = ([cell.set_off for cell in line if cell.content] for line in (*rows[:2], *[[]] * (2 - len(rows[:2]))))
    return 1 if len(first) > 1 and all(first) and second and not all(second) else None


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
