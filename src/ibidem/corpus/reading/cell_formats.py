"""Number formats of cells (ECMA-376 part 1, 18.8.31): a value as a spreadsheet shows it."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache

# The formats that have a number and no code of their own. That of 14 and 22 depends on where the program runs.
BUILT_IN = {
    **dict(zip((1, 2, 3, 4, 9, 10, 11), ("0", "0.00", "#,##0", "#,##0.00", "0%", "0.00%", "0.00E+00"), strict=True)),
    **dict.fromkeys((5, 6, 42), "$#,##0"),
    **dict.fromkeys((7, 8, 44), "$#,##0.00"),
    **dict.fromkeys((37, 38, 41), "#,##0"),
    **dict.fromkeys((39, 40, 43), "#,##0.00"),
    **dict(zip((18, 19, 20, 21), ("h:mm AM/PM", "h:mm:ss AM/PM", "h:mm", "h:mm:ss"), strict=True)),
    45: "mm:ss",
    46: "[h]:mm:ss",
}
_TOKEN = re.compile(
    r'"(?P<quoted>[^"]*)"|\\(?P<escaped>.)|(?P<skipped>[_*].)|\[\$(?P<currency>[^\]-]*)(?:-[^\]]*)?\]'
    r"|\[(?P<elapsed>h+|m+|s+)\]|(?P<bracket>\[[^\]]*\])|(?P<general>General)|(?P<noon>AM/PM|A/P|上午/下午|오전/오후|午前/午後)"
    r"|(?P<exponent>E[+-])|(?P<digit>[0#?])|(?P<date>y+|m+|d+|h+|s+(?:\.0+)?)|(?P<unknown>[a-z@])|(?P<mark>.)",
    re.IGNORECASE | re.DOTALL,
)
_GROUP = re.compile(r"(?<=\d)(?=(?:\d{3})+$)")
_LONGEST = 300  # characters of a code; programs write at most 255
_LARGEST = 1e16  # of a number that is written out
_MONTHS = (
    *("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"),
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

Moment = date | datetime | time | timedelta


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str


def shown_number(value: float, code: str) -> str | None:
    """A number in this format; None for a format that says nothing about it, such as a fraction or a condition."""
    sections = _sections(code)
    chosen = 1 if value < 0 and len(sections) > 1 else 2 if value == 0 and len(sections) > 2 else 0
    section = sections[chosen]
    kinds = {token.kind for token in section}
    if kinds & {"bracket", "unknown", "date", "elapsed", "noon"} or _is_fraction(section) or not abs(value) < _LARGEST:
        return None
    sign = "-" if value < 0 and len(sections) == 1 else ""
    if "general" in kinds:
        plain = f"{abs(value):.15g}"
        return sign + "".join(plain if token.kind == "general" else token.text for token in section).strip()
    if "digit" not in kinds:
        return "".join(token.text for token in section).strip() or None
    if "exponent" in kinds:
        after = _texts(section).partition("E")[0].partition(".")[2]
        return f"{sign}{abs(value):.{sum(char in '0#?' for char in after)}E}"
    return _number(abs(Decimal(repr(value))), sign, section)


def shown_moment(value: Moment, code: str) -> str | None:
    """A date, a time or a duration in this format; None for a format that is of no date, or of another calendar."""
    section = _sections(code)[0]
    kinds = {token.kind for token in section}
    if not kinds & {"date", "elapsed"} or kinds & {"bracket", "unknown"}:
        return None
    if any(token.kind == "date" and _needs(token.text, value, section, at) for at, token in enumerate(section)):
        return None
    parts = [_moment_part(section, at, value) if token.kind != "skipped" else " " for at, token in enumerate(section)]
    return " ".join("".join(parts).split())


@lru_cache(maxsize=256)
def _sections(code: str) -> tuple[tuple[_Token, ...], ...]:
    """The tokens of a code by its parts for positive, negative and zero values."""
    found: list[list[_Token]] = [[]]
    for match in _TOKEN.finditer(code[:_LONGEST]):
        kind = match.lastgroup or "mark"
        text = match[kind]
        if kind == "mark" and text == ";":
            found.append([])
        elif kind == "bracket" and re.fullmatch(r"\[(?:[a-z]+|Color ?\d+|DBNum1)\]", text, re.IGNORECASE):
            continue  # a colour
        else:
            found[-1].append(_Token("literal" if kind in ("quoted", "escaped", "currency") else kind, text))
    return tuple(map(tuple, found))


def _texts(section: Iterable[_Token]) -> str:
    return "".join("" if token.kind == "literal" else token.text for token in section)


def _is_fraction(section: Sequence[_Token]) -> bool:
    return re.search(r"[0#?]\s*/\s*[\d#?]", _texts(section)) is not None


def _number(value: Decimal, sign: str, section: Sequence[_Token]) -> str:
    digits = [at for at, token in enumerate(section) if token.kind == "digit"]
    point = next((at for at, token in enumerate(section) if token.text == "." and token.kind == "mark" and at < digits[-1]), None)
    whole_end = max((at for at in digits if point is None or at < point), default=-1)
    after = [section[at].text for at in digits if point is not None and at > point]
    commas = [at for at, token in enumerate(section) if token.kind == "mark" and token.text == ","]
    last = max(digits)
    thousands = sum(1 for at in commas if at > whole_end and all(section[one].text == "," for one in range(last + 1, at + 1)))
    percent = sum(token.kind == "mark" and token.text == "%" for token in section)
    scaled = value.scaleb(2 * percent - 3 * thousands).quantize(Decimal(1).scaleb(-len(after)), ROUND_HALF_UP)
    whole, _, decimals = f"{scaled:f}".partition(".")
    grouped = any(at < whole_end for at in commas)
    kept = len(after)
    while kept and after[kept - 1] != "0" and decimals[kept - 1] == "0":
        kept -= 1
    places = _filled(whole, [section[at].text for at in digits if at <= whole_end], grouped=grouped)
    parts: list[str] = []
    for at, token in enumerate(section):
        if token.kind == "digit":
            parts.append(places.pop(0) if at <= whole_end else "")
        elif at == point:
            parts.append(f".{decimals[:kept]}" if kept else "")
        elif token.kind == "skipped":
            parts.append(" ")
        elif at not in commas:
            parts.append(token.text)
    return sign + " ".join("".join(parts).split())


def _filled(whole: str, places: Sequence[str], *, grouped: bool) -> list[str]:
    """The digits of a whole number by their places, those for which there is none at the first."""
    least = sum(place == "0" for place in places)
    padded = ("" if whole == "0" else whole).rjust(least, "0")
    if grouped or not places:
        return [_GROUP.sub(",", padded) if grouped else padded, *[""] * (len(places) - 1)]
    rest = len(places) - 1
    first, others = (padded[:-rest], padded[-rest:]) if rest else (padded, "")
    return [first, *([""] * (rest - len(others))), *others]


def _needs(text: str, value: Moment, section: Sequence[_Token], at: int) -> bool:
    """Whether a part of a date asks for what the value does not say."""
    clock = text[0].lower() in "hs" or _is_minute(section, at)
    return isinstance(value, time | timedelta) and not clock


def _is_minute(section: Sequence[_Token], at: int) -> bool:
    """ "m" is the minute after an hour and before a second, else the month."""
    if section[at].text[0].lower() != "m" or len(section[at].text) > 2:
        return False
    others = [token for token in section if token.kind in ("date", "elapsed")]
    place = next(number for number, token in enumerate(others) if token is section[at])
    before = others[place - 1].text[0].lower() if place else ""
    following = others[place + 1].text[0].lower() if place + 1 < len(others) else ""
    return before == "h" or following == "s"


def _moment_part(section: Sequence[_Token], at: int, value: Moment) -> str:
    token = section[at]
    hours, minutes, seconds, part = _clock(value)
    if token.kind == "elapsed":
        passed = {"h": hours, "m": hours * 60 + minutes, "s": (hours * 60 + minutes) * 60 + seconds}[token.text[0].lower()]
        return str(passed).rjust(len(token.text), "0")
    if token.kind == "noon":
        first, _, second = token.text.partition("/")
        return second if hours % 24 >= 12 else first
    if token.kind != "date":
        return token.text
    width = 2 if len(token.text) > 1 else 1
    match token.text[0].lower():
        case "h":
            half = any(one.kind == "noon" for one in section)
            return str((hours % 12 or 12) if half else hours).rjust(width, "0")
        case "s":
            shown = token.text.partition(".")[2]
            return str(seconds).rjust(2 if token.text.lower().startswith("ss") else 1, "0") + (
                f".{part:06}"[: len(shown) + 1] if shown else ""
            )
        case "m" if _is_minute(section, at):
            return str(minutes).rjust(width, "0")
        case _:
            return _day_part(token.text.lower(), value) if isinstance(value, date) else ""


def _day_part(text: str, value: date) -> str:
    match text[0], len(text):
        case "y", length:
            return f"{value.year % 100:02}" if length <= 2 else f"{value.year:04}"
        case "m", 1 | 2 as length:
            return str(value.month).rjust(length, "0")
        case "m", length:
            name = _MONTHS[value.month - 1]
            return name[:3] if length == 3 else name[0] if length == 5 else name
        case "d", 1 | 2 as length:
            return str(value.day).rjust(length, "0")
        case _, length:
            name = _DAYS[value.weekday()]
            return name[:3] if length == 3 else name


def _clock(value: Moment) -> tuple[int, int, int, int]:
    """Hours, minutes, seconds and millionths."""
    if isinstance(value, timedelta):
        seconds = round(value.total_seconds())
        return seconds // 3600, seconds // 60 % 60, seconds % 60, 0
    if isinstance(value, time | datetime):
        return value.hour, value.minute, value.second, value.microsecond
    return 0, 0, 0, 0
