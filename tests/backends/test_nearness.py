"""Vectors that are kept for comparisons: they are bounded, and one that is dropped while it is needed is compared as well."""

from collections.abc import Sequence

import numpy as np
import pytest

from ibidem.backends import nearness
from ibidem.backends.nearness import ChunkText, Nearness, Understood, read_briefly, read_stored, stored_briefly, unit
from ibidem.domain.languages import LANGUAGES
from ibidem.testing.word_embedder import WordEmbedder

KNOWN = Understood(256, frozenset(LANGUAGES))
TEXTS = ("The clamp is red.", "The hose is cracked.", "The pump is loud.")


async def test_no_more_is_kept_than_is_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearness, "TEXTS_KEPT", 2)
    one = Nearness(WordEmbedder())
    one.remember(TEXTS, np.eye(3, 256, dtype=np.float32))
    assert list(one._texts) == list(TEXTS[1:])


async def test_what_is_dropped_meanwhile_is_compared_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nearness, "TEXTS_KEPT", 3)
    embedder = WordEmbedder()
    one = Nearness(embedder)
    first = await one.likeness("Which clamp is red?", TEXTS, KNOWN)
    plain = embedder.embed_question

    async def meanwhile(text: str) -> Sequence[float]:
        one.remember(("a", "b", "c"), np.zeros((3, 256), dtype=np.float32))
        return await plain(text)

    monkeypatch.setattr(embedder, "embed_question", meanwhile)
    one._questions.clear()
    assert await one.likeness("Which clamp is red?", TEXTS, KNOWN) == first


async def test_a_passage_is_embedded_whole_and_by_sentence() -> None:
    embedder = WordEmbedder()
    embedder.refuses = lambda text: text == TEXTS[1]
    passages = [ChunkText("Parts", " ".join(TEXTS)), ChunkText("Parts", TEXTS[0])]
    together, alone = await Nearness(embedder).vectors_of_passages(KNOWN, passages)
    assert together is not None and alone is not None
    assert read_stored([together.whole], 256).shape == (1, 256)
    vectors = read_briefly(together.sentences, 256)
    assert vectors.shape == (3, 256) and not vectors[1].any(), "a sentence that is refused is near to nothing"
    assert (vectors[0] == read_briefly(alone.sentences, 256)[0]).all()


def test_a_vector_of_one_byte_a_number_keeps_its_direction() -> None:
    vectors = [unit(row) for row in np.random.default_rng(3).standard_normal((50, 512)).astype(np.float32)]
    brief = read_briefly(b"".join(map(stored_briefly, vectors)), 512)
    assert np.abs(np.array(vectors) @ vectors[0] - brief @ vectors[0]).max() < 0.001
    assert not read_briefly(stored_briefly(np.zeros(512, dtype=np.float32)), 512).any()
