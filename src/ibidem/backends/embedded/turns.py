"""Sessions and turns in SQLite (ports.TurnStore)."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from pydantic_core import PydanticSerializationError

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.blobs import FolderBlobs
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.documents import drop_uncited, remove_unused
from ibidem.backends.embedded.rows import CONTENT, unreadable
from ibidem.backends.embedded.turn_search import make_searchable, ranked_turns, searchable
from ibidem.domain.conversation import (
    SCHEMA_VERSION,
    Citation,
    Feedback,
    NewTurn,
    ScoredTurn,
    Session,
    SessionDocument,
    Turn,
    TurnQuery,
)
from ibidem.domain.documents import Principal
from ibidem.domain.errors import AlreadyAnswered, InvalidInput, NotFound
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.text import HALF_A_PAIR, require_storable, storable
from ibidem.domain.withholding import held_versions, without
from ibidem.ports.stores import NOTHING_NEAR


class SqliteTurns:
    """The turn store of the embedded backend."""

    def __init__(self, database: Database, blobs: FolderBlobs) -> None:
        self._database = database
        self._blobs = blobs

    async def append(self, turn: NewTurn, principal: Principal, after: int | None = None) -> Turn:
        """See ports.TurnStore. Raises InvalidInput for text that cannot be stored."""
        content = _encoded(turn, principal)
        found_by = searchable(turn)
        ts = datetime.now(UTC)

        def store(connection: sqlite3.Connection) -> Turn:
            owner = connection.execute(statements.SESSION_OWNER, (turn.session_id,)).fetchone()
            if owner is None:
                begun = (turn.session_id, principal.tenant, principal.name, _stamp(ts), _stamp(ts), turn.user_text)
                connection.execute(statements.BEGIN_SESSION, begun)
            elif (owner["tenant"], owner["owner"]) != (principal.tenant, principal.name):
                raise NotFound("session", turn.session_id)
            elif turn.client_turn_id is not None:
                earlier = {**_of(turn.session_id, principal), "client_turn_id": turn.client_turn_id}
                if row := connection.execute(statements.ANSWERED, earlier).fetchone():
                    return _readable(connection, [_turn(row)], principal)[0]
            number = 1 if owner is None else owner["turns"] + 1
            if after is not None and number != after + 1:
                raise AlreadyAnswered(turn.session_id)
            stored = (turn.session_id, number, _stamp(ts), principal.name, SCHEMA_VERSION, turn.client_turn_id, content)
            connection.execute(statements.INSERT_TURN, stored)
            connection.execute(statements.INSERT_TURN_SEARCH, (turn.session_id, number, *found_by))
            cited = [(principal.tenant, ref.doc_id, ref.version, turn.session_id, number) for ref in turn.doc_refs]
            connection.executemany(statements.CITE, cited)
            numbered = [{"session": turn.session_id, "doc_id": ref.doc_id, "turn_id": number} for ref in turn.doc_refs]
            connection.executemany(statements.NUMBER_DOCUMENT, numbered)
            _add_placeholders(connection, turn.session_id, turn.placeholders)
            connection.execute(statements.MOVE_SESSION, (number, _stamp(ts), turn.session_id))
            return Turn(number, ts, principal.name, turn)

        return await self._database.write(store)

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """See ports.TurnStore."""
        found = await self._select(statements.ANSWERED, session_id, principal, {"client_turn_id": client_turn_id})
        return found[0] if found else None

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """See ports.TurnStore."""

        def select(connection: sqlite3.Connection) -> bool:
            owner = connection.execute(statements.SESSION_OWNER, (session_id,)).fetchone()
            return owner is None or (owner["tenant"], owner["owner"]) == (principal.tenant, principal.name)

        return not storable(session_id) or await self._database.read(select)

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        found = await self._select(statements.GET_TURN, session_id, principal, {"turn_id": turn_id})
        if not found:
            raise NotFound("turn", f"{session_id}/{turn_id}")
        return found[0]

    async def last_turns(self, session_id: str, count: int, principal: Principal) -> Sequence[Turn]:
        """See ports.TurnStore. Raises InvalidInput for a negative count."""
        _require_count("count", count)
        return (await self._select(statements.LAST_TURNS, session_id, principal, {"count": count}))[::-1]

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        page = _page(limit, offset)
        await self.session(session_id, principal)
        return await self._select(statements.PAGE_OF_TURNS, session_id, principal, page)

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """See ports.TurnStore."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        await self.session(query.session_id, principal)
        await make_searchable(self._database, query.session_id)
        ranked = (await self._database.read(lambda c: ranked_turns(c, query, principal, nearness)))[: query.limit]
        wanted = {"turns": json.dumps([one.turn_id for one in ranked])}
        found = {t.turn_id: t for t in await self._select(statements.TURNS_NAMED, query.session_id, principal, wanted)}
        return [ScoredTurn(found[one.turn_id], one.score, one.held) for one in ranked if one.turn_id in found]

    async def citing_turn(self, session_id: str, number: int, principal: Principal) -> Turn | None:
        """See ports.TurnStore."""
        if number == 0:
            return None
        statement = statements.CITING_TURN if number > 0 else statements.CITING_TURN_BACK
        found = await self._select(statement, session_id, principal, {"offset": abs(number) - 1})
        return found[0] if found else None

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """See ports.TurnStore."""
        statement = statements.CITED_DOCUMENT if number > 0 else statements.CITED_DOCUMENT_BACK
        parameters = {**_of(session_id, principal), "number": number, "offset": -number - 1}
        if number == 0 or not storable(session_id):
            return None

        def select(connection: sqlite3.Connection) -> Citation | None:
            row = connection.execute(statement, parameters).fetchone()
            if row is None:
                return None
            (turn,) = _readable(connection, [_turn(row)], principal)
            return Citation(turn.turn_id, next(ref for ref in turn.content.doc_refs if ref.doc_id == row["doc_id"]))

        return await self._database.read(select)

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        further = {"since": _stamp(since), **_page(limit, offset)}
        return await self._select_of_all(statements.WAITING_TURNS, principal, further)

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """See ports.TurnStore."""
        parameters = {**_owner(principal), "since": _stamp(since)}
        return await self._database.read(lambda c: c.execute(statements.COUNT_WAITING, parameters).fetchone()[0])

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        return await self._select_of_all(statements.RATED_TURNS, principal, _page(limit, offset))

    async def count_rated(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return await self._database.read(lambda c: c.execute(statements.COUNT_RATED, _owner(principal)).fetchone()[0])

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """See ports.TurnStore."""
        _require_count("most", most)
        parameters = {**_owner(principal), "since": _stamp(since), "most": most}
        return await self._database.read(
            lambda c: [_measured(row) for row in c.execute(statements.MEASURED_TURNS, parameters)][::-1]
        )

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """See ports.TurnStore."""
        parameters = {"session": session_id, **_page(limit, offset)}
        await self.session(session_id, principal)
        return await self._database.read(
            lambda c: [_session_document(row) for row in c.execute(statements.CITED_DOCUMENTS, parameters)]
        )

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """See ports.TurnStore."""
        await self.session(session_id, principal)
        return await self._database.read(lambda c: c.execute(statements.COUNT_CITED_DOCUMENTS, (session_id,)).fetchone()[0])

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        require_storable("comment", feedback.comment if feedback is not None else "")
        await self.turn(session_id, turn_id, principal)

        def store(connection: sqlite3.Connection) -> None:
            if feedback is None:
                connection.execute(statements.UNRATE_TURN, (session_id, turn_id))
            else:
                row = (session_id, turn_id, _stamp(datetime.now(UTC)), feedback.rating, feedback.comment)
                connection.execute(statements.RATE_TURN, row)

        await self._database.write(store)
        return await self.turn(session_id, turn_id, principal)

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """See ports.TurnStore."""
        if not storable(session_id):
            return ()
        parameters = _of(session_id, principal)
        return await self._database.read(lambda c: [Placeholder(*row) for row in c.execute(statements.PLACEHOLDERS, parameters)])

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """See ports.TurnStore."""
        await self.session(session_id, principal)
        await self._database.write(lambda c: _add_placeholders(c, session_id, placeholders))

    async def session(self, session_id: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        if not storable(session_id):
            raise NotFound("session", session_id)
        parameters = _of(session_id, principal)
        row = await self._database.read(lambda c: c.execute(statements.GET_SESSION, parameters).fetchone())
        if row is None:
            raise NotFound("session", session_id)
        return _session(row)

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """See ports.TurnStore."""
        parameters = {**_owner(principal), **_page(limit, offset)}
        return await self._database.read(lambda c: [_session(row) for row in c.execute(statements.LIST_SESSIONS, parameters)])

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        require_storable("title", title)
        await self.session(session_id, principal)
        await self._database.write(lambda c: c.execute(statements.RENAME_SESSION, (title, session_id)))
        return await self.session(session_id, principal)

    async def count_sessions(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        owner = (principal.tenant, principal.name)
        return await self._database.read(lambda c: c.execute(statements.COUNT_SESSIONS, owner).fetchone()[0])

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore. Replaced versions of documents that only this session cited go with it."""

        def remove(connection: sqlite3.Connection) -> set[str]:
            owner = connection.execute(statements.SESSION_OWNER, (session_id,)).fetchone()
            if owner is None or (owner["tenant"], owner["owner"]) != (principal.tenant, principal.name):
                raise NotFound("session", session_id)
            connection.execute(statements.DELETE_SESSION, (session_id,))
            return drop_uncited(connection)

        if not storable(session_id):
            raise NotFound("session", session_id)
        await remove_unused(self._database, self._blobs, await self._database.write(remove))

    async def _select(self, statement: str, session_id: str, principal: Principal, further: Mapping[str, object]) -> list[Turn]:
        parameters = {**_of(session_id, principal), **further}
        if not all(storable(value) for value in parameters.values() if isinstance(value, str)):
            return []

        def select(connection: sqlite3.Connection) -> list[Turn]:
            return _readable(connection, [_turn(row) for row in connection.execute(statement, parameters)], principal)

        return await self._database.read(select)

    async def _select_of_all(self, statement: str, principal: Principal, further: Mapping[str, object]) -> list[Turn]:
        parameters = {**_owner(principal), **further}

        def select(connection: sqlite3.Connection) -> list[Turn]:
            return _readable(connection, [_turn(row) for row in connection.execute(statement, parameters)], principal)

        return await self._database.read(select)


def _owner(principal: Principal) -> dict[str, object]:
    return {"tenant": principal.tenant, "owner": principal.name}


def _of(session_id: str, principal: Principal) -> dict[str, object]:
    return {"session": session_id, **_owner(principal)}


def _stamp(ts: datetime) -> str:
    """UTC with microseconds always written, so that the order of the texts is the order of the times."""
    return ts.isoformat(timespec="microseconds")


def _require_count(field: str, value: int) -> None:
    if value < 0:
        raise InvalidInput(field, f"it is {value}", "0 or more is allowed")


def _page(limit: int, offset: int) -> dict[str, int]:
    _require_count("limit", limit)
    _require_count("offset", offset)
    return {"limit": limit, "offset": offset}


def _encoded(turn: NewTurn, principal: Principal) -> str:
    for field, text in (
        ("session_id", turn.session_id),
        ("client_turn_id", turn.client_turn_id or ""),
        ("message", turn.user_text),
        ("answer", turn.assistant_text),
        ("summary", turn.summary),
        ("principal", principal.name),
        ("tenant", principal.tenant),
    ):
        require_storable(field, text)
    try:
        content = CONTENT.dump_json(turn).decode()
    except PydanticSerializationError as error:
        raise InvalidInput("turn", HALF_A_PAIR.problem, HALF_A_PAIR.allowed) from error
    return content


def _add_placeholders(connection: sqlite3.Connection, session_id: str, placeholders: Sequence[Placeholder]) -> None:
    rows = [(session_id, one.kind, one.digest, one.number) for one in placeholders]
    connection.executemany(statements.ADD_PLACEHOLDER, rows)


def _readable(connection: sqlite3.Connection, turns: list[Turn], principal: Principal) -> list[Turn]:
    """The turns without what the principal may no longer read."""
    held = [held_versions(turn.content) for turn in turns]
    cited = sorted(frozenset[tuple[str, str]]().union(*held))
    if not cited:
        return turns
    withheld = unreadable(connection, cited, principal)
    return [without(turn, versions & withheld) for turn, versions in zip(turns, held, strict=True)]


def _session(row: sqlite3.Row) -> Session:
    return Session(
        session_id=row["session_id"],
        started=datetime.fromisoformat(row["started"]),
        last_turn=datetime.fromisoformat(row["last_turn"]),
        turns=row["turns"],
        first_question=row["first_question"],
        title=row["title"],
    )


def _session_document(row: sqlite3.Row) -> SessionDocument:
    turns = sorted(int(number) for number in row["turns"].split(","))
    return SessionDocument(row["number"], row["doc_id"], tuple(turns))


def _measured(row: sqlite3.Row) -> MeasuredTurn:
    found, pause, steps, calls, attempts = json.loads(row["took"])
    return MeasuredTurn(
        ts=datetime.fromisoformat(row["ts"]),
        outcome=found if pause in (None, "offer") else "needs_input",
        steps=[(step["step"], step["milliseconds"]) for step in steps or ()],
        calls=len(calls or ()),
        fallbacks=sum(call["outcome"] != "ok" for call in calls or ()),
        input_tokens=sum(call["input_tokens"] for call in calls or ()),
        output_tokens=sum(call["output_tokens"] for call in calls or ()),
        retries=max(0, sum(attempt["drafted"] for attempt in attempts or ()) - 1),
        rating=row["rating"],
    )


def _turn(row: sqlite3.Row) -> Turn:
    return Turn(
        turn_id=row["turn_id"],
        ts=datetime.fromisoformat(row["ts"]),
        principal=row["principal"],
        content=CONTENT.validate_json(row["content"]),
        schema_version=row["schema_version"],
        feedback=None if row["rating"] is None else Feedback(row["rating"], row["comment"]),
    )
