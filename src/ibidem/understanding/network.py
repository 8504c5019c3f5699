"""The network that reads a masked message, in numpy: convolutions over its pieces, attention, and one head for each label."""

import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from io import BytesIO

import numpy as np
from numpy.typing import NDArray

from ibidem.flow.products import one_thread_a_product
from ibidem.understanding.mentions import Masked

Array = NDArray[np.float32]

BUCKETS = 8192
WIDTH = 64
# How far apart the three pieces are that each convolution sees at a time; attention follows the second and the fourth.
REACHES = (1, 2, 4, 1)
POOLS = 4
MOST_FEATURES = 14
_SCALE = np.array(WIDTH**-0.5, np.float32)


@dataclass(frozen=True, slots=True)
class Scores:
    """What the network says of a message: for each head the logarithms of probabilities; `roles` has a row for each mention."""

    shape: Array
    scope: Array
    intent: Array
    id_intent: Array
    place: Array
    roles: Array


@lru_cache(maxsize=8192)
def features(text: str, spaced: bool) -> tuple[int, ...]:  # noqa: FBT001
    """The buckets of a piece: itself, and what it begins with, ends with and holds."""
    of_title = [text[: text.index(">") + 1]] if text.startswith("<title") else []
    text = text[len(of_title[0]) :] if of_title else text
    grams = [*of_title, text, f"{text}|{int(spaced)}"]
    if text.startswith("<"):
        grams = [text, text[: text.index(">") + 1] if ">" in text else text]
    elif len(text) > 1:
        edged = f"^{text[:12]}$"
        grams += [edged[: n + 1] for n in (1, 2, 3) if n < len(text)] + [edged[-n - 1 :] for n in (1, 2, 3) if n < len(text)]
        size = 2 if text[0] > "\u1100" else 3
        grams += [edged[at : at + size] for at in range(1, len(edged) - size)]
    return tuple(dict.fromkeys(zlib.crc32(gram.encode()) % (BUCKETS - 1) + 1 for gram in grams))[:MOST_FEATURES]


class Network:
    """Weights of a few networks that were trained alike, ready to read with: arrays by name, one after the other in each.

    What they say is the mean of all: of one network, a sentence in thirty is read otherwise after another training.
    """

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._w = weights

    def read(self, masked: Masked) -> Scores:
        """The scores of a message."""
        w = self._w
        x = self._pieces(masked)
        for layer, reach in enumerate(REACHES):
            x = x + _convolved(_levelled(x), w[f"conv{layer}"], w[f"conv{layer}_b"], reach)
            if layer % 2:
                x = x + _attended(_levelled(x), w[f"qkv{layer}"], w[f"out{layer}"])
        x = _levelled(x)
        weights = _softmax((x @ w["pools"]).swapaxes(1, 2))
        pooled = np.concatenate([(weights @ x).reshape(len(x), 1, -1), x.max(axis=1, keepdims=True)], axis=2)
        hidden = np.maximum(pooled @ w["hidden"] + w["hidden_b"][:, None], 0)
        said = {
            head: _log_softmax(hidden @ w[head] + w[f"{head}_b"][:, None])[0]
            for head in ("shape", "scope", "intent", "id_intent", "place")
        }
        at = [place for place, piece in enumerate(masked.pieces) if piece.mention >= 0]
        joined = np.maximum(x[:, at] @ w["role_x"] + hidden @ w["role_h"] + w["role_hb"][:, None], 0)
        return Scores(roles=_log_softmax(joined @ w["roles"] + w["roles_b"][:, None]), **said)

    def _pieces(self, masked: Masked) -> Array:
        rows = [features(piece.text, piece.spaced) for piece in masked.pieces] or [(0,)]
        lengths = [len(row) for row in rows]
        flat = self._w["embedding"][:, [bucket for row in rows for bucket in row]]
        starts = np.cumsum([0, *lengths[:-1]])
        summed: Array = np.add.reduceat(flat, starts, axis=1)
        scale: Array = np.sqrt(np.array(lengths, np.float32))
        return summed / scale[:, None]


@cache
def shipped() -> Network:
    """The network that comes with ibidem. Each array is stored in 16 bits, but for the pieces: 8 bits, with a scale for each."""
    one_thread_a_product()
    with np.load(BytesIO(files("ibidem.understanding").joinpath("weights.npz").read_bytes())) as stored:
        weights = {name: stored[name].astype(np.float32) for name in stored.files if name not in ("embedding", "scales", "rows")}
        weights["embedding"] = stored["embedding"].astype(np.float32) * stored["scales"].astype(np.float32)[..., None]
    return Network(weights)


def _levelled(x: Array) -> Array:
    return x / np.sqrt((x * x).mean(axis=-1, keepdims=True) + np.float32(1e-4))


def _convolved(x: Array, weight: Array, bias: Array, reach: int) -> Array:
    padded = np.zeros((len(x), x.shape[1] + 2 * reach, x.shape[2]), np.float32)
    padded[:, reach:-reach] = x
    seen = np.concatenate([padded[:, : -2 * reach], x, padded[:, 2 * reach :]], axis=2)
    return np.maximum(seen @ weight + bias[:, None], 0)


def _attended(x: Array, qkv: Array, out: Array) -> Array:
    parts: list[Array] = np.split(x @ qkv, 3, axis=2)
    query, key, value = parts
    found: Array = np.asarray(_softmax(query @ key.swapaxes(1, 2) * _SCALE) @ value @ out, np.float32)
    return found


def _softmax(x: Array) -> Array:
    raised = np.exp(x - x.max(axis=-1, keepdims=True))
    return raised / raised.sum(axis=-1, keepdims=True)


def _log_softmax(x: Array) -> Array:
    """The logarithms of the probabilities, the mean of all networks."""
    if not x.size:
        return x[0]
    lowered = x - x.max(axis=-1, keepdims=True)
    logs: Array = (lowered - np.log(np.exp(lowered).sum(axis=-1, keepdims=True))).mean(axis=0)
    return logs
