"""The files of indexed folders in SQLite (ports.FolderStore)."""

import sqlite3
from collections.abc import Sequence

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.sql import folder_sql
from ibidem.domain.folders import IndexedFile


class SqliteFolders:
    """The folder store of the embedded backend."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def files(self, tenant: str) -> Sequence[IndexedFile]:
        """See ports.FolderStore."""
        return await self._database.read(
            lambda connection: [IndexedFile(*row) for row in connection.execute(folder_sql.INDEXED_FILES, (tenant,))]
        )

    async def record(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """See ports.FolderStore."""

        def store(connection: sqlite3.Connection) -> None:
            connection.executemany(folder_sql.ADOPT_FILE, [(tenant, file.path) for file in files])
            rows = [(tenant, f.folder, f.path, f.doc_id, f.version, f.reading) for f in files]
            connection.executemany(folder_sql.RECORD_FILE, rows)

        await self._database.write(store)

    async def forget(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """See ports.FolderStore."""
        rows = [(tenant, file.folder, file.path) for file in files]
        await self._database.write(lambda connection: connection.executemany(folder_sql.FORGET_FILE, rows) and None)
