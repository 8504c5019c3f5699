"""Dates and times of day: 2024-03-08, 2024년 3월 8일, 8 March 2024 and 2024年3月8日 are one date."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_MONTH = (
    r"(?P<name{0}>Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|"
    r"Nov(?:ember)?|Dec(?:ember)?)\b\.?"
)
_NTH = r"(?:st|nd|rd|th)?"
_DATE = re.compile(
    r"(?<![\w.-])(?P<y1>[12]\d{3})(?P<sign>[-/.]) ?(?P<m1>\d{1,2})(?P=sign) ?(?P<d1>\d{1,2})(?!\d|[-/.]\d)"
    r"|(?<![\w.-])(?P<y2>[12]\d{3})-(?P<m2>0[1-9]|1[0-2])(?![\d-])"
    r"|(?<!\d)(?:(?P<y3>[12]\d{3}) ?[年년] ?)?(?P<m3>\d{1,2}) ?[月월](?![간間])(?: ?(?P<d3>\d{1,2}) ?[日일](?![간間]))?"
    r"|(?<!\d)(?P<y4>[12]\d{3}) ?(?:年(?![間代])|년(?![간대]))"
    rf"|(?<![\w.,])(?P<d5>\d{{1,2}}){_NTH}(?: of)? {_MONTH.format(5)}(?:,? (?P<y5>[12]\d{{3}})\b)?"
    rf"|\b{_MONTH.format(6)} (?:(?P<d6>\d{{1,2}}){_NTH}\b(?:,? (?P<y6>[12]\d{{3}})\b)?|(?P<y7>[12]\d{{3}})\b)"
)
# Where a date may begin: a search that begins with a letter or a digit is ten times as fast as one that has to look behind first.
_DATE_BEGINS = re.compile(r"[\dJFMASOND](?=\d{0,3} ?[年년月월]|\d{3}[-/.]|\d?[a-z ]{1,6}[JFMASOND][a-z]{2}|[a-z]{2,8}\.? \d)")
_MONTH_ALONE = re.compile(rf"\b(?!May\b){_MONTH.format('')}")

_BEFORE_NOON, _AFTER_NOON = "오전|새벽|아침|午前|朝", "오후|저녁|밤|午後|夜|夕方"
_HALF = re.compile(rf"(?:(?P<am>{_BEFORE_NOON})|(?P<pm>{_AFTER_NOON})) ?$")
_CLOCK_BEGINS = re.compile(r"\d(?=\d? ?[:시時aApPo])")
_CLOCK = re.compile(
    r"(?<!\d)(?:(?P<h1>\d{1,2}):(?P<m1>[0-5]\d)(?::[0-5]\d)?(?!\d)(?: ?(?P<half1>[aApP])\.?[mM]\b\.?)?"
    r"|(?P<h2>\d{1,2}) ?[시時](?![간間리도])(?: ?(?P<m2>\d{1,2}) ?[분分]| ?(?P<half>[반半]))?"
    r"|(?P<h3>\d{1,2}) ?(?P<half3>[aApP])\.?[mM]\b\.?"
    r"|(?P<h4>\d{1,2}) ?o'clock)"
)
_NOON, _MIDNIGHT = re.compile(r"\b(?:noon|midday)\b|정오|正午"), re.compile(r"\bmidnight\b|자정|真夜中|零時")


@dataclass(frozen=True, slots=True)
class Date:
    """A date as far as it is given, at `start` to `end` of its text; missing parts are None."""

    start: int
    end: int
    year: int | None
    month: int | None
    day: int | None


@dataclass(frozen=True, slots=True)
class Clock:
    """A time of day; `hour` is of 24 where the text gives the half of the day (`sure`), else of 12 or of 24."""

    start: int
    end: int
    hour: int
    minute: int
    sure: bool

    def is_at(self, other: "Clock") -> bool:
        """Whether both may be the same time."""
        apart = self.hour - other.hour
        return self.minute == other.minute and (apart == 0 or (apart % 12 == 0 and not (self.sure and other.sure)))


def find_dates(text: str) -> Iterator[Date]:
    """The dates of a normalised text, in their order; a year counts as one where it is written as a year (2024년)."""
    for match in matches(_DATE, _DATE_BEGINS, text):
        groups = match.groupdict()
        year, month, day = (_first(groups, letter) for letter in "ymd")
        name = groups["name5"] or groups["name6"]
        if name:
            month = _MONTHS.index(name[:3].lower()) + 1
        if (month is None or 1 <= month <= 12) and (day is None or 1 <= day <= 31):
            yield Date(match.start(), match.end(), year, month, day)


def months_named(text: str) -> frozenset[int]:
    """The months that the text names in English without a day or a year ("in March")."""
    return frozenset(_MONTHS.index(match["name"][:3].lower()) + 1 for match in _MONTH_ALONE.finditer(text))


def find_clocks(text: str) -> Iterator[Clock]:
    """The times of day of a normalised text, in their order."""
    for match in matches(_CLOCK, _CLOCK_BEGINS, text):
        groups = match.groupdict()
        hour = next(int(groups[name]) for name in ("h1", "h2", "h3", "h4") if groups[name] is not None)
        minute = 30 if groups["half"] else int(groups["m1"] or groups["m2"] or 0)
        letter = (groups["half1"] or groups["half3"] or "").lower()
        half = _HALF.search(text[max(0, match.start() - 4) : match.start()])
        before = letter == "a" or (half is not None and half["am"] is not None)
        after = letter == "p" or (half is not None and half["pm"] is not None)
        if hour > 24 or minute > 59:
            continue
        if after and hour < 12:
            hour += 12
        elif before and hour == 12:
            hour = 0
        yield Clock(match.start(), match.end(), hour % 24, minute, before or after or hour > 12)


def noon_or_midnight(text: str, clock: Clock) -> bool:
    """Whether the text says in a word what the clock shows."""
    if clock.minute or clock.hour % 12:
        return False
    return bool((clock.hour == 12 or not clock.sure) and _NOON.search(text)) or bool(
        (clock.hour == 0 or not clock.sure) and _MIDNIGHT.search(text)
    )


def matches(pattern: re.Pattern[str], begins: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """The matches of a pattern that can only be where another one, which is found faster, has a match."""
    end = 0
    for candidate in begins.finditer(text):
        if candidate.start() >= end and (match := pattern.match(text, candidate.start())):
            end = match.end()
            yield match


def _first(groups: dict[str, str | None], letter: str) -> int | None:
    return next((int(value) for name, value in groups.items() if name[0] == letter and name[1].isdigit() and value), None)
