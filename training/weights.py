"""Writes the weights as they are shipped, with a checksum of the rows that they were trained on."""

import hashlib
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray


def write_weights(trained: Sequence[Mapping[str, NDArray[np.float32]]], rows: Path, into: Path) -> None:
    """Pieces in 8 bits with a scale for each, all else in 16, of all networks (see `understanding.network.shipped`)."""
    stacked = {name: np.stack([one[name] for one in trained]) for name in trained[0]}
    pieces = stacked.pop("embedding")
    scales = np.maximum(np.abs(pieces).max(axis=-1), 1e-8) / 127
    others = {name: value.astype(np.float16) for name, value in stacked.items()}
    into.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        into,
        embedding=np.round(pieces / scales[..., None]).astype(np.int8),
        scales=scales.astype(np.float32),
        rows=np.array(checksum(rows)),
        **others,
    )


def checksum(rows: Path) -> str:
    """The SHA-256 of the rows and their labels."""
    digest = hashlib.sha256()
    for file in sorted([*rows.glob("*.jsonl"), *rows.glob("hard/*.jsonl"), *rows.glob("*.json")]):
        digest.update(file.relative_to(rows).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()
