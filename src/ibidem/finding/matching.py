"""Which words of a question a passage holds, for a person who asks why it was found."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from ibidem.domain.documents import Passage
from ibidem.finding.passages import Ranking
from ibidem.language.everyday import everyday_tokens
from ibidem.language.question_words import subject
from ibidem.language.search_text import BIGRAM, passage_tokens, question_terms

MOST_WORDS = 20  # of one question are named
# The words of a question as they are written: Japanese ones by their script, a verb with its ending.
_WRITTEN = re.compile(
    r"[A-Za-z0-9]+(?:[-./·'’][A-Za-z0-9]+)*|[가-힣]+|(?P<kanji>[\u3005\u3400-\u9fff]+)[\u3041-\u3096]*|[\u30a1-\u30fa\u30fc]+"
)


def matched(question: str, ranking: Ranking) -> tuple[Passage, ...]:
    """The passages of a ranking, each with the words of the question's subject that it holds, as the question writes them."""
    written = _written(question)
    known = frozenset(chain.from_iterable(written.values()))
    pairs = zip(ranking.passages, ranking.tokens, strict=True)
    return tuple(_matched(passage, known.intersection(tokens.split()), written) for passage, tokens in pairs)


def words_missing(question: str, texts: Iterable[str]) -> tuple[str, ...]:
    """The words of the question's subject that none of the texts holds, as the question writes them."""
    held = frozenset(chain.from_iterable(passage_tokens(text).split() for text in texts))
    return tuple(word for word, known_as in _written(question).items() if held.isdisjoint(known_as))


def _matched(passage: Passage, held: frozenset[str], written: Mapping[str, frozenset[str]]) -> Passage:
    words = tuple(word for word, known_as in written.items() if not held.isdisjoint(known_as))
    return replace(passage, match=replace(passage.match, words=words))


def _written(question: str) -> Mapping[str, frozenset[str]]:
    """The words of the question's subject, each with the tokens under which a passage may hold it."""
    about = {term.token for term in question_terms(subject(question)) if term.token[0] != BIGRAM} - everyday_tokens()
    written: dict[str, frozenset[str]] = {}
    for found in _WRITTEN.finditer(question):
        forms = dict.fromkeys((found["kanji"] or found[0], found[0]))
        known = {form: about.intersection(term.token for term in question_terms(form)) for form in forms}
        written |= dict([(form, frozenset(tokens)) for form, tokens in known.items() if tokens][:1])
        if len(written) == MOST_WORDS:
            break
    return written
