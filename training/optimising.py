"""Trains the network on labelled rows. JAX is needed for nothing else: `pip install jax`."""

import random
import re
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np

from ibidem.evaluation.references import ReferenceCase
from ibidem.understanding.composing import INTENTS, PLACES, ROLES, SCOPES, SHAPES, Labels
from ibidem.understanding.network import BUCKETS, MOST_FEATURES, POOLS, REACHES, WIDTH, features
from training.labels import Labelled, labelled

HIDDEN, ROLE_HIDDEN, BATCH = 96, 64, 128
MOST_MENTIONS = 10  # in training
LENGTHS = (14, 40)  # pieces to which messages are filled up: of each, one program is compiled
DROPPED = 0.15
HIGHEST = 3e-3  # the rate of learning
HARD = ("b", "r28", "r29", "r3", "own35", "own36")  # rounds in tests/references/hard, and plain sentences
SMOOTH = 0.05
HEADS = {"shape": SHAPES, "scope": SCOPES, "intent": INTENTS, "id_intent": INTENTS, "place": PLACES}
COMMON_ROLES = {"none", "slot", "meant", "turn", "excluded"}
COMMON_SHAPES = {"none", "slots", "all", "implicit", "name", "all_2"}
Piece = tuple[str, bool]


def times(case: ReferenceCase, labels: Labels) -> int:
    """How often a row is shown in an epoch: three times where it says something that few rows say, or is one of the hard ones."""
    return 3 if rare(labels) or case.id.startswith(HARD) else 1


def rare(labels: Labels) -> bool:
    """Whether a row says something that few rows say: it counts three times."""
    common = labels.shape in COMMON_SHAPES and COMMON_ROLES.issuperset(labels.roles)
    return not common or labels.scope.startswith("back") or bool(labels.place)


@dataclass(frozen=True, slots=True)
class Indexed:
    """Rows as arrays, by the length they are filled up to: pieces by number, targets, places of mentions, roles; -1 is no label.

    `others` are the pieces that a piece is exchanged for: a number for another one, a rare word for one of its script.
    """

    table: np.ndarray
    groups: dict[int, list[np.ndarray]]
    others: dict[int, np.ndarray]
    rare_words: dict[str, np.ndarray]


def indexed(rows: list[Labelled]) -> Indexed:
    """The rows, those that are rare or hard three times."""
    vocabulary: dict[Piece, int] = {("", False): 0}
    count: Counter[int] = Counter()
    made: dict[int, list[tuple[list[int], ...]]] = {length: [] for length in LENGTHS}
    for _, masked, labels in [row for row in rows for _ in range(times(row[0], row[2]))]:
        pieces = masked.pieces[: LENGTHS[-1]]
        ids = [vocabulary.setdefault((p.text, p.spaced), len(vocabulary)) for p in pieces]
        count.update(ids)
        at = [(n, ROLES.index(labels.roles[p.mention])) for n, p in enumerate(pieces) if p.mention >= 0][:MOST_MENTIONS]
        unfilled = MOST_MENTIONS - len(at)
        length = next(one for one in LENGTHS if len(ids) <= one)
        made[length].append(
            (
                ids + [0] * (length - len(ids)),
                targets_of(labels),
                [a for a, _ in at] + [0] * unfilled,
                [r for _, r in at] + [-1] * unfilled,
            )
        )
    table = np.zeros((len(vocabulary), MOST_FEATURES), np.int32)
    for (text, spaced), number in vocabulary.items():
        if number:
            found = features(text, spaced)
            table[number, : len(found)] = found
    groups = {length: [np.array(column, np.int32) for column in zip(*rows, strict=True)] for length, rows in made.items() if rows}
    return Indexed(table, groups, numbers_alike(vocabulary), rare_words(vocabulary, count))


def targets_of(labels: Labels) -> list[int]:
    """The places of the labels among those of each head; -1 where nothing depends on one."""
    named = labels.shape == "name" or "meant" in labels.roles
    points = labels.shape != "none"
    return [
        SHAPES.index(labels.shape),
        SCOPES.index(labels.scope) if points else -1,
        INTENTS.index(labels.intent) if points else -1,
        INTENTS.index(labels.id_intent) if named else -1,
        PLACES.index(labels.place),
    ]


def numbers_alike(vocabulary: dict[Piece, int]) -> dict[int, np.ndarray]:
    """For a number in digits those that are written alike: <label2> is as good as <label3>."""
    found: dict[int, np.ndarray] = {}
    for (text, spaced), number in vocabulary.items():
        if (said := re.fullmatch("<(ordinal|label|bracket|cardinal)([123]|few)>", text)) is not None:
            alike = [(f"<{said[1]}{size}>", spaced) for size in ("1", "2", "3", "few")]
            found[number] = np.array([vocabulary[one] for one in alike if one in vocabulary], np.int32)
    return found


