"""What documents say of themselves under names that a profile declares, and filters by it.

A value has one written form for each kind: a number as `1250.5`, a date as `2026-04-01`, a text as it is. Stores compare its
`place_of`, a text whose order (by code points) is that of the values, so that one comparison serves texts, numbers and dates.
"""

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal, get_args

FieldKind = Literal["text", "number", "date", "list"]
FIELD_KINDS: tuple[FieldKind, ...] = get_args(FieldKind)

# Whole numbers of so many digits are exact as the 64-bit floats that they are compared as.
MOST_DIGITS = 15
LONGEST_VALUE = 300  # characters of a text
MOST_VALUES = 100  # of one field of one document
ALLOWED = {
    "text": f"a text of at most {LONGEST_VALUE} characters is allowed",
    "number": f"a number such as 2024 or 1,250.5, of at most {MOST_DIGITS} digits, is allowed",
    "date": "a date such as 2026-04-01 is allowed",
    "list": f"a list of at most {MOST_VALUES} texts is allowed",
}

_NUMBER = re.compile(r"[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?", re.ASCII)
# Year, month, day; a moment of that day may follow, as in 2026-04-01T09:30:00+09:00.
_DATE = re.compile(
    r"(\d{4})(?:-(\d{1,2})-(\d{1,2})(?:[Tt ][\d:.]+ ?(?:[Zz]|[+-][\d:]+)?)?|/(\d{1,2})/(\d{1,2})|\. ?(\d{1,2})\. ?(\d{1,2})\.?"
    r"|年(\d{1,2})月(\d{1,2})日|년 ?(\d{1,2})월 ?(\d{1,2})일)",
    re.ASCII,
)
_LAST = "\U0010ffff"  # follows whatever a text holds


class WrongType(ValueError):
    """A value is none of the kind; says what it is instead."""


@dataclass(frozen=True, slots=True)
class DocumentField:
    """What a document says under a name that its profile declares: one value as it is `written`, a `list` one or several."""

    name: str
    kind: FieldKind
    values: tuple[str, ...]

    @property
    def places(self) -> tuple[str, ...]:
        """Where its values stand in their order."""
        return tuple(place_of(self.kind, value) for value in self.values)


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldFilter:
    """Lets through what has one of the `values` under that name, or one from `least` to `most`, both included, where one of the
    two is given. A document that says nothing under the name does not pass."""

    name: str
    kind: FieldKind
    values: tuple[str, ...] = ()
    least: str | None = None
    most: str | None = None

    @property
    def spans(self) -> tuple[tuple[str, str], ...]:
        """The places that are let through, each from one to another, both included."""
        equal = tuple((place, place) for place in (place_of(self.kind, value) for value in self.values))
        if self.least is None and self.most is None:
            return equal
        first = "" if self.least is None else place_of(self.kind, self.least)
        return (*equal, (first, _LAST if self.most is None else place_of(self.kind, self.most)))

    def lets_through(self, fields: Sequence[DocumentField]) -> bool:
        """Whether a document with these fields passes."""
        places = [place for field in fields if field.name == self.name for place in field.places]
        return any(first <= place <= last for first, last in self.spans for place in places)


def written(kind: FieldKind, value: str) -> str:
    """A value in its one written form. Raises WrongType."""
    match kind:
        case "number":
            return _written_number(value)
        case "date":
            return _written_date(value)
        case _:
            if len(value) > LONGEST_VALUE:
                raise WrongType(f"has {len(value):,} characters")
            return value


def place_of(kind: FieldKind, value: str) -> str:
    """Where a written value stands in the order of all of its kind."""
    if kind != "number":
        return value
    (bits,) = struct.unpack(">Q", struct.pack(">d", float(value) or 0.0))
    # The floats of IEEE 754 are in the order of their bits, once those below zero are turned around.
    return f"{bits ^ (0xFFFFFFFFFFFFFFFF if bits >> 63 else 1 << 63):016x}"


def _written_number(value: str) -> str:
    plain = value.replace(",", "")
    if not _NUMBER.fullmatch(value):
        raise WrongType(f"{value[:80]!r} is not a number")
    if sum(map(str.isdigit, plain)) > MOST_DIGITS:
        raise WrongType(f"{value[:80]!r} has more than {MOST_DIGITS} digits")
    number = float(plain)
    return str(int(number)) if number.is_integer() else repr(number)


def _written_date(value: str) -> str:
    found = _DATE.fullmatch(value)
    if found is None:
        raise WrongType(f"{value[:80]!r} is not a date")
    try:
        return date(*(int(part) for part in found.groups() if part is not None)).isoformat()
    except ValueError:
        raise WrongType(f"{value[:80]!r} is not a day of the calendar") from None
