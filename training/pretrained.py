"""The weights to begin with: multilingual-e5-small as it is packed, of the pieces of the vocabulary that occur."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.local.packed import PackedModel, unpacked

BEGIN, PAD, END, UNKNOWN = range(4)
HIDDEN, INNER, LAYERS, HEADS, LONGEST = 384, 1536, 12, 12, 512
MATRICES = {**dict.fromkeys(("q", "k", "v", "ao"), (HIDDEN, HIDDEN)), "fi": (INNER, HIDDEN), "fo": (HIDDEN, INNER)}
QUERY, PASSAGE = (41, 1294, 12), (46692, 12)  # the pieces of "query:" and "passage:", which e5 expects before its texts
_WORDS, _PLACES = "emb.word", ("emb.pos", "emb.type")


@dataclass(frozen=True, slots=True)
class Base:
    """The weights, and the pieces that its vocabulary has."""

    weights: Mapping[str, NDArray[np.float32]]
    vocabulary: NDArray[np.int32]

    @classmethod
    def of(cls, model: PackedModel, vocabulary: NDArray[np.int32]) -> Self:
        """The base with these pieces."""
        return cls(numbers(packed_weights(model, vocabulary)), vocabulary)

    def rows(self, pieces: NDArray[Any]) -> NDArray[np.int32]:
        """The row of each piece, that of UNKNOWN where there is none."""
        at = np.minimum(np.searchsorted(self.vocabulary, pieces), len(self.vocabulary) - 1)
        return np.where(self.vocabulary[at] == pieces, at, UNKNOWN).astype(np.int32)


def packed_weights(model: PackedModel, vocabulary: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """The weights as they are packed, of the vocabulary those pieces alone: blocks as NAME:bits and NAME:scale with NAME:shape,
    and the others in 16 bits. `numbers` makes numbers of them."""
    found: dict[str, NDArray[Any]] = {}
    for name in model.names():
        layer, _, rest = name.partition(".")
        shape = MATRICES.get(rest.removesuffix(".w")) if layer[1:].isdecimal() and rest.endswith(".w") else None
        if name == _WORDS:
            blocks, shape = model.blocks(name).reshape(-1, HIDDEN // 32)[vocabulary], (len(vocabulary), HIDDEN)
        elif shape is not None:
            blocks = model.blocks(name)
        else:
            rows = (-1, HIDDEN) if name in _PLACES else (-1,)
            found[name] = model.numbers(name).reshape(rows).astype(np.float16)
            continue
        found[f"{name}:nibbles"], found[f"{name}:scale"] = blocks["nibbles"], blocks["scale"]
        found[f"{name}:shape"] = np.array(shape)
    return found


def numbers(packed: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """What `packed_weights` gave, as numbers."""
    found: dict[str, NDArray[np.float32]] = {}
    for name, value in packed.items():
        tensor, _, part = name.partition(":")
        if part == "nibbles":
            blocks = {"nibbles": value, "scale": packed[f"{tensor}:scale"]}
            found[tensor] = unpacked(blocks).reshape(packed[f"{tensor}:shape"])
        elif not part:
            found[name] = value.astype(np.float32)
    return found
