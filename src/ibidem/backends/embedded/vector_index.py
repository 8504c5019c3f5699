"""Search by meaning: vectors kept in SQLite, compared in memory, checked and fetched in SQLite again (ports.VectorIndex)."""

import json
import sqlite3
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.embedding import Embedding, Known
from ibidem.backends.embedded.search_index import hydrated, named_keys
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.sql import vector_sql
from ibidem.backends.embedded.text_index import IndexHit
from ibidem.backends.embedded.turn_vectors import TurnVectors
from ibidem.backends.embedded.vector_matrix import SAMPLE, Matrix
from ibidem.backends.kinds import may_read
from ibidem.backends.nearness import Numbers, read_stored
from ibidem.backends.vector_search import VectorSearch
from ibidem.domain.documents import Principal, ScoredChunk, SearchFilters, VectorQuery
from ibidem.ports.indexes import Progress

# One byte a number is off by a little, so that the last of the wanted may lie just behind them: so many more windows are looked
# at with two bytes.
SPARE = 40
# By how much the next attempt asks for more, when chunks that are gone took places.
WIDER = 4
# A matrix of more than this many times the chunks that there are is built anew; in small ones it does not matter. Chunks are
# counted, not windows: of a long chunk there are several.
MOST_TIMES, FEW = 2, 1000
# Principals and filters whose kinds are remembered; beyond this many the memory starts anew.
REMEMBERED = 1000


@dataclass(frozen=True, slots=True)
class Kind:
    """What documents are narrowed by, as stored."""

    tenant: str
    readers: str
    doc_type: str
    devices: str
    owner: str

    def passes(self, principal: Principal, filters: SearchFilters) -> bool:
        """Whether the principal may read these documents, and the filters on devices, types and owners let them through."""
        return may_read(principal, self.tenant, self.readers) and filters.let_through(
            self.doc_type, json.loads(self.devices), self.owner
        )


@dataclass(slots=True)
class _Held:
    """What is in memory: vectors up to `vector_key`, of how many `chunks`, and the kinds of document that they are of, by number.

    `passing` remembers which of the kinds a principal with some filters may find.
    """

    matrix: Matrix
    vector_key: int = 0
    chunks: int = 0
    kinds: dict[Kind, int] = field(default_factory=dict[Kind, int])
    passing: dict[tuple[object, ...], NDArray[np.bool_]] = field(default_factory=dict[tuple[object, ...], NDArray[np.bool_]])


