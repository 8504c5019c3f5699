"""How well lines answer by what a reader said of them."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ibidem.answering.lines import ScoredLine

# A line that was not read is so far below the lowest that was.
_UNREAD = 2.0


def scored_by_reader(lines: Sequence[ScoredLine], scores: Mapping[tuple[str, int], float]) -> tuple[ScoredLine, ...]:
    """The lines with the scores that a reader gave them, by their places in their documents; those that it did not read come
    last."""
    lowest = min(scores.values()) - _UNREAD
    return tuple(replace(line, score=scores.get(line.at, lowest), read=line.at in scores) for line in lines)
