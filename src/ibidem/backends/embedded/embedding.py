"""Gives every chunk its vector, once: what is computed is stored at once, and the same text is never computed again."""

import asyncio
import json
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ibidem.backends.embedded.database import Database, clear_errors
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.sql import document_sql, search_sql, turn_search_sql, vector_sql
from ibidem.backends.nearness import AT_A_TIME, SAMPLE, ChunkText, Nearness, Understood
from ibidem.backends.soundness import MAX_ORDER
from ibidem.backends.understanding import understood
from ibidem.domain.health import VectorCounts
from ibidem.domain.languages import Language
from ibidem.ports.indexes import Progress
from ibidem.ports.models import Embedder

# How often to look whether the process that is embedding is through, in seconds.
POLL = 0.2


@dataclass(frozen=True, slots=True)
class Known(Understood):
    """Its key in the store, too."""

    key: int


@dataclass(frozen=True, slots=True)
class _Waiting:
    chunk_key: int
    passage: ChunkText


class Embedding:
    """Follows the chunks of current documents, one process at a time, while it holds the lock between processes."""

    def __init__(
        self, database: Database, lock: FileLock, embedder: Embedder, languages: frozenset[Language] = frozenset()
    ) -> None:
        """`languages` are those that the embedder is used for; without any, they are found out by trying."""
        self.embedder = embedder
        self.nearness = Nearness(embedder)
        self._database = database
        self._lock = lock
        self._languages = languages
        self._known: Known | None = None
        self._turn = asyncio.Lock()
        # The last chunk before which none waits: new ones always have larger keys.
        self._after = -1
        self._stopping = False

    async def known(self) -> Known:
        """Raises ModelUnavailable and ModelRefused, as long as the embedder has never answered."""
        if self._known is not None:
            return self._known
        name = self.embedder.name
        row = await self._row()
        if row is None:
            size = len(await self.embedder.embed_question(SAMPLE))
            await self._database.write(lambda c: c.execute(vector_sql.INSERT_EMBEDDER, (name, size)))
            row = await self._row()
            assert row is not None
        languages = self._languages
        if not languages and row["languages"] is not None:
            languages = frozenset[Language](json.loads(row["languages"]))
        elif not languages:
            languages = await understood(self.embedder)
            written = json.dumps(sorted(languages))
            await self._database.write(lambda c: c.execute(vector_sql.UNDERSTANDS, (written, name)))
        self._known = Known(row["size"], languages, row["embedder_key"])
        return self._known

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> Known:
        """Returns once each chunk that was stored by then, in a language of the embedder, has its vector or was refused one.

        When another process is embedding, waits for it, and takes over if it ends early. `progress` gets chunks done and in all.
        Raises ModelUnavailable and ModelRefused; vectors that were given until then are stored.
        """
        known = await self.known()
        async with self._turn:
            while await self._waiting(known, 1) and not self._stopping:
                with clear_errors(self._database.path.parent):
                    acquired = self._lock.try_acquire()
                if acquired:
                    try:
                        await self._embed_all(known, progress)
                    finally:
                        self._lock.release()
                else:
                    await asyncio.sleep(POLL)
        return known

    def stop(self) -> None:
        """Whoever is catching up returns once the passages that are with the embedder have their vectors."""
        self._stopping = True

    async def begun(self) -> bool:
        """Whether the embedder has ever answered: before that there is no vector of it."""
        return self._known is not None or await self._row() is not None

    async def counts(self) -> VectorCounts | None:
        """How far it has come; None while the embedder has never answered."""
        row = await self._row()
        if row is None:
            return None
        languages = self._languages or frozenset[Language](json.loads(row["languages"] or "[]"))
        known = Known(row["size"], languages, row["embedder_key"])

        def look(connection: sqlite3.Connection) -> VectorCounts:
            embedded, refused = connection.execute(vector_sql.COUNT_VECTORS, (known.key,)).fetchone()
            (waiting,) = connection.execute(vector_sql.COUNT_WITHOUT_VECTOR, _after(known, -1)).fetchone()
            return VectorCounts(embedded, refused, waiting, known.languages)

        return await self._database.read(look)

    async def given(self, passages: Sequence[ChunkText]) -> Mapping[ChunkText, bytes | None]:
        """See Embeds."""
        known = await self.known()

        def select(connection: sqlite3.Connection) -> dict[ChunkText, bytes | None]:
            asked = [(one, (known.key, one.digest)) for one in dict.fromkeys(passages)]
            rows = {one: connection.execute(vector_sql.SAME_TEXT, parameters).fetchone() for one, parameters in asked}
            return {one: row["vector"] for one, row in rows.items() if row is not None}

        return await self._database.read(select)

    async def forget(self) -> None:
        """Removes what other embedders gave, and asks again for what this one refused."""
        row = await self._row()
        key = -1 if row is None else row["embedder_key"]

        def remove(connection: sqlite3.Connection) -> None:
            connection.execute(vector_sql.FORGET_VECTORS, (key,))
            connection.execute(turn_search_sql.FORGET_TURN_VECTORS, (key,))
            connection.execute(vector_sql.FORGET_EMBEDDERS, (key,))

        await self._database.write(remove)
        self._after = -1

    async def _row(self) -> sqlite3.Row | None:
        return await self._database.read(lambda c: c.execute(vector_sql.EMBEDDER, (self.embedder.name,)).fetchone())

    async def _embed_all(self, known: Known, progress: Progress) -> None:
        counting = _after(known, self._after)
        (total,) = await self._database.read(lambda c: c.execute(vector_sql.COUNT_WITHOUT_VECTOR, counting).fetchone())
        done = 0
        while not self._stopping and (waiting := await self._waiting(known, AT_A_TIME)):
            await self._embed(known, waiting)
            self._after = waiting[-1].chunk_key
            done += len(waiting)
            progress(done, max(done, total))

    async def _waiting(self, known: Known, limit: int) -> list[_Waiting]:
        """The next chunks without a vector, in their order."""

        def select(connection: sqlite3.Connection) -> tuple[int, list[sqlite3.Row]]:
            # Asked for first: a document that comes in between has a larger key.
            (last,) = connection.execute(search_sql.LAST_DOCUMENT_KEY).fetchone()
            rows = connection.execute(vector_sql.WITHOUT_VECTOR, {**_after(known, self._after), "limit": limit})
            return last, rows.fetchall()

        last, rows = await self._database.read(select)
        if not rows:
            self._after = max(self._after, (last << document_sql.ORDER_BITS) + MAX_ORDER)
        return [_Waiting(row["chunk_key"], ChunkText(row["title"], row["section"], row["text"], row["head"])) for row in rows]

    async def _embed(self, known: Known, waiting: Sequence[_Waiting]) -> None:
        passages = [one.passage for one in waiting]
        vectors = {**await self.given(passages)}
        new = [one for one in dict.fromkeys(passages) if one not in vectors]
        vectors |= zip(new, await self.nearness.vectors_of_passages(known, new), strict=True)
        rows = [
            {"embedder": known.key, "chunk": one.chunk_key, "digest": one.passage.digest, "vector": vectors[one.passage]}
            for one in waiting
        ]
        await self._database.write(lambda connection: connection.executemany(vector_sql.INSERT_VECTOR, rows))


def _after(known: Known, chunk_key: int) -> dict[str, object]:
    return {"embedder": known.key, "languages": json.dumps(sorted(known.languages)), "after": chunk_key}
