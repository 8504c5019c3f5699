"""Trains the encoder: questions and windows apart, near where a window answers (InfoNCE, van den Oord et al. 2018)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from training.descent import Clock, ahead, descend
from training.pieces import BEGIN, END, LAYERS, PAD
from training.prepared import PASSAGE, QUERY, Base, Prepared
from training.transformer import Adapter, Frozen, as_stored, frozen, hidden, new_adapter

HIGHEST, TEMPERATURE = 4e-4, 0.02
WORLDS_OFTENER = 10.0  # a row of a world is drawn so many times as often as one of JaQuAD
NEAREST = 16  # hard negatives are drawn from these
MINED_AT = 0.45  # of the time: then the encoder itself says which windows are near
MINED_OF_JAQUAD = 12_000  # questions at most: of a third of them, and all of the worlds'
AT_ONCE = 256


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many questions are in a batch, and how many hard negatives each has."""

    questions: int = 192
    negatives: int = 3


def train_encoder(prepared: Prepared, base: Base, seconds: float, sizes: Sizes, seed: int) -> Adapter:
    """The adapter after so many seconds of training."""
    drawing = _Drawing(prepared, base, sizes)
    weights, clock, mined = frozen(base), Clock(seconds), False

    def loss(adapter: Adapter, asked: jax.Array, windows: jax.Array, alike: jax.Array, key: jax.Array):
        one, other = jax.random.split(key)
        near = embedded(weights, adapter, asked, one) @ embedded(weights, adapter, windows, other).T / TEMPERATURE
        target = jnp.arange(near.shape[0]) * (1 + sizes.negatives)
        near = jnp.where(alike & (jnp.arange(near.shape[1])[None] != target[:, None]), -1e4, near)
        cost = -jnp.take_along_axis(jax.nn.log_softmax(near), target[:, None], 1).mean()
        return cost, (near.argmax(1) == target).mean()

    def mine_once(adapter: Adapter) -> None:
        nonlocal mined
        if not mined and clock.used > MINED_AT:
            mined = True
            drawing.prepared = clock.standing(lambda: mined_anew(prepared, base, adapter))

    start = new_adapter(np.random.default_rng(seed))
    return descend(loss, start, ahead(drawing.batch, seed), clock, HIGHEST, mine_once)


def embedded(weights: Frozen, adapter: Adapter, ids: jax.Array, key: jax.Array | None = None) -> jax.Array:
    """The vectors of texts, (texts, HIDDEN), at length 1: the mean of their last hidden values."""
    last = hidden(weights, adapter, ids, LAYERS, key)[-1]
    known = (ids != PAD)[..., None]
    mean = (last.astype(jnp.float32) * known).sum(1) / known.sum(1)
    return mean / jnp.linalg.norm(mean, axis=-1, keepdims=True)


def as_queries(questions: NDArray[np.int32]) -> NDArray[np.int32]:
    """Questions, which begin with BEGIN and end with END, as e5 expects them."""
    return _marked(QUERY, questions[:, 1:])


def as_passages(windows: NDArray[np.int32]) -> NDArray[np.int32]:
    """Windows as e5 expects them."""
    found = _marked(PASSAGE, windows)
    found[np.arange(len(found)), (found != PAD).sum(1)] = END
    return found


def _marked(mark: tuple[int, ...], texts: NDArray[np.int32]) -> NDArray[np.int32]:
    """The texts after BEGIN and the mark, at a length that is a multiple of 8, as cuDNN needs it."""
    first = 1 + len(mark)
    found = np.full((len(texts), -(-(texts.shape[1] + first + 1) // 8) * 8), PAD, np.int32)
    found[:, 0], found[:, 1:first] = BEGIN, mark
    found[:, first : first + texts.shape[1]] = texts
    return found


@dataclass(slots=True)
class _Drawing:
    """Draws batches; `prepared` is exchanged when its negatives were mined anew."""

    prepared: Prepared
    base: Base
    sizes: Sizes

    def batch(self, rng: np.random.Generator) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.bool_]]:
        """Questions, the windows of each (one that answers, and hard negatives), and which windows also answer which question."""
        prepared, many = self.prepared, 1 + self.sizes.negatives
        answered = np.flatnonzero(prepared.positives[:, 0, 0] >= 0)
        chosen = rng.choice(answered, self.sizes.questions, p=drawn(prepared.groups[answered]))
        windows = np.empty((len(chosen), many), np.int64)
        right = [np.unique(prepared.positives[row, :, 0][prepared.positives[row, :, 0] >= 0]) for row in chosen]
        for at, row in enumerate(chosen):
            near = prepared.negatives[row][prepared.negatives[row] >= 0][:NEAREST]
            near = near if len(near) else np.array([0])
            windows[at] = [rng.choice(right[at]), *rng.choice(near, many - 1, replace=len(near) < many - 1)]
        alike = np.stack([np.isin(windows.ravel(), held) for held in right])
        rows = self.base.rows
        return rows(as_queries(prepared.questions[chosen])), rows(as_passages(prepared.windows[windows.ravel()])), alike


def drawn(groups: NDArray[np.int32]) -> NDArray[np.float64]:
    """How often a row of each group is drawn, as a share."""
    often = np.where(groups == 0, 1.0, WORLDS_OFTENER)
    return often / often.sum()


def vectors(
    base: Base, adapter: Adapter, texts: NDArray[np.int32], marked: Callable[[NDArray[np.int32]], NDArray[np.int32]]
) -> NDArray[np.float32]:  # fmt: skip
    """The vectors of many texts, (texts, HIDDEN)."""
    weights, embed = frozen(base), jax.jit(embedded)
    at_once = min(AT_ONCE, len(texts))
    found: list[NDArray[np.float32]] = []
    for start in range(0, len(texts), at_once):
        part = texts[start : start + at_once]
        whole = np.resize(part, (at_once, part.shape[1]))
        found.append(np.asarray(embed(weights, adapter, base.rows(marked(whole))))[: len(part)])
    return np.concatenate(found)


def mined_anew(prepared: Prepared, base: Base, adapter: Adapter) -> Prepared:
    """The same with the windows that the encoder finds near before those that words found."""
    windows = vectors(base, adapter, prepared.windows, as_passages)
    negatives = prepared.negatives.copy()
    for group in np.unique(prepared.groups):
        rows, numbers = np.flatnonzero(prepared.groups == group), np.flatnonzero(prepared.window_groups == group)
        rows = rows[:: max(1, -(-len(rows) // MINED_OF_JAQUAD))] if group == 0 else rows
        near = vectors(base, adapter, prepared.questions[rows], as_queries) @ windows[numbers].T
        for row, scores in zip(rows, near, strict=True):
            ranked = numbers[np.argsort(-scores)[: NEAREST + prepared.positives.shape[1]]]
            mined = ranked[~np.isin(ranked, prepared.positives[row, :, 0])][:NEAREST]
            others = prepared.negatives[row][~np.isin(prepared.negatives[row], mined)]
            negatives[row] = np.concatenate([mined, others])[: negatives.shape[1]]
    return replace(prepared, negatives=negatives)


def write_encoder(adapter: Adapter, into: Path) -> None:
    """Writes the adapter as it ships."""
    np.savez_compressed(into, **as_stored(adapter))
