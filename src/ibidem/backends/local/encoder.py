"""The encoder of this process: multilingual-e5-small with an adapter of ours, 384 numbers a text.

A text is `query: ` or `passage: ` with its pieces, and its vector the mean of the last hidden values at length 1. Questions
before one stand in front of it, parted by the piece that ends a text: as in training.
"""

import asyncio
import re
import threading
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b

import numpy as np

from ibidem.backends.local.loaded import packed
from ibidem.backends.local.network import BEGIN, END, WEIGHTS, Network
from ibidem.backends.local.packed import Numbers, Pieces
from ibidem.backends.local.packed_file import NAME
from ibidem.backends.local.workers import background_workers
from ibidem.domain.errors import ModelUnavailable, SettingsError

MODEL = "ibidem-1"
# The pieces of "query:" and "passage:".
QUERY, PASSAGE = (41, 1294, 12), (46692, 12)
# Pieces of a question with those before it, and of a passage: a little more than a window is estimated to have.
QUESTION_PIECES, PASSAGE_PIECES = 64, 240
# Questions before one that are read with it.
BEFORE = 2
# Characters of a text that count: no window is longer, and cutting into pieces takes time in proportion.
MOST_CHARACTERS = 4_000
# Questions whose vectors are remembered: those of the turns that run at once.
REMEMBERED = 64
# Texts of a call that does not wait for the workers: while documents are embedded these are busy for seconds.
FEW = 16


def open_local(model: str) -> "LocalEncoder":
    """The encoder, loaded when it is first asked. Raises SettingsError for another name."""
    if model != MODEL:
        raise SettingsError(f"embedder: there is no {model} here; the model of this machine is {MODEL}")
    return LocalEncoder()


class LocalEncoder:
    """ports.Embedder. Passages are computed side by side, one a processor. Its name has a digest of the adapter: vectors of a
    former one are computed anew."""

    def __init__(self) -> None:
        self.name = f"{NAME}@{blake2b((WEIGHTS / 'encoder.npz').read_bytes(), digest_size=4).hexdigest()}"
        self._loading = threading.Lock()
        self._network: Network | None = None
        self._workers = background_workers("embed")
        self._latest = lru_cache(REMEMBERED)(self._question)

    async def load(self) -> None:
        """See ports.Embedder."""
        await asyncio.to_thread(self._loaded)

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        """See ports.Embedder. A question does not wait behind passages, and the latest ones are remembered: a turn reads its
        message by the same vector that it searches by."""
        return await asyncio.to_thread(self._latest, text, tuple(before))

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """See ports.Embedder."""

        def cut() -> tuple[Network, list[list[int]]]:
            network, pieces = self._loaded()
            return network, [[BEGIN, *PASSAGE, *one[:PASSAGE_PIECES], END] for one in pieces.of([sound(t) for t in texts])]

        network, written = await asyncio.to_thread(cut)
        pool = None if len(written) <= FEW else self._workers
        loop = asyncio.get_running_loop()
        return await asyncio.gather(*(loop.run_in_executor(pool, _vector, network, one) for one in written))

    async def close(self) -> None:
        """See ports.Embedder."""
        self._workers.shutdown(cancel_futures=True)

    def _question(self, text: str, before: tuple[str, ...]) -> Sequence[float]:
        network, pieces = self._loaded()
        return _vector(network, [BEGIN, *QUERY, *question_pieces(pieces, text, before), END])

    def _loaded(self) -> tuple[Network, Pieces]:
        """Raises ModelUnavailable."""
        model, pieces = packed(NAME)
        with self._loading:
            if self._network is None:
                try:
                    self._network = Network(model, WEIGHTS / "encoder.npz")
                except Exception as error:
                    raise ModelUnavailable(NAME, f"cannot be loaded ({type(error).__name__}: {error})") from error
            return self._network, pieces


def question_pieces(pieces: Pieces, text: str, before: Sequence[str]) -> list[int]:
    """The pieces of a question after those before it, of which the last ones are read as far as there is room."""
    asked, *earlier = pieces.of([sound(text), *(sound(one) for one in reversed(before[-BEFORE:]))])
    asked = asked[: QUESTION_PIECES - 3]
    for one in earlier:
        if room := max(0, QUESTION_PIECES - 4 - len(asked)):
            asked = [*one[:room], END, *asked]
    return asked


def sound(text: str) -> str:
    """The part of a text that counts, without lone surrogates, which no tokenizer takes."""
    return re.sub("[\ud800-\udfff]", " ", text[:MOST_CHARACTERS])


def _vector(network: Network, text: Sequence[int]) -> list[float]:
    mean: Numbers = network.hidden(text).mean(axis=0)
    return (mean / max(float(np.linalg.norm(mean)), 1e-12)).tolist()
