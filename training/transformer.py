"""multilingual-e5-small in JAX with an adapter: to the product of each matrix with x, B (A x) is added (LoRA, Hu et al. 2021)."""

from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from numpy.typing import NDArray

from ibidem.domain.errors import InvalidInput
from training.pretrained import HEADS, HIDDEN, LAYERS, LONGEST, MATRICES, PAD, UNKNOWN, Base

RANK, SCALE = 32, 2.0  # B is trained at 1 / SCALE, and stored as it is used
DROPPED = 0.1  # of what enters an adapter, while training
MISREAD = 0.04  # of the pieces are UNKNOWN, while training
KEPT = 3  # pieces at the beginning that are never: they say what kind of text it is
ON_GPU = jax.default_backend() == "gpu"
NUMBERS = jnp.bfloat16 if ON_GPU else jnp.float32
ATTENTION: Any = "cudnn" if ON_GPU else "xla"  # cuDNN's is several times as fast, and needs lengths that are multiples of 8

Adapter = dict[str, tuple[jax.Array, jax.Array]]  # of each matrix A (LAYERS, RANK, inputs) and B (LAYERS, outputs, RANK)


class Frozen(NamedTuple):
    """The weights that are not trained: of the embedding by name, and of the layers by name, (LAYERS, ...)."""

    embedding: dict[str, jax.Array]
    layers: dict[str, jax.Array]


def frozen(base: Base) -> Frozen:
    """The weights to begin with."""
    names = [name.removeprefix("l0.") for name in base.weights if name.startswith("l0.")]
    stacked = {name: np.stack([base.weights[f"l{layer}.{name}"] for layer in range(LAYERS)]) for name in names}
    embedding = {name: value for name, value in base.weights.items() if name.startswith("emb.")}
    return Frozen(_numbers(embedding), _numbers(stacked))


def _numbers(weights: dict[str, NDArray[np.float32]]) -> dict[str, jax.Array]:
    return {name: jnp.asarray(value, NUMBERS) for name, value in weights.items()}


def new_adapter(rng: np.random.Generator) -> Adapter:
    """An adapter that changes nothing yet."""
    return {
        name: (
            jnp.asarray(rng.normal(0, 1 / np.sqrt(inputs), (LAYERS, RANK, inputs)), jnp.float32),
            jnp.zeros((LAYERS, outputs, RANK), jnp.float32),
        )
        for name, (outputs, inputs) in MATRICES.items()
    }


def as_stored(adapter: Adapter, layers: int = LAYERS) -> dict[str, NDArray[np.float16]]:
    """The adapter of the first layers, as it ships."""
    stored: dict[str, NDArray[np.float16]] = {}
    for name, (a, b) in adapter.items():
        halves = np.asarray(a).astype(np.float16), (np.asarray(b) * SCALE).astype(np.float16)
        for layer in range(layers):  # of numpy: in JAX each of these would be a program that has to be compiled
            stored[f"l{layer}.{name}.w.A"], stored[f"l{layer}.{name}.w.B"] = halves[0][layer], halves[1][layer]
    return stored


def read_adapter(file: Path) -> tuple[Adapter, dict[str, jax.Array]]:
    """An adapter that ships, and whatever stands beside it in its file. Raises InvalidInput."""
    try:
        with np.load(file) as stored:
            arrays = {name: np.asarray(stored[name], np.float32) for name in stored.files if stored[name].dtype.kind == "f"}
        layers = sum(name.endswith(".q.w.A") for name in arrays)
        halves = {
            (name, half): np.stack([arrays.pop(f"l{layer}.{name}.w.{half}") for layer in range(layers)])
            for name in MATRICES
            for half in "AB"
        }
    except (OSError, ValueError, KeyError) as error:
        raise InvalidInput(str(file), "is no adapter", "`python -m training encoder` and `reader` make them") from error
    adapter = {name: (jnp.asarray(halves[name, "A"]), jnp.asarray(halves[name, "B"] / SCALE)) for name in MATRICES}
    return adapter, {name: jnp.asarray(value) for name, value in arrays.items()}


def hidden(weights: Frozen, adapter: Adapter, ids: jax.Array, layers: int, key: jax.Array | None = None) -> jax.Array:
    """The hidden values (layers, texts, pieces, HIDDEN) after each of the first layers, of texts as rows of the vocabulary; with
    a key, as they are disturbed while training."""
    known = ids != PAD
    place = jnp.clip(jnp.cumsum(known, 1) - 1, 0, LONGEST - 1)
    if key is not None:
        misread = (jax.random.uniform(key, ids.shape) < MISREAD) & known & (place > KEPT)
        ids = jnp.where(misread, UNKNOWN, ids)
    first = weights.embedding
    x = first["emb.word"][ids] + first["emb.pos"][place] + first["emb.type"][0]
    x = _levelled(first, "emb.ln", x)
    mask = jnp.broadcast_to(known[:, None, None, :], (ids.shape[0], 1, ids.shape[1], ids.shape[1]))

    def through(x: jax.Array, layer: Any) -> tuple[jax.Array, jax.Array]:
        x = _block(*layer, x, mask)
        return x, x

    keys = None if key is None else jax.random.split(key, layers)
    upto = jax.tree.map(lambda whole: whole[:layers], (weights.layers, adapter))
    _, found = jax.lax.scan(through, x, (*upto, keys))
    return found


def _block(
    weights: dict[str, jax.Array], adapter: Adapter, key: jax.Array | None, x: jax.Array, mask: jax.Array
) -> jax.Array:  # fmt: skip
    """One layer; the adapter's matrices are those of the layer alone."""

    def through(name: str, x: jax.Array) -> jax.Array:
        a, b = adapter[name]
        plain = x @ weights[f"{name}.w"].T + weights[f"{name}.b"]
        if key is not None:
            kept = jax.random.bernoulli(jax.random.fold_in(key, list(MATRICES).index(name)), 1 - DROPPED, x.shape)
            x = x * (kept / (1 - DROPPED)).astype(NUMBERS)
        return plain + (x @ a.T.astype(NUMBERS)) @ b.T.astype(NUMBERS) * SCALE

    q, k, v = (through(name, x).reshape(*x.shape[:2], HEADS, HIDDEN // HEADS) for name in "qkv")
    attended = jax.nn.dot_product_attention(q, k, v, mask=mask, implementation=ATTENTION).reshape(x.shape)
    x = _levelled(weights, "aln", x + through("ao", attended))
    inner = through("fo", jax.nn.gelu(through("fi", x), approximate=False))
    return _levelled(weights, "oln", x + inner)


def _levelled(weights: dict[str, jax.Array], name: str, x: jax.Array) -> jax.Array:
    x = x.astype(jnp.float32)
    x = (x - x.mean(-1, keepdims=True)) * jax.lax.rsqrt(x.var(-1, keepdims=True) + 1e-12)
    return (x * weights[f"{name}.w"] + weights[f"{name}.b"]).astype(NUMBERS)
