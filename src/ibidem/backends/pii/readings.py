"""How a text is read before anything is looked for in it: folded, with what parts two groups of digits written once.

Two blanks, an invisible character beside a hyphen or within a word change nothing for a person. So runs of them are one
separator, and what is invisible is read twice: as a separator, and as nothing. A datum that either reading has is one.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ibidem.backends.pii.runs import UNSEEN, folded

# Characters of a run that are read as one separator, or as nothing: those of the longest message. A stream has to keep so many.
LONGEST_RUN = 8_000
# What parts groups of digits, up to the digit that follows, or the end: what follows there decides later.
_PARTING = re.compile(rf"(?<=[0-9)])[ \t\-{UNSEEN}]{{1,{LONGEST_RUN}}}+(?=[0-9(+]|\Z)")
_WRITTEN_TWICE = re.compile(rf"[ \-\t{UNSEEN}][ \-\t{UNSEEN}]|{UNSEEN}")
_NOTHING = re.compile(rf"(?<!{UNSEEN}){UNSEEN}{{1,{LONGEST_RUN}}}(?!{UNSEEN})")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it is read, and where each of its characters stands in the text as it is written; and at its end, the length."""

    text: str
    places: Sequence[int]

    def at(self, place: int) -> int:
        """Where the reading goes on from a place of the text as it is written."""
        return bisect_left(self.places, place)

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where the characters [start, end) stand as they are written."""
        return self.places[start], self.places[end - 1] + 1


def readings(text: str) -> Sequence[Reading]:
    """The ways to read a text: one, and a second where something in it is invisible."""
    plain = folded(text)
    whole = Reading(plain, range(len(plain) + 1))
    if _WRITTEN_TWICE.search(plain) is None:
        return (whole,)
    if UNSEEN not in plain:
        return (_parted(whole),)
    return _parted(whole), _parted(_rewritten(whole, _NOTHING, _nothing))


def _parted(reading: Reading) -> Reading:
    once = _rewritten(reading, _PARTING, _separator)
    return Reading(once.text.replace(UNSEEN, " "), once.places)


def _rewritten(reading: Reading, pattern: re.Pattern[str], shorter: Callable[[str], str]) -> Reading:
    """The reading with what the pattern finds written shorter; a character that is left keeps the place of the first."""
    texts: list[str] = []
    places: list[int] = []
    done = 0
    for found in pattern.finditer(reading.text):
        start, end = found.span()
        short = shorter(found[0])
        if short == found[0]:
            continue
        texts += reading.text[done:start], short
        places += reading.places[done : start + len(short)]
        done = end
    if not done:
        return reading
    return Reading("".join((*texts, reading.text[done:])), (*places, *reading.places[done:]))


def _nothing(_run: str) -> str:
    return ""


def _separator(run: str) -> str:
    """A run of what parts digits, written once. A tab alone parts columns."""
    seen = run.replace(UNSEEN, "")
    if not seen:
        return "-"
    if seen == "\t":
        return seen
    if "-" not in seen:
        return " "
    return f"{' ' * seen[0].isspace()}-{' ' * seen[-1].isspace()}"
