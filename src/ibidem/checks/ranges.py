"""Ranges and limits of a line: "1 to 4 years", "5년 이상 10년 미만", "30日以内", "more than 8 hours"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ibidem.checks.numbers import Number, find_numbers
from ibidem.checks.units import ReadUnit
from ibidem.checks.values import Quantity, unit_of
from ibidem.checks.words import find_spelt_numbers

_JOINS = re.compile(r"(?:(?: ?(?:[~〜∼–—-]|to|and|에서|부터|から) ?)|.{0,8}?(?:~|〜|–| to |에서 ?|부터 ?|から))$")
_LEAST_AFTER = re.compile(
    r"[을를이가]? ?(?:이상|초과|넘|보다 (?:높|많|크|큰|길|긴|오래)|以上|を(?:超|上回)|超|より(?:高|多|大き|長)"
    r"| ?or (?:more|above|over|longer|older)|\+)"
)
_MOST_AFTER = re.compile(
    r"[을를이가]? ?(?:이하|미만|이내|안에|까지|보다 (?:낮|적|작|짧)|以下|未満|以内|まで|を下回|より(?:低|少|小さ|短)"
    r"| ?or (?:less|fewer|below|under)|at most)"
)
_LEAST_BEFORE = re.compile(
    r"(?:(?:more|longer|older) than|at least|over|above|exceed(?:s|ed|ing)?|beyond|최소|最低|[>≥]=?) ?$", re.IGNORECASE
)
_MOST_BEFORE = re.compile(
    r"(?:(?:less|fewer|no more|shorter) than|at most|under|below|up to|within|until|최대|最大|[<≤]=?) ?$", re.IGNORECASE
)
_NEAR = 16  # characters in which a word says that a number is a limit


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, both included; None: without a limit. A number alone has both the same."""

    low: Fraction | None
    high: Fraction | None
    unit: ReadUnit | None

    @property
    def is_exact(self) -> bool:
        """Whether it is a single value."""
        return self.low == self.high

    def is_about(self, value: Quantity) -> bool:
        """Whether both count or measure the same kind of thing."""
        if self.unit is None or value.unit is None:
            unit = self.unit or value.unit
            return unit is None or not unit.unit.is_measure
        return self.unit.unit.agrees(value.unit.unit)

    def covers(self, value: Quantity) -> bool:
        """Whether the value lies within, in whatever size of the unit."""
        size = value.unit.unit.factor / self.unit.unit.factor if value.unit and self.unit else Fraction(1)
        number = Fraction(value.value) * size
        return (self.low is None or self.low <= number) and (self.high is None or number <= self.high)


def find_ranges(line: str) -> Iterator[Range]:
    """The ranges, limits and single values of a normalised line, in their order."""
    numbers = sorted((*find_numbers(line), *find_spelt_numbers(line)), key=lambda number: number.start)
    low: Fraction | None = None
    last = 0
    for index, number in enumerate(numbers):
        unit = unit_of(line, number)
        end = number.end + (unit.length if unit else 0)
        value = Fraction(number.value)
        following = numbers[index + 1] if index + 1 < len(numbers) else None
        if following is not None and _leads_to(line, number, following):
            low, last = value, following.start
            continue
        after, before = line[end : end + _NEAR], line[max(0, number.start - _NEAR) : number.start]
        if low is not None and last == number.start:
            yield Range(low, value, unit)
        elif _MOST_AFTER.match(after) or _MOST_BEFORE.search(before):
            yield Range(None, value, unit)
        elif _LEAST_AFTER.match(after) or _LEAST_BEFORE.search(before):
            yield Range(value, None, unit)
        else:
            yield Range(value, value, unit)
        low = None


def _leads_to(line: str, number: Number, following: Number) -> bool:
    """Whether a number is the lower end of a range that the following one ends."""
    between = line[number.end : following.start]
    if len(between) > _NEAR:
        return False
    unit = unit_of(line, number)
    length = unit.length if unit and unit.length <= len(between) else 0
    rest = between[length:]
    if _LEAST_AFTER.match(rest):  # "1년 이상 5년 미만"
        unit = unit_of(line, following)
        after = line[following.end + (unit.length if unit else 0) :][:_NEAR]
        return _MOST_AFTER.match(after) is not None
    return _JOINS.fullmatch(between) is not None or _JOINS.fullmatch(rest) is not None
