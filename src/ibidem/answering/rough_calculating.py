"""Calculations over rows that a question says, where not every word of it is accounted for: what comes out is only probable.

They are shown with the rows that they are made of, and are never called an answer. `calculating` has those that may be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ibidem.answering.amounts import amount_of, is_blank
from ibidem.answering.calculating import Calculation, Standing, over
from ibidem.answering.columns import value_column
from ibidem.answering.conditions import Selection
from ibidem.answering.said import Meant, columns_asked, readied, said_of, surest
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import Asked, asked_roughly, may_calculate
from ibidem.language.normal import normalise


@dataclass(frozen=True, slots=True)
class Rough:
    """A calculation, and how much of the question says of what it is."""

    result: Calculation | Standing
    covered: tuple[int, int]


def roughly(question: str, tables: Sequence[WholeTable]) -> Rough | None:
    """The calculation that a question asks for, over the table of which it says the most; None where it is unclear over which."""
    question = normalise(question)
    if not may_calculate(question):
        return None
    found = [one for table in tables if table.records and (one := _over(said_of(question, readied(table)), question)) is not None]
    return surest(found, lambda one: one.covered)


def _over(meant: Meant, question: str) -> Rough | None:
    asked = asked_roughly(meant.rest)
    if asked is None or not meant.records or not meant.clear:
        return None
    chosen = Selection(meant.records, meant.cells, meant.rest)
    covered = (meant.covered, meant.near)
    if asked.operation == "count":
        return _counted(meant, covered)
    column = _column(question, asked, meant)
    if column is None or not (meant.cells or column in meant.names):
        return None
    result = over(asked.operation, column, chosen, meant.table)
    return None if result is None else Rough(result, covered)


def _counted(meant: Meant, covered: tuple[int, int]) -> Rough | None:
    """The number of rows; not of one that is known by its name, nor of those of one cell where the question says nothing else of
    the table: something else is counted then."""
    says = len(meant.cells) > 1 or meant.names or meant.near or meant.captioned
    if not meant.cells or not says or (len(meant.records) == 1 and any(at in meant.cells for at in (0, meant.table.key))):
        return None
    return Rough(Calculation("count", meant.table, meant.records, Decimal(len(meant.records)), meant.cells), covered)


def _column(question: str, asked: Asked, meant: Meant) -> int | None:
    table = meant.table
    numbers = [at for at in range(len(table.names)) if at not in meant.cells and _holds_amounts(at, meant.records)]
    named = [at for at in numbers if at in meant.names]
    if len(named) == 1:
        return named[0]
    if (column := value_column(question, asked, table)) is not None:
        return column
    parts = [at for at in columns_asked(meant) if at in numbers]
    return parts[0] if len(parts) == 1 else None


def _holds_amounts(at: int, records: Sequence[Record]) -> bool:
    cells = [record.cell(at) for record in records]
    return all(is_blank(cell) or amount_of(cell) is not None for cell in cells) and any(map(amount_of, cells))
