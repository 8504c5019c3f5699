"""Amounts in the cells of a table: exact numbers, with what they are counted in."""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal, Inexact

from ibidem.checks.units import Unit, currency, unit_at
from ibidem.language.normal import normalise

# Sums are exact or fail: no cell holds more digits than this has room for.
EXACT = Context(prec=80, traps=[Inexact])

_BLANK = re.compile(r"(?:[-–—―‐−]{1,3}|n/?a|없음|해당\s?없음|なし|該当なし)?", re.IGNORECASE)
_DIGITS = r"(?:\d{1,3}(?:,\d{3}){1,8}|\d{1,24})(?:\.\d{1,12})?"
_PLACES = {"십": 1, "十": 1, "백": 2, "百": 2, "천": 3, "千": 3, "만": 4, "万": 4, "억": 8, "億": 8, "조": 12, "兆": 12}
_SPELT = rf"(?:{_DIGITS}\s?[{''.join(_PLACES)}]{{1,2}}\s?){{1,6}}(?:{_DIGITS})?"
_CODES = ("KRW", "JPY", "USD", "EUR", "GBP", "CNY", "CHF", "HKD", "TWD", "SGD", "AUD", "CAD", "INR", "VND", "THB")
_AMOUNT = re.compile(
    rf"(?P<minus>[-−△▲]\s?|\()?(?P<sign>[₩¥$€£]\s?|(?:{'|'.join(_CODES)})\s)?(?P<minus_2>[-−]\s?)?"
    rf"(?P<number>{_SPELT}|{_DIGITS})(?P<unit>\s?[^\d()]{{1,16}}?)?(?P<closed>\))?"
)
_PART = re.compile(rf"({_DIGITS})\s?([{''.join(_PLACES)}]*)")
_THREE_DECIMALS = re.compile(r"\d{1,3}\.\d{3}")
_BRACKETS = "()（）[]［］〔〕 "
_ENUMERATED = re.compile(r"[(（]\d{1,2}[)）]")
_YEAR = r"(?:19|20)\d\d"
_DATE = re.compile(rf"{_YEAR}(?:\.?(?:0?[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))?")
# What stands behind a number that names a place, a turn or a time, and counts nothing.
_LABELS = frozenset(
    (
        *("월", "시", "층", "호", "호기", "호실", "호선", "번", "번지", "동", "차", "회차", "교시", "학년", "기", "위", "등"),
        *("분기", "단계", "조", "항", "절", "쪽", "년도", "月", "時", "階", "号", "号機", "号室", "番", "番地", "番線", "丁目"),
        *("次", "期", "限", "位", "回目", "番目", "年生", "年度", "四半期", "条", "項", "節", "頁"),
        *("floor", "floors", "fl", "page", "st", "nd", "rd", "th", "am", "pm", "o'clock"),
    )
)
_MYRIAD = 4  # from there on a place counts what stands before it as a whole: 2천만


@dataclass(frozen=True, slots=True)
class Amount:
    """A number as a cell says it: `shown` without its unit, `before` and `after` what is written around it. `kind` is what is
    counted, where that is a unit that is known or the code of a currency, "" where the number stands alone."""

    value: Decimal
    shown: str
    before: str = ""
    after: str = ""
    kind: Unit | str = ""


def is_blank(cell: str) -> bool:
    """Whether a cell holds no value: nothing, a dash, "N/A"."""
    return _BLANK.fullmatch(cell.strip()) is not None


def amount_of(cell: str) -> Amount | None:
    """The amount that a cell holds and nothing else; None for text, ranges, bounds, dates and units that are not known."""
    text = normalise(cell).strip()
    match = _AMOUNT.fullmatch(text)
    if match is None or (match["minus"] == "(") != bool(match["closed"]) or (match["minus"] and match["minus_2"]):
        return None
    before, after = (match["sign"] or ""), (match["unit"] or "")
    kind = _kind(before.strip(), after)
    value = _value(match["number"])
    if kind is None or value is None or (kind and is_money_kind(kind) and _THREE_DECIMALS.fullmatch(match["number"])):
        return None
    negative = match["minus"] or match["minus_2"]
    shown = f"-{match['number'].strip()}" if negative else match["number"].strip()
    return Amount(value.copy_negate() if negative else value, shown, before, after.rstrip(), kind)


def amounts_in(cells: Sequence[str]) -> tuple[Amount | None, ...]:
    """The amounts of the cells of a column. One digit in brackets is a negative number only beside another with more: "(1)" is
    one of an enumeration."""
    bracketed = [cell for cell in map(str.strip, cells) if cell[:1] in "(（" and amount_of(cell) is not None]
    numbers = sorted({int(re.sub(r"\D", "", normalise(cell)) or 0) for cell in bracketed})
    listed = all(_ENUMERATED.fullmatch(cell) for cell in bracketed)
    is_list = listed and (max(numbers, default=0) < 10 or numbers == list(range(1, len(numbers) + 1)))
    return tuple(None if is_list and _ENUMERATED.fullmatch(cell.strip()) else amount_of(cell) for cell in cells)


