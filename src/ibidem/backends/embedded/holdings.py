"""Everything that a data folder keeps, for a migration (ports.Holdings)."""

import asyncio
import json
import os
import sqlite3
import uuid
from collections.abc import AsyncIterator, Callable, Generator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import datetime
from typing import Any

from ibidem.backends.embedded.blobs import Blobs
from ibidem.backends.embedded.collection_store import collections_of, store_collections
from ibidem.backends.embedded.database import BUSY_SECONDS, Database, clear_errors
from ibidem.backends.embedded.document_store import insert_version
from ibidem.backends.embedded.key_store import key_of, row_of
from ibidem.backends.embedded.rows import as_json, chunk_of, document_of
from ibidem.backends.embedded.session_store import session_of
from ibidem.backends.embedded.sql import folder_sql, holding_sql, key_sql, picture_sql, search_sql, turn_search_sql, turn_sql
from ibidem.backends.embedded.sql.document_sql import ORDER_BITS
from ibidem.backends.embedded.sql.session_sql import KEEP_LAST_DOC_TURN
from ibidem.backends.embedded.turn_search import held_by
from ibidem.backends.embedded.turn_store import turn_of
from ibidem.backends.soundness import MAX_ORDER
from ibidem.backends.stored_turns import CONTENT, question_key, stamp
from ibidem.domain.collections import KeptCollections
from ibidem.domain.documents import Document, PreparedDocument, SearchableChunk
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.folders import IndexedFile
from ibidem.domain.holdings import (
    Arrival,
    KeptFile,
    KeptKey,
    KeptSession,
    KeptTurn,
    KeptVersion,
    Record,
    RecordKind,
    Withdrawn,
)
from ibidem.domain.personal_data import Placeholder

Key = tuple[Any, ...]


class EmbeddedHoldings:
    """What a data folder keeps, as records. A position is the key of a row, as JSON."""

    def __init__(self, database: Database, blobs: Blobs) -> None:
        self._database = database
        self._blobs = blobs

    @property
    def name(self) -> str:
        """See ports.Holdings."""
        return str(self._database.path.parent)

    async def identity(self) -> str:
        """See ports.Holdings."""
        return self._database.store_id

    @contextmanager
    def unchanged(self) -> Generator[None]:
        """See ports.Holdings: whoever would write waits, and fails after half a minute. Where this process may not write the
        folder, nothing is locked."""
        path = self._database.path
        if not os.access(path.parent, os.W_OK):
            yield
            return
        with clear_errors(path):
            lock = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
        with closing(lock):
            with clear_errors(path):
                lock.execute("BEGIN IMMEDIATE")
            yield

    async def count(self, kind: RecordKind, now: datetime) -> int:
        """See ports.Holdings."""
        parameters = {"now": stamp(now)}
        return await self._database.read(lambda c: c.execute(holding_sql.COUNTS[kind], parameters).fetchone()[0])

    async def records(self, kind: RecordKind, after: str, now: datetime) -> AsyncIterator[tuple[str, Record]]:
        """See ports.Holdings."""
        parameters = {"now": stamp(now)}
        last: Key | None = tuple(json.loads(after)) if after else None
        keys = await self._database.read(lambda c: [tuple(r) for r in c.execute(holding_sql.KEYS[kind], parameters)])
        for key in keys:
            if last is None or key > last:
                yield json.dumps(key), await self._database.read(lambda c, key=key: self._record(c, kind, key))

    async def arrival(self) -> Arrival | None:
        """See ports.Holdings."""
        row = await self._database.read(lambda c: c.execute(holding_sql.ARRIVAL).fetchone())
        return None if row is None else Arrival(row["source"], row["kind"], row["position"], bool(row["finished"]))

    async def begin(self, arrival: Arrival) -> None:
        """See ports.Holdings."""

        def note(connection: sqlite3.Connection) -> None:
            if connection.execute(f"SELECT {holding_sql.ANYTHING}").fetchone()[0]:
                raise InvalidInput(
                    "target",
                    f"{self.name} keeps something already",
                    "an empty folder, or a path where one can be made, is allowed",
                )
            connection.execute(holding_sql.BEGIN_ARRIVAL, _arrived(arrival))

        await self._database.write(note)

    async def take_in(self, records: Sequence[Record], before: Arrival, after: Arrival) -> None:
        """See ports.Holdings; all in one transaction, so no record is stored again."""
        large = self._blobs.large(one.prepared for one in records if isinstance(one, KeptVersion))

        def store(connection: sqlite3.Connection) -> None:
            if not connection.execute(holding_sql.MOVE_ARRIVAL, (*_arrived(after), *_arrived(before))).rowcount:
                raise StoreUnavailable(f"{self.name}: another process migrates to here; wait until it has ended")
            self._blobs.settle(large)
            for record in records:
                self._store(connection, record)

        await asyncio.to_thread(self._blobs.ensure, large)
        await self._database.write(store)

    def _record(self, connection: sqlite3.Connection, kind: RecordKind, key: Key) -> Record:
        if kind == "versions":
            return self._version(connection, key[0])
        return READERS[kind](connection, key)

    def _version(self, connection: sqlite3.Connection, doc_key: int) -> KeptVersion:
        document = document_of(connection.execute(holding_sql.VERSION, (doc_key,)).fetchone())
        current, kept_until, blob, text, original = connection.execute(holding_sql.VERSION_HELD, (doc_key,)).fetchone()
        first = doc_key << ORDER_BITS
        rows = connection.execute(holding_sql.CHUNKS, (first, first + MAX_ORDER))
        chunks = tuple(_chunk(document, row) for row in rows)
        held = original if blob is None else self._blobs.read(blob)
        stored = {figure_id: one for figure_id, *one in connection.execute(picture_sql.PICTURES_OF, (doc_key,))}
        shown = [stored[one] for one in dict.fromkeys(figure.figure_id for figure in document.figures)]
        pictures = tuple(content if name is None else self._blobs.read(name) for content, name in shown)
        return KeptVersion(PreparedDocument(document, held, text, chunks, pictures), None if current else kept_until)

    def _store(self, connection: sqlite3.Connection, record: Record) -> None:
        match record:
            case Withdrawn():
                row = (record.tenant, record.doc_id, as_json(record.readers))
                connection.execute(holding_sql.INSERT_WITHDRAWN, row)
            case KeptVersion(prepared, kept_until):
                doc_key = insert_version(connection, prepared, self._blobs, kept_until)
                if kept_until is None:
                    connection.execute(search_sql.LOG, (doc_key, uuid.uuid4().hex))
            case KeptSession():
                _store_session(connection, record)
            case KeptKey(key, digest):
                connection.execute(key_sql.INSERT_KEY, row_of(key, digest))
            case KeptFile(tenant, file):
                row = (tenant, file.folder, file.path, file.doc_id, file.version, file.reading)
                connection.execute(folder_sql.RECORD_FILE, row)
            case KeptCollections():
                store_collections(connection, record)