def rare_words(vocabulary: dict[Piece, int], count: Counter[int]) -> dict[str, np.ndarray]:
    """The words that stand in few rows, by their script."""
    found: dict[str, list[int]] = {}
    for (text, _), number in vocabulary.items():
        if count[number] <= 6 and len(text) > 1 and text[0].isalpha():
            found.setdefault(script_of(text), []).append(number)
    return {script: np.array(members, np.int32) for script, members in found.items()}


def script_of(text: str) -> str:
    """One of four."""
    if text.isascii():
        return "latin"
    return "hangul" if "가" <= text[0] <= "힣" else "katakana" if "ァ" <= text[0] <= "ヺ" else "kanji"


def start(seed):
    rng = np.random.default_rng(seed)

    def normal(*shape, scale=None):
        return rng.normal(0, scale or 1 / np.sqrt(shape[0]), shape).astype(np.float32)

    w = {"embedding": normal(BUCKETS, WIDTH, scale=0.3)}
    w["embedding"][0] = 0
    for layer in range(len(REACHES)):
        w[f"conv{layer}"] = normal(3 * WIDTH, WIDTH)
        w[f"conv{layer}_b"] = np.zeros(WIDTH, np.float32)
        if layer % 2:
            w[f"qkv{layer}"], w[f"out{layer}"] = normal(WIDTH, 3 * WIDTH), normal(WIDTH, WIDTH)
    w["pools"] = normal(WIDTH, POOLS)
    pooled = (POOLS + 1) * WIDTH
    w["hidden"], w["hidden_b"] = normal(pooled, HIDDEN), np.zeros(HIDDEN, np.float32)
    for head, names in HEADS.items():
        w[head], w[f"{head}_b"] = normal(HIDDEN, len(names)), np.zeros(len(names), np.float32)
    w["role_x"], w["role_h"], w["role_hb"] = (
        normal(WIDTH, ROLE_HIDDEN),
        normal(HIDDEN, ROLE_HIDDEN),
        np.zeros(ROLE_HIDDEN, np.float32),
    )
    w["roles"], w["roles_b"] = normal(ROLE_HIDDEN, len(ROLES)), np.zeros(len(ROLES), np.float32)
    return {name: jnp.asarray(value) for name, value in w.items()}


def levelled(x):
    return x / jnp.sqrt((x * x).mean(-1, keepdims=True) + 1e-4)


def dropped(x, key, rate):
    return x * jax.random.bernoulli(key, 1 - rate, x.shape) / (1 - rate)


def forward(w, table, unique, inverse, at, key, rate):
    """Logits for a batch. `unique` are its distinct pieces, `inverse` (batch, length) says which each piece is; 0 is padding."""
    keys = jax.random.split(key, 4)
    held = table[unique]
    there = (held > 0)[..., None]
    emb = (w["embedding"][held] * there).sum(1) / jnp.sqrt(jnp.maximum(there.sum(1), 1))
    mask_ = (unique[inverse] > 0)[..., None].astype(jnp.float32)
    x = dropped(emb[inverse], keys[0], rate) * mask_
    for layer, reach in enumerate(REACHES):
        h = levelled(x) * mask_
        padded = jnp.pad(h, ((0, 0), (reach, reach), (0, 0)))
        around = jnp.concatenate([padded[:, : -2 * reach], h, padded[:, 2 * reach :]], -1)
        x = (x + jax.nn.relu(around @ w[f"conv{layer}"] + w[f"conv{layer}_b"])) * mask_
        if layer % 2:
            q, k, v = jnp.split(levelled(x) @ w[f"qkv{layer}"], 3, -1)
            scores = q @ k.transpose(0, 2, 1) / np.sqrt(WIDTH) + (mask_.transpose(0, 2, 1) - 1) * 1e9
            x = (x + jax.nn.softmax(scores) @ v @ w[f"out{layer}"]) * mask_
    x = levelled(x)
    weights = jax.nn.softmax((x @ w["pools"] + (mask_ - 1) * 1e9).transpose(0, 2, 1))
    pooled = jnp.concatenate([(weights @ x).reshape(len(x), -1), (x + (mask_ - 1) * 1e9).max(1)], -1)
    pooled = dropped(pooled, keys[1], rate)
    hidden = jax.nn.relu(pooled @ w["hidden"] + w["hidden_b"])
    logits = [hidden @ w[head] + w[f"{head}_b"] for head in HEADS]
    mentions = jnp.take_along_axis(x, at[..., None], 1)
    joined = jax.nn.relu(mentions @ w["role_x"] + (hidden @ w["role_h"])[:, None] + w["role_hb"])
    return [*logits, dropped(joined, keys[2], rate) @ w["roles"] + w["roles_b"]]


