"""The vectors in memory, all of them compared with each question: roughly by their signs, then the best of those by bytes.

The signs are one bit a number and are compared with a question of four bits a number, a bit of it at a time, as in RaBitQ
(https://arxiv.org/abs/2405.12497) without its rotation: models spread what they know over all numbers. Of 100,000 passages of
KorQuAD, most of them copies with a third of the words changed, this finds the thirty nearest of each of 100 questions in 2.6 ms;
the bytes alone take 10. 100,000 vectors of 512 numbers take 60 MB. A graph index answers sooner and finds less.
"""

import threading
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.embedded.sql.document_sql import ORDER_BITS
from ibidem.backends.nearness import Numbers
from ibidem.flow.products import one_thread_a_product

Rows = NDArray[np.int64]

# The middle of the vectors, from where they are seen, is that of the first ones, and taken anew until it is of so many.
SAMPLE = 50_000
FIRST_ROOM = 1024  # rows; room is doubled when it is full
LARGEST_BYTE = 127
WORD = 64  # signs
BITS = 4  # a number of the question
ROWS_A_PART = 16_384  # what is counted of so many rows fits the processor's cache
# Rows compared by bytes: at least so many, and a hundredth of all.
LOOKED_AT, SHARE = 2048, 100


class SignedRows:
    """Vectors of length 1 in the order in which they were added, seen from the middle of the first ones.

    From there the order is the same, and what all vectors have in common, as those of some models have much, needs no bits.
    """

    def __init__(self, size: int) -> None:
        one_thread_a_product()
        self._size = size
        self._bytes = np.empty((FIRST_ROOM, size), dtype=np.int8)  # each number as a share of the largest in its vector
        self._units = np.empty(FIRST_ROOM, dtype=np.float32)  # what a byte of 1 stands for, in each vector
        self._signs = np.empty((-(-size // WORD), FIRST_ROOM), dtype=np.uint64)  # a word of each vector after the other
        self._above = np.empty(FIRST_ROOM, dtype=np.float32)  # how many of a vector's signs are +
        self._means = np.empty(FIRST_ROOM, dtype=np.float32)  # of a vector's numbers, without their signs
        self._middle = np.zeros(size, dtype=np.float32)
        self._held = 0

    def add(self, vectors: Numbers) -> None:
        """Adds vectors, (rows, size)."""
        if not self._held:
            self._middle = vectors.mean(axis=0)
        added = slice(self._held, self._held + len(vectors))
        self._make_room(added.stop)
        seen = vectors - self._middle
        self._means[added] = np.abs(seen).mean(axis=1)
        self._signs[:, added] = _words(seen > 0).T
        self._above[added] = np.bitwise_count(self._signs[:, added]).sum(axis=0, dtype=np.float32)
        self._units[added] = np.maximum(np.abs(seen).max(axis=1, initial=0), 1e-12) / LARGEST_BYTE
        np.rint(seen / self._units[added, None], out=self._bytes[added], casting="unsafe")
        self._held = added.stop

    def best(self, question: Numbers, wanted: NDArray[np.bool_], count: int) -> Rows:
        """The numbers of the `count` wanted rows nearest to the question, (size,), roughly nearest first; at least so many are
        wanted."""
        looked_at = max(LOOKED_AT, self._held // SHARE, 2 * count)
        rows = np.flatnonzero(wanted)
        if len(rows) > looked_at:
            roughly = self._roughly(question)
            roughly[~wanted] = -np.inf
            rows = np.argpartition(roughly, -looked_at)[-looked_at:]
        nearness = (self._bytes[rows].astype(np.float32) @ question) * self._units[rows]
        best = np.argpartition(-nearness, count - 1)[:count]
        return rows[best[np.argsort(-nearness[best])]]

    def _roughly(self, question: Numbers) -> Numbers:
        """How near each row is, as if its numbers differed in nothing but their signs: their mean times the sum of the question's
        numbers where a sign is +, less the sum of the others."""
        least = float(question.min())
        step = max(float(question.max()) - least, 1e-12) / (2**BITS - 1)
        levels = np.rint((question - least) / step).astype(np.uint8)
        planes = [_words((levels >> bit & 1).astype(np.bool_)) for bit in range(BITS)]
        nearness = np.empty(self._held, dtype=np.float32)
        for start in range(0, self._held, ROWS_A_PART):
            part = slice(start, min(start + ROWS_A_PART, self._held))
            signs = self._signs[:, part]
            counted = np.zeros(signs.shape[1], dtype=np.float32)
            for bit, plane in enumerate(planes):
                common = np.zeros(signs.shape[1], dtype=np.uint16)
                for word, row in zip(plane, signs, strict=True):
                    common += np.bitwise_count(word & row)
                counted += common * np.float32(step * 2**bit)
            nearness[part] = 2 * (np.float32(least) * self._above[part] + counted)
        return (nearness - question.sum()) * self._means[: self._held]

    def _make_room(self, rows: int) -> None:
        room = len(self._units)
        if rows <= room:
            return
        more = max(rows - room, room)
        self._bytes = np.concatenate((self._bytes, np.empty((more, self._size), np.int8)))
        self._units = np.concatenate((self._units, np.empty(more, np.float32)))
        self._signs = np.concatenate((self._signs, np.empty((len(self._signs), more), np.uint64)), axis=1)
        self._above = np.concatenate((self._above, np.empty(more, np.float32)))
        self._means = np.concatenate((self._means, np.empty(more, np.float32)))


class Matrix:
    """Vectors of windows, of length 1, in the order in which they were added, each with its chunk's key and the number of its
    kind."""

    def __init__(self, size: int) -> None:
        self._rows = SignedRows(size)
        self._chunk_keys = np.empty(0, dtype=np.int64)
        self._kinds = np.empty(0, dtype=np.int32)
        self._alive = np.empty(0, dtype=np.bool_)
        self._seen_from = 0
        # No new vectors are added while it is searched. A search of a hundred thousand takes 4 ms.
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._chunk_keys)

    @property
    def outgrown(self) -> bool:
        """Whether so many were added that a matrix built anew of all would hold them better."""
        return self._seen_from < SAMPLE and len(self) >= 2 * self._seen_from

    def add(self, chunk_keys: Sequence[int], kinds: Sequence[int], vectors: Numbers) -> None:
        """Adds vectors, (rows, size)."""
        with self._lock:
            self._seen_from = self._seen_from or len(vectors)
            self._rows.add(vectors)
            self._chunk_keys = np.concatenate((self._chunk_keys, np.asarray(chunk_keys, dtype=np.int64)))
            self._kinds = np.concatenate((self._kinds, np.asarray(kinds, dtype=np.int32)))
            self._alive = np.concatenate((self._alive, np.ones(len(chunk_keys), dtype=np.bool_)))

    def forget(self, chunk_keys: Sequence[int]) -> None:
        """Finds these chunks no more."""
        with self._lock:
            self._alive &= ~np.isin(self._chunk_keys, np.asarray(chunk_keys, dtype=np.int64))

    def nearest(self, question: Numbers, kinds: NDArray[np.bool_], documents: Sequence[int] | None, count: int) -> list[int]:
        """Keys of the chunks of the `count` windows nearest to the question, (size,), roughly in their order; fewer when there
        are fewer.

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


def _words(signs: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """Signs, (..., size), as bits of words, (..., size / WORD); those that fill the last word are -."""
    filled = [(0, 0)] * (signs.ndim - 1) + [(0, -signs.shape[-1] % WORD)]
    return np.packbits(np.pad(signs, filled), axis=-1).view(np.uint64)
