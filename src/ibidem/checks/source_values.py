"""The values that a document holds, looked up one by one: most of a document is never needed."""

import re
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise

from ibidem.checks.codes import Code, contradicts, holds_code
from ibidem.checks.numbers import Number, below_zero, find_numbers, plain
from ibidem.checks.units import THINGS, ReadUnit, Unit, in_other_sizes, unit_at, units_named
from ibidem.checks.values import Quantity, Value, is_tolerance, unit_of
from ibidem.checks.words import is_said, spelt_ends
from ibidem.language.moments import Clock, Date, find_clocks, find_dates, months_named, noon_or_midnight
from ibidem.language.normal import normalise
from ibidem.language.tables import is_row

_NEAR = 6  # characters: " and ", " から "
_NTH = re.compile(r"(?:st|nd|rd|th)\b")
_OF_COLUMN = re.compile(r"[(\[|:/]([^()\[\]|\d\n]{1,24})(?=[)\]|])")
_IS_TOLERANCE = re.compile(r"toleranc|within|오차|공차|편차|이내|誤差|公差|偏差|許容|以内")
_NEAR_TOLERANCE = 24  # characters: "tolerance of the reading: 2"
_MARKS = str.maketrans("", "", "\"'“”‘’„‟«»「」『』`*_")