def cost(logits, target):
    """Cross entropy with smoothed labels over what is labelled (-1 is not)."""
    logs = jax.nn.log_softmax(logits)
    known = target >= 0
    right = jnp.take_along_axis(logs, jnp.maximum(target, 0)[..., None], -1)[..., 0]
    return -(((1 - SMOOTH) * right + SMOOTH * logs.mean(-1)) * known).sum() / len(logits)


def loss(w, table, unique, inverse, targets, at, roles, key):
    *heads, role = forward(w, table, unique, inverse, at, key, DROPPED)
    return sum(cost(one, targets[:, n]) for n, one in enumerate(heads)) + cost(role, roles)


@jax.jit
def step(w, m, v, mean, t, rate, table, unique, inverse, targets, at, roles, key):
    value, gradient = jax.value_and_grad(loss)(w, table, unique, inverse, targets, at, roles, key)
    m = jax.tree.map(lambda a, g: 0.9 * a + 0.1 * g, m, gradient)
    v = jax.tree.map(lambda a, g: 0.99 * a + 0.01 * g * g, v, gradient)
    w = jax.tree.map(lambda p, a, b: p - rate * ((a / (1 - 0.9**t)) / (jnp.sqrt(b / (1 - 0.99**t)) + 1e-7) + 0.01 * p), w, m, v)
    mean = jax.tree.map(lambda a, p: 0.998 * a + 0.002 * p, mean, w)
    return w, m, v, mean, value


def batches(groups: dict[int, list[np.ndarray]], rng: np.random.Generator):
    """Every row once, in batches of one length each."""
    order: list[tuple[int, np.ndarray]] = []
    for length, columns in groups.items():
        shuffled = rng.permutation(len(columns[0]))
        order += [(length, shuffled[n : n + BATCH]) for n in range(0, len(shuffled), BATCH)]
    random.Random(int(rng.integers(1 << 30))).shuffle(order)
    for length, at in order:
        yield [column[np.resize(at, BATCH)] for column in groups[length]]


def exchanged(pieces: np.ndarray, rows: Indexed, rng: np.random.Generator) -> np.ndarray:
    """Some of the rare words exchanged for others of their script, and the numbers of a third of the messages for others."""
    pieces = pieces.copy()
    for members in rows.rare_words.values():
        hit = np.isin(pieces, members) & (rng.random(pieces.shape) < 0.3)
        pieces[hit] = rng.choice(members, hit.sum())
    for row in rng.choice(len(pieces), len(pieces) // 3, replace=False):
        for at in range(pieces.shape[1]):
            if (others := rows.others.get(int(pieces[row, at]))) is not None:
                pieces[row, at] = rng.choice(others)
    return pieces


def distinct(pieces: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The distinct pieces of a batch, as many as its program was compiled for, and which of them each piece is."""
    size = 1024 if pieces.shape[1] < LENGTHS[-1] else 2048
    unique, inverse = np.unique(np.concatenate([[0], pieces.reshape(-1)]), return_inverse=True)
    filled = np.concatenate([unique, np.zeros(size - len(unique), unique.dtype)])
    return filled.astype(np.int32), inverse[1:].reshape(pieces.shape).astype(np.int32)


def train(folder: Path, without: tuple[str, ...], *, epochs: int, seed: int) -> dict[str, np.ndarray]:
    """The running mean of the weights, trained on the labelled rows of the folder but those whose ids begin with `without`."""
    began = time.time()
    rows = indexed(labelled(folder, without))
    rng = np.random.default_rng(seed)
    w = start(seed)
    m = jax.tree.map(jnp.zeros_like, w)
    v, mean, key, table = m, w, jax.random.PRNGKey(seed), jnp.asarray(rows.table)
    total = epochs * sum(-(-len(columns[0]) // BATCH) for columns in rows.groups.values())
    t = 0
    for epoch in range(epochs):
        lost: list[float] = []
        for pieces, targets, at, roles in batches(rows.groups, rng):
            t += 1
            unique, inverse = distinct(exchanged(pieces, rows, rng))
            key, sub = jax.random.split(key)
            rate = HIGHEST * min(1, t / 200) * (0.5 + 0.5 * np.cos(np.pi * t / total)) + 1e-6
            w, m, v, mean, value = step(w, m, v, mean, t, rate, table, unique, inverse, targets, at, roles, sub)
            lost.append(float(value))
        print(f"epoch {epoch + 1}: loss {np.mean(lost):.4f}, {time.time() - began:.0f} s", flush=True)
    return {name: np.asarray(value) for name, value in mean.items()}
