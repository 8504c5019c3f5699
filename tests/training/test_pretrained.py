"""The weights to begin with are those of the product, for the pieces of the vocabulary that occur."""

import numpy as np
import pytest
from training.pretrained import HIDDEN, INNER, UNKNOWN, Base

from ibidem.backends.local.loaded import packed

VOCABULARY = np.array([0, 1, 2, 3, 41, 1294, 46692], np.int32)


@pytest.fixture(scope="module")
def base() -> Base:
    return Base.of(packed("test")[0], VOCABULARY)


def test_weights_are_unpacked_for_the_pieces_in_use(base: Base) -> None:
    model, _ = packed("test")
    assert (base.weights["emb.word"] == model.words().of(VOCABULARY.astype(np.int64))).all()
    assert (base.weights["l3.fi.w"] == model.unpacked("l3.fi.w", INNER)).all()
    assert base.weights["emb.pos"].shape[1] == HIDDEN and base.weights["l0.q.b"].shape == (HIDDEN,)
    assert np.abs(base.weights["l11.oln.b"] - model.numbers("l11.oln.b")).max() < 1e-2


def test_a_piece_is_a_row_of_the_vocabulary(base: Base) -> None:
    assert base.rows(np.array([[46692, 41], [7, 250_000]])).tolist() == [[6, 4], [UNKNOWN, UNKNOWN]]
