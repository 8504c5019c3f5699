"""Which languages an embedder is used for, and how near its vectors lie: found out by asking it."""

from collections.abc import Sequence

import pytest

from ibidem.backends.understanding import PAIRS, Scale, scales_of, understood
from ibidem.domain.languages import LANGUAGES, Language


class Crooked:
    """Vectors as those of E5: questions lie elsewhere than passages, languages apart, one answer is near to everything."""

    name = "crooked"

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        return self._vector(text, [question for question, _ in PAIRS[_language(text)]], aside=1.0)

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        vectors: list[list[float]] = []
        for text in texts:
            answers = [answer for _, answer in PAIRS[_language(text)]]
            vectors.append(self._vector(text, answers, aside=-1.0))
            if text == answers[0]:
                vectors[-1][-1] += 3.0
        return vectors

    async def close(self) -> None:
        pass

    @staticmethod
    def _vector(text: str, texts: Sequence[str], aside: float) -> list[float]:
        one = [float(text == other) for other in texts]
        return [*one, aside, LANGUAGES.index(_language(text)) * 2.0, 4.0]


def _language(text: str) -> Language:
    return next(language for language, pairs in PAIRS.items() if any(text in pair for pair in pairs))


async def test_questions_are_compared_as_questions_and_each_language_by_itself() -> None:
    assert await understood(Crooked()) == set(LANGUAGES), "what is near to every question says nothing"
    scales = await scales_of(Crooked(), LANGUAGES)
    assert len({round(scale.apart, 2) for scale in scales.values()}) == len(LANGUAGES)
    assert len({round(scale.near - scale.apart, 6) for scale in scales.values()}) == 1, "one distance for all"


class Learned:
    """Knows the answers in some languages, and takes every text of the others for the same."""

    name = "learned"

    def __init__(self, *languages: Language) -> None:
        self.texts = [pair for language in languages for pair in PAIRS[language]]

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        vector = [0.0] * (len(self.texts) + 1)
        vector[next((place for place, pair in enumerate(self.texts) if text in pair), -1)] = 1.0
        return vector

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [await self.embed_question(text) for text in texts]

    async def close(self) -> None:
        pass


@pytest.mark.parametrize("languages", [(), ("ko",), ("ja", "en"), LANGUAGES])
async def test_languages_are_found_out_by_trying(languages: tuple[Language, ...]) -> None:
    assert await understood(Learned(*languages)) == set(languages)


async def test_one_that_understands_nothing_has_plain_cosines() -> None:
    assert await scales_of(Learned(), ("ja", "ko")) == {"ja": Scale(), "ko": Scale()}
