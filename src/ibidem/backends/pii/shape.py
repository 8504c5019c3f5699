"""A shape: how one kind of number is written, and what it takes to believe it."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ibidem.backends.pii.labels import Label
from ibidem.domain.personal_data import PersonalKind

# Given the digits and capital letters of a number.
Believed = Callable[[str], bool]

PART = r"(?: ?[-.] ?| )"  # what parts two groups of digits
GAP = rf"{PART}?"
# Where a number may begin that is not part of a longer one, or right behind what calls it so; and how it ends.
_GLUED = "|".join(
    rf"(?<=(?i:{word}))" for word in ("tel", "fax", "hp", "phone", "mobile", "cell", "call", "ssn", "rrn", "frn", "card", "acct")
)
_BEGINNING = rf"(?=[A-Za-z0-9+(])(?:(?<![A-Za-z0-9_])(?<![A-Za-z0-9]-)(?<![0-9]\.)|(?=[0-9+(])(?:{_GLUED}))"
_RIGHT = r"(?![A-Za-z0-9_])(?!-[A-Za-z0-9])(?!\.[0-9])"
_DATE = re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])")


def always(_value: str) -> bool:
    """Believed as it is written."""
    return True


def never(_value: str) -> bool:
    """Not believed."""
    return False


def no_date(digits: str) -> bool:
    """Whether the digits do not begin as a date of our time does."""
    return _DATE.match(digits) is None


@dataclass(frozen=True, slots=True)
class Shape:
    """How one kind of number is written, and what it takes to believe it.

    `fewest` are the digits that it has at least, which spares shorter ones the pattern. `alone` decides without a label,
    `labelled` beside one of `labels`; the label of something else denies the number.
    """

    kind: PersonalKind
    fewest: int
    pattern: re.Pattern[str]
    labels: frozenset[Label]
    alone: Believed = never
    labelled: Believed = always


def beginning_of(shapes: Iterable[Shape]) -> re.Pattern[str]:
    """Finds where one of the shapes is written; `first_of` says which of them is the first."""
    return re.compile(f"{_BEGINNING}(?={'|'.join(f'({shape.pattern.pattern})' for shape in shapes)})")


def first_of(beginning: re.Match[str]) -> int:
    """The place, in their order, of the first shape that is written there."""
    assert beginning.lastindex is not None, "every shape is a group"
    return beginning.lastindex - 1


def number(written: str) -> re.Pattern[str]:
    """The pattern of a number at its BEGINNING that is not part of a longer one."""
    return re.compile(f"(?:{written}){_RIGHT}")


def labels(*names: Label) -> frozenset[Label]:
    """The labels by which a shape is believed."""
    return frozenset(names)
