"""The sentences in which earlier questions are listed, and how their times are written."""

from dataclasses import dataclass
from datetime import datetime

from ibidem.profile import Profile
from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True, kw_only=True)
class RecountWording:
    """The sentences in one language: `found` takes the number of questions and the time zone, `found_last` also how many are
    shown; `none` the number of questions, the times of the first and the last, and the zone; `line` the turn, its time, the
    question and the answer."""

    found: str
    found_last: str
    none: str
    none_such: str
    nothing: str
    line: str


RECOUNT_WORDINGS = worded("recounting", RecountWording)


def time_of(moment: datetime, profile: Profile) -> str:
    """A time by the clock of the people who ask, to the minute."""
    return f"{profile.here(moment):%Y-%m-%d %H:%M}"


def zone_at(moment: datetime, profile: Profile) -> str:
    """The name of that clock's zone: the profile's, else what this machine calls its own."""
    return profile.time_zone or profile.here(moment).tzname() or "UTC"