class EmbeddedVectors(VectorSearch[Known]):
    """The vector index of the embedded backend.

    What is in memory follows the vectors in SQLite, whichever process adds them, and forgets what is gone when a search runs into
    it.
    """

    def __init__(self, database: Database, shelf: Shelf, embedding: Embedding) -> None:
        super().__init__(embedding, TurnVectors(database, embedding))
        self._database = database
        self._shelf = shelf
        self._loading = threading.Lock()
        self._held: _Held | None = None

    async def found(self, asked: Numbers, query: VectorQuery, known: Known, principal: Principal) -> Sequence[ScoredChunk]:
        """See VectorSearch."""
        return await self._database.read(lambda connection: self._nearest(connection, asked, query, known, principal))

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> None:
        """See ports.KeptVectors."""
        await super().catch_up(progress)
        known = await self.embedding.known()
        await self._database.read(lambda connection: self._tidy(connection, known))

    def _nearest(
        self, connection: sqlite3.Connection, asked: Numbers, query: VectorQuery, known: Known, principal: Principal
    ) -> list[ScoredChunk]:
        held = self._follow(connection, known)
        kinds, documents = self._wanted(connection, held, query.filters, principal)
        count = 2 * query.limit + SPARE
        while True:
            near = held.matrix.nearest(asked, kinds, documents, count)
            keys = list(dict.fromkeys(near))
            hits = _exactly(connection, keys, asked, known)
            found: list[ScoredChunk] = []
            for start in range(0, len(hits), query.limit):
                some = hits[start : start + query.limit]
                found += hydrated(connection, some, query.filters, principal)
                if len(found) >= query.limit:
                    return found[: query.limit]
            there = {key for (key,) in connection.execute(vector_sql.CURRENT_AMONG, (json.dumps(keys),))}
            held.matrix.forget([key for key in keys if key not in there])
            if len(near) < count:
                return found
            count *= WIDER

    def _wanted(
        self, connection: sqlite3.Connection, held: _Held, filters: SearchFilters, principal: Principal
    ) -> tuple[NDArray[np.bool_], list[int] | None]:
        """Which kinds of document may be found, and which documents, when only some are asked for."""
        with self._loading:
            about = (principal.tenant, principal.reads_as, filters.devices, filters.doc_types, filters.owners, len(held.kinds))
            kinds = held.passing.get(about)
            if kinds is None:
                if len(held.passing) >= REMEMBERED:
                    held.passing.clear()
                kinds = np.fromiter((kind.passes(principal, filters) for kind in held.kinds), np.bool_)
                held.passing[about] = kinds
        return kinds, named_keys(connection, filters, principal)

    def _follow(self, connection: sqlite3.Connection, known: Known) -> _Held:
        """What is in memory, brought up to the vectors in the store."""
        with self._loading:
            held = self._held
            if held is None:
                held = self._held = _Held(Matrix(known.size))
            # Asked for first: should more be added in between, they are read twice at most, never left out.
            (last,) = connection.execute(vector_sql.LAST_VECTOR).fetchone()
            if held.vector_key < last:
                _load(connection, held, known)
                held.vector_key = max(held.vector_key, last)
                if held.matrix.outgrown:
                    held = self._held = _anew(connection, known)
            return held

    def _tidy(self, connection: sqlite3.Connection, known: Known) -> None:
        """As `_follow`, and without vectors of what is gone when they are most of those in memory."""
        held = self._follow(connection, known)
        if held.chunks > MOST_TIMES * self._shelf.totals(connection).chunks + FEW:
            with self._loading:
                self._held = _anew(connection, known)


def _anew(connection: sqlite3.Connection, known: Known) -> _Held:
    held = _Held(Matrix(known.size))
    _load(connection, held, known)
    return held


def _load(connection: sqlite3.Connection, held: _Held, known: Known) -> None:
    """Adds the vectors of current documents that are not in memory yet."""
    while rows := connection.execute(vector_sql.VECTORS_AFTER, (held.vector_key, known.key, SAMPLE)).fetchall():
        current = [row for row in rows if row["current"]]
        if current:
            counts = [_windows(row["vector"], known) for row in current]
            keys = np.repeat([row["chunk_key"] for row in current], counts)
            kinds = np.repeat([held.kinds.setdefault(Kind(*stored), len(held.kinds)) for _, _, _, _, *stored in current], counts)
            held.matrix.add(keys.tolist(), kinds.tolist(), read_stored([row["vector"] for row in current], known.size))
            held.chunks += len(current)
        held.vector_key = rows[-1]["vector_key"]


def _exactly(connection: sqlite3.Connection, keys: Sequence[int], asked: Numbers, known: Known) -> list[IndexHit]:
    """The chunks with the cosine of their nearest window as of the stored vectors, nearest first."""
    rows = connection.execute(vector_sql.VECTORS_OF, (json.dumps(keys), known.key)).fetchall()
    if not rows:
        return []
    cosines = read_stored([row["vector"] for row in rows], known.size) @ asked
    counts = [_windows(row["vector"], known) for row in rows]
    nearest: list[float] = np.maximum.reduceat(cosines, [0, *accumulate(counts[:-1])]).tolist()
    hits = [IndexHit(row["chunk_key"], cosine) for row, cosine in zip(rows, nearest, strict=True)]
    return sorted(hits, key=lambda hit: -hit.score)


def _windows(vectors: bytes, known: Known) -> int:
    """How many windows these stored vectors are of."""
    return len(vectors) // (2 * known.size)
