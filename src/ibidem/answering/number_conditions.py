"""Rows of a table that a question means by numbers: within a bound, at a time of day, or by the number that the name of a column
stands beside ("version 0.5", 8월, 5階)."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ibidem.answering.amounts import amount_of, unit_in_head
from ibidem.answering.whole_tables import Record, WholeTable
from ibidem.language.calculations import words_of
from ibidem.language.moments import Clock, find_clocks, find_dates, months_named
from ibidem.language.normal import normalise
from ibidem.language.number_bounds import NumberBound, number_bounds
from ibidem.language.table_heads import BETWEEN_HEADS

Span = tuple[int, int]

# What stands between the first and the last of what is meant from one to another, and what belongs to it before and behind.
TO = re.compile(r"\s*(?:부터|에서|から|[~〜～–—-]|\b(?:through|to|until|till)\b)\s*", re.IGNORECASE)
UNTIL = re.compile(r"\s*(?:까지|まで)(?:의|の)?")
MOST_COLUMNS = 200

_MONTHS = frozenset({"월", "month", "月"})
_LONGEST_NAME = 12  # characters of the name of a column beside which a number stands
_NUMBER = r"\d{1,8}(?:\.\d{1,4}){0,3}"
_SLOT = re.compile(r"\s*(\d{1,2}):([0-5]\d)\s*[~〜～–—-]\s*(\d{1,2}):([0-5]\d)\s*")
_CLOCK = re.compile(r"\s*\d{1,2}:[0-5]\d\s*")
_MOST_CLOCKS = 24 * 60


@dataclass(frozen=True, slots=True)
class Condition:
    """What a question says of rows: one of the `columns` holds one of the `texts`. `said` is how the question says it, where it
    says no cell."""

    columns: tuple[int, ...]
    texts: tuple[str, ...]
    said: str = ""

    def is_met(self, record: Record) -> bool:
        """Whether a row is one of those that are meant."""
        return any(record.cell(at) in self.texts for at in self.columns)


def bounds_said(question: str, table: WholeTable) -> Iterator[tuple[Span, Condition | None]]:
    """The bounds of a question, each with the rows within it; with None where it is unclear of which column it is."""
    bounds = list(number_bounds(question))
    numbers = [at for at in range(min(len(table.names), MOST_COLUMNS)) if bounds and table.is_of_numbers(at)]
    for bound in bounds:
        span, column = (bound.start, bound.end), _bounded_column(question, bound, numbers, table)
        if column is None:
            yield span, None
            continue
        cells = dict.fromkeys(record.cell(column) for record in table.records)
        texts = (cell for cell in cells if (amount := amount_of(cell)) is not None and bound.holds(amount.value))
        yield span, Condition((column,), tuple(texts), question[bound.start : bound.end].strip())


def times_said(question: str, table: WholeTable) -> Iterator[tuple[Span, Condition]]:
    """The times of day of a question, each with the rows of that time; from one to another, those of the time between."""
    clocks = list(find_clocks(question))
    if not clocks:
        return
    columns = [at for at in range(min(len(table.names), MOST_COLUMNS)) if any(map(_CLOCK.match, _cells(at, table)[:1]))]
    slots = next((found for at in columns if (found := _slots(at, table))), None)
    if slots is not None:
        at, by_cell = slots
        for (start, end), (first, last) in _reaches(question, clocks):
            texts = tuple(cell for cell, (begins, ends) in by_cell.items() if first <= begins and ends <= last)
            if texts:
                yield (start, end), Condition((at,), texts, question[start:end])
        return
    for clock in clocks:
        for at in columns:
            texts = tuple(cell for cell in _cells(at, table) if _CLOCK.fullmatch(cell) and _is_at(cell, clock))
            if texts:
                yield (clock.start, clock.end), Condition((at,), texts)
                break


def numbered_said(question: str, table: WholeTable) -> Iterator[tuple[Span, Condition]]:
    """The numbers beside the name of a column: "version 0.5", 0.5 버전, 8월; the month of a date where a column is one."""
    for at in range(min(len(table.names), MOST_COLUMNS)):
        name = normalise(table.names[at].rpartition(BETWEEN_HEADS)[2]).strip()
        if not 0 < len(name) <= _LONGEST_NAME or not any(map(str.isalpha, name)):
            continue
        for span, number in _numbers_at(question, name):
            texts = tuple(cell for cell in _cells(at, table) if _is_number(cell, number))
            if texts:
                yield span, Condition((at,), texts)


def _numbers_at(question: str, name: str) -> Iterator[tuple[Span, str]]:
    said = re.escape(name)
    behind = rf"(?<![\d.,])(?P<before>{_NUMBER})\s?{said}(?![a-z])" if not name.isascii() else r"(?P<before>(?!))"
    for match in re.finditer(rf"{behind}|(?<![a-z]){said}\s*(?:#\s?)?(?P<after>{_NUMBER})(?![\d,.]*\d)", question, re.IGNORECASE):
        yield match.span(), match["before"] or match["after"]
    if name.casefold() in _MONTHS:
        for date in find_dates(question):
            if date.month is not None and date.day is None:
                yield (date.start, date.end), str(date.month)
        for month in months_named(question):
            yield (0, 0), str(month)


def _bounded_column(question: str, bound: NumberBound, numbers: Sequence[int], table: WholeTable) -> int | None:
    """The column that a bound is of: the one of which the question says the most words, else the one of its unit, else the only
    one of numbers."""
    said = words_of(question)
    counts = {at: len(words_of(normalise(table.names[at])) & said) for at in numbers}
    best = [at for at in numbers if counts[at] and counts[at] == max(counts.values())]
    if len(best) == 1:
        return best[0]
    among = best or list(numbers)
    of_unit = [at for at in among if bound.unit and _has_unit(at, bound.unit, table)]
    if len(of_unit) == 1:
        return of_unit[0]
    return among[0] if len(among) == 1 else None


def _has_unit(column: int, unit: str, table: WholeTable) -> bool:
    first = next(amount for amount in table.amounts[column] if amount is not None)
    return unit.casefold() in {one.strip().casefold() for one in (first.before, first.after, unit_in_head(table.names[column]))}


def _cells(column: int, table: WholeTable) -> list[str]:
    """The distinct cells of a column that say something, in their order."""
    return [cell for cell in dict.fromkeys(record.cell(column) for record in table.records) if cell]


def _slots(column: int, table: WholeTable) -> tuple[int, dict[str, tuple[int, int]]] | None:
    """A column of stretches of the day that are of one length, by their cells in minutes; None for another: opening hours are of
    several."""
    cells = _cells(column, table)
    matches = [_SLOT.fullmatch(normalise(cell)) for cell in cells]
    found = [tuple(map(int, match.groups())) for match in matches if match is not None]
    if len(found) < max(2, len(cells)):
        return None
    slots = [(60 * h1 + m1, (60 * h2 + m2) or _MOST_CLOCKS) for h1, m1, h2, m2 in found]
    if len({end - start for start, end in slots}) > 1:
        return None
    return column, dict(zip(cells, slots, strict=True))


def _reaches(question: str, clocks: Sequence[Clock]) -> Iterator[tuple[Span, tuple[int, int]]]:
    """From the first time to the last of each stretch that a question says, in minutes."""
    for first, last in pairwise(clocks):
        if TO.fullmatch(question, first.end, last.start):
            until = UNTIL.match(question, last.end)
            end = until.end() if until else last.end
            yield (first.start, end), (60 * first.hour + first.minute, (60 * last.hour + last.minute) or _MOST_CLOCKS)


def _is_at(cell: str, clock: Clock) -> bool:
    own = next(find_clocks(normalise(cell)), None)
    return own is not None and own.is_at(clock)


def _is_number(cell: str, number: str) -> bool:
    """Whether a cell is this number, however many zeros it writes before it: 08, v0.5."""
    plain = normalise(cell).strip().lstrip("vV.").strip()
    return plain == number or (plain.isdigit() and number.isdigit() and len(plain) < 9 and int(plain) == int(number))
