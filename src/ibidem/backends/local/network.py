"""The network of an encoder or a reader: packed weights with an adapter merged into them, in int8 on onnxruntime.

It runs in two halves, since a reader reads few windows to the end. Their graphs `first_half.onnx` and `second_half.onnx` hold no
weights (`python -m training graphs` makes them); these are given to the session as external initializers, so that the package
`onnx` is not needed here.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.local.packed import Numbers, PackedModel

WEIGHTS = Path(__file__).parent / "weights"
# Seven bits: on processors with AVX2 and without VNNI the products of larger ones may saturate. It costs nothing measurable.
LARGEST = 63
LAYERS, HALF = 12, 6
MATRICES = ("q", "k", "v", "ao", "fi", "fo")
# The numbers of the pieces that begin a text, and end one.
BEGIN, END = 0, 2
MOST_PIECES = 510  # that have a position


class Network:
    """Runs a text of pieces through the layers.

    One text a call: what comes is quantised by the largest number of the call, so that a text would have other values beside
    others, off by as much as from those of float32 (a cosine of .97 to .99); and windows in a batch take as long one by one.
    """

    def __init__(self, packed: PackedModel, adapter: Path) -> None:
        self._words = packed.words()
        hidden = packed.shape.hidden
        self._positions = packed.numbers("emb.pos").reshape(-1, hidden) + packed.numbers("emb.type").reshape(-1, hidden)[0]
        with np.load(adapter) as stored:
            embedding = {name: packed.numbers(name).copy() for name in ("emb.ln.w", "emb.ln.b")}
            self._first = _Half("first_half", embedding | merged(packed, stored, range(HALF)))
            self._second = _Half("second_half", merged(packed, stored, range(HALF, LAYERS)))

    def begun(self, text: Sequence[int]) -> Numbers:
        """The hidden values of a text in pieces after the first half, (pieces, hidden)."""
        pieces = np.asarray(text[:MOST_PIECES], np.int64)
        return self._first(self._words.of(pieces) + self._positions[: len(pieces)])

    def finished(self, begun: Numbers) -> Numbers:
        """The last hidden values of a text that the first half has `begun`."""
        return self._second(begun)

    def hidden(self, text: Sequence[int]) -> Numbers:
        """The last hidden values of a text in pieces, (pieces, hidden)."""
        return self.finished(self.begun(text))


class _Half:
    """Some of the layers, as a session of onnxruntime with these weights."""

    def __init__(self, graph: str, weights: Mapping[str, NDArray[Any]]) -> None:
        library: Any = import_module("onnxruntime")
        options = library.SessionOptions()
        options.intra_op_num_threads = options.inter_op_num_threads = 1
        # Texts differ in length, and an arena would keep room for the longest one for ever.
        options.enable_cpu_mem_arena = False
        # The session refers to the values, which have to live as long as it does.
        self._values = [library.OrtValue.ortvalue_from_numpy(value) for value in weights.values()]
        options.add_external_initializers(list(weights), self._values)
        self._session = library.InferenceSession(str(WEIGHTS / f"{graph}.onnx"), options, providers=["CPUExecutionProvider"])

    def __call__(self, values: Numbers) -> Numbers:
        (found,) = self._session.run(None, {"given": values[None]})
        return found[0]


def merged(packed: PackedModel, adapter: Any, layers: range) -> dict[str, NDArray[Any]]:
    """The initializers of these layers: every matrix W + B A in int8, one scale an output, with the norms and biases."""
    weights: dict[str, NDArray[Any]] = {}
    inner, hidden = packed.shape.inner, packed.shape.hidden
    for layer in layers:
        for norm in ("aln", "oln"):
            weights |= {(name := f"l{layer}.{norm}.{part}"): packed.numbers(name).copy() for part in "wb"}
        for matrix in MATRICES:
            name = f"l{layer}.{matrix}"
            full = packed.unpacked(f"{name}.w", inner if matrix == "fi" else hidden)
            if f"{name}.w.A" in adapter:
                full = full + adapter[f"{name}.w.B"].astype(np.float32) @ adapter[f"{name}.w.A"].astype(np.float32)
            scale = np.maximum(np.abs(full).max(1), 1e-12) / LARGEST
            weights[f"{name}.int8"] = np.ascontiguousarray(np.rint(full / scale[:, None]).astype(np.int8).T)
            weights[f"{name}.scale"] = scale.astype(np.float32)
            weights[f"{name}.zero"] = np.zeros(len(full), np.int8)
            weights[f"{name}.bias"] = packed.numbers(f"{name}.b").copy()
    return weights
