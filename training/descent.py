"""Gradient descent within a given time: AdamW (Loshchilov and Hutter 2019), clipped gradients, a rate that warms up and fades."""

import math
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from queue import Queue
from typing import Any, TypeVar

import jax
import jax.numpy as jnp
import numpy as np

WARM, FADED, DECAY, STEEPEST = 0.05, 0.02, 0.01, 1.0
FORGOTTEN, SQUARES_FORGOTTEN = 0.9, 0.999
FEEDERS = 3
SAID_EVERY = 50  # steps

Batch = TypeVar("Batch")
Loss = Callable[..., tuple[jax.Array, jax.Array]]  # parameters, the parts of a batch, key -> what is minimised, the share right


@dataclass
class Clock:
    """How much of the time for training is used: compiling, and what is done within `standing`, do not count."""

    seconds: float
    _begun: float = field(default_factory=time.monotonic)

    @property
    def used(self) -> float:
        """0 at the beginning, 1 at the end."""
        return (time.monotonic() - self._begun) / self.seconds

    def begin(self) -> None:
        """The time begins now."""
        self._begun = time.monotonic()

    def standing(self, work: Callable[[], Batch]) -> Batch:
        """Does something else meanwhile."""
        begun = time.monotonic()
        done = work()
        self._begun += time.monotonic() - begun
        return done


def rate_at(used: float, highest: float) -> float:
    """The rate of learning when so much of the time is used."""
    return highest * min(1.0, used / WARM) * max(FADED, math.cos(min(1.0, used) * math.pi / 2) ** 2)


def descend(
    loss: Loss, parameters: Any, batches: Iterator[Any], clock: Clock, highest: float, between: Callable[[Any], None]
) -> Any:  # fmt: skip
    """The parameters after training until the clock has run down. `between` is called before each step with those so far."""
    zeros = jax.tree.map(jnp.zeros_like, parameters)
    moments, step, done = (zeros, zeros), jax.jit(_stepping(loss)), 0
    said: list[tuple[jax.Array, jax.Array]] = []
    before: Any = None
    while done == 0 or clock.used < 1:
        between(parameters)
        rate = jnp.float32(rate_at(clock.used if done else 0.0, highest))
        parameters, moments, scores = step(
            parameters, moments, jnp.float32(done + 1), rate, next(batches), jax.random.PRNGKey(done)
        )
        jax.block_until_ready(before)  # JAX returns at once: one step is computed while the next is asked for, and no more
        before = scores
        done += 1
        said.append(scores)
        if done == 1:
            jax.block_until_ready(scores)
            clock.begin()
        if done % SAID_EVERY == 0:
            costs, right = np.array(said).mean(0)
            said.clear()
            print(f"step {done}, {clock.used:.0%} of the time: loss {costs:.3f}, right {right:.3f}", flush=True)
    print(f"{done} steps", flush=True)
    return parameters


def _stepping(loss: Loss) -> Callable[..., tuple[Any, tuple[Any, Any], tuple[jax.Array, jax.Array]]]:
    def step(parameters: Any, moments: tuple[Any, Any], number: jax.Array, rate: jax.Array, batch: Any, key: jax.Array) -> Any:
        (cost, right), steep = jax.value_and_grad(loss, has_aux=True)(parameters, *batch, key)
        norm = jnp.sqrt(sum(jnp.sum(one * one) for one in jax.tree.leaves(steep)))
        steep = jax.tree.map(lambda one: one * jnp.minimum(1.0, STEEPEST / (norm + 1e-9)), steep)
        first = jax.tree.map(lambda m, g: FORGOTTEN * m + (1 - FORGOTTEN) * g, moments[0], steep)
        second = jax.tree.map(lambda v, g: SQUARES_FORGOTTEN * v + (1 - SQUARES_FORGOTTEN) * g * g, moments[1], steep)

        def moved(p: jax.Array, m: jax.Array, v: jax.Array) -> jax.Array:
            unbiased = m / (1 - FORGOTTEN**number), v / (1 - SQUARES_FORGOTTEN**number)
            return p - rate * (unbiased[0] / (jnp.sqrt(unbiased[1]) + 1e-8) + DECAY * p)

        return jax.tree.map(moved, parameters, first, second), (first, second), (cost, right)

    return step


def ahead(made: Callable[[np.random.Generator], Batch], seed: int) -> Iterator[Batch]:
    """Batches without end, made in threads while the last one is computed with. What making one raises is raised here."""
    queue: Queue[Batch | Exception] = Queue(4 * FEEDERS)

    def feed(rng: np.random.Generator) -> None:
        try:
            while True:
                queue.put(made(rng))
        except Exception as error:
            queue.put(error)

    for rng in np.random.default_rng(seed).spawn(FEEDERS):
        threading.Thread(target=feed, args=(rng,), daemon=True).start()
    while True:
        batch = queue.get()
        if isinstance(batch, Exception):
            raise batch
        yield batch
