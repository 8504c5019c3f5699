"""Amounts in the cells of a table: exact numbers, with what they are counted in."""

import re
from collections.abc import Collection
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
