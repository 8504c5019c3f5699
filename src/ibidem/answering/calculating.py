"""A count, a sum, an average, a largest or smallest value over rows of a table that a question says, or the result that stands in
the table already.

Every word of the question has to be accounted for: it asks for the calculation, it says a cell, it names a column, or it stands
in what is above the table. Where one is not, or it is unclear which column or which rows are meant, nothing is calculated.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Literal

from ibidem.answering.amounts import EXACT, Amount, amount_of
from ibidem.answering.columns import counts_things, holds_sums, is_named, is_settled, value_column
from ibidem.answering.conditions import Selection, holding, is_in_some_rows, selected, without_name
from ibidem.answering.whole_tables import Record, ResultRow, WholeTable
from ibidem.language.calculations import (
    Asked,
    Operation,
    asked_calculation,
    is_part_total,
    may_calculate,
    names_either,
    result_of,
    words_of,
)
from ibidem.language.normal import normalise

Nearness = Literal["table", "section", "title"]


@dataclass(frozen=True, slots=True)
class Calculation:
    """What was calculated over `records` of a table, each with its amount but for a count, where `column` is None.

    `cells` are what the question says of the rows, by column; `blank` is how many of the rows meant hold no value. `value` is
    the number of rows, or the exact sum, the exact total of what is averaged, or the largest or smallest value, whose rows
    `records` are then, out of `of` rows. `far` is how many words of the question only the title of the document has;
    `bare` says that the question says nothing of the table: "and the total?".
    """

    operation: Operation
    table: WholeTable
    records: tuple[Record, ...]
    value: Decimal
    cells: Mapping[int, tuple[str, ...]]
    column: int | None = None
    amounts: tuple[Amount, ...] = ()
    blank: int = 0
    of: int = 0
    far: int = 0
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """A result that stands in the table: its row, and the column that is meant."""

    table: WholeTable
    row: ResultRow
    column: int
    far: int = 0
    bare: bool = False


def calculated(question: str, table: WholeTable, title: str) -> Calculation | Standing | None:
    """What a question asks to be calculated over a table of a document of this title; None where it asks for nothing of that
    kind, or it is unclear."""
    question = normalise(question)
    if table.doubtful or not may_calculate(question):
        return None
    chosen = selected(_without_columns(question, table), table)
    asked = asked_calculation(chosen.rest)
    if asked is None or chosen.doubtful or (len(chosen.cells) > 1 and names_either(chosen.rest)):
        return None
    chosen, rest = _with_words_of_cells(asked, chosen, table, title)
    column = None if asked.operation == "count" else value_column(question, asked, table)
    named = _named_by(asked.rest, table)
    if rest is None or not chosen.records or _has_blank(chosen, table) or not _is_said(rest, named, chosen, column, table, title):
        return None
    if asked.operation == "count":
        result = _counted(chosen, named, table)
    elif column is None or (asked.operation in ("largest", "smallest") and _has_several_rows(asked.rest, column, table)):
        result = None
    else:
        result = over(asked.operation, column, chosen, table) if _may_be(asked.operation, column, chosen, table) else None
    bare = not (chosen.cells or rest or named)
    means = bool(asked.measures) or (column is not None and is_named(question, column, table))
    says = bool(chosen.cells or named or (rest if asked.operation == "count" else rest & _words_near(table)))
    return None if result is None or not (means or says) else replace(result, far=len(rest - _words_near(table)), bare=bare)


def _without_columns(question: str, table: WholeTable) -> str:
    """The question without the names of columns that it says whole and that ask for a calculation themselves, as "Max pressure";
    not of one that only says so: "Total"."""
    for name in sorted(map(_plain, table.names), key=len, reverse=True):
        if may_calculate(normalise(name)) and result_of(name) is None and (left := without_name(question, name)) is not None:
            question = left
    return question


def _plain(name: str) -> str:
    """The name of a column without the unit in brackets."""
    return name.partition("(")[0].partition("（")[0].partition("[")[0].strip() or name


def _with_words_of_cells(
    asked: Asked, chosen: Selection, table: WholeTable, title: str
) -> tuple[Selection, frozenset[str] | None]:
    """The selection narrowed by the words that only cells of one column hold ("O-ring" of "Viton O-ring"), and the words left for
    what is above the table; None for those where one is found nowhere."""
    above = _words_near(table) | words_of(normalise(title))
    strange = frozenset(word for word in asked.rest if word not in above)
    if not strange:
        return chosen, asked.rest
    if (held := holding(strange, chosen.records, table)) is None or held[0] in chosen.cells:
        return chosen, None
    column, records = held
    cells = tuple(dict.fromkeys(record.cell(column) for record in records))
    return Selection(records, {**chosen.cells, column: cells}, chosen.rest), asked.rest - strange


def _words_near(table: WholeTable) -> frozenset[str]:
    """The words of the head of a table, of the line above it and of its section."""
    return frozenset[str]().union(*(words_of(normalise(text)) for text in (*table.names, table.above, table.section)))


def _named_by(words: frozenset[str], table: WholeTable) -> frozenset[int]:
    """The columns that these words of a question name: each with one that no other column has."""
    names = [words_of(normalise(_plain(name))) for name in table.names]
    shared = {word for at, own in enumerate(names) for word in own if any(word in other for other in names[at + 1 :])}
    return frozenset(at for at, own in enumerate(names) if (own - shared) & words)


def _has_blank(chosen: Selection, table: WholeTable) -> bool:
    """Whether a row says nothing in a column by which rows were chosen: a cell above may reach over it."""
    return any(not record.cell(at) for at in chosen.cells for record in table.records)


def _is_said(
    rest: frozenset[str], named: frozenset[int], chosen: Selection, column: int | None, table: WholeTable, title: str
) -> bool:
    """Whether the words left mean the table as a whole: none is a part of some cells, which may be what is meant, and none
    names a column that has no part in the calculation: "parts with a supplier"."""
    free = words_of(normalise(f"{title} {table.section} {table.above}"))
    leading = range(table.key + 1)
    idle = [at for at in named if at not in (column, *leading) and at not in chosen.cells]
    if any(not words_of(normalise(_plain(table.names[at]))) & rest <= free for at in idle):
        return False
    return not any(is_in_some_rows(word, table) for word in rest)


def _counted(chosen: Selection, named: frozenset[int], table: WholeTable) -> Calculation | None:
    """The number of rows; None where a row may stand for several things, or several for one."""
    if any(counts_things(table, at) for at in range(len(table.names))) or table.key in chosen.cells:
        return None
    thing = next((at for at in sorted(named) if at <= table.key), table.key)
    numbers = [at for at in range(len(table.names)) if table.is_of_numbers(at)]
    if not _is_distinct(chosen.records, thing) or holds_sums(table, chosen.records, numbers):
        return None
    return Calculation("count", table, chosen.records, Decimal(len(chosen.records)), chosen.cells)


def _is_distinct(records: Sequence[Record], column: int) -> bool:
    cells = [record.cell(column) for record in records]
    return all(cells) and len(set(cells)) == len(cells)


def _has_several_rows(words: frozenset[str], column: int, table: WholeTable) -> bool:
    """Whether these words of a question name another column as a whole of which a cell stands in several rows, which together may
    hold more than the largest one: "which department"."""
    names = [words_of(normalise(_plain(name))) for name in table.names]
    return any(at != column and own and own <= words and not _is_distinct(table.records, at) for at, own in enumerate(names))


def _may_be(operation: Operation, column: int, chosen: Selection, table: WholeTable) -> bool:
    """Whether a result stands in the table, or the values of the column may be put together."""
    if not chosen.cells and any(row.operation == operation for row in table.results):
        return True
    valued = [record for record in chosen.records if amount_of(record.cell(column)) is not None]
    return is_settled(table, column, valued, operation)


def over(operation: Operation, column: int, chosen: Selection, table: WholeTable) -> Calculation | Standing | None:
    """The calculation over the values of a column, or the result of it that stands in the table; None where there are no values,
    or not all of one kind."""
    if not chosen.cells and (standing := [row for row in table.results if row.operation == operation]):
        whole = [row for row in standing if row.record.cells[column] and not (row.is_part or is_part_total(row.label))]
        return Standing(table, whole[0], column) if len(whole) == 1 else None
    valued = [(record, amount) for record in chosen.records if (amount := amount_of(record.cell(column))) is not None]
    if len({amount.kind for _, amount in valued}) != 1:
        return None
    records, amounts = zip(*valued, strict=True)
    blank = len(chosen.records) - len(records)
    if operation in ("sum", "average"):
        total = Decimal(0)
        for amount in amounts:
            total = EXACT.add(total, amount.value)
        return Calculation(operation, table, records, total, chosen.cells, column, amounts, blank, len(records))
    best = (max if operation == "largest" else min)(amount.value for amount in amounts)
    at_best = [(record, amount) for record, amount in valued if amount.value == best]
    records, amounts = zip(*at_best, strict=True)
    return Calculation(operation, table, records, best, chosen.cells, column, amounts, blank, len(valued))
