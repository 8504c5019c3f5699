"""The graphs of encoder and reader without weights, as onnxruntime loads them. Needs the package `onnx`."""

from pathlib import Path
from typing import Any

import numpy as np
from onnx import TensorProto, helper, numpy_helper, save

HIDDEN, HEADS, INNER = 384, 12, 1536
OPSET, VENDOR = 17, "com.microsoft"
FOLDER = Path(__file__).parents[1] / "src" / "ibidem" / "backends" / "local" / "weights"
HALVES = {"first_half": range(6), "second_half": range(6, 12)}


class Graph:
    """Nodes and initializers as they are added; each node gives the name of its output."""

    def __init__(self) -> None:
        self.nodes: list[Any] = []
        self.initializers: list[Any] = []

    def add(self, kind: str, *inputs: str, **attributes: Any) -> str:
        """A node, whose output has the number of the node."""
        output = f"t{len(self.nodes) + 1}"
        self.nodes.append(helper.make_node(kind, list(inputs), [output], **attributes))
        return output

    def constant(self, name: str, value: Any) -> str:
        """A value that the file holds."""
        self.initializers.append(numpy_helper.from_array(value, name))
        return name

    def outside(self, name: str, kind: int, shape: list[int]) -> str:
        """A value that the session is given."""
        tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
        tensor.external_data.add(key="location", value="weights")
        self.initializers.append(tensor)
        return name

    def norm(self, value: str, name: str) -> str:
        """LayerNormalization."""
        weight, bias = (self.outside(f"{name}.{part}", TensorProto.FLOAT, [HIDDEN]) for part in "wb")
        return self.add("LayerNormalization", value, weight, bias, axis=-1, epsilon=1e-12)

    def product(self, value: str, name: str, into: int, out: int) -> str:
        """A matrix of int8 times what is quantised as it comes, and a bias."""
        parts = (("int8", TensorProto.INT8, [into, out]), ("scale", TensorProto.FLOAT, [out]))
        parts += (("zero", TensorProto.INT8, [out]), ("bias", TensorProto.FLOAT, [out]))
        given = [self.outside(f"{name}.{part}", kind, shape) for part, kind, shape in parts]
        return self.add("DynamicQuantizeMatMul", value, *given, domain=VENDOR)

    def layer(self, value: str, name: str) -> str:
        """Attention and the inner layer, each with what went in added."""

        def headed(part: str, order: list[int]) -> str:
            return self.add(
                "Transpose", self.add("Reshape", self.product(value, f"{name}.{part}", HIDDEN, HIDDEN), "split"), perm=order
            )

        asked, known, held = headed("q", [0, 2, 1, 3]), headed("k", [0, 2, 3, 1]), headed("v", [0, 2, 1, 3])
        scores = self.add("Mul", self.add("MatMul", asked, known), "scale")
        seen = self.add("MatMul", self.add("Softmax", scores, axis=-1), held)
        joined = self.add("Reshape", self.add("Transpose", seen, perm=[0, 2, 1, 3]), "join")
        value = self.norm(self.add("Add", value, self.product(joined, f"{name}.ao", HIDDEN, HIDDEN)), f"{name}.aln")
        inner = self.add("Gelu", self.product(value, f"{name}.fi", HIDDEN, INNER), domain=VENDOR)
        return self.norm(self.add("Add", value, self.product(inner, f"{name}.fo", INNER, HIDDEN)), f"{name}.oln")


def write_graphs(folder: Path = FOLDER) -> None:
    """Writes the graphs as `backends.local.network` loads them."""
    for name, layers in HALVES.items():
        write_graph(name, layers, folder / f"{name}.onnx")


def write_graph(name: str, layers: range, path: Path) -> None:
    """Writes the graph of some layers: "given", to the first layer what is embedded, to "hidden", each (1, pieces, hidden)."""
    graph = Graph()
    graph.constant("split", np.array([0, 0, HEADS, HIDDEN // HEADS], np.int64))
    graph.constant("join", np.array([0, 0, HIDDEN], np.int64))
    graph.constant("scale", np.array(1 / np.sqrt(HIDDEN // HEADS), np.float32))
    value = "given" if layers.start else graph.norm("given", "emb.ln")
    for number in layers:
        value = graph.layer(value, f"l{number}")
    graph.nodes.append(helper.make_node("Identity", [value], ["hidden"]))
    given, output = (
        helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, "pieces", HIDDEN]) for name in ("given", "hidden")
    )
    made = helper.make_graph(graph.nodes, name, [given], [output], graph.initializers)
    opsets = [helper.make_opsetid("", OPSET), helper.make_opsetid(VENDOR, 1)]
    save(helper.make_model(made, opset_imports=opsets, ir_version=9), str(path))
