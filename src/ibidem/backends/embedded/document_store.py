"""Documents, versions and chunks in SQLite (ports.DocumentStore)."""

import asyncio
import hashlib
import json
import logging
import sqlite3
import time
import uuid
from collections.abc import Callable, Mapping, Sequence, Set

from ibidem.backends.citations import CitationsUnknown, NoneElsewhere
from ibidem.backends.embedded.blobs import Blobs
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.replacing import is_there, under_its_id
from ibidem.backends.embedded.rows import (
    as_json,
    chunk_of,
    document_of,
    fields_as_json,
    figures_as_json,
    gate,
    narrowed_fields,
    unreadable,
)
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.sql import document_sql, picture_sql, search_sql
from ibidem.backends.embedded.sql.document_sql import ORDER_BITS
from ibidem.backends.soundness import MAX_ORDER, require_sound
from ibidem.domain.documents import (
    EVERYTHING,
    Chunk,
    CorpusWords,
    Document,
    PreparedDocument,
    Principal,
    SearchFilters,
    VersionName,
)
from ibidem.domain.errors import InvalidInput, NotFound, StoreUnavailable
from ibidem.domain.text import storable
from ibidem.ports.citations import Citations

logger = logging.getLogger(__name__)

# How long a version that was replaced stays although no turn cites it: one that is running now may come to cite it.
GRACE_SECONDS = 3600.0
NONE_ELSEWHERE = NoneElsewhere()


