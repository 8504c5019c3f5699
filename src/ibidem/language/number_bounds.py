"""Bounds of numbers in a question: "at least 500", 1,000대 이상, 20件未満. A number, what it counts, and the word that bounds it.

How `이상` of a number is distinguished from a fault, and that a passage need not repeat a bound, is in `bounds`.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from operator import ge, gt, le, lt
from typing import Literal

Sense = Literal["least", "over", "most", "under"]

_SENSES: tuple[Sense, ...] = ("least", "over", "most", "under")
_HOLDS = {"least": ge, "over": gt, "most": le, "under": lt}
_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,24})(?:\.\d{1,12})?"
_PLACES: Mapping[str, int] = {
    "천": 3,
    "千": 3,
    "thousand": 3,
    "만": 4,
    "万": 4,
    "백만": 6,
    "百万": 6,
    "million": 6,
    "천만": 7,
    "千万": 7,
    "억": 8,
    "億": 8,
    "십억": 9,
    "十億": 9,
    "billion": 9,
}
_PLACE = rf"(?P<places>{'|'.join(sorted(_PLACES, key=len, reverse=True))})"
_UNIT = r"(?:[^\W\d_ぁ-ん]{1,8}?|[%％℃°])"
# Before the number, and behind it with its unit.
_BEFORE: Mapping[Sense, str] = {
    "least": r"at least|no (?:less|fewer) than|not (?:less|fewer) than|a minimum of",
    "most": r"at most|no more than|not more than|up to|a maximum of",
    "over": r"more than|greater than|larger than|higher than|over|above|exceed(?:s|ing)?",
    "under": r"less than|fewer than|lower than|smaller than|under|below",
}
_BEHIND: Mapping[Sense, str] = {
    "least": r"이상|以上|\bor (?:more|over|above|higher|larger|longer)\b",
    "most": r"이하|以下|\bor (?:less|fewer|under|below|lower|smaller|shorter)\b",
    "over": r"초과|[을를]?\s?넘|超|を超|をこえ|を上回|より(?:多|大き|高|長)|보다\s?(?:많|크|큰|높|긴|길)",
    "under": r"미만|未満|を下回|より(?:少な|小さ|低|短)|보다\s?(?:적|작|낮|짧)",
}
_BOUND_BEHIND = re.compile(
    rf"(?P<sign>[₩¥$€£]\s?)?(?<![\d.,])(?P<number>{_DIGITS})\s?{_PLACE}?\s?(?P<unit>{_UNIT})?\s?"
    rf"(?:{'|'.join(f'(?P<{sense}>{words})' for sense, words in _BEHIND.items())})",
    re.IGNORECASE,
)
_BOUND_BEFORE = re.compile(
    rf"\b(?:{'|'.join(f'(?P<{sense}>{words})' for sense, words in _BEFORE.items())})\s+"
    rf"(?P<sign>[₩¥$€£]\s?)?(?P<number>{_DIGITS})(?![\d.,]*\d)(?:\s?{_PLACE}\b)?(?:\s?(?P<unit>[%％℃°]))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class NumberBound:
    """A bound of a number, at `start` to `end` of the question; `unit` is what stands at the number, "" without one."""

    start: int
    end: int
    value: Decimal
    sense: Sense
    unit: str

    def holds(self, value: Decimal) -> bool:
        """Whether a value is within the bound."""
        return _HOLDS[self.sense](value, self.value)


def number_bounds(question: str) -> Iterator[NumberBound]:
    """The bounds of a question (normalised), in their order; none that says how often or up to what something may be done."""
    matches = [*_BOUND_BEHIND.finditer(question), *_BOUND_BEFORE.finditer(question)]
    end = 0
    for match in sorted(matches, key=lambda one: (one.start(), -one.end())):
        if match.start() < end:
            continue
        end = match.end()
        sense: Sense = next(sense for sense in _SENSES if match[sense])
        value = Decimal(match["number"].replace(",", "")).scaleb(_PLACES.get((match["places"] or "").lower(), 0))
        yield NumberBound(match.start(), end, value, sense, (match["sign"] or match["unit"] or "").strip())
