"""Questions about one's own earlier questions, by time and order, made of templates over a conversation in three languages.

Which turns a message means follows from the numbers and the calendar days of the turns alone: no reader of messages is used.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from ibidem.domain.languages import Language
from ibidem.evaluation.lookbacks import NOTHING, Lookback, LookbackSet
from ibidem.evaluation.turns_folder import SpokenTurn
from lookback_set.wording import LOOKBACK_WORDINGS

NOW = datetime(2026, 6, 18, 16, 30)  # a Thursday

# Days before today, and the time, of each turn: several on some days, of every week and part of a day.
_ASKED = (
    (44, "09:12"),
    (44, "09:40"),
    (41, "14:05"),
    (38, "10:31"),
    (35, "16:20"),
    (31, "08:50"),
    (29, "13:15"),
    (24, "11:02"),
    (22, "17:40"),
    (17, "09:08"),
    (16, "09:30"),
    (15, "15:11"),
    (13, "10:10"),
    (10, "08:33"),
    (9, "13:40"),
    (8, "09:55"),
    (6, "16:05"),
    (3, "09:17"),
    (3, "14:38"),
    (2, "10:02"),
    (1, "09:26"),
    (1, "15:45"),
    (0, "08:21"),
    (0, "13:34"),
)
_COUNT = len(_ASKED)


@dataclass(frozen=True, slots=True)
class _Turn:
    number: int
    ts: datetime

    @property
    def day(self) -> date:
        return self.ts.date()

    @property
    def week(self) -> tuple[int, int]:
        """Year and number of its week, as ISO 8601 counts them."""
        calendar = self.ts.isocalendar()
        return calendar.year, calendar.week


def made_set() -> LookbackSet:
    """One conversation in each language, and every expression of a time or a place in every sentence that it fits into."""
    sessions = {
        language: tuple(
            SpokenTurn(turn.number, turn.ts, wording.questions[turn.number % len(wording.questions)], "") for turn in _turns()
        )
        for language, wording in LOOKBACK_WORDINGS.items()
    }
    messages = tuple(one for language in LOOKBACK_WORDINGS for one in _messages(language))
    return LookbackSet(sessions, messages, NOW)


def _turns() -> Sequence[_Turn]:
    midnight = datetime.combine(NOW.date(), datetime.min.time())
    times = (midnight - timedelta(days=days, hours=-int(at[:2]), minutes=-int(at[3:])) for days, at in _ASKED)
    return [_Turn(number, ts) for number, ts in enumerate(times, 1)]


def _messages(language: Language) -> Iterator[Lookback]:
    wording = LOOKBACK_WORDINGS[language]
    for kind, groups in (("time", wording.times), ("order", wording.orders)):
        for expressions, sentences in groups:
            for meaning, expression in expressions:
                turns = _of_time(meaning) if kind == "time" else _of_order(meaning)
                for sentence in sentences:
                    yield Lookback(language, sentence.format(expression), kind, turns)
    for text in wording.others:
        yield Lookback(language, text, NOTHING, ())


def _of_time(meaning: str) -> tuple[int, ...]:
    """The turns of a time: "day 1" yesterday, "day 1 12-18" its hours, "week 1" the last one, "week 1 4" its Friday, "month 5"
    May, "date 6-2", "dates 6-2 6-5", "since 3" days, "week 1 0-2" its Monday to Wednesday."""
    unit, *parts = meaning.split()
    return tuple(turn.number for turn in _turns() if _within(turn, unit, parts))


def _within(turn: _Turn, unit: str, parts: Sequence[str]) -> bool:
    match unit, parts:
        case "day", [days]:
            return turn.day == NOW.date() - timedelta(days=int(days))
        case "day", [days, hours]:
            begin, end = map(int, hours.split("-"))
            return turn.day == NOW.date() - timedelta(days=int(days)) and begin <= turn.ts.hour < end
        case "week", [weeks, *days]:
            calendar = (NOW - timedelta(weeks=int(weeks))).isocalendar()
            begin, _, end = (days[0] if days else "0-6").partition("-")
            return turn.week == (calendar.year, calendar.week) and int(begin) <= turn.ts.weekday() <= int(end or begin)
        case "month", [number]:
            return turn.ts.month == int(number)
        case "date", [number]:
            return f"{turn.ts.month}-{turn.ts.day}" == number
        case "dates", [begin, end]:
            first, last = (date(NOW.year, *map(int, one.split("-"))) for one in (begin, end))
            return first <= turn.day <= last
        case "since", [days]:
            return turn.day >= NOW.date() - timedelta(days=int(days))
        case _:
            raise ValueError(f"no time: {unit} {parts}")


def _of_order(meaning: str) -> tuple[int, ...]:
    """The turns of a place: "3", "2 to 5", "-1" the last, "-3 to -1" the last three, "2,4"."""
    numbers: list[int] = []
    for part in meaning.split(","):
        begin, _, end = part.partition(" to ")
        first, last = (number if number > 0 else _COUNT + 1 + number for number in map(int, (begin, end or begin)))
        numbers += range(first, last + 1)
    return tuple(numbers)
