"""The words of an exported conversation."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from ibidem.words.loader import worded


@dataclass(frozen=True, slots=True)
class Labels:
    """The words of an export in one language."""

    title: str
    turns: str
    sources: str
    page: str
    replaced: str
    not_in_force: str
    made: str


LABELS = worded("export", Labels)


def when(ts: datetime, zone: tzinfo) -> str:
    """A time for people."""
    return f"{ts.astimezone(zone):%Y-%m-%d %H:%M %Z}"
