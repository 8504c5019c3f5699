"""Trains the reader: question and window together; heads after some layers say whether the window answers, and which line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from training.descent import Clock, ahead, descend
from training.encoder import drawn
from training.prepared import MOST_LINES, Prepared
from training.pretrained import HIDDEN, PAD, Base
from training.transformer import Adapter, Frozen, as_stored, frozen, hidden

HIGHEST = 4e-4
CUT = 0.5  # of the groups: one window is the right one without the lines that answer, so that being near is not enough
LEFT = 12  # pieces of lines at least in such a window
IMPOSSIBLE = -1e4

Head = dict[str, jax.Array]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many questions are in a batch, and how many windows that do not answer each has."""

    questions: int = 48
    negatives: int = 7


def new_head(rng: np.random.Generator) -> Head:
    """A head that finds everything alike."""
    return {
        "pool": jnp.asarray(rng.normal(0, 0.02, (HIDDEN, HIDDEN)), jnp.float32),
        "poolb": jnp.zeros(HIDDEN),
        "rel": jnp.zeros(HIDDEN),
        "relb": jnp.zeros(()),
        "line": jnp.asarray(rng.normal(0, 0.02, (2 * HIDDEN, HIDDEN)), jnp.float32),
        "lineb": jnp.zeros(HIDDEN),
        "lineo": jnp.zeros(HIDDEN),
    }


def scored(head: Head, values: jax.Array, of_line: jax.Array) -> tuple[jax.Array, jax.Array]:
    """The relevance (windows,) and the scores of their lines (windows, MOST_LINES), IMPOSSIBLE where there is no line; `of_line`
    says of each piece which line it is of."""
    values = values.astype(jnp.float32)
    first = values[:, 0]
    relevance = jnp.tanh(first @ head["pool"] + head["poolb"]) @ head["rel"] + head["relb"]
    member = jax.nn.one_hot(of_line, MOST_LINES + 1)[..., 1:]
    count = member.sum(1)
    means = jnp.einsum("bpl,bph->blh", member, values) / jnp.maximum(count, 1)[..., None]
    joined = jnp.concatenate([means, jnp.broadcast_to(first[:, None], means.shape)], -1)
    lines = jax.nn.gelu(joined @ head["line"] + head["lineb"], approximate=False) @ head["lineo"]
    return relevance, jnp.where(count > 0, lines, IMPOSSIBLE)


def read(
    weights: Frozen, parameters: Mapping[str, Any], questions: jax.Array, windows: jax.Array, of_line: jax.Array, key: Any = None
) -> dict[int, tuple[jax.Array, jax.Array]]:
    """For each exit the relevance of each window to its question, and the scores of its lines."""
    ids = jnp.concatenate([questions, windows], 1)
    exits = sorted(int(name) for name in parameters["heads"])
    after = hidden(weights, parameters["adapter"], ids, max(exits), key)
    whole = jnp.concatenate([jnp.zeros(questions.shape, of_line.dtype), of_line], 1)
    return {at: scored(parameters["heads"][str(at)], after[at - 1], whole) for at in exits}


def cost_of(relevance: jax.Array, lines: jax.Array, gold: jax.Array, answered: jax.Array) -> tuple[jax.Array, jax.Array]:
    """What is minimised, and the share of the answered questions whose best line is right. `relevance` (questions, windows);
    `lines` and `gold`, 1 where a line answers, (questions, windows, MOST_LINES); `answered` (questions,)."""
    there, right = lines > IMPOSSIBLE / 2, gold.max(-1)
    every = jnp.where(there, lines + relevance[..., None], IMPOSSIBLE).reshape(len(lines), -1)
    wanted = gold.reshape(len(gold), -1)
    share, count = answered.astype(jnp.float32), jnp.maximum(answered.sum(), 1)
    among_lines = (_missed(every, wanted) * share).sum() / count
    among_windows = (_missed(relevance, right) * share).sum() / count
    each_window = (_binary(relevance, right) * (1 + 3 * right)).mean()
    counted = there * right[..., None]
    each_line = (_binary(lines, gold) * counted).sum() / jnp.maximum(counted.sum(), 1)
    hit = jnp.take_along_axis(wanted, every.argmax(-1)[:, None], 1)[:, 0]
    return among_lines + 0.5 * (among_windows + each_window + each_line), (hit * share).sum() / count


def _missed(scores: jax.Array, wanted: jax.Array) -> jax.Array:
    """How unlikely a softmax finds any of the wanted ones, as -log."""
    return -jax.nn.logsumexp(jnp.where(wanted > 0, jax.nn.log_softmax(scores), IMPOSSIBLE), -1)


def _binary(scores: jax.Array, wanted: jax.Array) -> jax.Array:
    """Cross entropy of each score alone."""
    return -wanted * jax.nn.log_sigmoid(scores) - (1 - wanted) * jax.nn.log_sigmoid(-scores)


