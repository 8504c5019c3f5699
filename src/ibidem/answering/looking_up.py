"""The row of a table that a question names by two keys: what stands in the row, and the name of the column or another cell of it.

A reader sees rows that look alike, one window at a time; what the question says of the row, of its column and of the head, the
caption or the section of its table distinguishes them over the whole document.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.answering.said import Meant, columns_asked, narrowed, readied, said_of, surest
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import asks_sum, extreme_asked, may_calculate
from ibidem.language.normal import normalise
from ibidem.language.question_words import asked_values

_LONGEST_VALUE = 40  # characters of a cell that gives a value and no account of one


@dataclass(frozen=True, slots=True)
class FoundRow:
    """The row that a question names, the columns that it `asked` for and the `keys` that distinguish it from others, and how much
    of the question says so; `whole` where that names the row and the column, or two cells of the row."""

    table: WholeTable
    record: Record
    asked: tuple[int, ...]
    keys: tuple[int, ...]
    covered: tuple[int, int]
    whole: bool


def row_of(question: str, tables: Sequence[WholeTable]) -> FoundRow | None:
    """The row that a question names among these tables; None where it names none, or several as well."""
    question = normalise(question)
    found = [one for table in tables if table.records and (one := _found(said_of(question, readied(table)), question))]
    return surest(found, lambda one: one.covered)


def _found(meant: Meant, question: str) -> FoundRow | None:
    records, asked = narrowed(meant), columns_asked(meant)
    if not meant.cells:
        return _only_value(meant)
    if len(records) != 1:
        return None
    table, (record,) = meant.table, records
    asked = asked or _of_kind(question, record, meant)
    keyed = any(at in meant.cells for at in (0, table.key)) or bool(table.records[0].lines)
    if not (keyed and asked) and len(meant.cells) < 2:
        return None
    if meant.across or asks_sum(meant.rest) or extreme_asked(meant.rest):
        return None
    if may_calculate(meant.rest) and not any(table.is_of_numbers(at) for at in asked):
        return None
    keys = [at for at in meant.cells if any(one.cell(at) != record.cell(at) for one in table.records)]
    whole = len(keys) > 1 or bool(keys and meant.names)
    reached = tuple(with_unnamed(asked, table))
    return FoundRow(table, record, reached, tuple(sorted(keys)), (meant.covered, meant.near), whole)


def _of_kind(question: str, record: Record, meant: Meant) -> tuple[int, ...]:
    """The only column, beside those by which the row is said, in which it holds a value of the kind that is asked for: a date for
    "when"; the only one of plain numbers where a value is asked for and none is of its kind."""
    values = asked_values(question)
    cells = [(at, cell) for at, cell in enumerate(record.cells) if at not in meant.cells and cell]
    held = [at for at, cell in cells if any(value.search(cell) for value in values) and len(cell) <= _LONGEST_VALUE]
    if values and not held:
        held = [at for at, _ in cells if meant.table.is_of_numbers(at)]
    return tuple(held) if len(held) == 1 else ()


def _only_value(meant: Meant) -> FoundRow | None:
    """The only row that has a value under the label that a question names: a form has its labels above its values."""
    table, labels = meant.table, sorted(meant.names)
    records = [record for record in table.records if labels and all(record.cell(at) for at in labels)]
    if len(records) != 1 or may_calculate(meant.rest):
        return None
    asked = tuple(with_unnamed(labels, table))
    return FoundRow(table, records[0], asked, (), (meant.covered, meant.near), meant.captioned)


def with_unnamed(columns: Sequence[int], table: WholeTable) -> list[int]:
    """The columns, with those behind each over which its name reaches: they have none of their own."""
    reached = list(columns)
    for at in columns:
        for behind in range(at + 1, len(table.names)):
            if table.names[behind]:
                break
            reached.append(behind)
    return reached
