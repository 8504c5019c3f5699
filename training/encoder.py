"""Trains the encoder: questions and passages apart, near where a window or a line answers (InfoNCE, van den Oord et al. 2018)."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from training.descent import Clock, ahead, descend
from training.prepared import MOST_LINES, Prepared
from training.pretrained import BEGIN, END, LAYERS, PAD, PASSAGE, QUERY, Base
from training.transformer import Adapter, Frozen, as_stored, frozen, hidden, new_adapter

HIGHEST, TEMPERATURE = 4e-4, 0.02
WORLDS_OFTENER = 10.0  # a row of a world is drawn so many times as often as one of JaQuAD
NEAREST = 16  # hard negatives are drawn from these
MINED_AT = 0.45  # of the time: then the encoder itself says which windows are near
MINED_OF_JAQUAD = 12_000  # questions at most: of a third of them, and all of the worlds'
OF_LINES = 0.3  # of the questions are compared with single lines under their heads, the others with windows
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
        """Questions, the passages of each (one that answers, and hard negatives), and which passages answer which question."""
        prepared = self.prepared
        answered = np.flatnonzero(prepared.positives[:, 0, 0] >= 0)
        chosen = rng.choice(answered, self.sizes.questions, p=drawn(prepared.groups[answered]))
        numbers = [self._lines(row, rng) if rng.random() < OF_LINES else self._windows(row, rng) for row in chosen]
        windows, lines = (np.concatenate(part) for part in zip(*numbers, strict=True))
        alike = np.stack([answers(places_of(prepared, row), windows, lines) for row in chosen])
        texts = np.stack([under_head(prepared.windows[w], prepared.lines[w], n) for w, n in zip(windows, lines, strict=True)])
        rows = self.base.rows
        return rows(as_queries(prepared.questions[chosen])), rows(as_passages(texts)), alike

    def _windows(self, row: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A window that answers, and near ones; all of each."""
        near = self.prepared.negatives[row][self.prepared.negatives[row] >= 0][:NEAREST]
        near = near if len(near) else np.array([0])
        others = rng.choice(near, self.sizes.negatives, replace=len(near) < self.sizes.negatives)
        windows = np.array([rng.choice(places_of(self.prepared, row))[0], *others])
        return windows, np.zeros_like(windows)

    def _lines(self, row: int, rng: np.random.Generator) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """A line that answers, another one of its window, and lines of near windows; a window without others is taken whole."""
        places = places_of(self.prepared, row)
        windows, lines = self._windows(row, rng)
        right = places[rng.integers(len(places))]
        windows[0], lines[0] = right
        windows[1] = right[0]
        for at in range(1, len(windows)):
            there = np.unique(self.prepared.lines[windows[at]])
            there = there[~np.isin(there, [0, *places[places[:, 0] == windows[at], 1]])]
            lines[at] = rng.choice(there) if len(there) else 0
        return windows, lines


def places_of(prepared: Prepared, row: int) -> NDArray[np.int32]:
    """The windows and lines that answer a question, (places, 2)."""
    places = prepared.positives[row]
    return places[places[:, 0] >= 0]


def answers(places: NDArray[np.int32], windows: NDArray[np.int64], lines: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Which of these lines, and of the whole windows where a line is 0, are among or hold the places that answer."""
    whole = (lines == 0) & np.isin(windows, places[:, 0])
    return whole | np.isin(windows * MOST_LINES + lines, places[:, 0] * MOST_LINES + places[:, 1])


def under_head(window: NDArray[np.int32], of_line: NDArray[np.int8], line: int) -> NDArray[np.int32]:
    """The pieces of a line after those of its window's head, filled up with PAD; the whole window for the line 0."""
    if line == 0:
        return window
    kept = window[(window != PAD) & np.isin(of_line, (0, line))]
    return np.concatenate([kept, np.full(len(window) - len(kept), PAD, window.dtype)])


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
            ranked = numbers[_best(scores, NEAREST + prepared.positives.shape[1])]
            mined = ranked[~np.isin(ranked, prepared.positives[row, :, 0])][:NEAREST]
            others = prepared.negatives[row][~np.isin(prepared.negatives[row], mined)]
            negatives[row] = np.concatenate([mined, others])[: negatives.shape[1]]
    return replace(prepared, negatives=negatives)


def _best(scores: NDArray[np.float32], count: int) -> NDArray[np.int64]:
    """The places of the highest scores, the highest first."""
    some = np.argpartition(-scores, min(count, len(scores) - 1))[:count]
    return some[np.argsort(-scores[some])]


def write_encoder(adapter: Adapter, worlds: str, into: Path) -> None:
    """Writes the adapter as it ships, with the checksum of the worlds that it was trained on."""
    np.savez_compressed(into, **as_stored(adapter), worlds=np.array(worlds))
