"""The tables of a document as wholes: every record of each, however many chunks it spans, without its rows of totals."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby

from ibidem.answering.amounts import Amount, amount_of, amounts_in, are_labels, is_blank, sums_of_neighbours, unit_named
from ibidem.domain.documents import Chunk, joined_chunks
from ibidem.language.calculations import Operation, is_label_column, may_be_result, result_of
from ibidem.language.normal import normalise
from ibidem.language.sentences import sentence_spans
from ibidem.language.table_rows import rows_among
from ibidem.language.tables import cells_of

# Characters of a document that are read for its tables, some thousands of rows: a second of processor time.
LONGEST = 200_000

_NOTES = frozenset("※*")  # a remark at the foot of a table begins with one
_NUMBERED = re.compile(r"(\d{1,3}(?:[.-]\d{1,3})*)(?:[.)]?\s|[.)]?$)")


@dataclass(frozen=True, slots=True)
class Record:
    """A row of a table: its text, the chunk that holds it and where it begins in that, and its cells, as many as the head has.

    Of a form, `lines` are those that give its cells: the column, the text, the chunk and where the line begins in that."""

    text: str
    chunk: Chunk
    start: int
    cells: tuple[str, ...]
    lines: tuple[tuple[int, str, Chunk, int], ...] = ()

    def cell(self, column: int) -> str:
        """What the column says of this row."""
        return self.cells[column]


@dataclass(frozen=True, slots=True)
class ResultRow:
    """A row that holds what was calculated of others: its operation and the name it has, and whether it is one of a part of the
    rows by where it stands."""

    record: Record
    operation: Operation
    label: str
    is_part: bool = False


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
        return tuple(amounts_in([record.cell(at) for record in self.records]) for at in range(len(self.names)))

    @cached_property
    def key(self) -> int:
        """The column that names the records: the first one of text in which each says something else; else the first."""
        for at in range(len(self.names)):
            cells = [record.cell(at) for record in self.records]
            if all(cells) and len(set(cells)) == len(cells) and any(amount is None for amount in self.amounts[at]):
                return at
        return 0

    def is_of_numbers(self, column: int) -> bool:
        """Whether the column holds amounts and blank cells, and neither dates nor labels, nor counts its rows."""
        amounts = [amount for amount in self.amounts[column] if amount is not None]
        if is_label_column(normalise(self.names[column])) or are_labels(amounts, self.names[column]):
            return False
        blank = all(
            amount is not None or is_blank(record.cell(column))
            for amount, record in zip(self.amounts[column], self.records, strict=True)
        )
        counting = [int(amount.value) for amount in amounts if not amount.kind and amount.value == int(amount.value)]
        return bool(amounts) and blank and (len(amounts) == 1 or counting != list(range(1, len(amounts) + 1)))


def tables_among(chunks: Sequence[Chunk]) -> Iterator[WholeTable]:
    """The tables of these chunks, which follow each other in their document from its beginning to its end. Tables without a head
    are left out; one that may be more of the table before makes that doubtful."""
    if not any(between in chunk.text for chunk in chunks for between in "|\t"):
        return  # no cells: the sentences of most documents are not looked for
    text = "\n" * chunks[0].offset + joined_chunks(chunks).text
    spans = sentence_spans(text)
    rows = [(row, start, end) for row, (start, end) in zip(rows_among(text, spans), spans, strict=True) if row is not None]
    tables: list[WholeTable] = []
    for _, of_table in groupby(rows, key=lambda one: one[0].table):
        together = list(of_table)
        head = next((text[start:end] for row, start, end in together if row.heads), "")
        cells = [cells_of(text[start:end]) for _, start, end in together]
        if tables and _goes_on(tables[-1], cells, head):
            tables[-1] = replace(tables[-1], doubtful=True)
        body = [(start, end) for row, start, end in together if not row.heads]
        if not head or not body:
            continue
        names = cells_of(head)
        placed = [_record(text[start:end], start, chunks, len(names)) for start, end in body]
        records = tuple(record for record in placed if record is not None)
        section = records[0].chunk.section if records else ""
        whole = len(records) == len(placed)
        tables.append(_sorted_out(WholeTable(head, names, together[0][0].above, section, records, doubtful=not whole)))
    yield from tables


def _record(text: str, start: int, chunks: Sequence[Chunk], width: int) -> Record | None:
    """A row in its chunk; None where it is wider than its head, or was cut into two chunks."""
    cells = cells_of(text)
    chunk = next((one for one in reversed(chunks) if one.offset <= start), None)
    if chunk is None or start + len(text) > chunk.offset + len(chunk.text) or len(cells) > width:
        return None
    return Record(text, chunk, start - chunk.offset, (*cells, *[""] * (width - len(cells))))


def _goes_on(table: WholeTable, rows: Sequence[tuple[str, ...]], head: str) -> bool:
    """Whether rows that follow a table may be more of its own: as many cells, and no head, or one that holds amounts."""
    width = len(table.names)
    if head:
        return len(rows[0]) == width and any(amount_of(cell) is not None for cell in rows[0])
    return any(len(cells) == width for cells in rows)


def _sorted_out(table: WholeTable) -> WholeTable:
    """The table with its rows of results apart from its records."""
    records: list[Record] = []
    results: list[tuple[int, ResultRow]] = []
    doubtful = table.doubtful or _is_outline(table.records)
    sums = _sums_in(table.records)
    for place, record in enumerate(table.records):
        said = [cell for cell in record.cells if cell]
        if not said or record.cells == table.names or (len(said) == 1 and said[0][0] in _NOTES and result_of(said[0]) is None):
            continue
        texts = [cell for cell in said if _is_text(cell)]
        label = next((cell for cell in texts if _is_result(cell, said[0])), "")
        operation = result_of(label) if label else None
        if operation is not None:
            results.append((len(records), ResultRow(record, operation, label, label != texts[0])))
            doubtful = doubtful or (label != texts[0] and place not in sums)  # "Total" may be the name of a supplier
        elif _is_doubtful(said, texts, table, record):
            doubtful = True
        else:
            records.append(record)
    placed = [replace(row, is_part=row.is_part or 0 < before < len(records)) for before, row in results]
    return replace(table, records=tuple(records), results=tuple(placed), doubtful=doubtful or not records)


def _is_text(cell: str) -> bool:
    """Whether a cell holds neither an amount nor a mark of nothing; the number of a month or a floor names its row."""
    amount = amount_of(cell)
    return not is_blank(cell) and (amount is None or (bool(amount.after.strip()) and are_labels([amount], "")))


def _is_result(cell: str, first: str) -> bool:
    """Whether a cell names the result of a calculation. "min" behind other cells is a unit."""
    return result_of(cell) is not None and (cell == first or unit_named(cell) is None)


def _is_doubtful(said: Sequence[str], texts: Sequence[str], table: WholeTable, record: Record) -> bool:
    """Whether it is not known that a row is a record, and of what: one under a mark, one that mentions a total, a line over a
    group of rows, a total without a name."""
    if said[0][0] in _NOTES or any(may_be_result(normalise(cell)) for cell in texts):
        return True
    return (len(said) == 1 and len(table.names) > 2) or (not texts and any(map(is_blank, record.cells)))


def _sums_in(records: Sequence[Record]) -> frozenset[int]:
    """The places of the rows that in some column are the sum of their neighbours."""
    columns = zip(*([amount_of(cell) for cell in record.cells] for record in records), strict=True)
    found = (sums_of_neighbours([None if amount is None else amount.value for amount in column]) for column in columns)
    return frozenset[int]().union(*found)


def _is_outline(records: Sequence[Record]) -> bool:
    """Whether the rows are numbered such that one holds others: "1. Materials" and "1.1 Steel"."""
    numbers = {match[1] for record in records if (match := _NUMBERED.match(record.cells[0])) is not None}
    return any(number.rpartition(one)[0] in numbers for number in numbers for one in ".-" if one in number)
