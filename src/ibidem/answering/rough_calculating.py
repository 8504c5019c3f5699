"""Calculations over rows that a question says, where not every word of it is accounted for: what comes out is only probable.

They are shown with the rows that they are made of, and are never called an answer. `calculating` has those that may be.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from ibidem.answering.amounts import amount_of, is_blank
from ibidem.answering.calculating import Calculation, Standing, over
from ibidem.answering.cell_parts import with_part
from ibidem.answering.columns import counts_some_things, value_column
from ibidem.answering.conditions import Selection
from ibidem.answering.said import Meant, columns_asked, readied, said_of, surest
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import Asked, asked_roughly, asks_sum, may_calculate, words_of
from ibidem.language.normal import normalise


@dataclass(frozen=True, slots=True)
class Rough:
    """A calculation, and how much of the question says of what it is."""

    result: Calculation | Standing
    covered: tuple[int, int]


def roughly(question: str, tables: Sequence[WholeTable], leading: str = "") -> Rough | None:
    """The calculation that a question asks for, over the table of which it says the most; None where it is unclear over which.

    `leading` is the head of the table whose row answers best by itself, "" where none does."""
    question = normalise(question)
    if not may_calculate(question):
        return None
    said = (with_part(said_of(question, readied(table))) for table in tables if table.records)
    found = [one for meant in said if (one := _over(meant, question, leading)) is not None]
    return surest(found, lambda one: one.covered)


def extremes(question: str, table: WholeTable) -> tuple[Calculation, ...]:
    """The largest or smallest value that a question asks for, of each column of numbers that it may mean; none where it asks for
    something else, or it is unclear of which rows."""
    meant = said_of(normalise(question), readied(table))
    asked = asked_roughly(meant.rest)
    if asked is None or asked.operation not in ("largest", "smallest") or not meant.records or not meant.clear:
        return ()
    chosen = Selection(meant.records, meant.cells, meant.rest)
    numbers = [at for at in range(len(table.names)) if table.names[at] and table.is_of_numbers(at) and at not in meant.cells]
    found = (over(asked.operation, at, chosen, meant.table) for at in numbers)
    return tuple(one for one in found if isinstance(one, Calculation))


def _over(meant: Meant, question: str, leading: str) -> Rough | None:
    asked = asked_roughly(meant.rest)
    if asked is None or not meant.records or not meant.clear:
        return None
    chosen = Selection(meant.records, meant.cells, meant.rest)
    covered = (meant.covered, meant.near)
    if asked.operation == "count" and (counting := _counting(meant)) is not None:
        result = over("sum", counting, chosen, meant.table)
        return None if result is None else Rough(result, covered)
    if asked.operation == "count":
        return _counted(meant, covered, leading)
    column = _column(question, asked, meant)
    if column is None or not (meant.cells or column in meant.names):
        return None
    result = over(asked.operation, column, chosen, meant.table)
    return None if result is None else Rough(result, covered)


def _counting(meant: Meant) -> int | None:
    """The column that counts the things of which a question asks how many there are, known by the words that it says beside those
    of the columns by which it says rows; None where rows are counted."""
    table, of_rows = meant.table, frozenset[str]().union(*(_words(at, meant.table) for at in meant.cells))
    said = words_of(meant.rest) - of_rows
    counts = {at: len(_words(at, table) & said) for at in range(len(table.names)) if at not in meant.cells}
    counts |= {at: len(_words(at, table)) for at in meant.names if at in counts}
    most = max(counts.values(), default=0)
    best = [at for at, count in counts.items() if count == most > 0]
    counting = [at for at in best if counts_some_things(table, at)]
    clear = len(best) == 1 or asks_sum(meant.rest)  # "how many crates do the depots hold altogether" says both
    return counting[0] if len(counting) == 1 and clear and meant.cells else None


def _words(column: int, table: WholeTable) -> frozenset[str]:
    return words_of(normalise(table.names[column]))


def _counted(meant: Meant, covered: tuple[int, int], leading: str) -> Rough | None:
    """The number of rows; not of one that is known by its name, nor of those of one cell where the question says nothing else of
    the table, and no row of it answers best: something else is counted then."""
    says = len(meant.cells) > 1 or meant.names or meant.near or meant.captioned or (leading and leading == meant.table.head)
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
