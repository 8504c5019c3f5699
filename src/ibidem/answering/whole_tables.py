"""The tables of a document as wholes: every record of each, however many chunks it spans, without its rows of totals."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import groupby

from ibidem.answering.amounts import Amount, amount_of, is_blank
from ibidem.domain.documents import Chunk
from ibidem.language.calculations import Operation, result_of
from ibidem.language.sentences import sentence_spans
from ibidem.language.table_rows import rows_among
from ibidem.language.tables import cells_of

# Characters of a document that are read for its tables, some thousands of rows: a second of processor time.
LONGEST = 200_000

_NOTES = frozenset("※*")  # a remark at the foot of a table begins with one


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table: its text, the chunk that holds it and where it begins in that, and its cells, as many as the head has. In
    `group` a merged cell that reaches over it is said again, by its column."""

    text: str
    chunk: Chunk
    start: int
    cells: tuple[str, ...]
    group: Mapping[int, str] = field(default_factory=dict[int, str])

    def cell(self, column: int) -> str:
        """What the column says of this row."""
        return self.cells[column] or self.group.get(column, "")


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row that holds what was calculated of others: its operation and the name it has."""

    record: Record
    operation: Operation
    label: str


@dataclass(frozen=True)
class WholeTable:
    """A table with a head: the row that names its columns, as text and by its cells, the line above that gives the unit of its
    values, the section it stands in, its records in their order and its rows of results. `doubtful` says that a row of it cannot
    be read: part of a record, or of none."""

    head: str
    names: tuple[str, ...]
    above: str
    section: str
    records: tuple[Record, ...]
    results: tuple[ResultRow, ...] = ()
    doubtful: bool = False

    @cached_property
    def amounts(self) -> tuple[tuple[Amount | None, ...], ...]:
        """What each column holds as amounts, by its records; None where a cell holds none."""
        return tuple(tuple(amount_of(record.cell(at)) for record in self.records) for at in range(len(self.names)))

    @cached_property
    def key(self) -> int:
        """The column that names the records: the first one of text in which each says something else; else the first."""
        for at in range(len(self.names)):
            cells = [record.cell(at) for record in self.records]
            if all(cells) and len(set(cells)) == len(cells) and any(amount is None for amount in self.amounts[at]):
                return at
        return 0

    def is_of_numbers(self, column: int) -> bool:
        """Whether the column holds amounts and blank cells, and does not only count its rows."""
        amounts = [amount for amount in self.amounts[column] if amount is not None]
        blank = all(
            amount is not None or is_blank(record.cell(column))
            for amount, record in zip(self.amounts[column], self.records, strict=True)
        )
        counting = [int(amount.value) for amount in amounts if not amount.kind and amount.value == int(amount.value)]
        return bool(amounts) and blank and (len(amounts) == 1 or counting != list(range(1, len(amounts) + 1)))


def tables_among(chunks: Sequence[Chunk]) -> Iterator[WholeTable]:
    """The tables of these chunks, which follow each other in their document from its beginning to its end. Tables without a head
    are left out."""
    text = "".join(_parts(chunks))
    spans = sentence_spans(text)
    rows = [(row, start, end) for row, (start, end) in zip(rows_among(text, spans), spans, strict=True) if row is not None]
    for _, of_table in groupby(rows, key=lambda one: one[0].table):
        together = list(of_table)
        head = next((text[start:end] for row, start, end in together if row.heads), "")
        body = [(start, end) for row, start, end in together if not row.heads]
        if not head or not body:
            continue
        names = cells_of(head)
        placed = [_record(text[start:end], start, chunks, len(names)) for start, end in body]
        records = tuple(record for record in placed if record is not None)
        section = records[0].chunk.section if records else ""
        whole = len(records) == len(placed)
        yield _sorted_out(WholeTable(head, names, together[0][0].above, section, records, doubtful=not whole))


def _parts(chunks: Sequence[Chunk]) -> Iterator[str]:
    """The texts of the chunks, with the white space at which they were cut."""
    end = 0
    for chunk in chunks:
        yield "\n" * (chunk.offset - end) + chunk.text[max(0, end - chunk.offset) :]
        end = max(end, chunk.offset + len(chunk.text))


def _record(text: str, start: int, chunks: Sequence[Chunk], width: int) -> Record | None:
    """A row in its chunk; None where it is wider than its head, or was cut into two chunks."""
    cells = cells_of(text)
    chunk = next((one for one in reversed(chunks) if one.offset <= start), None)
    if chunk is None or start + len(text) > chunk.offset + len(chunk.text) or len(cells) > width:
        return None
    return Record(text, chunk, start - chunk.offset, (*cells, *[""] * (width - len(cells))))


def _sorted_out(table: WholeTable) -> WholeTable:
    """The table with its rows of results and its lines over groups of rows apart from its records."""
    records: list[Record] = []
    results: list[ResultRow] = []
    doubtful = table.doubtful
    group: dict[int, str] = {}
    merged = _merged_columns(table)
    for record in table.records:
        said = [cell for cell in record.cells if cell]
        label = next((cell for cell in said if amount_of(cell) is None), "")
        operation = result_of(label) if label else None
        if operation is not None:
            results.append(ResultRow(record, operation, label))
        elif not said or said[0][0] in _NOTES or record.cells == table.names:
            continue
        elif (len(said) == 1 and len(table.names) > 2) or (not label and len(said) < len(record.cells)):
            doubtful = True  # a line over a group of rows, a record of which nothing is known, a total without a name
        else:
            group = {at: record.cells[at] or group.get(at, "") for at in merged}
            records.append(replace(record, group=group))
    return replace(table, records=tuple(records), results=tuple(results), doubtful=doubtful or not records)


def _merged_columns(table: WholeTable) -> tuple[int, ...]:
    """The columns at the left whose cells reach over several rows: blank below one, where the next column says something."""
    merged: list[int] = []
    for at in range(len(table.names) - 1):
        cells = [record.cells[at] for record in table.records if not _is_result(record)]
        if not cells or not cells[0] or all(cells):
            break
        merged.append(at)
    return tuple(merged)


def _is_result(record: Record) -> bool:
    return any(result_of(cell) is not None for cell in record.cells if cell)