class SqliteDocuments:
    """The document store of the embedded backend. Every change leaves a line in the op-log, which the search index follows."""

    def __init__(self, database: Database, blobs: Blobs, shelf: Shelf) -> None:
        self._database = database
        self._blobs = blobs
        self._shelf = shelf
        self._swept = False
        self._elsewhere: Citations = NONE_ELSEWHERE

    def cited_from(self, citations: Citations) -> None:
        """From now on turns that are kept elsewhere are asked, too, before a version is removed."""
        self._elsewhere = citations

    async def unreadable(self, cited: Set[tuple[str, str]], principal: Principal) -> frozenset[tuple[str, str]]:
        """See ports.CitedDocuments."""
        if not cited:
            return frozenset()
        return await self._database.read(lambda c: unreadable(c, sorted(cited), principal))

    async def let_go(self) -> None:
        """See ports.CitedDocuments."""
        await self._blobs.remove_unused(await self._database.write(self._drop))

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """See ports.DocumentStore. Raises InvalidInput for text or chunk orders that cannot be stored."""
        await self._put(prepared, lambda _: prepared)

    async def put_for(self, prepared: PreparedDocument, principal: Principal) -> str:
        """See ports.DocumentStore."""
        got: list[str] = []

        def chosen(connection: sqlite3.Connection) -> Sequence[PreparedDocument]:
            one = under_its_id(connection, prepared, principal)
            got[:] = [one.document.doc_id]
            return () if is_there(connection, one) else (one,)

        await self._put([prepared], chosen)
        return got[0]

    async def _put(
        self, prepared: Sequence[PreparedDocument], chosen: Callable[[sqlite3.Connection], Sequence[PreparedDocument]]
    ) -> None:
        """Stores what of them is `chosen` once nobody else writes; what that raises is raised."""
        for one in prepared:
            require_sound(one)
        large = self._blobs.large(prepared)

        def store(connection: sqlite3.Connection) -> set[str]:
            if to_store := chosen(connection):
                self._blobs.settle(large)
                replaced = {blob for one in to_store for blob in _store(connection, one, self._blobs)}
            else:
                replaced = {name for name, _ in large}
            return replaced | self._drop_or_wait(connection)

        await self._sweep_once()
        try:
            if large:
                await asyncio.to_thread(self._blobs.ensure, large)
            replaced = await self._database.write(store)
        except (StoreUnavailable, InvalidInput):
            await self._blobs.remove_unused({name for name, _ in large})
            raise
        await self._blobs.remove_unused(replaced)

    async def keep(self, prepared: Sequence[PreparedDocument]) -> None:
        """See ports.DocumentStore. The originals lie beside the texts: an excerpt is small, and has no pictures."""
        for one in prepared:
            require_sound(one)

        def store(connection: sqlite3.Connection) -> set[str]:
            until = time.time() + GRACE_SECONDS
            for one in prepared:
                named = (one.document.tenant, one.document.doc_id, one.document.version)
                if connection.execute(document_sql.KEEP_LONGER, (until, *named)).fetchone() is None:
                    insert_version(connection, one, None, until)
            return self._drop_or_wait(connection)

        await self._blobs.remove_unused(await self._database.write(store))

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        """See ports.DocumentStore."""

        def select(connection: sqlite3.Connection) -> dict[str, str]:
            return {row["doc_id"]: row["version"] for row in connection.execute(document_sql.CURRENT_VERSIONS, (tenant,))}

        return await self._database.read(select)

    async def current_version(self, doc_id: str, tenant: str) -> str | None:
        """See ports.DocumentStore."""
        if not storable(doc_id):
            return None
        row = await self._database.read(lambda c: c.execute(document_sql.CURRENT_VERSION, (tenant, doc_id)).fetchone())
        return None if row is None else row["version"]

    async def get(self, doc_id: str, principal: Principal, version: str | None = None) -> Document:
        """See ports.DocumentStore."""
        return document_of(await self._one(document_sql.GET_DOCUMENT, doc_id, principal, version))

    async def versions(self, doc_id: str, principal: Principal) -> Sequence[Document]:
        """See ports.DocumentStore."""
        parameters = {"doc_id": doc_id, **gate(principal)}

        def select(connection: sqlite3.Connection) -> list[Document]:
            return [document_of(row) for row in connection.execute(document_sql.VERSIONS, parameters)]

        found = await self._database.read(select) if storable(doc_id) else []
        if not found:
            raise NotFound("document", doc_id)
        return found

    async def text(self, doc_id: str, principal: Principal, version: str | None = None) -> str:
        """See ports.DocumentStore."""
        (text,) = await self._one(document_sql.GET_TEXT, doc_id, principal, version)
        return text

    async def original(self, doc_id: str, principal: Principal, version: str | None = None) -> bytes:
        """See ports.DocumentStore."""
        original, blob = await self._one(document_sql.GET_ORIGINAL, doc_id, principal, version)
        return original if blob is None else await asyncio.to_thread(self._blobs.read, blob)

    async def picture(self, doc_id: str, figure_id: str, principal: Principal, version: str | None = None) -> bytes:
        """See ports.DocumentStore."""
        if not storable(figure_id):
            raise NotFound("figure", figure_id)
        content, blob = await self._one(picture_sql.GET_PICTURE, doc_id, principal, version, figure_id=figure_id)
        return content if blob is None else await asyncio.to_thread(self._blobs.read, blob)

    async def chunks(self, doc_id: str, version: str, first: int, last: int, principal: Principal) -> Sequence[Chunk]:
        """See ports.DocumentStore."""
        if not (storable(doc_id) and storable(version)):
            return ()
        parameters = {
            "doc_id": doc_id,
            "version": version,
            **gate(principal),
            "first": max(first, 0),
            "last": min(last, MAX_ORDER),
        }

        def select(connection: sqlite3.Connection) -> list[Chunk]:
            return [chunk_of(doc_id, version, row) for row in connection.execute(document_sql.GET_CHUNKS, parameters)]

        return await self._database.read(select)

    async def documents(
        self, principal: Principal, limit: int, offset: int = 0, filters: SearchFilters = EVERYTHING
    ) -> Sequence[Document]:
        """See ports.DocumentStore. Raises InvalidInput for a negative limit or offset."""
        for field, value in (("limit", limit), ("offset", offset)):
            if value < 0:
                raise InvalidInput(field, f"it is {value}", "0 or more is allowed")
        parameters = {"limit": limit, "offset": offset, **_narrowed(filters), **gate(principal)}

        def select(connection: sqlite3.Connection) -> list[Document]:
            return [document_of(row) for row in connection.execute(document_sql.LIST_DOCUMENTS, parameters)]

        return await self._database.read(select)

    async def count(self, principal: Principal, filters: SearchFilters = EVERYTHING) -> int:
        """See ports.DocumentStore."""
        parameters = {**_narrowed(filters), **gate(principal)}
        return await self._database.read(lambda c: c.execute(document_sql.COUNT_DOCUMENTS, parameters).fetchone()[0])

    async def readable(self, doc_ids: Sequence[str], principal: Principal) -> frozenset[str]:
        """See ports.DocumentStore."""
        parameters = {"doc_ids": json.dumps([doc_id for doc_id in doc_ids if storable(doc_id)]), **gate(principal)}
        return await self._database.read(
            lambda c: frozenset(row["doc_id"] for row in c.execute(document_sql.READABLE_IDS, parameters))
        )

    async def words(self, principal: Principal) -> CorpusWords:
        """See ports.DocumentStore."""
        return await self._database.read(lambda connection: self._shelf.readable(connection, principal).words)

    async def field_values(self, name: str, principal: Principal, most: int) -> Sequence[str]:
        """See ports.DocumentStore."""
        parameters = {"name": name, "most": most, **gate(principal)}
        return await self._database.read(lambda c: [value for (value,) in c.execute(document_sql.FIELD_VALUES, parameters)])

    async def delete(self, doc_id: str, principal: Principal) -> None:
        """See ports.DocumentStore."""
        if not storable(doc_id):
            raise NotFound("document", doc_id)

        def remove(connection: sqlite3.Connection) -> set[str]:
            if connection.execute(document_sql.OF_READER, _named(doc_id, principal, None)).fetchone() is None:
                raise NotFound("document", doc_id)
            _take_out(connection, doc_id, principal.tenant)
            return self._drop(connection)

        await self._blobs.remove_unused(await self._database.write(remove))

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """See ports.DocumentStore."""

        def remove(connection: sqlite3.Connection) -> set[str]:
            for doc_id in doc_ids:
                _take_out(connection, doc_id, tenant)
            return self._drop(connection)

        await self._blobs.remove_unused(await self._database.write(remove))

    def _drop(self, connection: sqlite3.Connection) -> set[str]:
        return drop_uncited(connection, self._elsewhere)

    def _drop_or_wait(self, connection: sqlite3.Connection) -> set[str]:
        """As `_drop`; while nobody can say what is cited elsewhere, what may be cited stays until the next one."""
        try:
            return self._drop(connection)
        except CitationsUnknown as error:
            logger.warning("earlier versions of documents stay for now: %s", error)
            return set()

    async def _sweep_once(self) -> None:
        """Sweeps originals before the first document of this process; where that fails, they stay until the next one."""
        if not self._swept:
            self._swept = True
            try:
                await self._blobs.sweep()
            except StoreUnavailable as error:
                logger.warning("originals that nobody needs stay for now: %s", error)

    async def _one(self, statement: str, doc_id: str, principal: Principal, version: str | None, **further: str) -> sqlite3.Row:
        if not (storable(doc_id) and storable(version or "")):
            raise NotFound("document", doc_id)
        parameters = {**_named(doc_id, principal, version), **further}
        row: sqlite3.Row | None = await self._database.read(lambda c: c.execute(statement, parameters).fetchone())
        if row is None:
            raise NotFound("document", doc_id if version is None else f"{doc_id}@{version}")
        return row


