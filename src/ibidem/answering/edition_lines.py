"""The line that stands in another edition of a document in the place of one that was quoted, and lines that disagree.

What a new edition changes are mostly figures, so lines are compared by their words without them first.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from ibidem.domain.conversation import AnswerPart, DocRef
from ibidem.domain.documents import Chunk
from ibidem.language.normal import normalise
from ibidem.language.search_text import BIGRAM, passage_tokens
from ibidem.language.sentences import sentence_spans

# Shared words by all words of both, as in answering.twins: lines of one subject stay below a third, editions of one are above a
# half. Below the same heading a line that was written anew is found by less.
_ALIKE, _ALIKE_HERE = 0.5, 0.34
# A token that is nothing but a figure: M8 and E-1234 are names. The number of a step says nothing of what the step does.
_FIGURE = re.compile(r"\w[\d.,]+")
_NUMBER = re.compile(r"^\s*\d{1,3}[.)]\s+")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a document under its section: the characters [start, end) of the whole text."""

    text: str
    section: str
    page: int | None
    start: int
    end: int


def lines_of_chunks(chunks: Sequence[Chunk]) -> tuple[Line, ...]:
    """Each sentence, step and row of the chunks once, in their order."""
    found = {line.start: line for chunk in chunks for line in _lines(chunk)}
    return tuple(found.values())


def line_in_place_of(quoted: str, section: str, lines: Sequence[Line]) -> Line | None:
    """The line that says today what the quoted one said: the same, else the one most like it, first of all in its section; None
    where there is none like it."""
    same = [line for line in lines if _plain(line.text) == _plain(quoted)]
    if same:
        return min(same, key=lambda line: not _same_section(line.section, section))
    ranked = max(lines, key=lambda line: _fit(quoted, section, line), default=None)
    return ranked if ranked is not None and _fit(quoted, section, ranked)[0] else None


def says_the_same(line: str, other: str) -> bool:
    """Whether two lines differ in nothing but spaces, widths and marks of lists and tables."""
    return _plain(line) == _plain(other)


def disagreeing(parts: Sequence[AnswerPart], refs: Sequence[DocRef]) -> tuple[int, ...]:
    """The slots of an answer whose quoted lines say the same of different figures: two documents that disagree."""
    by_slot = {ref.slot: ref for ref in refs}
    quoted = [(part, part.slot) for part in parts if part.slot is not None and part.kind not in ("context", "notice")]
    slots = {
        slot
        for (one, first), (other, second) in combinations(quoted, 2)
        if first != second and _of_one_thing(by_slot.get(first), by_slot.get(second)) and _disagree(one.text, other.text)
        for slot in (first, second)
    }
    return tuple(sorted(slots))


def _of_one_thing(one: DocRef | None, other: DocRef | None) -> bool:
    """Whether two documents may be about one thing: those about different devices are not."""
    if one is None or other is None or not (one.devices and other.devices):
        return True
    return not set(one.devices).isdisjoint(other.devices)


def _disagree(one: str, other: str) -> bool:
    figures, others = _figures(one), _figures(other)
    return bool(figures - others and others - figures) and _shared(_words(one), _words(other)) >= _ALIKE


def _lines(chunk: Chunk) -> Iterator[Line]:
    for start, end in sentence_spans(chunk.text):
        text = chunk.text[start:end]
        if not text.lstrip().startswith("#"):
            yield Line(text, chunk.section, chunk.page, chunk.offset + start, chunk.offset + end)


def _fit(quoted: str, section: str, line: Line) -> tuple[bool, bool, float, float]:
    words, here = _shared(_words(quoted), _words(line.text)), _same_section(line.section, section)
    return words >= (_ALIKE_HERE if here else _ALIKE), here, words, _shared(_tokens(quoted), _tokens(line.text))


def _same_section(one: str, other: str) -> bool:
    """By the innermost heading: the one over all is the title, which a new edition changes."""
    return normalise(one.rpartition(" > ")[2]) == normalise(other.rpartition(" > ")[2])


def _plain(text: str) -> str:
    return " ".join(normalise(text).strip().lstrip("-*|> ").rstrip("| ").split())


@lru_cache(maxsize=4096)  # each quoted line is compared with every line of a document
def _tokens(text: str) -> frozenset[str]:
    return frozenset(token for token in passage_tokens(_NUMBER.sub("", text)).split() if token[0] != BIGRAM)


def _figures(text: str) -> frozenset[str]:
    return frozenset(token for token in _tokens(text) if _FIGURE.fullmatch(token))


def _words(text: str) -> frozenset[str]:
    """Without figures, unless there is nothing else."""
    return _tokens(text) - _figures(text) or _tokens(text)


def _shared(one: frozenset[str], other: frozenset[str]) -> float:
    return len(one & other) / len(one | other) if one or other else 0.0
