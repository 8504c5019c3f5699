"""What one language says of a conversation's past, as data; `parser` is the one who reads it."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ibidem.understanding.looking_back.periods import Hours, Period, Reader, Span, Unit, Which, around, back, up_to_now, weekday

# What stands in a message for a time and for a place that were read.
TIME, PLACE = "[\ue000-\ue0ff]", "\ue100"

# From the first turn to the last of a place: 1 is the first question, -1 the last.
Places = tuple[tuple[int, int], ...]
PlaceReader = Callable[[Sequence[int]], Places]

MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)
_LENGTHS = {"minute": MINUTE, "hour": HOUR, "day": timedelta(days=1), "week": timedelta(weeks=1), "month": timedelta(days=30)}


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The patterns of one language.

    `times` and `places` are tried in their order. `joined` may stand between a day and its part; the patterns of `ranges`
    hold two times, those of `since` and `until` one. `vague` is somewhere in the conversation.
    """

    times: tuple[tuple[re.Pattern[str], Reader], ...]
    joined: re.Pattern[str]
    ranges: tuple[re.Pattern[str], ...]
    since: re.Pattern[str]
    until: re.Pattern[str]
    places: tuple[tuple[re.Pattern[str], PlaceReader], ...]
    vague: re.Pattern[str]
    last_time: re.Pattern[str]


def compiled(pattern: str) -> re.Pattern[str]:
    """A pattern of a table: letters of either case are alike."""
    return re.compile(pattern, re.IGNORECASE)


NUMBERS = {
    word: number
    for number, words in {
        1: "a an one first 1st 첫 한 하루 하나 一 ひと 일",
        2: "two second 두 둘 이틀 二 ふた",
        3: "three third 세 셋 석 사흘 三 みっ みつ",
        4: "four fourth 네 넷 넉 나흘 四 よっ",
        5: "five fifth 다섯 닷새 五 いつ",
        6: "six sixth 여섯 엿새 六 むっ",
        7: "seven seventh 일곱 이레 七 なな",
        8: "eight eighth 여덟 八 やっ",
        9: "nine ninth 아홉 九",
        10: "ten tenth 열 열흘 十",
        11: "eleven eleventh 十一",
        12: "twelve twelfth 十二",
        15: "fifteen fifteenth 보름 十五",
        20: "twenty twentieth 스무 二十",
    }.items()
    for word in words.split()
} | {"couple": 2, "thirty": 30, "thirtieth": 30, "서른": 30, "三十": 30, "마흔": 40, "四十": 40, "스물": 20}
_DIGITS = re.compile(r"\d+")
_TENS = re.compile(r"(twenty|thirty)[- ]?(?=[a-z])|(열|스물|서른|마흔) ?(?=[가-힣])|([二三四]?十)(?=[一-九])", re.IGNORECASE)


def number(written: str) -> int:
    """The number of digits, with what hangs on them, or of a word."""
    if (found := _DIGITS.search(written)) is not None:
        return int(found.group())
    if (tens := _TENS.match(written)) is not None and written[tens.end() :].lower() in NUMBERS:
        return NUMBERS[tens.group().strip(" -").lower()] + NUMBERS[written[tens.end() :].lower()]
    return NUMBERS[written.split()[-1].lower() if " " in written else written.lower()]


def fixed(span: Span) -> Reader:
    """The same at every time: a part of a day."""
    return lambda _match, _now: span


def ago(unit: Unit, count: int) -> Reader:
    """The day, week, month or year so many before this one."""
    return lambda _match, now: back(unit, count, now)


def counted_ago(unit: Unit) -> Reader:
    """As `ago`, by the number that the match has in `n`."""
    return lambda match, now: back(unit, number(match["n"]), now)


def moments_ago(unit: str) -> Reader:
    """Around the moment `n` minutes or hours ago: half an hour either way of hours, half the time of minutes."""

    def read(match: re.Match[str], now: datetime) -> Span:
        length = number(match["n"]) * _LENGTHS[unit]
        return around(length, HOUR / 2 if unit == "hour" else max(5 * MINUTE, length / 2), now)

    return read


def lasting(unit: str) -> Reader:
    """From `n` units ago until now; one where the match has no number."""

    def read(match: re.Match[str], now: datetime) -> Span | None:
        try:
            return up_to_now((number(match["n"]) if match["n"] else 1) * _LENGTHS[unit], now)
        except OverflowError:
            return None

    return read


def between_days(first: int, last: int) -> Reader:
    """From the day `first` days back to the day `last` days back."""

    def read(_match: re.Match[str], now: datetime) -> Span | None:
        begin, end = back("day", first, now), back("day", last, now)
        return None if begin is None or end is None else Period(begin.start, end.end)

    return read


def part_of_day(count: int, begin: float, end: float) -> Reader:
    """Hours of the day so many before today."""

    def read(_match: re.Match[str], now: datetime) -> Span | None:
        day = back("day", count, now)
        return None if day is None else Hours(begin, end).of(day)

    return read


def named_weekday(names: Sequence[str], this: str) -> Reader:
    """The weekday that the match names in `day`; of this week where `which` is the word for that."""

    def read(match: re.Match[str], now: datetime) -> Span:
        which: Which = "this" if match["which"] and re.search(this, match["which"], re.IGNORECASE) else "latest"
        return weekday([name.lower() for name in names].index(match["day"].lower()), which, now)

    return read


def one_place(numbers: Sequence[int]) -> Places:
    """The questions of these numbers."""
    return tuple((number, number) for number in numbers)


def from_the_end(numbers: Sequence[int]) -> Places:
    """The questions so many from the last, which is 1."""
    return tuple((-number, -number) for number in numbers)


def from_to(numbers: Sequence[int]) -> Places:
    """The questions from one number to another."""
    return ((min(numbers), max(numbers)),) if numbers else ()


def the_first(numbers: Sequence[int]) -> Places:
    """So many from the beginning, or the first one."""
    return ((1, numbers[0] if numbers else 1),)


def the_last(numbers: Sequence[int]) -> Places:
    """So many from the end, or the last one."""
    return ((-(numbers[0] if numbers else 1), -1),)


def first_and_last(_numbers: Sequence[int]) -> Places:
    """Both ends."""
    return ((1, 1), (-1, -1))


def last_but_one(_numbers: Sequence[int]) -> Places:
    """The one before the last."""
    return ((-2, -2),)
