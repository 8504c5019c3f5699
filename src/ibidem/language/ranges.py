"""Ranges of amounts, as the first cell of a row gives them ("10 km以上20 km未満"), and the amounts of a question: 15キロ."""

import re
from dataclasses import dataclass
from math import inf, nextafter
from typing import Literal

# How a number bounds its range: "span" where the next one ends it, "" where it bounds none.
Bound = Literal["over", "from", "below", "up to", "span", ""]

# How a unit is written, in questions and in tables.
_UNITS = (
    ("km", "kilometres", "kilometers", "kilometre", "kilometer", "킬로미터", "킬로", "키로", "キロメートル", "キロ"),
    ("kg", "kilograms", "kilos", "kilo", "킬로그램", "キログラム"),
    ("years", "year", "yrs", "yr", "년차", "년", "年目", "年"),
    ("months", "month", "개월", "달", "か月", "ヶ月", "カ月", "ヵ月", "箇月"),
    ("weeks", "week", "주", "週間", "週"),
    ("days", "day", "영업일", "일", "営業日", "日"),
    ("hours", "hour", "hrs", "시간", "時間"),
    ("minutes", "minute", "mins", "min", "분", "分"),
    ("people", "persons", "users", "명", "인", "人", "名"),
    ("pages", "pieces", "sheets", "장", "매", "枚", "개", "個", "건", "件"),
    ("tons", "tonnes", "t", "톤", "トン"),
    ("°C", "℃", "degrees", "도", "度"),
    ("원", "won", "KRW", "ウォン"),
    ("円", "yen", "엔", "JPY"),
    ("euros", "euro", "EUR", "€"),
    ("%", "퍼센트", "프로", "パーセント"),
    *(("mm",), ("cm",), ("m",), ("g",), ("L",), ("W",), ("kW",), ("V",), ("A",), ("MPa",), ("kPa",), ("bar",)),
)
_UNIT_OF = {name.casefold(): names[0] for names in _UNITS for name in names}
_UNIT = "|".join(sorted(map(re.escape, _UNIT_OF), key=len, reverse=True))
_OVER = r"초과|넘|超|を超"
_FROM = r"이상|부터|以上|から|or more|and (?:over|more|above|up)|\+"
_BELOW = r"미만|未満"
_UP_TO = r"이하|까지|以下|まで|or (?:less|under|fewer)|and (?:under|below)"
_AMOUNT = re.compile(
    r"(?P<before>\b(?:over|more than|above|under|less than|below|up to|at most|at least|from)\s)?"
    rf"(?P<number>\d{{1,9}}(?:,\d{{3}})*(?:\.\d{{1,6}})?)\s?(?:(?P<unit>{_UNIT})(?![A-Za-z]))?\s?"
    rf"(?P<after>{_OVER}|{_FROM}|{_BELOW}|{_UP_TO}|[-–—~〜～](?=\s?\d)|\bto\b|、(?=\d))?",
    re.IGNORECASE,
)
_AFTER: tuple[tuple[str, Bound], ...] = ((_OVER, "over"), (_FROM, "from"), (_BELOW, "below"), (_UP_TO, "up to"))
_BEFORE: dict[str, Bound] = {
    **dict.fromkeys(("over", "more than", "above"), "over"),
    **dict.fromkeys(("at least", "from"), "from"),
    **dict.fromkeys(("under", "less than", "below"), "below"),
    **dict.fromkeys(("up to", "at most"), "up to"),
}


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with the name of its unit."""

    value: float
    unit: str


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers of a unit from the one to the other, both included."""

    least: float
    most: float
    unit: str

    def holds(self, amount: Amount) -> bool:
        """Whether the amount is in the same unit and within."""
        return amount.unit == self.unit and self.least <= amount.value <= self.most


def amounts_in(text: str) -> tuple[Amount, ...]:
    """The numbers of a text (normalised) that stand before a unit."""
    return tuple(Amount(_value(found), _UNIT_OF[found["unit"].casefold()]) for found in _AMOUNT.finditer(text) if found["unit"])


def range_in(text: str) -> Range | None:
    """The one range that a text (normalised) gives; None where it gives none, or two bounds on one side."""
    least, most, unit = -inf, inf, ""
    kind: Bound = ""
    for found in _AMOUNT.finditer(text):
        value, kind = _value(found), _kind(found, kind)
        unit = _UNIT_OF[found["unit"].casefold()] if found["unit"] else unit
        if kind in ("from", "span", "over") and least == -inf:
            least = nextafter(value, inf) if kind == "over" else value
        elif kind in ("below", "up to") and most == inf:
            most = nextafter(value, -inf) if kind == "below" else value
        else:
            return None
    bounded = (least, most) != (-inf, inf)
    return Range(least, most, unit) if bounded and unit and kind != "span" and least <= most else None


def _value(found: re.Match[str]) -> float:
    return float(found["number"].replace(",", ""))


def _kind(found: re.Match[str], previous: Bound) -> Bound:
    """How a number bounds its range, after one that did so as `previous` says."""
    before, after = (found["before"] or "").strip().casefold(), found["after"] or ""
    for words, kind in _AFTER:
        if after and re.fullmatch(words, after, re.IGNORECASE):
            return kind
    if previous == "span":
        return "up to"
    return "span" if after else _BEFORE.get(before, "")
