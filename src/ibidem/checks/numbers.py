"""Numbers of a text, each in one spelling: 1,000, 1000 and 1천 are 1000, and 1.50 is 1.5."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

_MANY = {
    "천": 10**3,
    "만": 10**4,
    "십만": 10**5,
    "백만": 10**6,
    "천만": 10**7,
    "억": 10**8,
    "千": 10**3,
    "万": 10**4,
    "百万": 10**6,
    "千万": 10**7,
    "億": 10**8,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
}
_MANY_WORDS = "|".join(sorted(_MANY, key=len, reverse=True))
# A search that begins with a digit skips the rest of a text ten times as fast as one that first has to look behind.
_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(
    r"(?<![A-Za-z0-9_])(?<![A-Za-z][-.])"
    r"(?:(?P<code>\d+(?:\.\d+){2,}|0\d{1,3}-\d{3,4}(?:-\d{4})?|\d+(?:-\d+){2,})"
    r"|(?P<digits>\d{1,3}(?:,\d{3})+(?!\d|,\d)(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?: ?[×x*·] ?10(?P<power>\^ ?[-−+]?\d{1,2}(?!\d)|[⁺⁻]?[⁰¹²³⁴-⁹]{1,2})|[eE](?P<e>[-−+]?\d{1,2})(?![A-Za-z0-9])"
    rf"|(?P<many>(?: ?(?:{_MANY_WORDS})(?![a-z])){{1,4}}))?)"
)
_LONGEST = 40  # characters; a longer run of digits measures nothing, and Python makes no number of some thousands
_NEAR = 12  # characters in which what numbers an item begins a line
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺−", "0123456789-+-", "^ ")
_ORDER = re.compile(r"[.)](?=\s|[^\W\d])")
_BEFORE_ORDER = re.compile(r"(?:^|\n)[ \t>*#(-]*$|[.!?。:：][)\]}”\"」]* $")
_BELOW_ZERO = re.compile(
    r"(?:(?:^|[\s(\[|:~〜,은는이가을를로에はがをにとで])[-−–]|영하 ?|마이너스 ?|氷点下 ?|マイナス ?|零下 ?|[mM]inus )$"
)


@dataclass(frozen=True, slots=True)
class Number:
    """A number at `start` to `end` of its text; `value` has no leading or trailing zeros and no commas ("1000.5")."""

    start: int
    end: int
    value: str


def find_numbers(text: str) -> Iterator[Number]:
    """The numbers of a normalised text that stand for themselves, in their order: not those within codes (E-2107, 10.0.0.1), and
    not those that only count items off ("3. ", "## 2. ")."""
    last: Number | None = None
    unit = 0  # of the last part of a number in parts: 3만 5천, 2億3000万
    end = 0
    for digits in _DIGITS.finditer(text):
        if digits.start() < end or not (match := _NUMBER.match(text, digits.start())):
            continue
        end = match.end()
        if match["code"] or len(match["digits"]) > _LONGEST or _is_order(text, match):
            continue
        value, many = _read(match)
        if (
            last is not None
            and unit
            and match.start() - last.end <= 1
            and Fraction(value) < unit
            and text[last.end] in " " + value
        ):
            value = plain(Fraction(last.value) + Fraction(value))
            last = Number(last.start, match.end(), value)
        else:
            if last is not None:
                yield last
            last = Number(match.start(), match.end(), value)
        unit = many
    if last is not None:
        yield last


def below_zero(text: str, number: Number) -> bool:
    """Whether the number is written as less than nothing: -40, 영하 40, 氷点下40, minus 40."""
    return _BELOW_ZERO.search(text[max(0, number.start - 8) : number.start]) is not None


def plain(value: Fraction) -> str:
    """The spelling of an exact decimal that `Number.value` has; of another fraction, one that no number has."""
    if value.denominator == 1:
        return str(value.numerator)
    digits = f"{float(value):.12f}" if abs(value) < 10**15 else ""
    return digits.rstrip("0") if digits and Fraction(digits) == value else f"{value}"


def _is_order(text: str, match: re.Match[str]) -> bool:
    if len(match.group()) > 2 or not _ORDER.match(text, match.end()):
        return False
    return _BEFORE_ORDER.search(text[max(0, match.start() - _NEAR) : match.start()] if match.start() else "") is not None


def _read(match: re.Match[str]) -> tuple[str, int]:
    """The value, and the East Asian unit that its last part counts: 10,000 in 3만."""
    digits = match["digits"].replace(",", "")
    if power := match["power"] or match["e"]:
        exponent = int(power.translate(_RAISED))
        return plain(Fraction(digits) * Fraction(10) ** exponent), 0
    if not (words := match["many"]):
        whole, dot, part = digits.partition(".")
        part = part.rstrip("0")
        return (whole.lstrip("0") or "0") + (dot + part if part else ""), 0
    many = 1
    for word in re.findall(_MANY_WORDS, words):
        many *= _MANY[word]
    return plain(Fraction(digits) * many), 0 if words.isascii() else many
