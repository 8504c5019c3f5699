"""Whole sessions in SQLite: whose they are, listed, named, branched, deleted (a part of ports.TurnStore)."""

import sqlite3
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from ibidem.backends.embedded.blobs import Blobs
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.document_store import drop_uncited
from ibidem.backends.embedded.sql import session_sql
from ibidem.backends.stored_turns import end_of, require_count, require_page, stamp
from ibidem.domain.conversation import BranchPoint, Session
from ibidem.domain.documents import Principal
from ibidem.domain.errors import InvalidInput, NotFound
from ibidem.domain.text import require_storable, storable


class SqliteSessions:
    """The sessions of the embedded backend."""

    def __init__(self, database: Database, blobs: Blobs) -> None:
        self._database = database
        self._blobs = blobs

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """See ports.TurnStore."""

        def select(connection: sqlite3.Connection) -> bool:
            owner = owner_of(connection, session_id)
            return owner is None or (owner["tenant"], owner["owner"]) == (principal.tenant, principal.name)

        return not storable(session_id) or await self._database.read(select)

    async def session(self, session_id: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        if not storable(session_id):
            raise NotFound("session", session_id)
        parameters = of_session(session_id, principal)
        row = await self._database.read(lambda c: c.execute(session_sql.GET_SESSION, parameters).fetchone())
        if row is None:
            raise NotFound("session", session_id)
        return session_of(row)

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """See ports.TurnStore."""
        parameters = {**own(principal), **page_of(limit, offset)}
        return await self._database.read(lambda c: [session_of(row) for row in c.execute(session_sql.LIST_SESSIONS, parameters)])

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        require_storable("title", title)
        await self.session(session_id, principal)
        parameters = {**of_session(session_id, principal), "title": title}
        await self._database.write(lambda c: c.execute(session_sql.RENAME_SESSION, parameters))
        return await self.session(session_id, principal)

    async def count_sessions(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return await self._database.read(lambda c: c.execute(session_sql.COUNT_SESSIONS, own(principal)).fetchone()[0])

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore. Replaced versions of documents that only this session cited go with it."""

        def remove(connection: sqlite3.Connection) -> set[str]:
            require_own(connection, session_id, principal)
            connection.execute(session_sql.DELETE_SESSION, (session_id,))
            return drop_uncited(connection)

        if not storable(session_id):
            raise NotFound("session", session_id)
        await self._blobs.remove_unused(await self._database.write(remove))

    async def branch(
        self, session_id: str, turn_id: int, branch_id: str, principal: Principal, lifetime: timedelta | None = None
    ) -> Session:
        """See ports.TurnStore."""
        now = datetime.now(UTC)
        parameters = {"session": session_id, "branch": branch_id, "last": turn_id, **_times(now, lifetime)}

        def copy(connection: sqlite3.Connection) -> None:
            owner = require_own(connection, session_id, principal)
            if not 1 <= turn_id <= owner["turns"]:
                raise NotFound("turn", f"{session_id}/{turn_id}")
            free_expired(connection, branch_id)
            if owner_of(connection, branch_id) is not None:
                raise InvalidInput("branch_id", "names a session already", "the id of a session that is yet to be is allowed")
            for statement in session_sql.BRANCH:
                connection.execute(statement, parameters)
            connection.execute(session_sql.KEEP_LAST_DOC_TURN, {"session": branch_id})

        if not storable(session_id):
            raise NotFound("session", session_id)
        require_storable("branch_id", branch_id)
        await self._database.write(copy)
        return await self.session(branch_id, principal)

    async def sweep_expired(self, most: int) -> int:
        """See ports.TurnStore."""
        require_count("most", most)
        parameters = {"now": stamp(datetime.now(UTC)), "most": most}
        expired = await self._database.read(lambda c: c.execute(session_sql.EXPIRED, parameters).fetchall())
        for (session_id,) in expired:

            def remove(connection: sqlite3.Connection, session_id: str = session_id) -> set[str]:
                free_expired(connection, session_id)
                return drop_uncited(connection)

            await self._blobs.remove_unused(await self._database.write(remove))
        return len(expired)


def own(principal: Principal) -> dict[str, object]:
    """The parameters that `access_sql.OWN` takes."""
    return {"tenant": principal.tenant, "owner": principal.name, "now": stamp(datetime.now(UTC))}


def of_session(session_id: str, principal: Principal) -> dict[str, object]:
    """The same, and the session's id."""
    return {"session": session_id, **own(principal)}


def owner_of(connection: sqlite3.Connection, session_id: str) -> sqlite3.Row | None:
    """Whose the session is, and how many turns it has; None when there is none, or it has expired."""
    parameters = {"session": session_id, "now": stamp(datetime.now(UTC))}
    return connection.execute(session_sql.SESSION_OWNER, parameters).fetchone()


def require_own(connection: sqlite3.Connection, session_id: str, principal: Principal) -> sqlite3.Row:
    """The same. Raises NotFound unless it is the principal's."""
    owner = owner_of(connection, session_id)
    if owner is None or (owner["tenant"], owner["owner"]) != (principal.tenant, principal.name):
        raise NotFound("session", session_id)
    return owner


def free_expired(connection: sqlite3.Connection, session_id: str) -> None:
    """Deletes the session where it has expired."""
    connection.execute(session_sql.DELETE_EXPIRED, {"session": session_id, "now": stamp(datetime.now(UTC))})


def page_of(limit: int, offset: int) -> dict[str, int]:
    """The parameters of a page. Raises InvalidInput for a negative limit or offset."""
    require_page(limit, offset)
    return {"limit": limit, "offset": offset}


def _times(now: datetime, lifetime: timedelta | None) -> dict[str, str | None]:
    return {"now": stamp(now), "expires": end_of(now, lifetime)}


def session_of(row: sqlite3.Row) -> Session:
    """A session from its row."""
    branched_from, expires = row["branched_from"], row["expires"]
    return Session(
        session_id=row["session_id"],
        started=datetime.fromisoformat(row["started"]),
        last_turn=datetime.fromisoformat(row["last_turn"]),
        turns=row["turns"],
        first_question=row["first_question"],
        title=row["title"],
        branched_from=None if branched_from is None else BranchPoint(branched_from, row["branched_at"]),
        expires=None if expires is None else datetime.fromisoformat(expires),
        last_doc_turn_id=row["last_doc_turn_id"],
        shared=row["shared"],
    )
