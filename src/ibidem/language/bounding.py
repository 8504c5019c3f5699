"""Bounds repetition and hidden length in a text before it is parsed, so that no parser meets what a person would not write.

Parsers are slow nearly always on repetition: of spaces, of marks, of a word. In 46,000 messages that people wrote, in three
languages, nothing was repeated more than six times but single marks, such as a ruled line.
"""

import re
import unicodedata
from itertools import accumulate, takewhile

from ibidem.domain.gate import MAX_MESSAGE
from ibidem.domain.text import unstacked

MOST_COPIES = 12
LONGEST_UNIT = 40  # characters; a phrase of a few words
# Characters, once each that stands for several is written out: some are six (㌖), one is eighteen (ﷺ). No longest message of
# a person doubles by that.
LONGEST_WRITTEN_OUT = 2 * MAX_MESSAGE

_SPACES = re.compile(r"\s{2,}")
_LINE_BREAK = re.compile("\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
_REPEATED = re.compile(rf"(.{{1,{LONGEST_UNIT}}}?)\1(?:\1){{{MOST_COPIES - 1},}}", re.DOTALL)


def bounded(text: str) -> str:
    """The text as it is to be read, never longer.

    A run of white space is one space, one line break, or two where it held more. Of what is repeated and is no longer than
    LONGEST_UNIT, MOST_COPIES are left, and of the marks upon a letter MOST_MARKS. What is longer than LONGEST_WRITTEN_OUT with
    its compatibility forms written out is cut there.
    """
    shorter = _SPACES.sub(_space, unstacked(text))
    while (cut := _REPEATED.sub(_copies, shorter)) != shorter:
        shorter = cut
    return _cut(shorter)


def _cut(text: str) -> str:
    if len(unicodedata.normalize("NFKC", text)) <= LONGEST_WRITTEN_OUT:
        return text
    lengths = accumulate(len(unicodedata.normalize("NFKC", character)) for character in text)
    return text[: sum(1 for _ in takewhile(lambda length: length <= LONGEST_WRITTEN_OUT, lengths))]


def _space(run: re.Match[str]) -> str:
    return ("\n" * min(2, len(_LINE_BREAK.findall(run.group())))) or " "


def _copies(run: re.Match[str]) -> str:
    return run[1] * MOST_COPIES