def _chunk(document: Document, row: sqlite3.Row) -> SearchableChunk:
    *chunk, tokens = row
    return SearchableChunk(chunk_of(document.doc_id, document.version, chunk), tokens if document.current else "")


def _withdrawn(connection: sqlite3.Connection, key: Key) -> Withdrawn:
    tenant, doc_id, readers = connection.execute(holding_sql.WITHDRAWN, key).fetchone()
    return Withdrawn(tenant, doc_id, tuple(json.loads(readers)))


def _session(connection: sqlite3.Connection, key: Key) -> KeptSession:
    row = connection.execute(holding_sql.SESSION, key).fetchone()
    turns = connection.execute(holding_sql.TURNS, key)
    kept = (KeptTurn(turn_of(one), one["rated"] and datetime.fromisoformat(one["rated"])) for one in turns)
    placeholders = connection.execute(holding_sql.SESSION_PLACEHOLDERS, key)
    held = tuple(Placeholder(*one) for one in placeholders)
    return KeptSession(session_of(row), row["tenant"], row["owner"], tuple(kept), held)


def _key(connection: sqlite3.Connection, key: Key) -> KeptKey:
    row = connection.execute(holding_sql.API_KEY, key).fetchone()
    return KeptKey(key_of(row), row["digest"])


def _file(connection: sqlite3.Connection, key: Key) -> KeptFile:
    tenant, *file = connection.execute(holding_sql.FILE, key).fetchone()
    return KeptFile(tenant, IndexedFile(*file))


def _collections(connection: sqlite3.Connection, key: Key) -> KeptCollections:
    return collections_of(connection, *key)


READERS: Mapping[RecordKind, Callable[[sqlite3.Connection, Key], Record]] = {
    "withdrawn": _withdrawn,
    "sessions": _session,
    "keys": _key,
    "files": _file,
    "collections": _collections,
}


def _store_session(connection: sqlite3.Connection, kept: KeptSession) -> None:
    session = kept.session
    branch = (None, 0) if session.branched_from is None else (session.branched_from.session_id, session.branched_from.turn_id)
    expires = None if session.expires is None else stamp(session.expires)
    times = (stamp(session.started), stamp(session.last_turn), session.turns)
    named = (session.session_id, kept.tenant, kept.owner)
    row = (*named, *times, session.first_question, session.title, expires, *branch, session.shared)
    connection.execute(holding_sql.INSERT_SESSION, row)
    for one in kept.turns:
        _store_turn(connection, kept, one)
    connection.execute(KEEP_LAST_DOC_TURN, {"session": session.session_id})
    held = [(session.session_id, one.kind, one.digest, one.number) for one in kept.placeholders]
    connection.executemany(turn_sql.ADD_PLACEHOLDER, held)


def _store_turn(connection: sqlite3.Connection, kept: KeptSession, one: KeptTurn) -> None:
    turn, session_id = one.turn, kept.session.session_id
    content = turn.content
    summed_up = None if turn.summary_ts is None else stamp(turn.summary_ts)
    said = (turn.schema_version, content.client_turn_id, CONTENT.dump_json(content).decode())
    asked = question_key(kept.tenant, kept.owner, content.user_text)
    row = (session_id, turn.turn_id, stamp(turn.ts), turn.principal, *said, summed_up, turn.replaced_by, asked)
    connection.execute(holding_sql.INSERT_WHOLE_TURN, row)
    connection.execute(turn_search_sql.INSERT_TURN_SEARCH, (session_id, turn.turn_id, held_by(content)))
    for ref in content.doc_refs:
        connection.execute(turn_sql.CITE, (kept.tenant, ref.doc_id, ref.version, session_id, turn.turn_id))
        numbered = {"session": session_id, "doc_id": ref.doc_id, "turn_id": turn.turn_id}
        connection.execute(turn_sql.NUMBER_DOCUMENT, numbered)
    if turn.feedback is not None and one.rated is not None:
        rated = (session_id, turn.turn_id, stamp(one.rated), turn.feedback.rating, turn.feedback.comment)
        connection.execute(turn_sql.RATE_TURN, rated)


def _arrived(arrival: Arrival) -> tuple[str, str, str, bool]:
    return arrival.source, arrival.kind, arrival.position, arrival.finished
