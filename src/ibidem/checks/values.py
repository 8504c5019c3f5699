"""The values of a sentence: quantities, dates and times of day, as the writer gave them."""

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from ibidem.checks.codes import Code, find_codes
from ibidem.checks.numbers import Number, below_zero, find_numbers
from ibidem.checks.units import THINGS, ReadUnit, currency, unit_at
from ibidem.checks.words import find_spelt_numbers
from ibidem.domain.personal_data import PLACEHOLDER
from ibidem.language.moments import Clock, Date, find_clocks, find_dates

# "5~25 N·m", "between 7 and 9 A", "200, 300, 400 °C": a number without a unit has that of the next one.
_ON = re.compile(
    r" ?(?:[~〜∼–—/-]|±|\+ ?/ ?[-−–]|"
    r"to|and|or|에서|부터|から|내지|,|、|·|・|및|과|와|또는|または|と|や) ?(?:약 ?|約)?[+±−-]?(?=\d)"
)
_DIGITS = re.compile(r"\d+(?:[.,]\d+)*")
# "18 ± 2 N·m", "18 N·m +/- 2": what stands before the number is what it is a tolerance of, perhaps with its unit.
_TOLERANCE = re.compile(r"(?:±|\+ ?/ ?[-−–]|\bplus or minus|플러스 ?마이너스|プラスマイナス) ?$", re.IGNORECASE)
_SIGN = 16  # characters of it
_MOST_ON = 6  # numbers in one enumeration

# Counts of what the answer itself lists, and places in a text, which its writer numbers.
_OWN_COUNT = re.compile(
    r" ?(?:가지(?!고)|点(?![検数火])|つの(?:方法|手順|点|条件|原因|理由|項目)|단계|段階|ステップ"
    r"|(?:st|nd|rd|th)\b| ?[^\s\d]{0,2}(?:번째|目(?!標))"
    r"| ?[번番](?:째|目|の)? ?(?:답|질문|回答|答え|質問)"
    r"| (?:things|points|ways|steps|parts|reasons|causes|stages|phases))"
)
_EACH = re.compile(r" ?[^\s\d]{1,4}?(?:あたり|当たり|につき|당(?=[ ,.]|$))")  # "1人あたり": per person
_OWN_PLACE = re.compile(
    r"(?:(?i:\b(?:steps?|phase|stage|document|source|doc|answers?|questions?|turns?))|단계|手順|ステップ|문서|文書|資料|출처|出典"
    r"|답변?|질문|回答|答え|質問) ?#?$"
)
_MOST_OWN = 12

_MASKED = re.compile(PLACEHOLDER)
_CALENDAR = re.compile(r" ?(?:일|日|년|年)(?! ?(?:간|間|동안|이내|내에|안에|이상|전|후|뒤|마다|치|분|以[内上]|前|後|ごと|目|째))")
_LISTED = re.compile(r"(?i:\b(?:the|these|those|all|both|following|of) )$")


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at `start` to `end` of its text, with its unit, if it has one that is known.

    `calendar` says that it may be a part of a date instead of a length of time: 8일, 2024年. `around` is the number that
    it is a tolerance of ("18" in 18 ± 2).
    """

    start: int
    end: int
    value: str
    unit: ReadUnit | None
    negative: bool
    calendar: bool
    around: str | None = None


Value = Quantity | Date | Clock


@dataclass(frozen=True, slots=True)
class Values:
    """The checkable values of a sentence."""

    codes: tuple[Code, ...]
    values: tuple[Value, ...]

    def __bool__(self) -> bool:
        return bool(self.codes or self.values)


def unit_of(text: str, number: Number) -> ReadUnit | None:
    """The unit of a number, which may stand after the last number of a range or an enumeration that it begins."""
    end = number.end
    if number.start and (money := currency(text[number.start - 1])):
        return ReadUnit(money, 0)
    for _ in range(_MOST_ON):
        if unit := unit_at(text, end):
            return unit
        if not (on := _ON.match(text, end)) or not (digits := _DIGITS.match(text, on.end())):
            return None
        end = digits.end()
    return None


@lru_cache(maxsize=512)  # a sentence of an answer is compared with every place of its documents
def read_values(text: str) -> Values:
    """The codes and the values of a normalised sentence, in their order; a number within a code or a date is none of its own.
    What stands for personal data is no value: the documents may hold the number itself."""
    text = _MASKED.sub(lambda found: "\0" * len(found[0]), text)
    codes = find_codes(text)
    rest = _blanked(text, codes)
    dates = tuple(find_dates(rest))
    rest = _blanked(rest, dates)
    clocks = tuple(find_clocks(rest))
    rest = _blanked(rest, clocks)
    numbers = [number for number in find_numbers(rest) if not _is_own(rest, number)]
    numbers += [number for number in find_spelt_numbers(rest) if not _is_own(rest, number) and _counts(rest, number)]
    quantities = _with_tolerances(rest, sorted((_quantity(rest, number) for number in numbers), key=lambda value: value.start))
    found: list[Value] = [*dates, *clocks, *quantities]
    return Values(codes, tuple(sorted(found, key=lambda value: value.start)))


def _quantity(text: str, number: Number) -> Quantity:
    unit = unit_of(text, number)
    direct = unit_at(text, number.end)
    end = number.end + (direct.length if direct else 0)
    calendar = _CALENDAR.match(text, number.end) is not None
    return Quantity(number.start, end, number.value, unit, below_zero(text, number), calendar)


def is_tolerance(text: str, start: int) -> bool:
    """Whether a number that starts there is marked as more or less than another."""
    return _TOLERANCE.search(text[max(0, start - _SIGN) : start]) is not None


def _with_tolerances(text: str, quantities: list[Quantity]) -> list[Quantity]:
    """A tolerance without a unit of its own has that of the number that it belongs to."""
    for index in range(1, len(quantities)):
        middle, value = quantities[index - 1], quantities[index]
        sign = _TOLERANCE.search(text[middle.end : value.start])
        if sign and not text[middle.end : middle.end + sign.start()].strip(" (（"):
            quantities[index] = replace(value, unit=value.unit or middle.unit, around=middle.value)
    return quantities


def _is_own(text: str, number: Number) -> bool:
    if not number.value.isdecimal() or int(number.value) > _MOST_OWN:
        return False
    if number.value == "1" and _EACH.match(text, number.end):
        return True
    return bool(_OWN_COUNT.match(text, number.end) or _OWN_PLACE.search(text[max(0, number.start - 12) : number.start]))


def _counts(text: str, number: Number) -> bool:
    """Whether a number word counts the things, and does not only point at them: "the three valves", "two valves"."""
    unit = unit_at(text, number.end)
    if unit is None or unit.unit != THINGS:
        return unit is not None
    return int(number.value) > _MOST_OWN or (
        number.value != "2" and not _LISTED.search(text[max(0, number.start - 12) : number.start])
    )


def _blanked(text: str, spans: tuple[Code, ...] | tuple[Date, ...] | tuple[Clock, ...]) -> str:
    for span in spans:
        text = text[: span.start] + "\0" * (span.end - span.start) + text[span.end :]
    return text
