"""The vectors in memory: one byte a number, all of them compared with each question. Extra `vectors`.

A million vectors of 384 numbers take 400 MB, and a question 20 ms of one processor; a graph index answers sooner and finds less.
"""

import threading
from collections.abc import Sequence
from typing import Any

import faiss
import numpy as np
from numpy.typing import NDArray

from ibidem.backends.embedded.statements import ORDER_BITS

Numbers = NDArray[np.float32]
# It is made for C++, and is not what its own annotations say.
_faiss: Any = faiss

# The bytes are laid between the least and the largest number that the first vectors have in each place. That many suffice.
SAMPLE = 50_000


class Matrix:
    """Vectors of length 1 in the order in which they were added, each with its chunk's key and the number of its kind."""

    def __init__(self, size: int) -> None:
        self._index = _faiss.IndexScalarQuantizer(size, _faiss.ScalarQuantizer.QT_8bit, _faiss.METRIC_INNER_PRODUCT)
        self._chunk_keys = np.empty(0, dtype=np.int64)
        self._kinds = np.empty(0, dtype=np.int32)
        self._alive = np.empty(0, dtype=np.bool_)
        self._trained_on = 0
        # faiss takes no new vectors while it searches. A search of a hundred thousand takes 2 ms.
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._chunk_keys)

    @property
    def outgrown(self) -> bool:
        """Whether so many were added that a matrix built anew of all would hold them better."""
        return self._trained_on < SAMPLE and len(self) >= 2 * self._trained_on

    def add(self, chunk_keys: Sequence[int], kinds: Sequence[int], vectors: Numbers) -> None:
        """Adds vectors, (rows, size)."""
        with self._lock:
            if not self._trained_on:
                self._index.train(vectors)
                self._trained_on = len(vectors)
            self._index.add(vectors)
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
            there = int(np.count_nonzero(wanted))
            count = min(count, there)
            if count == 0:
                return []
            # One question is no work to divide: faiss's threads would wait for each other three times as long. It is set for the
            # calling thread only, so each one sets it.
            _faiss.omp_set_num_threads(1)
            if there == len(wanted):
                _, rows = self._index.search(question[None, :], count)
            else:
                bitmap = np.packbits(wanted, bitorder="little")
                parameters = _faiss.SearchParameters(sel=_faiss.IDSelectorBitmap(bitmap))
                _, rows = self._index.search(question[None, :], count, params=parameters)
            return self._chunk_keys[rows[0][rows[0] >= 0]].tolist()
