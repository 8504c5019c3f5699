"""Search by meaning: vectors kept in SQLite, compared in memory, checked and fetched in SQLite again (ports.VectorIndex)."""

import asyncio
import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.embedding import Embedding, Known, read_stored, unit
from ibidem.backends.embedded.index import hydrated
from ibidem.backends.embedded.rows import gate, may_read
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.text_index import IndexHit
from ibidem.backends.embedded.turn_vectors import TurnVectors
from ibidem.backends.embedded.vector_matrix import SAMPLE, Matrix, Numbers
from ibidem.backends.understanding import Scale, scale_of
from ibidem.domain.documents import Principal, ScoredChunk, SearchFilters, VectorQuery, WeightedText
from ibidem.domain.errors import InvalidInput
from ibidem.domain.health import VectorCounts
from ibidem.domain.text import storable
from ibidem.language.detection import detect_language
from ibidem.ports.indexes import Progress

# One byte a number is off by a little, so that the last of the wanted may lie just behind them: so many more are looked at with
# two bytes.
SPARE = 40
# By how much the next attempt asks for more, when chunks that are gone took places.
WIDER = 4
# A matrix of more than this many times the chunks that there are is built anew; in small ones it does not matter.
MOST_TIMES, FEW = 2, 1000
# Principals and filters whose kinds are remembered; beyond this many the memory starts anew.
REMEMBERED = 1000
# Vectors of questions and of sentences kept for the turns that follow, 2 kB each; the oldest go first.
QUESTIONS_KEPT, TEXTS_KEPT = 200, 4000


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
        if not may_read(principal, self.tenant, self.readers) or (filters.doc_types and self.doc_type not in filters.doc_types):
            return False
        if filters.owners and self.owner not in filters.owners:
            return False
        return not filters.devices or self.devices == "[]" or not set(json.loads(self.devices)).isdisjoint(filters.devices)


@dataclass(slots=True)
class _Held:
    """What is in memory: vectors up to `vector_key`, and the kinds of document that they are of, by number.

    `passing` remembers which of the kinds a principal with some filters may find.
    """

    matrix: Matrix
    vector_key: int = 0
    kinds: dict[Kind, int] = field(default_factory=dict[Kind, int])
    passing: dict[tuple[object, ...], NDArray[np.bool_]] = field(default_factory=dict[tuple[object, ...], NDArray[np.bool_]])


