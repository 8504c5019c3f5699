"""Sections of one document that differ in one value only: the torque of one model and that of another, under their headings.

Their sentences do not say whose value they give; only the headings above them do.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from ibidem.answering.lines import ScoredLine
from ibidem.language.question_words import quantities
from ibidem.language.search_text import BIGRAM, tokens_in
from ibidem.language.tables import cells_of, is_row

# Sentences of two documents or sections that share so many of their tokens say the same, or the same of another value.
_SAME = 0.6
# Sentences looked at: twins hold the same words of the question, so that they score about the same.
_LOOKED_AT = 16
_YES_OR_NO = re.compile(r"(?:yes|no|네|예|아니요|아니오|아닙니다|はい|いいえ)\s?[,.、。!！]", re.IGNORECASE)

# A section: the document's id, and the heading.
Section = tuple[str, str]


def alike(sentence: ScoredLine, other: ScoredLine) -> bool:
    """Whether the sentences share most of their tokens."""
    return len(sentence.tokens & other.tokens) >= _SAME * len(sentence.tokens | other.tokens)


def of_one_key(row: ScoredLine, other: ScoredLine) -> bool:
    """Whether both are rows with the same first cell, which gives other values, or in another section of the document something
    else: the alarm E-07 of two models."""
    rows = is_row(row.text) and is_row(other.text) and row.text != other.text
    if not rows or cells_of(row.text)[0] != cells_of(other.text)[0]:
        return False
    sections = row.passage.document.doc_id == other.passage.document.doc_id and row.heading != other.heading
    return sections or quantities(row.text) != quantities(other.text)


def says_the_same(sentence: ScoredLine, other: ScoredLine) -> bool:
    """Whether the sentences are alike and hold the same values."""
    return alike(sentence, other) and quantities(sentence.text) == quantities(other.text)


def says_otherwise(sentence: ScoredLine, other: ScoredLine) -> bool:
    """Whether the sentences differ in a value only."""
    return alike(sentence, other) and quantities(sentence.text) != quantities(other.text)


def answers_alike(sentence: ScoredLine, other: ScoredLine) -> bool:
    """Whether both give a value of the same thing, and not the same one."""
    return of_one_key(sentence, other) or says_otherwise(sentence, other)


def section_of(sentence: ScoredLine) -> Section:
    """The section that a sentence stands in."""
    return sentence.passage.document.doc_id, sentence.heading


def without_twin_sections(found: Sequence[ScoredLine], asked: Collection[str]) -> tuple[ScoredLine, ...]:
    """The sentences without those of a section that is the twin of one that the question names; `asked` are its tokens."""
    dropped: set[Section] = set()
    for one, other in _twins(found):
        first, second = _words(one.heading), _words(other.heading)
        names_first, names_second = (not (mine - its).isdisjoint(asked) for mine, its in ((first, second), (second, first)))
        if names_first != names_second:
            dropped.add(section_of(other if names_first else one))
    return tuple(s for s in found if section_of(s) not in dropped) if dropped else tuple(found)


def unnamed_sections(chosen: Sequence[ScoredLine]) -> frozenset[Section]:
    """The sections that these sentences are of which have a twin among them: each is to be shown under its heading."""
    return frozenset(section_of(s) for pair in _twins(chosen) for s in pair)


def answered_questions(chosen: Sequence[ScoredLine]) -> frozenset[Section]:
    """The sections of which a yes or a no is quoted: it says nothing without the question in their heading."""
    return frozenset(section_of(s) for s in chosen if s.heading and _YES_OR_NO.match(s.text))


def _twins(found: Sequence[ScoredLine]) -> Iterator[tuple[ScoredLine, ScoredLine]]:
    best = sorted((s for s in found if s.heading and not s.lead), key=lambda s: -s.score)[:_LOOKED_AT]
    for one, other in combinations(best, 2):
        if (
            one.passage.document.doc_id == other.passage.document.doc_id
            and one.heading != other.heading
            and answers_alike(one, other)
        ):
            yield one, other


def _words(heading: str) -> frozenset[str]:
    return frozenset(token for token in tokens_in(heading) if token[0] != BIGRAM)
