"""The embedded backend as one thing: a folder with everything that ibidem keeps."""

import asyncio
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ibidem.backends.embedded.blobs import Blobs, FolderBlobs
from ibidem.backends.embedded.collection_store import SqliteCollections
from ibidem.backends.embedded.database import Database, DatabaseToRead, clear_errors
from ibidem.backends.embedded.described_documents import SqliteDescribedDocuments
from ibidem.backends.embedded.folder import DATABASE, INDEX, ORIGINALS, SECRET, make_private, remarks, require_ours, require_store
from ibidem.backends.embedded.folder_store import SqliteFolders
from ibidem.backends.embedded.holdings import EmbeddedHoldings
from ibidem.backends.embedded.indexer import Indexer, IndexerAtRest
from ibidem.backends.embedded.key_store import SqliteKeys
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.room import obstacle
from ibidem.backends.embedded.search_index import EmbeddedSearch
from ibidem.backends.embedded.secret import require_whole, secret_in
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.sql import search_sql, turn_sql
from ibidem.backends.embedded.text_index import TextIndex
from ibidem.backends.embedded.turns_for_others import SqliteTurnsForOthers
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.health import Differences, Health, Remark
from ibidem.domain.languages import Language
from ibidem.ports.citations import Citations, CitedDocuments
from ibidem.ports.collection_store import CollectionStore
from ibidem.ports.folder_store import FolderStore
from ibidem.ports.holdings import Holdings
from ibidem.ports.indexes import Progress
from ibidem.ports.key_store import KeyStore
from ibidem.ports.models import Embedder
from ibidem.ports.originals import Originals
from ibidem.ports.turn_store import TurnStore

if TYPE_CHECKING:
    from ibidem.backends.embedded.vector_index import EmbeddedVectors

# Documents whose chunks are compared at a time by `differences`.
WINDOW = 1000