class EmbeddedVectors:
    """The vector index of the embedded backend.

    What is in memory follows the vectors in SQLite, whichever process adds them, and forgets what is gone when a search runs into
    it. Documents in a language that the embedder does not understand have no vectors, and questions in one find nothing.
    """

    def __init__(self, database: Database, shelf: Shelf, embedding: Embedding) -> None:
        self.embedding = embedding
        self._database = database
        self._shelf = shelf
        self._loading = threading.Lock()
        self._held: _Held | None = None
        self._scale: Scale | None = None
        self._questions: dict[str, Numbers] = {}
        self._texts: dict[str, Numbers] = {}
        self._turns = TurnVectors(database, embedding)

    async def nearest(self, query: VectorQuery, principal: Principal) -> Sequence[ScoredChunk]:
        """See ports.VectorIndex."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        if not await self.embedding.begun():
            return ()
        known = await self.embedding.known()
        texts = [text for text in query.texts if detect_language(text.text) in known.languages]
        if not texts or texts[0] is not query.texts[0]:
            return ()
        asked, scale = await asyncio.gather(self._asked(texts, known), self._scaled(known))
        found = await self._database.read(lambda connection: self._nearest(connection, asked, query, known, principal))
        return [replace(hit, passage=replace(hit.passage, score=scale.nearness(hit.passage.score))) for hit in found]

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> None:
        """See ports.KeptVectors."""
        known = await self.embedding.catch_up(progress)
        await self._turns.catch_up(known)
        await self._database.read(lambda connection: self._tidy(connection, known))

    async def counts(self) -> VectorCounts | None:
        """See ports.KeptVectors."""
        return await self.embedding.counts()

    def stop(self) -> None:
        """See ports.KeptVectors."""
        self.embedding.stop()
        self._turns.stop()

    async def likeness(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """See ports.VectorIndex."""
        if not await self.embedding.begun():
            return ()
        known = await self.embedding.known()
        if detect_language(question) not in known.languages:
            return ()
        new = [text for text in dict.fromkeys(texts) if text not in self._texts]
        asked, vectors = await asyncio.gather(self._question(question, known), self._passages(new, known))
        self._texts.update(zip(new, vectors, strict=True))
        compared = np.array([self._texts[text] for text in texts]) @ asked
        while len(self._texts) > TEXTS_KEPT:
            del self._texts[next(iter(self._texts))]
        scale = await self._scaled(known)
        return [scale.nearness(cosine) for cosine in compared.tolist()]

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        """See ports.VectorIndex."""
        if not storable(session_id) or not await self.embedding.begun():
            return {}
        known = await self.embedding.known()
        if detect_language(question) not in known.languages:
            return {}
        asked, scale = await asyncio.gather(self._question(question, known), self._scaled(known))
        cosines = await self._turns.cosines(session_id, asked, known, principal)
        return {turn_id: scale.nearness(cosine) for turn_id, cosine in cosines.items()}

    async def _scaled(self, known: Known) -> Scale:
        """The scale of the embedder's cosines, found out once a process."""
        if self._scale is None:
            self._scale = await scale_of(self.embedding.embedder, min(known.languages))
        return self._scale

    async def _asked(self, texts: Sequence[WeightedText], known: Known) -> Numbers:
        vectors = await asyncio.gather(*(self._question(text.text, known) for text in texts))
        return unit(np.sum([vector * np.float32(text.weight) for text, vector in zip(texts, vectors, strict=True)], axis=0))

    async def _question(self, text: str, known: Known) -> Numbers:
        """The vector of a question, which a turn asks for twice: for passages, and for sentences."""
        vector = self._questions.get(text)
        if vector is None:
            (given,) = self.embedding.sized(known, [await self.embedding.embedder.embed_question(text)])
            vector = self._questions[text] = unit(given)
            if len(self._questions) > QUESTIONS_KEPT:
                del self._questions[next(iter(self._questions))]
        return vector

    async def _passages(self, texts: Sequence[str], known: Known) -> list[Numbers]:
        vectors = await self.embedding.embedder.embed_passages(texts) if texts else ()
        return [unit(vector) for vector in self.embedding.sized(known, vectors)]

    def _nearest(
        self, connection: sqlite3.Connection, asked: Numbers, query: VectorQuery, known: Known, principal: Principal
    ) -> list[ScoredChunk]:
        held = self._follow(connection, known)
        kinds, documents = self._wanted(connection, held, query.filters, principal)
        count = query.limit + SPARE
        while True:
            keys = held.matrix.nearest(asked, kinds, documents, count)
            hits = _exactly(connection, keys, asked, known)
            found: list[ScoredChunk] = []
            for start in range(0, len(hits), query.limit):
                found += hydrated(connection, hits[start : start + query.limit], query.filters, principal)
                if len(found) >= query.limit:
                    return found[: query.limit]
            there = {key for (key,) in connection.execute(statements.CURRENT_AMONG, (json.dumps(keys),))}
            held.matrix.forget([key for key in keys if key not in there])
            if len(keys) < count:
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
        if not filters.doc_ids:
            return kinds, None
        wanted = {"doc_ids": json.dumps([doc_id for doc_id in filters.doc_ids if storable(doc_id)]), **gate(principal)}
        return kinds, [key for (key,) in connection.execute(statements.READABLE_KEYS, wanted)]

    def _follow(self, connection: sqlite3.Connection, known: Known) -> _Held:
        """What is in memory, brought up to the vectors in the store."""
        with self._loading:
            held = self._held
            if held is None:
                held = self._held = _Held(Matrix(known.size))
            # Asked for first: should more be added in between, they are read twice at most, never left out.
            (last,) = connection.execute(statements.LAST_VECTOR).fetchone()
            if held.vector_key < last:
                _load(connection, held, known)
                held.vector_key = max(held.vector_key, last)
                if held.matrix.outgrown:
                    held = self._held = _anew(connection, known)
            return held

    def _tidy(self, connection: sqlite3.Connection, known: Known) -> None:
        """As `_follow`, and without vectors of what is gone when they are most of those in memory."""
        held = self._follow(connection, known)
        if len(held.matrix) > MOST_TIMES * self._shelf.totals(connection).chunks + FEW:
            with self._loading:
                self._held = _anew(connection, known)


def _anew(connection: sqlite3.Connection, known: Known) -> _Held:
    held = _Held(Matrix(known.size))
    _load(connection, held, known)
    return held


def _load(connection: sqlite3.Connection, held: _Held, known: Known) -> None:
    """Adds the vectors of current documents that are not in memory yet."""
    while rows := connection.execute(statements.VECTORS_AFTER, (held.vector_key, known.key, SAMPLE)).fetchall():
        current = [row for row in rows if row["current"]]
        if current:
            keys = [row["chunk_key"] for row in current]
            kinds = [held.kinds.setdefault(Kind(*stored), len(held.kinds)) for _, _, _, _, *stored in current]
            held.matrix.add(keys, kinds, read_stored([row["vector"] for row in current], known.size))
        held.vector_key = rows[-1]["vector_key"]


def _exactly(connection: sqlite3.Connection, keys: Sequence[int], asked: Numbers, known: Known) -> list[IndexHit]:
    """The chunks with their cosines as of the stored vectors, nearest first."""
    rows = connection.execute(statements.VECTORS_OF, (json.dumps(keys), known.key)).fetchall()
    if not rows:
        return []
    cosines: list[float] = (read_stored([row["vector"] for row in rows], known.size) @ asked).tolist()
    hits = [IndexHit(row["chunk_key"], cosine) for row, cosine in zip(rows, cosines, strict=True)]
    return sorted(hits, key=lambda hit: -hit.score)
