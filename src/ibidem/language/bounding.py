"""Bounds what is repeated in a text before anything reads it: no reader then meets a run that a person would not write.

What takes a reader long is nearly always a run of the same: of spaces, of marks, of a word. In 46,000 messages that people wrote,
in three languages, nothing was repeated more than six times but single marks, such as a ruled line.
"""

import re

from ibidem.domain.text import unstacked

MOST_COPIES = 12
LONGEST_UNIT = 40  # characters; a phrase of a few words

_SPACES = re.compile(r"\s{2,}")
_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_REPEATED = re.compile(rf"(.{{1,{LONGEST_UNIT}}}?)\1(?:\1){{{MOST_COPIES - 1},}}", re.DOTALL)


def bounded(text: str) -> str:
    """The text as it is to be read, never longer.

    A run of white space is one space, one line break, or two where it held more. Of what is repeated and is no longer than
    LONGEST_UNIT, MOST_COPIES are left, and of the marks upon a letter MOST_MARKS.
    """
    shorter = _SPACES.sub(_space, unstacked(text))
    while (cut := _REPEATED.sub(_copies, shorter)) != shorter:
        shorter = cut
    return shorter


def _space(run: re.Match[str]) -> str:
    return ("\n" * min(2, len(_LINE_BREAK.findall(run.group())))) or " "


def _copies(run: re.Match[str]) -> str:
    return run[1] * MOST_COPIES
