"""Which column of a table holds the values that a question means, and whether these may be put together."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from ibidem.answering.amounts import (
    EXACT,
    amount_of,
    has_clear_point,
    is_money,
    is_money_kind,
    measures,
    sums_of_neighbours,
    unit_in_head,
    unit_named,
)
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.checks.units import Unit
from ibidem.language.calculations import Asked, Measure, Operation, is_of_whole_row, names_measure, words_of
from ibidem.language.normal import normalise

_YEARS = range(1900, 2101)
# The kinds of unit by which it is measured how heavy something is, and how long.
_KINDS: Mapping[Measure, tuple[str, ...]] = {"mass": ("mass",), "length": ("length", "second", "month")}


def value_column(question: str, asked: Asked, table: WholeTable) -> int | None:
    """The column whose values a question means: the one that it names, else the only one of what it measures, else the only one
    of numbers; None where that is unclear."""
    every = [at for at in range(len(table.names)) if table.is_of_numbers(at)]
    numbers = [at for at in every if _may_measure(table, at, asked)]
    said = words_of(question)
    names = {at: words_of(_without_unit(table.names[at])) for at in numbers}
    whole = [at for at in numbers if names[at] and names[at] <= said]
    longest = [at for at in whole if not any(names[at] < names[other] for other in whole)]
    if longest:
        return longest[0] if len(longest) == 1 else None
    shared = frozenset[str]().union(*(names[one] & names[other] for one in numbers for other in numbers if one < other))
    parts = [at for at in numbers if names[at] & said]
    if parts:
        return parts[0] if len(parts) == 1 and not names[parts[0]] & said & shared else None
    if asked.measures:
        return _of_prices(numbers, asked.operation, table)
    return numbers[0] if len(numbers) == 1 else None


def counts_things(table: WholeTable, column: int) -> bool:
    """Whether a column counts the things of each row: whole numbers without a unit, or with a counter, that are no years."""
    return not unit_in_head(table.names[column]) and counts_some_things(table, column)


def counts_some_things(table: WholeTable, column: int) -> bool:
    """Whether a column counts things, those of which it may say in brackets which ones: 대수(정기권)."""
    amounts = [amount for amount in table.amounts[column] if amount is not None]
    unit = unit_in_head(table.names[column])
    if not table.is_of_numbers(column) or is_money(table.above) or is_money(unit):
        return False
    if unit and (kind := unit_named(unit)) is not None and not _counts(kind):
        return False
    whole = all(amount.value == int(amount.value) and _counts(amount.kind) for amount in amounts)
    return whole and not all(amount.value in _YEARS for amount in amounts)


def is_settled(table: WholeTable, column: int, records: Sequence[Record], operation: Operation) -> bool:
    """Whether the values of a column in these rows may be put together: they are of one unit, no other column gives them units of
    their own, none is the sum of others, and a point in them is one of decimals; and for a sum, none is the value of one thing
    where the table says how many things a row is."""
    kinds = {amount.kind for record in records if (amount := amount_of(record.cell(column))) is not None}
    if len(kinds) != 1 or _may_be_thousands(table, column) or holds_sums(table, records, [column]):
        return False
    for at in range(len(table.names)):
        units = [unit_named(record.cell(at)) for record in records]
        if at != column and all(units) and len({record.cell(at) for record in records}) > 1:
            return False
    counting = [at for at in range(len(table.names)) if at != column and counts_things(table, at)]
    whole = is_of_whole_row(table.names[column]) or counts_things(table, column)
    return operation != "sum" or not counting or whole or _is_product(table, column, counting)


def holds_sums(table: WholeTable, records: Sequence[Record], columns: Sequence[int]) -> bool:
    """Whether one of these rows has in one of these columns the sum of those right above or below it: it may be a total."""
    for at in columns:
        sums = sums_of_neighbours([None if amount is None else amount.value for amount in table.amounts[at]])
        if any(table.records[place] in records for place in sums):
            return True
    return False


def is_named(question: str, column: int, table: WholeTable) -> bool:
    """Whether a question (normalised) says a word of the name of a column."""
    return bool(words_of(_without_unit(table.names[column])) & words_of(question))


def _may_be_thousands(table: WholeTable, column: int) -> bool:
    """Whether the points in a column may part thousands (3.500 kg), and nothing in the table shows that they do not."""
    points = [amount for amount in table.amounts[column] if amount is not None and "." in amount.shown]
    every = (amount for amounts in table.amounts for amount in amounts if amount is not None)
    return bool(points) and not any(map(has_clear_point, every))


def _without_unit(name: str) -> str:
    unit = unit_in_head(name)
    return normalise(name[: name.rindex(unit)] if unit else name)


def _counts(kind: Unit | str) -> bool:
    """Whether a number of this kind counts things: it stands alone, or before a counter (2台, 3개)."""
    return not kind or (isinstance(kind, Unit) and not kind.is_measure and not is_money_kind(kind))


def _may_measure(table: WholeTable, column: int, asked: Asked) -> bool:
    """Whether a column holds what the question measures, where it says a measure: its name says so, or its unit stands in its
    cells, its head, beside it or above the table."""
    if not asked.measures or names_measure(normalise(table.names[column]), asked.measures):
        return True
    head = unit_in_head(table.names[column])
    first = next(amount for amount in table.amounts[column] if amount is not None)
    units = [unit for unit in (head, first.before, first.after, *_units_beside(table)) if unit]
    if not units and not counts_things(table, column):
        units = [table.above]
    return any(
        any(is_money(unit) for unit in units) if one == "money" else any(measures(unit, _KINDS[one]) for unit in units)
        for one in asked.measures
    )


def unit_beside(table: WholeTable, records: Sequence[Record]) -> str:
    """The unit or currency of these rows that stands in a column of its own; "" without one, or with several."""
    columns = ([record.cell(at) for record in records] for at in range(len(table.names)))
    found = [cells[0] for cells in columns if len(set(cells)) == 1 and unit_named(cells[0])]
    return found[0] if len(found) == 1 else ""


def _units_beside(table: WholeTable) -> Sequence[str]:
    """What stands in the columns that give each row its unit or currency, in the first row."""
    columns = ([record.cell(at) for record in table.records] for at in range(len(table.names)))
    return [cells[0] for cells in columns if all(map(unit_named, cells))]


def _of_prices(columns: Sequence[int], operation: Operation, table: WholeTable) -> int | None:
    """The only one of these columns; of prices and their products with a number of things, the products for a sum, else the
    prices."""
    counting = [at for at in range(len(table.names)) if counts_things(table, at)]
    if len(columns) < 2:
        clear = columns and (operation == "sum" or not counting)  # of how many things the price is, is not known else
        return columns[0] if clear else None
    products = [at for at in columns if _is_product(table, at, counting)]
    prices = [at for at in columns if at not in products]
    left = products if operation == "sum" else prices
    return left[0] if products and len(left) == 1 else None


def _is_product(table: WholeTable, column: int, counting: Sequence[int]) -> bool:
    """Whether each value of a column is one of another column times a number of things."""
    others = [at for at in range(len(table.names)) if at != column and at not in counting and table.is_of_numbers(at)]
    return any(_multiplies(table, column, count, other) for count in counting for other in others)


def _multiplies(table: WholeTable, product: int, one: int, other: int) -> bool:
    rows = list(zip(*(table.amounts[at] for at in (product, one, other)), strict=True))
    known = [(p.value, a.value, b.value) for p, a, b in rows if p is not None and a is not None and b is not None]
    return len(known) == len(rows) > 1 and all(p == _times(a, b) for p, a, b in known)


def _times(one: Decimal, other: Decimal) -> Decimal:
    return EXACT.multiply(one, other)
