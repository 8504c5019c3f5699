"""The vocabulary and the weights are read as they are packed."""

import struct
from pathlib import Path

import numpy as np
import pytest
from training.pieces import HIDDEN, Packed, unpack, unpacked, weights

from training import pieces

VOCABULARY = ["<s>", "<pad>", "</s>", "<unk>", "▁펌프", "▁pump", "▁ポンプ"]
BLOCKS = HIDDEN // 32


def block(scale: float, numbers: list[int]) -> bytes:
    """32 numbers from -8 to 7 as they are packed."""
    halves = bytes((low + 8) | ((high + 8) << 4) for low, high in zip(numbers[:16], numbers[16:], strict=True))
    return struct.pack("<e", scale) + halves


def packed_file(tensors: dict[str, bytes]) -> bytes:
    """Such a file."""
    texts = [piece.encode() for piece in VOCABULARY]
    ends = np.cumsum([0, *map(len, texts)])
    normal = struct.pack("<IB2I", ord("㎏"), 2, ord("k"), ord("g"))
    head = b"".join(
        [
            b"PACKED01", bytes(28 + 4 + 4), struct.pack("<5i", len(VOCABULARY), 0, 2, 1, 3), struct.pack("<Q", int(ends[-1])),
            struct.pack(f"<{len(ends)}I", *ends), struct.pack(f"<{len(texts)}f", *range(len(texts))), *texts,
            struct.pack("<iI", 1, len(normal)), normal, struct.pack("<i", len(tensors)),
        ]
    )  # fmt: skip
    at = len(head) + sum(2 + len(name.encode()) + 5 + 16 for name in tensors)
    entries, body = b"", b""
    for name, content in tensors.items():
        entries += struct.pack("<H", len(name.encode())) + name.encode() + struct.pack("<BI", 0, 0)
        entries += struct.pack("<QQ", at + len(body), len(content))
        body += content
    return head + entries + body


def test_a_packed_file_is_read() -> None:
    packed = unpack(packed_file({"emb.ln.w": struct.pack("<2f", 1.5, -2), "l0.q.b": b"1234"}))
    assert packed.pieces == VOCABULARY and list(packed.scores) == list(range(7))
    assert packed.normal == {ord("㎏"): "kg"}
    assert packed.tensors == {"emb.ln.w": struct.pack("<2f", 1.5, -2), "l0.q.b": b"1234"}


def test_weights_are_unpacked_for_the_pieces_in_use(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [n % 16 - 8 for n in range(32)]
    words = b"".join(block(float(row), numbers) * BLOCKS for row in range(len(VOCABULARY)))
    square = block(0.5, numbers[::-1]) * (HIDDEN * BLOCKS)
    tensors = {"emb.word": words, "l0.q.w": square, "l0.q.b": struct.pack(f"<{HIDDEN}f", *range(HIDDEN))}
    monkeypatch.setattr(pieces, "load", lambda: Packed(VOCABULARY, [], {}, tensors))
    found = unpacked(weights(np.array([0, 3, 6], np.int32)))
    assert found["emb.word"].shape == (3, HIDDEN) and found["l0.q.w"].shape == (HIDDEN, HIDDEN)
    assert found["emb.word"][2, :32].tolist() == [6.0 * n for n in numbers]
    assert found["l0.q.w"][5, 32:64].tolist() == [0.5 * n for n in numbers[::-1]]
    assert found["l0.q.b"].tolist() == list(range(HIDDEN))


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from ibidem.domain.errors import SettingsError

    monkeypatch.setattr(pieces, "find_spec", lambda _name: None)
    with pytest.raises(SettingsError, match=r"training needs the extra `local`"):
        pieces.load.__wrapped__()
