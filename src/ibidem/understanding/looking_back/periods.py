"""Stretches of time that words name, as seen from the moment of the message."""

import calendar
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import Literal

from ibidem.language.moments import Date

DAY, WEEK = timedelta(days=1), timedelta(weeks=1)

Unit = Literal["day", "week", "month", "year"]
Which = Literal["latest", "last", "this"]


@dataclass(frozen=True, slots=True)
class Period:
    """From `start` up to, not including, `end`: wall-clock times of the person, without a zone."""

    start: datetime
    end: datetime

    def holds(self, moment: datetime) -> bool:
        """Whether a wall-clock time is in it."""
        return self.start <= moment < self.end


@dataclass(frozen=True, slots=True)
class Weekday:
    """A day of the week, 0 for Monday; `period` is the one meant where no word beside it says which."""

    number: int
    period: Period


@dataclass(frozen=True, slots=True)
class Hours:
    """A part of a day, in hours after midnight; what passes 24 belongs to the night that began."""

    begin: float
    end: float

    def of(self, day: Period) -> Period:
        """This part of a day."""
        return Period(day.start + timedelta(hours=self.begin), day.start + timedelta(hours=self.end))


@dataclass(frozen=True, slots=True)
class MonthPart:
    """Days of a month by their numbers; `alone` is what they mean where no month stands beside them."""

    first: int
    last: int
    alone: Period | None = None

    def of(self, month: Period) -> Period | None:
        """These days of the month that the period begins in, as far as it has them; None where it has none."""
        first = month_back(0, month.start)
        start = first.start + (self.first - 1) * DAY
        return Period(start, min(first.end, first.start + self.last * DAY)) if start < first.end else None


Span = Period | Weekday | Hours | MonthPart
Reader = Callable[[re.Match[str], datetime], Span | None]


def midnight(day: date) -> datetime:
    """The beginning of a day."""
    return datetime.combine(day, time())


def day_back(count: int, now: datetime) -> Period:
    """The day so many days before today."""
    start = midnight(now.date()) - count * DAY
    return Period(start, start + DAY)


def week_back(count: int, now: datetime) -> Period:
    """The week from Monday to Sunday, as ISO 8601 counts it, so many before this one."""
    start = midnight(now.date()) - now.weekday() * DAY - count * WEEK
    return Period(start, start + WEEK)


def month_back(count: int, now: datetime) -> Period:
    """The calendar month so many before this one."""
    months = now.year * 12 + now.month - 1 - count
    return _month(months // 12, months % 12 + 1)


def year_back(count: int, now: datetime) -> Period:
    """The calendar year so many before this one."""
    return Period(datetime(now.year - count, 1, 1), datetime(now.year - count + 1, 1, 1))


def back(unit: Unit, count: int, now: datetime) -> Period | None:
    """The day, week, month or year so many before the one of now; None before there were dates."""
    try:
        match unit:
            case "day":
                return day_back(count, now)
            case "week":
                return week_back(count, now)
            case "month":
                return month_back(count, now)
            case "year":
                return year_back(count, now)
    except (ValueError, OverflowError):
        return None


def around(ago: timedelta, slack: timedelta, now: datetime) -> Period:
    """The time around a moment that is so long ago."""
    return Period(now - ago - slack, min(now, now - ago + slack))


def up_to_now(length: timedelta, now: datetime) -> Period:
    """The time from so long ago until now."""
    return Period(now - length, now)


def weekday(number: int, which: Which, now: datetime) -> Weekday:
    """A day of the week: the latest one before today, or the one of this week."""
    if which == "this":
        return Weekday(number, of_week(week_back(0, now), number))
    return Weekday(number, day_back((now.weekday() - number - 1) % 7 + 1, now))


def of_week(week: Period, number: int) -> Period:
    """A day of a week."""
    start = week.start + number * DAY
    return Period(start, start + DAY)


def weekend_of(week: Period) -> Period:
    """Saturday and Sunday of a week."""
    return Period(week.start + 5 * DAY, week.end)


def dated(found: Date, now: datetime) -> Period | None:
    """The day, month or year of a date; of one that leaves out its year, the latest that has begun. None for no real date."""
    try:
        if found.month is None:
            return None if found.year is None else Period(datetime(found.year, 1, 1), datetime(found.year + 1, 1, 1))
        years = (found.year,) if found.year is not None else (now.year, now.year - 1)
        for year in years:
            period = _month(year, found.month) if found.day is None else _day(year, found.month, found.day)
            if period.start <= now or found.year is not None:
                return period
    except ValueError:
        pass
    return None


def month_and_day(month: int, day: int, now: datetime) -> Period | None:
    """The latest day of that name that has begun, as "11/4" writes it; None for no real date."""
    return dated(Date(0, 0, None, month, day), now)


def day_of_month(number: int, now: datetime) -> MonthPart | None:
    """The day of that number: of the month beside it, else the latest that has begun."""
    alone = _latest_day(number, now)
    return None if alone is None else MonthPart(number, number, alone)


def _latest_day(number: int, now: datetime) -> Period | None:
    for count in (0, 1):
        first = month_back(count, now).start
        if number <= calendar.monthrange(first.year, first.month)[1]:
            period = _day(first.year, first.month, number)
            if period.start <= now:
                return period
    return None


def _month(year: int, number: int) -> Period:
    return Period(datetime(year, number, 1), datetime(year + number // 12, number % 12 + 1, 1))


def _day(year: int, month: int, number: int) -> Period:
    start = datetime(year, month, number)
    return Period(start, start + DAY)
