"""The vectors of turns: made in the background once a turn is stored, and compared within one session."""

import sqlite3
from collections.abc import Mapping

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.embedding import Embedding, Known
from ibidem.backends.embedded.session_store import of_session
from ibidem.backends.embedded.sql import turn_search_sql
from ibidem.backends.embedded.turn_search import closed_turns
from ibidem.backends.nearness import AT_A_TIME, Numbers, read_stored
from ibidem.domain.documents import Principal
from ibidem.finding.find_turns import text_of
from ibidem.language.detection import detect_language

# Vectors that are compared at once: to find room for many takes longer than the computing.
COMPARED = 50


class TurnVectors:
    """Follows the turns of all sessions. Two processes that do so at once store the same."""

    def __init__(self, database: Database, embedding: Embedding) -> None:
        self._database = database
        self._embedding = embedding
        # The last turn before which none waits.
        self._after = 0
        self._stopping = False

    async def catch_up(self, known: Known) -> None:
        """Returns once each searchable turn has its vector, or was refused one: in a language that the embedder does not know.

        Raises ModelUnavailable and ModelRefused; vectors that were given until then are stored.
        """

        def waiting(connection: sqlite3.Connection) -> list[sqlite3.Row]:
            place = {"embedder": known.key, "after": self._after, "limit": AT_A_TIME}
            return connection.execute(turn_search_sql.TURNS_WITHOUT_VECTOR, place).fetchall()

        while not self._stopping and (rows := await self._database.read(waiting)):
            texts = {row["search_key"]: _text(row) for row in rows if detect_language(row["asked"]) in known.languages}
            vectors = await self._embedding.nearness.vectors_of(known, list(texts.values()))
            stored = [{"key": key, "embedder": known.key, "vector": vector} for key, vector in zip(texts, vectors, strict=True)]
            await self._database.write(
                lambda connection, stored=stored: connection.executemany(turn_search_sql.INSERT_TURN_VECTOR, stored)
            )
            self._after = rows[-1]["search_key"]

    def stop(self) -> None:
        """Whoever is catching up returns once the turns that are with the embedder have their vectors."""
        self._stopping = True

    async def cosines(self, session_id: str, asked: Numbers, known: Known, principal: Principal) -> Mapping[int, float]:
        """The cosine of each turn of the principal's session with a question, (size,), by its number."""
        parameters = {**of_session(session_id, principal), "embedder": known.key}

        def compare(connection: sqlite3.Connection) -> dict[int, float]:
            rows = connection.execute(turn_search_sql.TURN_VECTORS, parameters).fetchall()
            closed = closed_turns(connection, parameters, principal)
            readable = [row for row in rows if row["turn_id"] not in closed]
            found: dict[int, float] = {}
            for start in range(0, len(readable), COMPARED):
                rows = readable[start : start + COMPARED]
                cosines: list[float] = (read_stored([row["vector"] for row in rows], known.size) @ asked).tolist()
                found.update(zip([row["turn_id"] for row in rows], cosines, strict=True))
            return found

        return await self._database.read(compare)


def _text(row: sqlite3.Row) -> str:
    return text_of(row["before"] or "", row["asked"], row["answered"])
