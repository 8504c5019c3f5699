"""The second phase: scores the hits of a search again from their stored tokens.

It needs only the tokens and the statistics that every backend returns, so every backend ranks alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from ibidem.domain.documents import TextHits, WeightedTerm
from ibidem.language.glossary import Alternatives
from ibidem.language.search_text import IDENTIFIER, WORD

# BM25 as Lucene and tantivy have it (Robertson et al., "Okapi at TREC-3"), without the constant factor k1 + 1.
K1, B = 1.2, 0.75

# Two words of the question that stand close together in a passage belong together there too. Measured best at .2 of their weight,
# in every set of three languages; "close" is at most two content words apart, in either order.
_PAIR_WEIGHT, _PAIR_REACH = 0.2, 2

# A long sentence holds more words by chance alone.
_SENTENCE_LENGTH_COST = 0.004

# Another word for the same thing is never better evidence than the word itself.
SYNONYM_WEIGHT = 0.7


@dataclass(frozen=True, slots=True)
class Rescored:
    """The scores of the second phase, parallel to the hits, the score of a passage that holds the whole question, and the value
    of each token: those of the question, and those of their substitutes."""

    scores: tuple[float, ...]
    whole: float
    worth: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class _Worths:
    """What a passage can earn: for a term, for a pair of words close together, and for another word in place of one asked for.

    A substitute is the tokens of the word asked for, and for each of its others the share that its tokens bring of that word;
    `instead` says of a token in which of the substitutes it stands, in which of its others, and what it brings there.
    """

    terms: Mapping[str, float]
    pairs: Mapping[tuple[str, str], float]
    substitutes: Sequence[tuple[Sequence[str], Sequence[Mapping[str, float]]]]
    instead: Mapping[str, Sequence[tuple[int, int, float]]]
    tokens: frozenset[str]
    paired: frozenset[str]


def rescore(
    hits: TextHits, terms: Sequence[WeightedTerm], alternatives: Sequence[Alternatives], sentence_weight: float
) -> Rescored:
    """Scores each hit by BM25 + proximity + `sentence_weight` times its best sentence, all in units of idf times weight."""
    worths, whole = _worths(hits, terms, alternatives)
    scores = tuple(_score(hit.tokens, hits.mean_length, worths, sentence_weight) for hit in hits.hits)
    instead = {token: value for _, others in worths.substitutes for other in others for token, value in other.items()}
    return Rescored(scores, whole, instead | dict(worths.terms))


def inverse_frequency(hits: TextHits, token: str) -> float:
    """BM25's idf of a token: ln(1 + (N - n + .5) / (n + .5)), always above zero."""
    frequency = hits.frequencies.get(token, 0)
    return log(1 + (hits.chunks - frequency + 0.5) / (frequency + 0.5))


def _worths(hits: TextHits, terms: Sequence[WeightedTerm], alternatives: Sequence[Alternatives]) -> tuple[_Worths, float]:
    worth = {t.token: t.weight * inverse_frequency(hits, t.token) for t in terms}
    words = [t.token for t in terms if t.token[0] == WORD]
    pairs = {
        (min(a, b), max(a, b)): worth[a] + worth[b]
        for reach in range(1, _PAIR_REACH + 1)
        for a, b in zip(words, words[reach:], strict=False)
    }
    # Codes are guesses where the corpus holds none; their letters and digits count as words already.
    whole = sum(w for token, w in worth.items() if token[0] != IDENTIFIER or hits.frequencies.get(token))
    substitutes: list[tuple[Sequence[str], Sequence[Mapping[str, float]]]] = []
    for group in alternatives:
        asked = [token for token in group.asked if token in worth]
        most = sum(worth[token] for token in asked)
        others = [{t.token: t.weight * inverse_frequency(hits, t.token) for t in other} for other in group.others if other]
        reachable = [other for other in others if all(hits.frequencies.get(token) for token in other if token[0] == WORD)]
        earned = [min(most, sum(other.values())) * SYNONYM_WEIGHT for other in reachable]
        substitutes.append((asked, [_scaled(other, e) for other, e in zip(reachable, earned, strict=True)]))
        if earned and not any(hits.frequencies.get(token) for token in asked):
            whole -= most - max(earned)
    instead: dict[str, list[tuple[int, int, float]]] = {}
    for group, (_, others) in enumerate(substitutes):
        for number, other in enumerate(others):
            for token, value in other.items():
                instead.setdefault(token, []).append((group, number, value))
    return _Worths(worth, pairs, substitutes, instead, frozenset(worth.keys() | instead.keys()), frozenset(words)), whole


def _scaled(worth: Mapping[str, float], total: float) -> Mapping[str, float]:
    factor = total / sum(worth.values())
    return {token: value * factor for token, value in worth.items()}


def _score(tokens: str, mean_length: float, worths: _Worths, sentence_weight: float) -> float:
    wanted, paired = worths.tokens, worths.paired
    held: list[str] = []
    close: list[tuple[str, str]] = []
    length, best = 0, 0.0
    for line in tokens.split("\n"):
        if not line:
            continue
        stored = line.split(" ")
        length += len(stored)
        here = list(filter(wanted.__contains__, stored))
        if not here:
            continue
        held += here
        distinct = dict.fromkeys(here, 1.0)
        if sentence_weight:
            best = max(best, _evidence(distinct, worths) / (1 + _SENTENCE_LENGTH_COST * len(stored)))
        if len(paired.intersection(distinct)) > 1:
            close += _close(stored, list(filter(paired.__contains__, here)), worths.pairs)
    damping = K1 * (1 - B + B * length / mean_length)
    score = _evidence({token: tf / (tf + damping) for token, tf in Counter(held).items()}, worths)
    score += _PAIR_WEIGHT * sum(worths.pairs[pair] * tf / (tf + damping) for pair, tf in Counter(close).items())
    return score + sentence_weight * best


def _close(stored: list[str], words: Sequence[str], pairs: Mapping[tuple[str, str], float]) -> Iterator[tuple[str, str]]:
    """The pairs of a line that stand close together; `words` are those of its tokens that may be in one, in their order."""
    places: list[int] = []
    at = -1
    for word in words:
        at = stored.index(word, at + 1)
        places.append(at)
    for reach in range(1, _PAIR_REACH + 1):
        for first in range(len(words) - reach):
            if places[first + reach] - places[first] <= _PAIR_REACH:
                a, b = words[first], words[first + reach]
                if (pair := (a, b) if a < b else (b, a)) in pairs:
                    yield pair


def _evidence(saturation: Mapping[str, float], worths: _Worths) -> float:
    """The worth of the tokens held, each by its saturation in 0..1; for a word asked for, the best of it and its substitutes."""
    terms = worths.terms
    if not worths.substitutes:
        return sum([terms[token] * held for token, held in saturation.items()])
    total = sum([terms[token] * held for token, held in saturation.items() if token in terms])
    # Most words that could stand in for others do not stand in a passage: only those that do are looked at.
    brought: dict[int, dict[int, float]] = {}
    for token, held in saturation.items():
        for group, number, value in worths.instead.get(token, ()):
            others = brought.setdefault(group, {})
            others[number] = others.get(number, 0.0) + value * held
    for group, others in brought.items():
        itself = sum([terms[token] * saturation.get(token, 0.0) for token in worths.substitutes[group][0]])
        total += max(0.0, max(others.values()) - itself)
    return total