def drop_uncited(connection: sqlite3.Connection, elsewhere: Citations = NONE_ELSEWHERE) -> set[str]:
    """Deletes the versions that no turn cites, here or `elsewhere`, and that need not be kept any longer; returns the blobs they
    had. Raises StoreUnavailable where nobody can say what is cited elsewhere."""
    rows = connection.execute(document_sql.UNCITED, (time.time(),)).fetchall()
    if not rows:
        return set()
    keys = {VersionName(*named): key for key, *named in rows}
    kept = elsewhere.cited(list(keys))
    dropped = (json.dumps([key for named, key in keys.items() if named not in kept]),)
    pictures = connection.execute(picture_sql.BLOBS_OF_UNCITED, dropped).fetchall()
    rows = connection.execute(document_sql.DROP_UNCITED, dropped).fetchall()
    return {blob for (blob,) in (*pictures, *rows) if blob is not None}


def _narrowed(filters: SearchFilters) -> dict[str, str | None]:
    """What a list is narrowed to, as parameters of its statement: JSON, or None where it is not."""
    lists = {"doc_ids": filters.doc_ids, "doc_types": filters.doc_types, "devices": filters.devices, "owners": filters.owners}
    narrowed = {name: as_json(filter(storable, values)) if values else None for name, values in lists.items()}
    return {**narrowed, "fields": narrowed_fields(filters)}


