"""Saved filters in SQLite (ports.CollectionStore)."""

import sqlite3
from collections.abc import Sequence

from ibidem.backends.embedded.database import Database
from ibidem.backends.stored_collections import COLLECTION, encoded, too_many
from ibidem.domain.collections import MOST_COLLECTIONS, Collection, KeptCollections
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.text import storable

_OF = "FROM collections WHERE tenant = ? AND owner = ?"
_SAVE = "INSERT OR REPLACE INTO collections (tenant, owner, name, collection) VALUES (?, ?, ?, ?)"


class SqliteCollections:
    """The collections of the embedded backend."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def collections(self, principal: Principal) -> Sequence[Collection]:
        """See ports.CollectionStore."""
        return await self._database.read(lambda c: collections_of(c, principal.tenant, principal.name).collections)

    async def save(self, collection: Collection, principal: Principal) -> None:
        """See ports.CollectionStore."""
        row = (principal.tenant, principal.name, collection.name, encoded(collection))

        def store(connection: sqlite3.Connection) -> None:
            others = f"SELECT count(*) {_OF} AND name <> ?"
            (held,) = connection.execute(others, row[:3]).fetchone()
            if held >= MOST_COLLECTIONS:
                raise too_many()
            connection.execute(_SAVE, row)

        await self._database.write(store)

    async def delete(self, name: str, principal: Principal) -> None:
        """See ports.CollectionStore."""

        def remove(connection: sqlite3.Connection) -> None:
            if not connection.execute(f"DELETE {_OF} AND name = ?", (principal.tenant, principal.name, name)).rowcount:
                raise NotFound("collection", name)

        if not storable(name):
            raise NotFound("collection", name)
        await self._database.write(remove)


def collections_of(connection: sqlite3.Connection, tenant: str, owner: str) -> KeptCollections:
    """All collections of a person."""
    rows = connection.execute(f"SELECT collection {_OF} ORDER BY name", (tenant, owner)).fetchall()
    return KeptCollections(tenant, owner, tuple(COLLECTION.validate_json(one) for (one,) in rows))


def store_collections(connection: sqlite3.Connection, kept: KeptCollections) -> None:
    """Stores all collections of a person."""
    connection.executemany(_SAVE, [(kept.tenant, kept.owner, one.name, encoded(one)) for one in kept.collections])