class EmbeddedBackend:
    """SQLite is the only truth, tantivy is derived from it, and large originals lie beside them as files:

    `ibidem.sqlite3`, `index/`, `originals/`, `secret.key`, and the locks `ibidem.lock`, `index.lock` and `vectors.lock`.

    Several processes may use one folder at once. Opening applies no operations: whoever starts a long-lived process calls
    `index.catch_up()` once, so that what a killed process had stored and not yet indexed is found.
    """

    turns: TurnStore
    documents: SqliteDescribedDocuments
    folders: FolderStore
    keys: KeyStore
    collections: CollectionStore
    holdings: Holdings
    index: EmbeddedSearch
    vectors: "EmbeddedVectors | None" = None

    def __init__(self, database: Database, blobs: Blobs, text_index: TextIndex, lock: FileLock, indexer: Indexer) -> None:
        shelf = Shelf()
        self._database = database
        self._text_index = text_index
        self._lock = lock
        self._shelf = shelf
        self._blobs = blobs
        self._indexer = indexer
        self.turns = SqliteTurnsForOthers(database, blobs)
        self.documents = SqliteDescribedDocuments(database, blobs, shelf)
        self.folders = SqliteFolders(database)
        self.keys = SqliteKeys(database)
        self.collections = SqliteCollections(database)
        self.holdings = EmbeddedHoldings(database, blobs)
        self.index = EmbeddedSearch(database, text_index, indexer, shelf)

    @classmethod
    def open(cls, folder: Path, masking: str = "", originals: Originals | None = None) -> "EmbeddedBackend":
        """Opens a data folder, or makes one; only its owner may look into it. `masking` as in `registry.open_backend`; large
        originals go to `originals`, where that is given.

        Raises InvalidInput when the path is a file or a folder of something else, and StoreUnavailable when the folder cannot be
        written, the database is damaged, or it was written by a newer ibidem.
        """
        require_ours(folder)
        with clear_errors(folder):
            if why := obstacle(folder):  # or whether it can be opened would depend on what the last process left
                raise StoreUnavailable(why, folder)
            make_private(folder)
            require_whole(folder / SECRET)
        database = Database(folder / DATABASE, masking)
        lock = FileLock(folder / "index.lock")
        try:
            kept = FolderBlobs(folder / ORIGINALS)
            with clear_errors(folder):
                kept.make()
            blobs = Blobs(database, kept, originals)
            text_index = TextIndex.recovered(folder / INDEX, lock)
            return cls(database, blobs, text_index, lock, Indexer(database, text_index, lock))
        except BaseException:
            database.close()
            raise

    @classmethod
    def open_to_read(cls, folder: Path, masking: str = "", originals: Originals | None = None) -> "EmbeddedBackend":
        """Opens what is in a data folder, beside whoever uses it, and changes nothing: what would write raises StoreUnavailable.

        Raises StoreUnavailable when there is no store, it is damaged, or it is of another version than this ibidem; InvalidInput
        as `open` does.
        """
        require_store(folder)
        database = DatabaseToRead(folder / DATABASE, masking)
        lock = FileLock(folder / "index.lock")
        text_index = TextIndex(folder / INDEX)
        indexer = IndexerAtRest(database, text_index, lock)
        return cls(database, Blobs(database, FolderBlobs(folder / ORIGINALS), originals), text_index, lock, indexer)

    def search_by_meaning(self, embedder: Embedder, languages: frozenset[Language] = frozenset()) -> "EmbeddedVectors":
        """From now on there are `vectors` of this embedder, which is used for these languages; without any, for those that it is
        found to understand."""
        # Imported here: numpy takes a tenth of a second, and most commands do without.
        from ibidem.backends.embedded.embedding import Embedding
        from ibidem.backends.embedded.vector_index import EmbeddedVectors

        lock = FileLock(self._database.path.with_name("vectors.lock"))
        self.vectors = EmbeddedVectors(self._database, self._shelf, Embedding(self._database, lock, embedder, languages))
        return self.vectors

    def cited_from(self, citations: Citations) -> CitedDocuments:
        """See backends.citations.LendsDocuments."""
        self.documents.cited_from(citations)
        return self.documents

    def close(self) -> None:
        """Waits for what is being written or merged, and closes the files. Nothing may be called afterwards."""
        self._indexer.close()
        self._database.close()

    @property
    def secret(self) -> bytes:
        """See ports.Backend; made when it is first asked for."""
        with clear_errors(self._database.path.parent):
            return secret_in(self._database.path.with_name(SECRET), self._database.path.with_suffix(".lock"))

    async def rebuild(self, progress: Progress) -> None:
        """Builds the search index anew from SQLite and removes versions and originals to which nothing refers.

        Vectors of other embedders than the present one go too, and what it refused it is asked for again. The old index is
        searched until the new one takes its place. `progress` is called from another thread with the chunks
        done and the chunks in all. Raises StoreUnavailable.
        """
        await self.documents.let_go()
        await self._blobs.sweep()
        if self.vectors is not None:
            await self.vectors.embedding.forget()
        await asyncio.wrap_future(self._indexer.rebuild(progress))
        await self.index.catch_up()

    async def health(self) -> Health:
        """How the folder stands. Raises StoreUnavailable when the database or the index cannot be read."""

        def look(connection: sqlite3.Connection) -> Health:
            totals = self._shelf.totals(connection)
            return Health(
                schema_version=connection.execute("PRAGMA user_version").fetchone()[0],
                documents=totals.documents,
                chunks=totals.chunks,
                turns=connection.execute(turn_sql.COUNT_TURNS).fetchone()[0],
                acknowledged=connection.execute(search_sql.ACKNOWLEDGED).fetchone()[0],
                indexed=self._indexer.indexed(),
                index_bytes=self._text_index.size(),
                database_bytes=self._database.size(),
                indexer=self._lock.holder(),
            )

        return await self._database.read(look)

    async def in_step(self) -> bool:
        """See ports.Backend."""
        return await self.index.in_step()

    async def check(self) -> None:
        """See ports.Backend; a damaged index is built anew in the background."""
        await self.index.check()

    async def obstacle(self) -> str:
        """See ports.Backend."""

        def look() -> str:
            with clear_errors(self._database.path):
                return obstacle(self._database.path)

        return await asyncio.to_thread(look)

    async def remarks(self) -> Sequence[Remark]:
        """See ports.Backend."""
        folder = self._database.path.parent

        def look() -> list[Remark]:
            with clear_errors(folder):
                return list(remarks(folder))

        return await asyncio.to_thread(look)

    async def differences(self) -> Differences:
        """Compares the chunks in the index with the current ones in the store, some documents at a time."""

        def compare(connection: sqlite3.Connection) -> Differences:
            missing: set[int] = set()
            surplus: set[int] = set()
            snapshot = self._text_index.snapshot()
            (last,) = connection.execute(search_sql.LAST_DOCUMENT_KEY).fetchone()
            for first in range(0, last + 1, WINDOW):
                window = (first, first + WINDOW - 1)
                stored = {key for (key,) in connection.execute(search_sql.CURRENT_CHUNK_KEYS, window)}
                indexed = snapshot.chunk_keys(*window)
                missing |= stored - indexed
                surplus |= indexed - stored
            return Differences(frozenset(missing), frozenset(surplus))

        return await self._database.read(compare)
