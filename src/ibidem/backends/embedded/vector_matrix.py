"""The vectors in memory: all of them compared with each question, by numpy, or by faiss where it is installed (extra `vectors`).

Either holds one byte a number: 100,000 vectors of 512 numbers take 52 MB, and a question 10 ms of one processor with numpy, 6 ms
with faiss. numpy with four bytes would take 205 MB, and 19 ms to read them. A graph index answers sooner and finds less.
"""

import threading
from collections.abc import Sequence
from importlib.util import find_spec
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.embedded.statements import ORDER_BITS
from ibidem.backends.nearness import Numbers
from ibidem.backends.products import one_thread_a_product

Rows = NDArray[np.int64]

# The bytes of faiss are laid between the least and the largest number that the first vectors have in each place. That many
# suffice.
SAMPLE = 50_000
FIRST_ROOM = 1024  # rows; room is doubled when it is full
LARGEST_BYTE = 127
ROWS_A_PART = 1024  # 256 and 4,096 take a fifth longer


class Rankable(Protocol):
    """Vectors of length 1 in the order in which they were added."""

    def add(self, vectors: Numbers) -> None:
        """Adds vectors, (rows, size)."""
        ...

    def best(self, question: Numbers, wanted: NDArray[np.bool_], count: int) -> Rows:
        """The numbers of the `count` wanted rows nearest to the question, roughly nearest first; at least so many are wanted."""
        ...


class NumpyRows:
    """One byte a number, as a share of the largest in its vector, seen from the middle of the first ones.

    From there the order is the same, and what all vectors have in common, as those of some models have much, needs no bytes.
    """

    def __init__(self, size: int) -> None:
        one_thread_a_product()
        self._rows = np.empty((FIRST_ROOM, size), dtype=np.int8)
        self._units = np.empty(FIRST_ROOM, dtype=np.float32)  # what a byte of 1 stands for, in each vector
        self._middle = np.zeros(size, dtype=np.float32)
        self._held = 0

    def add(self, vectors: Numbers) -> None:
        """See Rankable."""
        if not self._held:
            self._middle = vectors.mean(axis=0)
        held = self._held + len(vectors)
        if held > len(self._rows):
            room = max(held, 2 * len(self._rows))
            self._rows = np.concatenate((self._rows[: self._held], np.empty((room - self._held, self._rows.shape[1]), np.int8)))
            self._units = np.concatenate((self._units[: self._held], np.empty(room - self._held, np.float32)))
        seen = vectors - self._middle
        units = np.maximum(np.abs(seen).max(axis=1, initial=0), 1e-12) / LARGEST_BYTE
        seen /= units[:, None]
        np.rint(seen, out=self._rows[self._held : held], casting="unsafe")
        self._units[self._held : held] = units
        self._held = held

    def best(self, question: Numbers, wanted: NDArray[np.bool_], count: int) -> Rows:
        """See Rankable."""
        nearness = np.empty(self._held, dtype=np.float32)
        # The bytes become numbers again a part at a time: what fits the processor's cache is not read from memory twice.
        for start in range(0, self._held, ROWS_A_PART):
            part = slice(start, min(start + ROWS_A_PART, self._held))
            np.dot(self._rows[part].astype(np.float32), question, out=nearness[part])
        nearness *= self._units[: self._held]
        nearness[~wanted] = -np.inf
        best = np.argpartition(-nearness, count - 1)[:count]
        return best[np.argsort(-nearness[best])]


class FaissRows:
    """One byte a number."""

    def __init__(self, size: int) -> None:
        import faiss

        # It is made for C++, and is not what its own annotations say.
        self._faiss: Any = faiss
        self._index = self._faiss.IndexScalarQuantizer(size, faiss.ScalarQuantizer.QT_8bit, faiss.METRIC_INNER_PRODUCT)

    def add(self, vectors: Numbers) -> None:
        """See Rankable."""
        if not self._index.is_trained:
            self._index.train(vectors)
        self._index.add(vectors)

    def best(self, question: Numbers, wanted: NDArray[np.bool_], count: int) -> Rows:
        """See Rankable."""
        # One question is no work to divide: faiss's threads would wait for each other three times as long. It is set for the
        # calling thread only, so each one sets it.
        self._faiss.omp_set_num_threads(1)
        if wanted.all():
            _, rows = self._index.search(question[None, :], count)
        else:
            bitmap = np.packbits(wanted, bitorder="little")
            parameters = self._faiss.SearchParameters(sel=self._faiss.IDSelectorBitmap(bitmap))
            _, rows = self._index.search(question[None, :], count, params=parameters)
        return rows[0][rows[0] >= 0]


class Matrix:
    """Vectors of length 1 in the order in which they were added, each with its chunk's key and the number of its kind."""

    def __init__(self, size: int) -> None:
        self._rows: Rankable = NumpyRows(size) if find_spec("faiss") is None else FaissRows(size)
        self._chunk_keys = np.empty(0, dtype=np.int64)
        self._kinds = np.empty(0, dtype=np.int32)
        self._alive = np.empty(0, dtype=np.bool_)
        self._trained_on = 0
        # No new vectors are added while it is searched. A search of a hundred thousand takes 2 to 20 ms.
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._chunk_keys)

    @property
    def outgrown(self) -> bool:
        """Whether so many were added that a matrix built anew of all would hold them better."""
        return isinstance(self._rows, FaissRows) and self._trained_on < SAMPLE and len(self) >= 2 * self._trained_on

    def add(self, chunk_keys: Sequence[int], kinds: Sequence[int], vectors: Numbers) -> None:
        """Adds vectors, (rows, size)."""
        with self._lock:
            self._trained_on = self._trained_on or len(vectors)
            self._rows.add(vectors)
            self._chunk_keys = np.concatenate((self._chunk_keys, np.asarray(chunk_keys, dtype=np.int64)))
            self._kinds = np.concatenate((self._kinds, np.asarray(kinds, dtype=np.int32)))
            self._alive = np.concatenate((self._alive, np.ones(len(chunk_keys), dtype=np.bool_)))

    def forget(self, chunk_keys: Sequence[int]) -> None:
        """Finds these chunks no more."""
        with self._lock:
            self._alive &= ~np.isin(self._chunk_keys, np.asarray(chunk_keys, dtype=np.int64))

    def nearest(self, question: Numbers, kinds: NDArray[np.bool_], documents: Sequence[int] | None, count: int) -> list[int]:
        """Keys of the `count` chunks nearest to the question, (size,), roughly in their order; fewer when there are fewer.

        `kinds` says of each number of a kind whether it is wanted, and `documents` are the keys of those wanted; None: all.
        """
        with self._lock:
            # A kind that came after `kinds` was made is not wanted yet.
            kinds = np.append(kinds, np.zeros(int(self._kinds.max(initial=-1)) + 1, dtype=np.bool_))
            wanted = self._alive & kinds[self._kinds]
            if documents is not None:
                wanted &= np.isin(self._chunk_keys >> ORDER_BITS, np.asarray(documents, dtype=np.int64))
            count = min(count, int(np.count_nonzero(wanted)))
            return self._chunk_keys[self._rows.best(question, wanted, count)].tolist() if count else []
