"""A packed file in miniature, written as backends.local.packed describes the format."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

PIECES = ("<s>", "</s>", "<pad>", "<unk>", "▁", "▁ab", "c")
HIDDEN = 32


def write_packed(path: Path, normal_forms: Mapping[str, str], numbers: Sequence[float], rows: Sequence[Sequence[int]]) -> None:
    """A file with the tensor "numbers" of float32, and "emb.word" with these nibbles, 0 to 15, under a scale of a half."""
    texts = [piece.encode() for piece in PIECES]
    offsets = [sum(map(len, texts[:place])) for place in range(len(texts) + 1)]
    vocabulary = struct.pack("<5iQ", len(texts), 0, 1, 2, 3, offsets[-1])
    vocabulary += struct.pack(f"<{len(offsets)}I", *offsets)
    vocabulary += struct.pack(f"<{len(texts)}f", *(-float(place) for place in range(len(texts)))) + b"".join(texts)
    forms = b"".join(struct.pack(f"<IB{len(to)}I", ord(one), len(to), *map(ord, to)) for one, to in normal_forms.items())
    forms = struct.pack("<II", len(normal_forms), len(forms)) + forms
    shape = struct.pack("<7ifi", HIDDEN, 1, 1, 64, len(rows), 4, 1, 1e-12, 32)
    tensors = {"numbers": struct.pack(f"<{len(numbers)}f", *numbers), "emb.word": b"".join(map(_block, rows))}
    head = b"E5S1" + struct.pack("<i", 1) + shape + vocabulary + forms
    at = len(head) + 4 + sum(2 + len(name) + 21 for name in tensors)
    directory = struct.pack("<i", len(tensors))
    for name, stored in tensors.items():
        directory += struct.pack("<H", len(name)) + name.encode() + bytes(5) + struct.pack("<QQ", at, len(stored))
        at += len(stored)
    path.write_bytes(head + directory + b"".join(tensors.values()))


def _block(nibbles: Sequence[int]) -> bytes:
    return np.float16(0.5).tobytes() + bytes(low | high << 4 for low, high in zip(nibbles[:16], nibbles[16:], strict=True))