def _named(doc_id: str, principal: Principal, version: str | None) -> dict[str, object]:
    return {"doc_id": doc_id, "version": version, **gate(principal)}


def _take_out(connection: sqlite3.Connection, doc_id: str, tenant: str) -> None:
    """Ends the current version, where there is one."""
    now_of_document = (time.time(), tenant, doc_id)
    connection.execute(document_sql.WITHDRAW, now_of_document[1:])
    connection.execute(document_sql.KEEP_NO_LONGER, now_of_document)
    for (doc_key,) in connection.execute(document_sql.RETIRE_CURRENT, now_of_document).fetchall():
        connection.execute(search_sql.LOG, (doc_key, uuid.uuid4().hex))


def _store(connection: sqlite3.Connection, prepared: PreparedDocument, blobs: Blobs) -> set[str]:
    """Makes `prepared` the current version; returns the blobs that nothing may need any more."""
    document = prepared.document
    of_document = (document.tenant, document.doc_id)
    connection.execute(document_sql.STORED_ANEW, of_document)
    same_version = (*of_document, document.version)
    pictures = connection.execute(picture_sql.BLOBS_OF_VERSION, same_version).fetchall()
    same = connection.execute(document_sql.DELETE_SAME_VERSION, same_version).fetchall()
    retired = connection.execute(document_sql.RETIRE_CURRENT, (time.time() + GRACE_SECONDS, *of_document)).fetchall()
    doc_key = insert_version(connection, prepared, blobs, None)
    changed = [row["doc_key"] for row in (*same, *retired)] + [doc_key]
    connection.executemany(search_sql.LOG, [(key, uuid.uuid4().hex) for key in changed])
    return {row["blob"] for row in (*pictures, *same) if row["blob"] is not None}


def insert_version(
    connection: sqlite3.Connection, prepared: PreparedDocument, blobs: Blobs | None, kept_until: float | None
) -> int:
    """Stores a version with its text, its chunks and its pictures, the current one where no time is given until which it is kept;
    returns its key. Without `blobs` everything lies in its rows."""
    document = prepared.document
    blob = None if blobs is None else blobs.name(prepared.original)
    counts = [len(searchable.tokens.split()) for searchable in prepared.chunks]
    named = (document.tenant, document.doc_id, kept_until is None, kept_until)
    cursor = connection.execute(
        document_sql.INSERT_DOCUMENT,
        (*named, *_described(document, blob), len(counts), sum(counts)),
    )
    doc_key = cursor.lastrowid
    assert doc_key is not None
    places = {(one.name, place, value) for one in document.fields for place, value in zip(one.places, one.values, strict=True)}
    connection.executemany(document_sql.INSERT_PLACE, ((doc_key, *place) for place in places))
    connection.execute(document_sql.INSERT_TEXT, (doc_key, prepared.text, prepared.original if blob is None else None))
    connection.executemany(
        document_sql.INSERT_CHUNK,
        (
            (
                (doc_key << ORDER_BITS) + c.chunk.order,
                c.chunk.chunk_id,
                c.chunk.section,
                c.chunk.page,
                c.chunk.offset,
                c.chunk.text,
                c.chunk.head,
                c.tokens,
            )
            for c in prepared.chunks
        ),
    )
    for picture in prepared.pictures:
        lies = None if blobs is None else blobs.name(picture)
        row = (doc_key, hashlib.sha256(picture).hexdigest(), picture if lies is None else None, lies)
        connection.execute(picture_sql.INSERT_PICTURE, row)
    return doc_key


def _described(document: Document, blob: str | None) -> tuple[object, ...]:
    """What INSERT_DOCUMENT stores of a document besides its tenant, its id and its size."""
    return (
        document.version,
        document.title,
        document.source,
        document.uri,
        document.doc_type,
        document.language,
        document.media_type,
        document.storage_pointer,
        blob,
        document.indexed_at.isoformat(),
        as_json(document.devices),
        as_json(document.readers),
        document.pages,
        document.recognised,
        document.in_force,
        document.effective.isoformat() if document.effective else None,
        as_json(document.supersedes),
        document.owner,
        fields_as_json(document),
        json.dumps(document.metadata, ensure_ascii=False),
        json.dumps(document.unread_pages),
        figures_as_json(document),
    )
