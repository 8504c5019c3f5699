"""Questions of one matter, in whatever words and order: those that share most of the words that say something."""

from collections.abc import Sequence
from functools import lru_cache

from ibidem.language.everyday import everyday_tokens
from ibidem.language.search_text import BIGRAM, question_terms

# Shared words by those of the shorter question: half of two such words is chance, two of three is the same matter.
_ALIKE = 0.6


def grouped(questions: Sequence[str]) -> tuple[tuple[int, ...], ...]:
    """The places of the questions in groups of alike ones: the largest group first, else the one that begins first."""
    groups: list[list[int]] = []
    for place, question in enumerate(questions):
        alike = next((group for group in groups if _alike(questions[group[0]], question)), None)
        if alike is None:
            groups.append([place])
        else:
            alike.append(place)
    return tuple(map(tuple, sorted(groups, key=lambda group: -len(group))))


def _alike(one: str, other: str) -> bool:
    words, others = _words(one), _words(other)
    return one == other or len(words & others) >= max(
        1.0, _ALIKE * min(len(words), len(others)), 0.5 * max(len(words), len(others))
    )


@lru_cache(maxsize=4096)
def _words(question: str) -> frozenset[str]:
    tokens = frozenset(term.token for term in question_terms(question) if term.token[0] != BIGRAM)
    return tokens - everyday_tokens() or tokens
