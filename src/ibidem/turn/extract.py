"""An answer made of quotes: the sentences, steps or rows of the best passages that answer a question, exactly as they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.documents import Passage
from ibidem.turn.evidence import Sentence, sentences
from ibidem.turn.searching import Ranking

# A further sentence is quoted while it supports the question at least this well, the first one being 1. Below it the answers get
# a third longer, and hold no more of what was asked for, in all three languages.
_ENOUGH = 0.6


@dataclass(frozen=True, slots=True)
class Quote:
    """A stretch of a passage's text, and the passage."""

    text: str
    passage: Passage


@dataclass(frozen=True, slots=True)
class Extract:
    """The quotes that answer, in the order in which they are to be read, each with how well it supports the answer."""

    quotes: tuple[Quote, ...]
    scores: tuple[float, ...]


def extract(question: str, ranking: Ranking, max_chars: int) -> Extract | None:
    """Quotes of at most `max_chars` characters together, the best first. None when nothing in the ranking supports an answer."""
    found = sentences(question, ranking)
    quotable = [s for s in found if not s.lead and s.tokens] or list(found)
    return _best_first(quotable, max_chars) if quotable else None


def _best_first(quotable: Sequence[Sentence], max_chars: int) -> Extract:
    best = max(quotable, key=lambda s: s.score)
    quotes = [Quote(best.text, best.passage)]
    scores = [best.score]
    length = len(best.text)
    for sentence in sorted(quotable, key=lambda s: -s.score):
        if sentence is best:
            continue
        if sentence.score < _ENOUGH * best.score:
            break
        if length + 1 + len(sentence.text) <= max_chars:
            quotes.append(Quote(sentence.text, sentence.passage))
            scores.append(sentence.score)
            length += 1 + len(sentence.text)
    return Extract(tuple(quotes), tuple(scores))
