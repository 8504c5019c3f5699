"""Which gaps between the words of a printed line part cells, and which are its spaces."""

from collections.abc import Iterator, Sequence
from statistics import median

# All gaps are in heights of the line.
_PART = 0.5  # a space is less than that, except in justified and in monospaced lines
_CELL = 1.5  # no space between words is as wide
_WIDEST_SPACE = 1.0  # of a justified line: one that is stretched further stands in a very narrow column
_EQUAL, _ALIKE = 0.05, 0.3  # shares of the usual gap by which those of a monospaced, a justified line differ from it
_MOST_ALIKE = 0.75  # of the gaps: TeX stretches those between sentences further


def parting(words: Sequence[str], gaps: Sequence[float]) -> Iterator[bool]:
    """Whether each gap, which stands after the word with its number, parts two stretches of the line.

    Words as far from each other as from the next are a justified or a monospaced line, unless most of them are numbers.
    """
    begin = 0
    for end in [*(at for at, gap in enumerate(gaps) if gap > _CELL), len(gaps)]:
        between = gaps[begin:end]
        running = _is_running(words[begin : end + 1], between)
        yield from (not running and gap > _PART for gap in between)
        if end < len(gaps):
            yield True
        begin = end + 1


def _is_running(words: Sequence[str], gaps: Sequence[float]) -> bool:
    if len(gaps) < 2 or sum(_is_worded(word) for word in words) * 2 <= len(words):
        return False
    usual = median(gaps)
    off = [abs(gap - usual) / max(usual, 0.01) for gap in gaps]
    justified = len(gaps) > 2 and sum(one <= _ALIKE for one in off) >= _MOST_ALIKE * len(gaps) and max(gaps) <= 2 * usual
    return usual <= _WIDEST_SPACE and (justified or max(off) <= _EQUAL)


def _is_worded(word: str) -> bool:
    return sum(map(str.isalpha, word)) > sum(map(str.isdigit, word))
