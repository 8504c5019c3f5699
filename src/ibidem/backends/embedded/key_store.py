"""API keys in SQLite (ports.KeyStore)."""

import json
import sqlite3
from collections.abc import Sequence
from datetime import datetime

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.sql import key_sql
from ibidem.domain.access import ApiKey
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound


class SqliteKeys:
    """The key store of the embedded backend."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, key: ApiKey, digest: str) -> None:
        """See ports.KeyStore."""
        row = row_of(key, digest)

        def store(connection: sqlite3.Connection) -> None:
            try:
                connection.execute(key_sql.INSERT_KEY, row)
            except sqlite3.IntegrityError:
                raise InvalidInput("key", "its id or its digest is taken", "make another one") from None

        await self._database.write(store)

    async def keys(self) -> Sequence[ApiKey]:
        """See ports.KeyStore."""
        return await self._database.read(lambda connection: [key_of(row) for row in connection.execute(key_sql.LIST_KEYS)])

    async def by_digest(self, digest: str) -> ApiKey | None:
        """See ports.KeyStore."""
        return await self._database.read(lambda connection: _one(connection, key_sql.KEY_BY_DIGEST, digest))

    async def by_id(self, key_id: str) -> ApiKey | None:
        """See ports.KeyStore."""
        return await self._database.read(lambda connection: _one(connection, key_sql.KEY_BY_ID, key_id))

    async def exist(self) -> bool:
        """See ports.KeyStore."""
        return await self._database.read(lambda connection: bool(connection.execute(key_sql.KEYS_EXIST).fetchone()[0]))

    async def revoke(self, key_id: str, now: datetime) -> ApiKey:
        """See ports.KeyStore."""

        def mark(connection: sqlite3.Connection) -> ApiKey:
            connection.execute(key_sql.REVOKE_KEY, (now.isoformat(), key_id))
            found = _one(connection, key_sql.KEY_BY_ID, key_id)
            if found is None:
                raise NotFound("key", key_id)
            return found

        return await self._database.write(mark)


def _one(connection: sqlite3.Connection, statement: str, value: str) -> ApiKey | None:
    row = connection.execute(statement, (value,)).fetchone()
    return None if row is None else key_of(row)


def row_of(key: ApiKey, digest: str) -> tuple[str | None, ...]:
    """What INSERT_KEY stores of a key."""
    who = key.principal
    lists = (json.dumps(sorted(who.groups)), json.dumps(sorted(key.scopes)))
    times = (key.created.isoformat(), key.expires and key.expires.isoformat(), key.revoked and key.revoked.isoformat())
    return (key.key_id, digest, who.tenant, who.name, *lists, *times)


def key_of(row: sqlite3.Row) -> ApiKey:
    """A key from its row."""
    return ApiKey(
        key_id=row["key_id"],
        principal=Principal(row["owner"], frozenset(json.loads(row["reader_groups"])), row["tenant"]),
        scopes=frozenset(json.loads(row["scopes"])),
        created=datetime.fromisoformat(row["created"]),
        expires=row["expires"] and datetime.fromisoformat(row["expires"]),
        revoked=row["revoked"] and datetime.fromisoformat(row["revoked"]),
    )
