"""The numbered parts of rules, laws and contracts, as headings and references write them: 제28조의2, 第三十四条, Section 3.2."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_HAN = "〇一二三四五六七八九十百千"
_HAN_VALUES = {"十": 10, "百": 100, "千": 1000}
_HAN_DIGITS = {"〇": 0} | {digit: value for value, digit in enumerate("一二三四五六七八九", 1)}
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}
_UNITS = {
    **dict.fromkeys(("편", "編", "部", "part"), "part"),
    **dict.fromkeys(("장", "章", "chapter"), "chapter"),
    **dict.fromkeys(("절", "節"), "division"),
    **dict.fromkeys(("관", "款"), "subdivision"),
    **dict.fromkeys(("조", "条", "article", "clause"), "article"),
    "section": "section",
}
PART = re.compile(
    rf"제[ \t]?(?P<ko>\d{{1,4}})[ \t]?(?P<ko_unit>[편장절관조])(?:의[ \t]?(?P<ko_sub>\d{{1,3}}))?"
    rf"|第[ \t\u3000]?(?P<ja>\d{{1,4}}|[{_HAN}]{{1,7}})[ \t\u3000]?(?P<ja_unit>[編部章節款条])"
    rf"(?:の(?P<ja_sub>\d{{1,3}}|[{_HAN}]{{1,5}}(?![\u4e00-\u9fff])))?"
    r"|\b(?P<en_unit>(?i:part|chapter|article|clause|section))[ \t]{1,3}(?P<en>\d{1,4}(?:\.\d{1,3}){0,3}|[IVXLC]{1,7})(?![\w-])"
)
_HAN_PART = re.compile(
    rf"第(?P<number>[{_HAN}]{{1,7}})(?P<unit>[編部章節款条])(?:の(?P<sub>[{_HAN}]{{1,5}})(?![\u4e00-\u9fff]))?"
)


@dataclass(frozen=True, slots=True)
class NumberedPart:
    """A part where it is named: its unit (`part`, `chapter`, `division`, `subdivision`, `article`, `section`), its number with
    its lower numbers, and its place in the text."""

    unit: str
    number: tuple[int, ...]
    start: int
    end: int


def part_of(match: re.Match[str]) -> NumberedPart:
    """What a match of `PART` names."""
    if match["en"] is not None:
        number = tuple(_value(one) for one in match["en"].split("."))
        return NumberedPart(_UNITS[match["en_unit"].lower()], number, *match.span())
    language = "ko" if match["ko"] is not None else "ja"
    numbers = (match[language], match[f"{language}_sub"])
    return NumberedPart(
        _UNITS[match[f"{language}_unit"]], tuple(_value(one) for one in numbers if one is not None), *match.span()
    )


def part_codes(sentence: str) -> Iterator[str]:
    """One code for each part that a normalised sentence names, the same for every way of writing it in its language."""
    for match in PART.finditer(sentence):
        unit = match["ko_unit"] or match["ja_unit"] or match["en_unit"].lower()
        yield unit + ".".join(map(str, part_of(match).number))


def with_digits(sentence: str) -> str:
    """The sentence with Chinese numerals of parts in digits, as most questions have them: 第三十四条 is 第34条."""
    return _HAN_PART.sub(_in_digits, sentence)


def _in_digits(match: re.Match[str]) -> str:
    return f"第{_han(match['number'])}{match['unit']}" + (f"の{_han(match['sub'])}" if match["sub"] else "")


def _value(written: str) -> int:
    if written.isdecimal():
        return int(written)
    return _roman(written) if written[0] in _ROMAN else _han(written)


def _roman(written: str) -> int:
    values = [_ROMAN[letter] for letter in written]
    return sum(-value if value < max(values[place:]) else value for place, value in enumerate(values))


def _han(written: str) -> int:
    """三十四, and 三四 as a reader of digits says it."""
    total, digits = 0, 0
    for sign in written:
        if sign in _HAN_DIGITS:
            digits = 10 * digits + _HAN_DIGITS[sign]
        else:
            total += (digits or 1) * _HAN_VALUES[sign]
            digits = 0
    return total + digits
