"""Which languages an embedding model understands, and how near each other its vectors lie, found out by trying.

Names and model cards do not say it reliably, and the vectors of a language that a model has not learned are noise, which would
push good answers out of the ranking.
"""

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
from numpy.typing import NDArray

from ibidem.domain.languages import LANGUAGES, Language
from ibidem.ports.models import Embedder
from ibidem.words.loader import worded

Numbers = NDArray[np.float32]


def _pairs(pairs: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    return tuple((question, answer) for question, answer in pairs)


# Questions and what answers them, in everyday words that the two do not share: who finds most of the answers, understands them.
PAIRS = worded("understood", _pairs)
# Of eight. By chance one is right. all-MiniLM-L6-v2, which learned English, finds 8 in English, 1 in Korean and 2 in Japanese.
ENOUGH = 6
# Cosines of questions with their answers and with other answers differ by .23 for the Universal Sentence Encoder, by .04 for E5.
_LEAST_SPREAD = 0.02


@dataclass(frozen=True, slots=True)
class Scale:
    """Cosines as nearness: 0 is that of a question and what does not answer it, 1 that of a question and its answer."""

    apart: float = 0.0
    near: float = 1.0

    def nearness(self, cosine: float) -> float:
        """The place of a cosine on the scale; it may lie beyond both ends."""
        return (cosine - self.apart) / (self.near - self.apart)


async def scales_of(embedder: Embedder, languages: Collection[Language]) -> Mapping[Language, Scale]:
    """The scale of the model's cosines for questions in each of these languages; plain cosines for one that understands nothing.

    How far answers lie from other texts differs little between languages, and eight pairs alone tell it badly, so it is the mean
    over all; where other texts lie differs by .08 for E5. Raises ModelUnavailable and ModelRefused.
    """
    cosines: dict[Language, Numbers] = {language: await _cosines(embedder, language) for language in languages}
    apart: dict[Language, float] = {
        language: float(np.mean(found[~np.eye(len(found), dtype=bool)])) for language, found in cosines.items()
    }
    spread = fmean(float(np.mean(np.diag(found))) - apart[language] for language, found in cosines.items())
    if spread < _LEAST_SPREAD:
        return dict.fromkeys(apart, Scale())
    return {language: Scale(start, start + spread) for language, start in apart.items()}


async def understood(embedder: Embedder) -> frozenset[Language]:
    """The languages of which the model finds the answers to most of the questions. Raises ModelUnavailable and ModelRefused."""
    return frozenset([language for language in LANGUAGES if _found(await _cosines(embedder, language)) >= ENOUGH])


def _found(cosines: Numbers) -> int:
    """How many questions find their answer. An answer counts less what it is near to every question: with some models, E5 among
    them, one text lies near to all."""
    return int(np.sum(np.argmax(cosines - cosines.mean(axis=0), axis=1) == np.arange(len(cosines))))


async def _cosines(embedder: Embedder, language: Language) -> Numbers:
    """Of each question with each answer: (questions, answers). Some models make other vectors of questions than of passages."""
    pairs = PAIRS[language]
    asked = await asyncio.gather(*(embedder.embed_question(question) for question, _ in pairs))
    answers = await embedder.embed_passages([answer for _, answer in pairs])
    return _units(asked) @ _units(answers).T


def _units(vectors: Sequence[Sequence[float]]) -> Numbers:
    numbers = np.asarray(vectors, dtype=np.float32)
    return numbers / np.maximum(np.linalg.norm(numbers, axis=1, keepdims=True), 1e-12)