def are_labels(amounts: Sequence[Amount], name: str) -> bool:
    """Whether the numbers of a column of this name are dates, years or names of places and turns, which nobody adds: 2024.01,
    20240115, 3층, 9時."""
    if any((amount.after or unit_in_head(name)).strip().casefold() in _LABELS for amount in amounts):
        return True
    alone = not unit_in_head(name) and all(not amount.before and amount.after.strip() in ("", "년", "年") for amount in amounts)
    return alone and all(_DATE.fullmatch(amount.shown) for amount in amounts)


def has_clear_point(amount: Amount) -> bool:
    """Whether the point in a number can only be one of decimals: 2.5, 0.125, 1,234.500; no 3.500, which may be thousands."""
    number = amount.shown.lstrip("-")
    return "." in number and (number[0] == "0" or _THREE_DECIMALS.fullmatch(number) is None)


def sums_of_neighbours(values: Sequence[Decimal | None]) -> frozenset[int]:
    """The places of the values that are the sum of two or more right above them or right below them, apart from zeros; what is
    missing is passed over."""
    known = [(place, value) for place, value in enumerate(values) if value is not None]
    return _sums_of_earlier(known) | _sums_of_earlier(known[::-1])


def _sums_of_earlier(known: Sequence[tuple[int, Decimal]]) -> frozenset[int]:
    found = set[int]()
    before: list[Decimal] = [Decimal(0)]  # before[i] is the sum of the first i values
    starts = set[Decimal]()  # those of them from which on two values or more stand before the one looked at
    for at, (place, value) in enumerate(known):
        if at >= 2:
            starts.add(before[at - 2])
        if value and EXACT.subtract(before[at], value) in starts:
            found.add(place)
        before.append(EXACT.add(before[at], value))
    return frozenset(found)


def unit_named(cell: str) -> Unit | str | None:
    """What a cell counts in that holds a unit or the code of a currency alone; None for any other."""
    text = normalise(cell).strip()
    return _kind("", text) if text else None


def unit_in_head(name: str) -> str:
    """The unit that the name of a column gives in brackets at its end, as it is written: "Torque (N·m)"; "" without one."""
    match = re.search(r"[(（\[［〔]([^()（）\[\]［］〔〕]{1,16})[)）\]］〕]\s*$", name)
    return match[1].strip() if match else ""


def is_money(unit: str) -> bool:
    """Whether a unit, as it is written, is one of money: 원, 천원, EUR, 万円."""
    text = normalise(unit).strip(_BRACKETS)
    for kind in (currency(text[:1]), _kind("", text), _kind("", text.lstrip("".join(_PLACES)))):
        if kind and is_money_kind(kind):
            return True
    return False


def measures(unit: str, kinds: Collection[str]) -> bool:
    """Whether a unit, as it is written, is of one of these kinds: "mass", "length"."""
    read = _kind("", normalise(unit).strip(_BRACKETS))
    return isinstance(read, Unit) and not read.kinds.isdisjoint(kinds)


def is_money_kind(kind: Unit | str) -> bool:
    """Whether an amount of this kind is one of money."""
    return kind in _CODES if isinstance(kind, str) else any(one.startswith("money") for one in kind.kinds)


def _kind(sign: str, unit: str) -> Unit | str | None:
    """What is counted; "" where nothing says so, None where it is not known."""
    if sign and unit.strip():
        return None
    if sign:
        return currency(sign) or sign
    if not unit.strip():
        return ""
    read = unit_at(unit, 0)
    if read is not None and read.length == len(unit):
        return read.unit if read.per is None else unit.strip()
    return unit.strip() if unit.strip() in _CODES else None


def _value(number: str) -> Decimal | None:
    """The value of digits, or of digits before words of places: 1억 2천만, 9万8千. None where the places do not descend."""
    total = section = Decimal(0)
    last_big, last_small = 16, _MYRIAD
    for digits, places in _PART.findall(number):
        value = Decimal(digits.replace(",", ""))
        small = [_PLACES[place] for place in places if _PLACES[place] < _MYRIAD]
        big = [_PLACES[place] for place in places if _PLACES[place] >= _MYRIAD]
        if len(small) > 1 or len(big) > 1 or (small and small[0] >= last_small) or (big and big[0] >= last_big):
            return None
        last_small = small[0] if small else 0
        section = EXACT.add(section, value.scaleb(small[0] if small else 0, EXACT))
        if big:
            total, section = EXACT.add(total, section.scaleb(big[0], EXACT)), Decimal(0)
            last_big, last_small = big[0], _MYRIAD
    return EXACT.add(total, section)
