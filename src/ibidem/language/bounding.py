"""Bounds what is repeated in a text before anything reads it: no reader then meets a run that a person would not write.

What takes a reader long is nearly always a run of the same: of spaces, of marks, of a word. In 46,000 messages that people wrote,
in three languages, nothing was repeated more than six times but single marks, such as a ruled line.
"""

import re
import unicodedata

MOST_COPIES = 12
LONGEST_UNIT = 40  # characters; a phrase of a few words
# What Unicode's Stream-Safe Text Format allows (https://unicode.org/reports/tr15/#Stream_Safe_Text_Format). To compose a text
# takes time with the square of the marks that stand upon one letter.
MOST_MARKS = 30

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


def unstacked(text: str) -> str:
    """The text without the combining marks beyond the first MOST_MARKS of a run."""
    if text.isascii():
        return text
    kept: list[str] = []
    run = 0
    for character in text:
        run = run + 1 if unicodedata.combining(character) else 0
        if run <= MOST_MARKS:
            kept.append(character)
    return "".join(kept)


def _space(run: re.Match[str]) -> str:
    return ("\n" * min(2, len(_LINE_BREAK.findall(run.group())))) or " "


def _copies(run: re.Match[str]) -> str:
    return run[1] * MOST_COPIES
