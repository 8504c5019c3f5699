"""Nearness by words: BM25 over Latin words and their beginnings, and pairs of letters of Hangul, kana and Han."""

import re
from collections import defaultdict
from collections.abc import Sequence
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

_WORD = re.compile(r"[a-z0-9]+(?:[.\-][a-z0-9]+)*|[가-힣]+|[぀-ヿ一-鿿]+")
_BEGINNING = 5  # letters of a Latin word that count half as much, so that its forms are alike
_SATURATION, _LENGTH = 1.2, 0.75  # k1 and b of BM25


def terms(text: str) -> dict[str, float]:
    """The terms of a text with their weights."""
    found: dict[str, float] = defaultdict(float)
    for word in _WORD.findall(normalize("NFKC", text).lower()):
        if word[0].isascii():
            found[word] += 1
            if len(word) > _BEGINNING:
                found[word[:_BEGINNING]] += 0.5
        else:
            for at in range(max(1, len(word) - 1)):
                found[word[at : at + 2]] += 1
    return found


class Bm25:
    """Texts, to be ranked by the words of a question."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._count = len(texts)
        postings: dict[str, list[tuple[int, float]]] = defaultdict(list)
        lengths: list[float] = []
        for at, text in enumerate(texts):
            weights = terms(text)
            lengths.append(sum(weights.values()))
            for term, weight in weights.items():
                postings[term].append((at, weight))
        self._lengths = np.array(lengths) / max(1e-9, float(np.mean(lengths)))
        self._postings = {term: tuple(map(np.array, zip(*held, strict=True))) for term, held in postings.items()}

    def scores(self, question: str) -> NDArray[np.float64]:
        """How near each text is, (texts,)."""
        found = np.zeros(self._count)
        for term, weight in terms(question).items():
            if term in self._postings:
                at, held = self._postings[term]
                rarity = np.log(1 + (self._count - len(at) + 0.5) / (len(at) + 0.5))
                length = _SATURATION * (1 - _LENGTH + _LENGTH * self._lengths[at])
                found[at] += weight * rarity * held / (held + length)
        return found
