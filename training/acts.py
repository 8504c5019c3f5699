"""Trains the network that reads what messages do: multinomial logistic regression over runs of letters, and vectors.

On two processors it takes some five minutes, most of them for the vectors; scipy is needed for nothing else.
"""

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.optimize import minimize, minimize_scalar

from ibidem.backends.local.network import WEIGHTS
from ibidem.backends.registry import open_embedder
from ibidem.evaluation.worlds import World
from ibidem.understanding.act_network import BUCKETS, MEANING, runs, weighted
from ibidem.understanding.acts import ACTS
from training.examples import checksum as worlds_checksum

WEIGHT_DECAY = 1e-5
STEPS = 120
NEEDED = 2  # messages that hold a run of letters
# What tests of whole turns hold counts so many times.
PLAIN, TIMES = "t0", 4
ASKED = "w0"  # the hand of what is asked in worlds
EVERY = 4  # of the questions of worlds that are neither follow-ups nor to be answered by yes or no, which all are taken
AT_ONCE = 64
HELD_OUT = "h3"  # the hand whose messages tell how sharp the shares are made


@dataclass(frozen=True, slots=True)
class MessageRow:
    """A message, what it does, and by which hand it was written."""

    text: str
    act: str
    by: str


@dataclass(frozen=True, slots=True)
class Fitted:
    """Weights (features, acts), and how sharp the shares are made."""

    weights: NDArray[np.float64]
    sharpness: float


def read_rows(folder: Path) -> list[MessageRow]:
    """The rows of every language."""
    lines = (line for file in sorted(folder.glob("*.jsonl")) for line in file.read_text(encoding="utf-8").splitlines())
    return [MessageRow(row["text"], row["act"], row["by"]) for row in map(json.loads, lines)]


def questions_of(worlds: Sequence[World]) -> list[MessageRow]:
    """Questions that people ask of documents, as rows: what sounds like a reply or an order, and is none."""
    asked = [one for world in sorted(worlds, key=lambda one: one.name) for one in world.questions]
    near = [one for one in asked if one.kind in ("followup", "yesno")]
    others = [one for one in asked if one.kind not in ("followup", "yesno")]
    return [MessageRow(one.question, "question", ASKED) for one in (*near, *others[::EVERY])]


def train_acts(folder: Path, worlds: Sequence[World], into: Path) -> None:
    """Writes the weights, with the checksum of what they belong to."""
    rows = [row for row in read_rows(folder) for _ in range(TIMES if row.by == PLAIN else 1)] + questions_of(worlds)
    found = [runs(row.text) for row in rows]
    rarity = rarity_of(found)
    letters, always = letters_of(found, rarity), sparse.csr_matrix(np.ones((len(rows), 1)))
    vectors = sparse.csr_matrix(MEANING * asyncio.run(vectors_of([row.text for row in rows])))
    targets = np.array([ACTS.index(row.act) for row in rows])
    held = np.array([row.by == HELD_OUT for row in rows])
    stored: dict[str, Any] = {
        "acts": np.array(ACTS),
        "rarity": rarity.astype(np.float16),
        "rows": np.array(checksum(folder, worlds)),
    }
    for name, features in (("both", [letters, always, vectors]), ("letters", [letters, always])):
        stored |= said(name, fitted(sparse.hstack(features).tocsr(), targets, held))
    np.savez_compressed(into, **stored)


def rarity_of(found: Sequence[Counter[int]]) -> NDArray[np.float32]:
    """How rare each run of letters is; 0 for one that too few messages hold."""
    held = np.zeros(BUCKETS)
    for one in found:
        held[list(one)] += 1
    rare = np.log((len(found) + 1) / (held + 1)) + 1
    rare[held < NEEDED] = 0
    return rare.astype(np.float16).astype(np.float32)


def letters_of(found: Sequence[Counter[int]], rarity: NDArray[np.float32]) -> Any:
    """The runs of letters of the messages, (messages, BUCKETS)."""
    pairs = [weighted(one, rarity) for one in found]
    at = np.concatenate([np.full(len(buckets), place) for place, (buckets, _) in enumerate(pairs)])
    buckets, values = (np.concatenate([pair[part] for pair in pairs]) for part in (0, 1))
    return sparse.csr_matrix((values, (at, buckets)), shape=(len(found), BUCKETS))


async def vectors_of(texts: Sequence[str]) -> NDArray[np.float32]:
    """The vectors of the messages, (messages, numbers)."""
    encoder, known = open_embedder("local:ibidem-1"), list(dict.fromkeys(texts))
    found: dict[str, Sequence[float]] = {}
    for start in range(0, len(known), AT_ONCE):
        some = known[start : start + AT_ONCE]
        found |= zip(some, await asyncio.gather(*map(encoder.embed_question, some)), strict=True)
    return np.array([found[text] for text in texts], np.float32)


def fitted(features: Any, targets: NDArray[np.int64], held: NDArray[np.bool_]) -> Fitted:
    """Weights for all messages. How sharp the shares are made is told by hands that were left out: as sharp as is right there."""
    others = regression(features[~held], targets[~held])
    scores, wanted = np.asarray(features[held] @ others), targets[held]
    print(f"of the hand that was left out, {float((scores.argmax(axis=1) == wanted).mean()):.3f} are read right")
    best: Any = minimize_scalar(lambda sharp: loss_of(sharp * scores, wanted), bounds=(0.3, 6), method="bounded")
    return Fitted(regression(features, targets), float(best.x))


def regression(features: Any, targets: NDArray[np.int64]) -> NDArray[np.float64]:
    """The weights of least loss, with weight decay, by L-BFGS."""
    count, size = features.shape
    wanted = np.eye(len(ACTS))[targets]

    def loss(flat: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        weights = flat.reshape(size, len(ACTS))
        scores = np.asarray(features @ weights)
        slope = features.T @ ((shares_of(scores) - wanted) / count) + WEIGHT_DECAY * weights
        return loss_of(scores, targets) + WEIGHT_DECAY / 2 * float((weights * weights).sum()), np.asarray(slope).ravel()

    start = np.zeros(size * len(ACTS))
    best: Any = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    return best.x.reshape(size, len(ACTS))


def shares_of(scores: NDArray[np.float64]) -> NDArray[np.float64]:
    """The share of each act, (messages, acts)."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def loss_of(scores: NDArray[np.float64], targets: NDArray[np.int64]) -> float:
    """The mean of the cross entropies."""
    return -float(np.log(shares_of(scores)[np.arange(len(targets)), targets] + 1e-12).mean())


def said(name: str, found: Fitted) -> dict[str, Any]:
    """The weights as they are stored: of letters in 8 bits, with a scale an act (read by `understanding.act_network.shipped`)."""
    letters = found.weights[:BUCKETS]
    scales = np.maximum(np.abs(letters).max(axis=0), 1e-8) / 127
    return {
        f"{name}.letters": np.rint(letters / scales).astype(np.int8),
        f"{name}.scales": scales.astype(np.float32),
        f"{name}.always": found.weights[BUCKETS].astype(np.float32),
        f"{name}.meaning": found.weights[BUCKETS + 1 :].astype(np.float16),
        f"{name}.sharpness": np.array(found.sharpness, np.float32),
    }


def checksum(folder: Path, worlds: Sequence[World]) -> str:
    """The SHA-256 of the rows, the worlds and the encoder."""
    digest = hashlib.sha256(worlds_checksum(worlds).encode() + (WEIGHTS / "encoder.npz").read_bytes())
    for file in sorted(folder.glob("*.jsonl")):
        digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()
