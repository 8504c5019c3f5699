"""The second phase: the hits of a search, scored again from their stored tokens.

It needs nothing but the tokens and the statistics that every backend returns, so every backend ranks alike.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

from ibidem.domain.documents import TextHits, WeightedTerm
from ibidem.language.search_text import WORD

# BM25 as Lucene and tantivy have it (Robertson et al., "Okapi at TREC-3"), without the constant factor k1 + 1.
K1, B = 1.2, 0.75

# Two words of the question that stand close together in a passage belong together there too. Measured best at .2 of their weight,
# in every set of three languages; "close" is at most two content words apart, in either order.
_PAIR_WEIGHT, _PAIR_REACH = 0.2, 2

# A long sentence holds more words by chance alone.
_SENTENCE_LENGTH_COST = 0.004


@dataclass(frozen=True, slots=True)
class Rescored:
    """The scores of the second phase, parallel to the hits, and the score of a passage that would hold all of the question."""

    scores: tuple[float, ...]
    whole: float


def rescore(hits: TextHits, terms: Sequence[WeightedTerm], sentence_weight: float) -> Rescored:
    """Scores each hit by BM25 + proximity + `sentence_weight` times its best sentence, all in units of idf times weight."""
    idf = {t.token: inverse_frequency(hits, t.token) for t in terms}
    worth = {t.token: t.weight * idf[t.token] for t in terms}
    pairs = _pairs(terms, worth)
    scores = tuple(_score(hit.tokens, hits.mean_length, worth, pairs, sentence_weight) for hit in hits.hits)
    return Rescored(scores, sum(worth.values()))


def inverse_frequency(hits: TextHits, token: str) -> float:
    """BM25's idf of a token: ln(1 + (N - n + .5) / (n + .5)), always above zero."""
    frequency = hits.frequencies.get(token, 0)
    return log(1 + (hits.chunks - frequency + 0.5) / (frequency + 0.5))


def _pairs(terms: Sequence[WeightedTerm], worth: Mapping[str, float]) -> dict[tuple[str, str], float]:
    words = [t.token for t in terms if t.token[0] == WORD]
    return {
        (min(a, b), max(a, b)): worth[a] + worth[b]
        for reach in range(1, _PAIR_REACH + 1)
        for a, b in zip(words, words[reach:], strict=False)
    }


def _score(
    tokens: str, mean_length: float, worth: Mapping[str, float], pairs: Mapping[tuple[str, str], float], sentence_weight: float
) -> float:
    counts: dict[str, int] = {}
    close: dict[tuple[str, str], int] = {}
    length, best = 0, 0.0
    for line in tokens.split("\n"):
        stored = line.split(" ")
        length += len(stored)
        found = [(at, token) for at, token in enumerate(stored) if token in worth]
        if not found:
            continue
        for _, token in found:
            counts[token] = counts.get(token, 0) + 1
        best = max(best, sum(worth[t] for t in {t for _, t in found}) / (1 + _SENTENCE_LENGTH_COST * len(stored)))
        for i, (at, token) in enumerate(found):
            for other_at, other in found[i + 1 :]:
                if other_at - at > _PAIR_REACH:
                    break
                pair = (token, other) if token < other else (other, token)
                if pair in pairs:
                    close[pair] = close.get(pair, 0) + 1
    damping = K1 * (1 - B + B * length / mean_length)
    score = sum(worth[token] * tf / (tf + damping) for token, tf in counts.items())
    score += _PAIR_WEIGHT * sum(pairs[pair] * tf / (tf + damping) for pair, tf in close.items())
    return score + sentence_weight * best
