"""The network in int8 ranks as the same weights in float32 do, written out here once more without an engine."""

import math
from pathlib import Path

import numpy as np
import onnx
import pytest
from numpy.typing import NDArray
from training.graphs import HALVES, write_graphs

from ibidem.backends.local.encoder import PASSAGE, QUERY, LocalEncoder
from ibidem.backends.local.loaded import packed
from ibidem.backends.local.network import BEGIN, END, MATRICES, MOST_PIECES, WEIGHTS, Network, merged
from ibidem.backends.local.packed import Numbers

HEADS = 12
# A question, the line that answers it, and another of the same document.
ASKED = (
    ("펌프는 얼마나 무거워요?", "양수기의 질량은 340kg이다.", "겉면은 파란색으로 칠한다."),
    ("When may I go home on Friday?", "The last working day of the week ends at three.", "Visitors sign in at the gate."),
    ("雨の日はどこに自転車を置けばいいですか。", "荒天時は地下の駐輪場を利用する。", "鍵は受付で借りる。"),
)


class Plain:
    """The encoder in float32."""

    def __init__(self) -> None:
        self.model, self.pieces = packed("test")
        self.words = self.model.words()
        with np.load(WEIGHTS / "encoder.npz") as adapter:
            self.matrices = {name: self._matrix(name, adapter) for layer in range(12) for name in self._names(layer)}

    def vector(self, pieces: list[int]) -> Numbers:
        positions = self.model.numbers("emb.pos").reshape(-1, 384)[: len(pieces)] + self.model.numbers("emb.type")[:384]
        value = self._norm(self.words.of(np.array(pieces)) + positions, "emb.ln")
        for layer in range(12):
            value = self._layer(value, f"l{layer}")
        mean = value.mean(axis=0)
        return mean / np.linalg.norm(mean)

    def _layer(self, value: Numbers, name: str) -> Numbers:
        q, k, v = (self._times(value, f"{name}.{one}").reshape(-1, HEADS, 32).transpose(1, 0, 2) for one in "qkv")
        scores = np.exp(q @ k.transpose(0, 2, 1) / math.sqrt(32))
        seen = ((scores / scores.sum(-1, keepdims=True)) @ v).transpose(1, 0, 2).reshape(-1, 384)
        value = self._norm(value + self._times(seen, f"{name}.ao"), f"{name}.aln")
        inner = self._times(value, f"{name}.fi")
        inner = inner * 0.5 * (1 + np.vectorize(math.erf)(inner / math.sqrt(2)))
        return self._norm(value + self._times(inner, f"{name}.fo"), f"{name}.oln")

    def _norm(self, value: Numbers, name: str) -> Numbers:
        apart = value - value.mean(-1, keepdims=True)
        return apart / np.sqrt((apart**2).mean(-1, keepdims=True)) * self.model.numbers(f"{name}.w") + self.model.numbers(
            f"{name}.b"
        )

    def _times(self, value: Numbers, name: str) -> Numbers:
        return value @ self.matrices[name].T + self.model.numbers(f"{name}.b")

    def _matrix(self, name: str, adapter: dict[str, NDArray[np.float16]]) -> Numbers:
        plain = self.model.unpacked(f"{name}.w", 1536 if name.endswith("fi") else 384)
        return plain + adapter[f"{name}.w.B"].astype(np.float32) @ adapter[f"{name}.w.A"].astype(np.float32)

    @staticmethod
    def _names(layer: int) -> list[str]:
        return [f"l{layer}.{matrix}" for matrix in MATRICES]


async def test_int8_ranks_as_float_does(encoder: LocalEncoder) -> None:
    plain = Plain()
    questions = [question for question, *_ in ASKED]
    passages = [text for _, *texts in ASKED for text in texts]
    asked = np.array([plain.vector([BEGIN, *QUERY, *p, END]) for p in plain.pieces.of(questions)])
    held = np.array([plain.vector([BEGIN, *PASSAGE, *p, END]) for p in plain.pieces.of(passages)])
    in_float = asked @ held.T
    in_int8 = (
        np.array([await encoder.embed_question(one) for one in questions]) @ np.array(await encoder.embed_passages(passages)).T
    )
    assert in_float.argmax(axis=1).tolist() == in_int8.argmax(axis=1).tolist() == [0, 2, 4]
    assert np.abs(in_float - in_int8).max() < 0.08
    ahead = in_float[:, :, None] - in_float[:, None, :] > 0.1
    assert (in_int8[:, :, None] - in_int8[:, None, :])[ahead].min() > 0, "what is clearly nearer stays nearer"


def test_a_text_longer_than_there_are_positions_is_read_as_far_as_these_go() -> None:
    model, _ = packed("test")
    network = Network(model, WEIGHTS / "reader.npz")
    long = [BEGIN, *[46692] * 700, END]
    assert network.hidden(long).shape == (MOST_PIECES, 384)
    assert network.hidden(long[:3]).shape == network.begun(long[:3]).shape == (3, 384)


def test_the_graphs_are_what_training_writes(tmp_path: Path) -> None:
    write_graphs(tmp_path)
    for name in (f"{half}.onnx" for half in HALVES):
        assert (tmp_path / name).read_bytes() == (WEIGHTS / name).read_bytes(), "run: python -m training graphs"


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("adapter", ["encoder.npz", "reader.npz"])
def test_weights_have_the_shapes_that_the_graph_wants(adapter: str, half: str) -> None:
    model, _ = packed("test")
    layers = HALVES[half]
    with np.load(WEIGHTS / adapter) as stored:
        assert {f"l{layer}.{matrix}.w.{side}" for layer in layers for matrix in MATRICES for side in "AB"} <= set(stored)
        weights = merged(model, stored, layers)
    graph = onnx.load(str(WEIGHTS / f"{half}.onnx"), load_external_data=False).graph
    wanted = {one.name: tuple(one.dims) for one in graph.initializer if one.data_location == onnx.TensorProto.EXTERNAL}
    wanted = {name: shape for name, shape in wanted.items() if not name.startswith("emb.")}
    assert {name: value.shape for name, value in weights.items()} == wanted