class Source:
    """The text of a document, for looking up values in it."""

    def __init__(self, text: str, columns: tuple[Unit, ...] | None = None) -> None:
        self._text = normalise(text)
        self._given_columns = columns

    @property
    def text(self) -> str:
        """The text, normalised."""
        return self._text

    def part(self, text: str) -> "Source":
        """A part of the document by itself, with the units that the whole gives for its columns."""
        return Source(text, self._column_units)

    def holds_quantity(self, asked: Quantity) -> bool:
        """Whether the number stands here, with its unit where both texts give one: in digits, in words, or in another size."""
        if asked.around is not None:
            return self._holds_tolerance(asked, asked.around)
        found = self._numbers.get(asked.value, ())
        if any(self._is_same(asked, number) for number in found):
            return True
        if asked.unit is None:
            hour = any(asked.value in (str(clock.hour), str(clock.hour % 12 or 12)) for clock in self._clocks)
            return hour or self._says(asked) or self._holds_digits(asked.value)
        if asked.unit.unit == THINGS and self._holds_digits(asked.value):  # "SOP 1203 asks for": the verb is no thing
            return True
        return self._says(asked) or self._is_part_of_date(asked, asked.unit) or self._holds_in_other_size(asked, asked.unit)

    def holds_exactly(self, asked: Quantity) -> bool:
        """Whether the number stands here with the same unit, in digits or in words, or without one if it has none."""
        for number in self._numbers.get(asked.value, ()):
            unit = unit_of(self._text, number)
            if (unit is None) == (asked.unit is None) and self._is_same(asked, number):
                return True
            if unit is None and asked.unit is not None and asked.unit.unit == THINGS:  # "a team of 12 fits": the verb is no thing
                return True
        return asked.unit is not None and self._says(asked)

    def holds_date(self, asked: Date) -> bool:
        """Whether a date here matches the given parts of this one; its year may stand elsewhere."""
        if any(_covers(date, asked) for date in self._dates):
            return True
        year_stands = asked.year is None or str(asked.year) in self._numbers or any(d.year == asked.year for d in self._dates)
        if asked.month is None:
            return year_stands
        if asked.day is None:
            return year_stands and (
                asked.month in self._months or any(d.month == asked.month and not d.year for d in self._dates)
            )
        day_stands = any(
            (unit := unit_of(self._text, number)) is not None and "second" in unit.unit.kinds
            for number in self._numbers.get(str(asked.day), ())
        )
        return year_stands and any(
            date.month == asked.month
            and (date.day == asked.day or day_stands)
            and (date.year in (None, asked.year) or not asked.year)
            for date in self._dates
        )

    def holds_clock(self, asked: Clock) -> bool:
        """Whether this time of day stands here, on a clock of 12 or 24 hours."""
        if any(clock.is_at(asked) for clock in self._clocks) or noon_or_midnight(self._text, asked):
            return True
        # "between 3 and 4 am"
        hours = () if asked.minute else (*self._numbers.get(str(asked.hour), ()), *self._numbers.get(str(asked.hour % 12), ()))
        return any(0 < clock.start - hour.end <= _NEAR for hour in hours for clock in self._clocks)

    def holds_code(self, code: Code) -> bool:
        """Whether the code stands here, whatever its case and the signs between its parts."""
        return holds_code(self._lower, code)

    def contradicts(self, code: Code) -> bool:
        """Whether a name of two words is known here as another, or not at all."""
        return contradicts(self._lower, code)

    def holds_quote(self, quote: str) -> bool:
        """Whether the words stand here in this order; white space, width, case, emphasis and quotation marks do not count."""
        return without_marks(quote) in self._unmarked

    @cached_property
    def _numbers(self) -> dict[str, list[Number]]:
        spans = [(moment.start, moment.end) for moment in (*self._dates, *self._clocks)]
        taken = {position for start, end in spans for position in range(start, end)}
        found: dict[str, list[Number]] = {}
        for number in find_numbers(self._text):
            if number.start not in taken:
                found.setdefault(number.value, []).append(number)
        return found

    @cached_property
    def _dates(self) -> tuple[Date, ...]:
        return tuple(find_dates(self._text))

    @cached_property
    def _months(self) -> frozenset[int]:
        return months_named(self._text)

    @cached_property
    def _clocks(self) -> tuple[Clock, ...]:
        return tuple(find_clocks(self._text))

    @cached_property
    def _lower(self) -> str:
        return self._text.lower()

    @cached_property
    def _unmarked(self) -> str:
        return without_marks(self._text)

    @cached_property
    def _column_units(self) -> tuple[Unit, ...]:
        """The units that are given for numbers elsewhere: "Torque (N·m)", "| sccm |", "All values in N·m"."""
        if self._given_columns is not None:
            return self._given_columns
        titles = {words[-1] for match in _OF_COLUMN.finditer(self._text) if (words := match.group(1).split())}
        read = (unit_at(title, 0) for title in titles)
        lines = (unit for line in self._lines_over_tables() for unit in units_named(line))
        return tuple({*(unit.unit for unit in read if unit is not None), *lines})

    def _lines_over_tables(self) -> Iterator[str]:
        """The lines that stand right over a table."""
        lines = [line for line in self._text.splitlines() if line.strip()]
        return (line for line, below in pairwise(lines) if is_row(below) and not is_row(line))

    def _is_same(self, asked: Quantity, number: Number) -> bool:
        unit = unit_of(self._text, number)
        if asked.unit is not None and unit is not None and not _agree(asked.unit, unit):
            return False
        negative = below_zero(self._text, number)
        if asked.negative and not negative:
            return False
        if asked.unit is None:
            return True
        if unit is None:
            if asked.calendar and _NTH.match(self._text, number.end):
                return True
            # A number alone says how much only where its column says of what; else "| 1 |" would bear out 1 N·m.
            return not asked.unit.unit.is_measure or any(
                asked.unit.unit.agrees(of) and asked.unit.unit.factor == of.factor for of in self._column_units
            )
        return asked.negative or not negative or "celsius" not in unit.unit.kinds

    def _holds_tolerance(self, asked: Quantity, around: str) -> bool:
        """Whether the tolerance stands here as one, or both of the limits that it makes."""
        exact = replace(asked, around=None)
        for number in self._numbers.get(asked.value, ()):
            if self._is_tolerance(number) and self._agrees(exact, number):
                return True
        middle, apart = Fraction(around), Fraction(asked.value)
        return all(self.holds_quantity(replace(exact, value=plain(limit))) for limit in (middle - apart, middle + apart))

    def _is_tolerance(self, number: Number) -> bool:
        if is_tolerance(self._text, number.start):
            return True
        near = self._lower[max(0, number.start - _NEAR_TOLERANCE) : number.end + _NEAR_TOLERANCE]
        # In a table the title of its column says it, in any row above.
        return _IS_TOLERANCE.search(self._lower if "|" in near else near) is not None

    def _agrees(self, asked: Quantity, number: Number) -> bool:
        """Whether a tolerance has the unit that is asked for, or none beside it."""
        unit = unit_of(self._text, number)
        return asked.unit is None or unit is None or _agree(asked.unit, unit)

    def _says(self, asked: Quantity) -> bool:
        if asked.negative:
            return False
        for end in spelt_ends(self._lower, asked.value):
            unit = unit_of(self._text, Number(end, end, asked.value))
            if asked.unit is None or (unit is None and not asked.unit.unit.is_measure):
                return True
            if unit is not None and _agree(asked.unit, unit):
                return True
        return asked.unit is not None and is_said(self._text, asked.value, asked.unit.unit)

    def _holds_digits(self, value: str) -> bool:
        """A number without a unit may stand here as a part of a code: the 1203 of sop_1203."""
        return len(value) >= 3 and re.search(rf"(?<![\d.,]){re.escape(value)}(?![\d]|[.,]\d)", self._text) is not None

    def _is_part_of_date(self, asked: Quantity, unit: ReadUnit) -> bool:
        if not asked.calendar:
            return False
        if "second" in unit.unit.kinds:
            return any(str(date.day) == asked.value for date in self._dates)
        return any(str(date.year) == asked.value for date in self._dates)

    def _holds_in_other_size(self, asked: Quantity, unit: ReadUnit) -> bool:
        if asked.negative:
            return False
        return any(
            (held := unit_of(self._text, number)) is not None and held.unit == other
            for value, other in in_other_sizes(asked.value, unit.unit)
            for number in self._numbers.get(value, ())
        )


def holds_value(source: Source, value: Value) -> bool:
    """Whether a value stands in a source."""
    match value:
        case Quantity():
            return source.holds_quantity(value)
        case Date():
            return source.holds_date(value)
        case Clock():
            return source.holds_clock(value)


@lru_cache(maxsize=32)  # an answer, its summary and later drafts use the same few documents
def read_source(text: str) -> Source:
    """The source of a text, with what was looked up in it before."""
    return Source(text)


def without_marks(text: str) -> str:
    """The text in small letters without white space, quotation marks and emphasis."""
    return "".join(text.split()).translate(_MARKS).lower()


def _covers(date: Date, asked: Date) -> bool:
    pairs = ((date.year, asked.year), (date.month, asked.month), (date.day, asked.day))
    return all(wanted is None or wanted == given for given, wanted in pairs)


def _agree(one: ReadUnit, other: ReadUnit) -> bool:
    if one.unit.factor != other.unit.factor or not one.unit.agrees(other.unit):
        return False
    return one.per is None or other.per is None or one.per == other.per