def train_reader(
    prepared: Prepared, base: Base, begun: Adapter, exits: Sequence[int], seconds: float, sizes: Sizes, seed: int
) -> Mapping[str, Any]:
    """The adapter, which begins as the encoder's, and the heads after these layers, after so many seconds of training."""
    weights, drawing = frozen(base), _Drawing(prepared, base, sizes)
    many = 1 + sizes.negatives

    def loss(parameters: Any, asked: jax.Array, windows: jax.Array, of_line: jax.Array, gold: jax.Array, key: jax.Array):
        shape = (sizes.questions, many)
        flat = windows.reshape(-1, windows.shape[-1]), of_line.reshape(-1, of_line.shape[-1])
        scores = read(weights, parameters, jnp.repeat(asked, many, 0), *flat, key)
        costs = [
            cost_of(relevance.reshape(shape), lines.reshape(*shape, -1), gold, gold.any((1, 2)))
            for relevance, lines in scores.values()
        ]
        return sum(cost for cost, _ in costs) / len(costs), costs[-1][1]

    rng = np.random.default_rng(seed)
    adapter = jax.tree.map(lambda whole: whole[: max(exits)], begun)
    start = {"adapter": adapter, "heads": {str(at): new_head(rng) for at in exits}}
    return descend(loss, start, ahead(drawing.batch, seed), Clock(seconds), HIGHEST, lambda _: None)


@dataclass(frozen=True, slots=True)
class _Drawing:
    """Draws batches."""

    prepared: Prepared
    base: Base
    sizes: Sizes

    def batch(self, rng: np.random.Generator) -> tuple[NDArray[Any], ...]:
        """Questions, the windows of each, of each piece its line, and which lines answer."""
        prepared, shape = self.prepared, (self.sizes.questions, 1 + self.sizes.negatives)
        chosen = rng.choice(len(prepared.groups), shape[0], p=drawn(prepared.groups))
        numbers, gold = np.empty(shape, np.int64), np.zeros((*shape, MOST_LINES), np.float32)
        for at, row in enumerate(chosen):
            numbers[at] = self._windows(row, rng)
            places = prepared.positives[row]
            answering = places[(places[:, 0] == numbers[at, 0]) & (places[:, 1] <= MOST_LINES), 1]
            gold[at, 0, answering - 1] = 1
        windows, of_line = prepared.windows[numbers], prepared.lines[numbers].astype(np.int32)
        for at in np.flatnonzero(gold.any((1, 2)) & (rng.random(len(chosen)) < CUT)):
            cut_out(windows[at], of_line[at], gold[at, 0])
        return self.base.rows(prepared.questions[chosen]), self.base.rows(windows), of_line, gold

    def _windows(self, row: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """One that answers, where there is one, and those that do not: every second time the nearest."""
        right = np.unique(self.prepared.positives[row, :, 0])
        right = right[right >= 0]
        near = self.prepared.negatives[row]
        near = near[near >= 0]
        if not len(near):
            near = rng.integers(len(self.prepared.windows), size=1)
        if rng.random() < 0.5:
            near = rng.permutation(near)
        first = [rng.choice(right)] if len(right) else []
        return np.array([*first, *np.resize(near, 1 + self.sizes.negatives - len(first))])


def cut_out(windows: NDArray[Any], of_line: NDArray[Any], gold: NDArray[np.float32]) -> None:
    """Puts the first of these windows into the place of the second, without the lines that answer; changes nothing where too
    little would be left."""
    kept = ~np.isin(of_line[0], np.flatnonzero(gold) + 1) & (windows[0] != PAD)
    if (kept & (of_line[0] > 0)).sum() < LEFT:
        return
    left = int(kept.sum())
    windows[1, :left], windows[1, left:] = windows[0][kept], PAD
    of_line[1, :left], of_line[1, left:] = of_line[0][kept], 0


def write_reader(parameters: Mapping[str, Any], worlds: str, into: Path) -> None:
    """Writes adapter and heads as they ship, with the checksum of the worlds that they were trained on."""
    heads = {
        f"head{at}.{name}": np.asarray(value, np.float16)
        for at, head in parameters["heads"].items()
        for name, value in head.items()
    }
    adapter = as_stored(parameters["adapter"], max(map(int, parameters["heads"])))
    np.savez_compressed(into, **adapter, **heads, worlds=np.array(worlds))


def as_parameters(adapter: Any, stored: Mapping[str, jax.Array]) -> dict[str, Any]:
    """What `train_reader` gave, of what `read_adapter` read."""
    heads: dict[str, Head] = {}
    for name, value in stored.items():
        at, _, part = name.removeprefix("head").partition(".")
        heads.setdefault(at, {})[part] = value
    return {"adapter": adapter, "heads": heads}
