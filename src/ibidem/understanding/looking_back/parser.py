"""Reads which of its own questions a message looks back at: by their time, by their number, and by what they were about."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from ibidem.language.moments import find_clocks, find_dates
from ibidem.language.normal import normalise
from ibidem.language.scripts import scripts_of
from ibidem.profile import Profile
from ibidem.understanding.looking_back import english, japanese, korean
from ibidem.understanding.looking_back.periods import (
    DAY,
    WEEK,
    Hours,
    MonthPart,
    Period,
    Span,
    Weekday,
    dated,
    day_back,
    month_back,
    of_week,
)
from ibidem.understanding.looking_back.words import PLACE, TIME, Places, Words, number
from ibidem.understanding.recollecting import asks_for_turns, recounts
from ibidem.understanding.talking import topic

# A longer message tells a story, and asks about the documents.
LONGEST = 200
_MOST_TIMES = 20
_TIME = re.compile(TIME)
_SIGNS = re.compile(f"{TIME}|{PLACE}")
_MONTHS = re.compile(r"\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\b")
_MONTH_ALONE = re.compile(
    r"\b(?:in|during|last|since|this|early|late) (?P<name>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]{0,6}\b(?! \d)",
    re.IGNORECASE,
)
_NAMES = "janfebmaraprmayjunjulaugsepoctnovdec"
_SPACES = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class LookingBack:
    """Which turns of its conversation a message means: those of any of the `periods`, of them those at the `places`.

    Without either it is the sitting before this one (`last_time`). `about` is what they were about, "" where nothing is said of
    it. `asks_what` asks what was said; otherwise something about it is asked.
    """

    periods: tuple[Period, ...]
    places: Places
    about: str
    asks_what: bool
    last_time: bool = False


def looking_back(message: str, now: datetime, profile: Profile) -> LookingBack | None:
    """What the message looks back at, seen from `now`, the wall-clock time of the person; None where it does not, or no rule
    decides when. A question about the world that names a time or a number is none: that is read from what the message does."""
    text = _SPACES.sub(" ", normalise(message)).strip()
    if len(text) > LONGEST or _SIGNS.search(text):
        return None
    words = _words_of(text)
    marked, periods = _times(text, words, now)
    marked, places = _places(marked, words)
    last_time = words.last_time.search(marked) is not None and not (periods or places)
    if not (periods or places or last_time) or not recounts(message):
        return None
    rest = words.last_time.sub(" ", marked) if last_time else marked
    about = topic(_SIGNS.sub(" ", rest), profile)
    if about and words.vague.search(text) and not periods:
        return None  # "what we said about the valve at the start": the search finds it, wherever it was
    return LookingBack(periods, places, about, not about or asks_for_turns(message), last_time)


def _words_of(text: str) -> Words:
    scripts = scripts_of(text)
    if scripts.hangul:
        return korean.WORDS
    return japanese.WORDS if scripts.japanese else english.WORDS


def _times(text: str, words: Words, now: datetime) -> tuple[str, tuple[Period, ...]]:
    """The text with a sign for each time in it, and what they mean."""
    spans: list[Span] = []

    def sign(span: Span | None, otherwise: str) -> str:
        if span is None or len(spans) == _MOST_TIMES:
            return otherwise
        spans.append(span)
        return chr(0xE000 + len(spans) - 1)

    capital = _MONTHS.sub(lambda found: found.group().capitalize(), text)
    for found in reversed(list(find_dates(capital))):
        text = text[: found.start] + sign(dated(found, now), text[found.start : found.end]) + text[found.end :]
    text = _MONTH_ALONE.sub(lambda m: sign(_month_named(m["name"], now), m.group()), text)
    for clock in reversed(list(find_clocks(text))):
        if clock.sure or clock.minute:
            begin = clock.hour + clock.minute / 60
            hours = Hours(begin - 0.25, begin + 0.25) if clock.minute else Hours(begin, begin + 1)
            text = text[: clock.start] + sign(hours, text[clock.start : clock.end]) + text[clock.end :]
    for pattern, read in words.times:
        text = pattern.sub(lambda match, read=read: sign(read(match, now), match.group()), text)
    text = _merged(text, words, spans)
    return _ranged(text, words, _in_one_month(text, words, spans, now), now)


def _in_one_month(text: str, words: Words, spans: Sequence[Span], now: datetime) -> list[Period]:
    """What the times mean. Of two with "to" between, a day without a month is of the month of the other: "20 to 28 October"."""
    periods = [_settled(span, now) for span in spans]
    for pattern in words.ranges:
        for found in pattern.finditer(text):
            first, last = (ord(sign) - 0xE000 for sign in found.groups())
            for one, other in ((first, last), (last, first)):
                span, beside = spans[one], spans[other]
                if isinstance(span, MonthPart) and isinstance(beside, Period):
                    periods[one] = span.of(beside) or periods[one]
    return periods


def _month_named(name: str, now: datetime) -> Period | None:
    month = _NAMES.index(name.lower()) // 3 + 1
    year = now.year if month <= now.month else now.year - 1
    return Period(datetime(year, month, 1), datetime(year + month // 12, month % 12 + 1, 1))


def _merged(text: str, words: Words, spans: list[Span]) -> str:
    """The text where a day and its part, or a week and its day, have one sign."""
    at = 0
    while (first := _TIME.search(text, at)) is not None:
        gap = words.joined.match(text, first.end())
        end = gap.end() if gap is not None else first.end()
        second = _TIME.match(text, end) or _TIME.match(text, first.end())
        if second is None:
            at = first.end()
            continue
        merged = _both(spans[_place(first)], spans[_place(second)])
        if merged is None:
            at = first.end()
            continue
        spans[_place(first)] = merged
        text = text[: first.end()] + text[second.end() :]
    return text


def _both(first: Span, second: Span) -> Span | None:
    """What two times mean together: "Tuesday of last week", "어제 오전", "午後3時"; None where each stands for itself."""
    match first, second:
        case (Period() as week, Weekday(number)) | (Weekday(number), Period() as week) if week.end - week.start == WEEK:
            return of_week(week, number)
        case (Period() as day, Hours() as hours) | (Hours() as hours, Period() as day) if day.end - day.start <= DAY:
            return hours.of(day) if day.start.time() == datetime.min.time() else _within(hours, day)
        case (Weekday() as named, Hours() as hours) | (Hours() as hours, Weekday() as named):
            return hours.of(named.period)
        case (Period() as month, MonthPart() as part) | (MonthPart() as part, Period() as month) if (
            month.end - month.start > WEEK
        ):
            return part.of(month)
        case Hours(), Hours() as exact:
            return exact
        case Weekday() as named, Period() as day if day.end - day.start == DAY:
            return day if day.start.weekday() == named.number else None  # "Tuesday, May 5th"
        case _:
            return None


def _within(hours: Hours, part: Period) -> Period:
    """Hours within a part of a day."""
    return hours.of(Period(datetime.combine(part.start.date(), datetime.min.time()), part.end))


def _settled(span: Span, now: datetime) -> Period:
    """The period of a time that stands alone: a part of a day is of the latest one that has begun."""
    match span:
        case Period():
            return span
        case Weekday(_, period):
            return period
        case MonthPart():
            return span.alone or span.of(month_back(0, now)) or month_back(0, now)
        case Hours():
            today = span.of(day_back(0, now))
            return today if today.start <= now else span.of(day_back(1, now))


def _ranged(text: str, words: Words, periods: list[Period], now: datetime) -> tuple[str, tuple[Period, ...]]:
    """The text without the words between two times, and the periods that they make together."""
    for pattern in words.ranges:
        for found in reversed(list(pattern.finditer(text))):
            first, last = (ord(sign) - 0xE000 for sign in found.groups())
            begin, end = periods[first], periods[last]
            while begin.start > end.start:  # "between Monday and Wednesday", said on a Tuesday
                begin = Period(begin.start - WEEK, begin.end - WEEK)
            periods[first] = Period(begin.start, end.end)
            text = text[: found.start()] + found.group(1) + text[found.end() :]
    for found in reversed(list(words.since.finditer(text))):
        sign = next(filter(None, found.groups()))
        place = ord(sign) - 0xE000
        after = found.group().lower().startswith("after")
        periods[place] = Period(periods[place].end if after else periods[place].start, now + timedelta(minutes=1))
        text = text[: found.start()] + sign + text[found.end() :]
    for found in reversed(list(words.until.finditer(text))):
        place = ord(found.group(1)) - 0xE000
        inclusive = re.search("until|till|up to|까지|まで", found.group()) is not None and "전까지" not in found.group()
        periods[place] = Period(datetime.min, periods[place].end if inclusive else periods[place].start)
        text = text[: found.start()] + found.group(1) + text[found.end() :]
    return text, tuple(periods[_place(sign)] for sign in _TIME.finditer(text))


def _place(sign: re.Match[str]) -> int:
    return ord(sign.group()) - 0xE000


def _places(text: str, words: Words) -> tuple[str, Places]:
    """The text with a sign for each place in the order of the questions, and these places."""
    places: list[tuple[int, int]] = []
    for pattern, read in words.places:
        while (found := pattern.search(text)) is not None:
            places += read([number(group) for group in found.groups() if group])
            text = f"{text[: found.start()]}{PLACE} {text[found.end() :]}" if found.group() else text
            if not found.group():
                break
    return text, tuple(one for one in places if one != (0, 0))
