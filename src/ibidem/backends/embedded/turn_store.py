"""Sessions and turns in SQLite (ports.TurnStore)."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta

from ibidem.backends.embedded.rows import unreadable
from ibidem.backends.embedded.session_store import (
    SqliteSessions,
    free_expired,
    of_session,
    own,
    owner_of,
    page_of,
    require_own,
)
from ibidem.backends.embedded.sql import session_sql, turn_search_sql, turn_sql
from ibidem.backends.embedded.sql.session_sql import ASKING, KEEP_LAST_DOC_TURN
from ibidem.backends.embedded.turn_search import AT_A_TIME, held_by, make_searchable, make_terms, ranked_turns
from ibidem.backends.embedded.turn_summaries import store_summary
from ibidem.backends.stored_turns import CONTENT, encoded, end_of, measured_turn, question_key, require_count, stamp
from ibidem.domain.conversation import (
    SCHEMA_VERSION,
    Citation,
    Feedback,
    ModelSummary,
    NewTurn,
    ScoredTurn,
    SessionDocument,
    Turn,
    TurnMoment,
    TurnQuery,
)
from ibidem.domain.documents import Principal
from ibidem.domain.errors import AlreadyAnswered, InvalidInput, NotFound, NotLastTurn
from ibidem.domain.measurements import MeasuredTurn
from ibidem.domain.personal_data import Placeholder
from ibidem.domain.text import require_storable, storable
from ibidem.domain.withholding import held_versions, without
from ibidem.language.search_text import question_terms
from ibidem.ports.turn_store import NOTHING_NEAR


class SqliteTurns(SqliteSessions):
    """The turn store of the embedded backend."""

    async def append(
        self, turn: NewTurn, principal: Principal, after: int | None = None, lifetime: timedelta | None = None
    ) -> Turn:
        """See ports.TurnStore. Raises InvalidInput for text that cannot be stored."""
        content = encoded(turn, principal)
        held, asked = held_by(turn), question_key(principal.tenant, principal.name, turn.user_text)
        ts = datetime.now(UTC)

        def store(connection: sqlite3.Connection) -> Turn:
            owner = owner_of(connection, turn.session_id)
            if owner is None:
                free_expired(connection, turn.session_id)
                begun = (turn.session_id, principal.tenant, principal.name, stamp(ts), stamp(ts), turn.user_text)
                connection.execute(session_sql.BEGIN_SESSION, begun)
            elif (owner["tenant"], owner["owner"]) != (principal.tenant, principal.name):
                raise NotFound("session", turn.session_id)
            elif turn.client_turn_id is not None:
                earlier = {**of_session(turn.session_id, principal), "client_turn_id": turn.client_turn_id}
                if row := connection.execute(turn_sql.ANSWERED, earlier).fetchone():
                    return _readable(connection, [turn_of(row)], principal)[0]
            number = 1 if owner is None else owner["turns"] + 1
            if turn.replaces is not None and number != turn.replaces + 1:
                raise NotLastTurn(turn.session_id, turn.replaces)
            if after is not None and number != after + 1:
                raise AlreadyAnswered(turn.session_id)
            said = (SCHEMA_VERSION, turn.client_turn_id, content, asked)
            connection.execute(turn_sql.INSERT_TURN, (turn.session_id, number, stamp(ts), principal.name, *said))
            if turn.replaces is not None:
                _replace(connection, turn, number)
            connection.execute(turn_search_sql.INSERT_TURN_SEARCH, (turn.session_id, number, held))
            cited = [(principal.tenant, ref.doc_id, ref.version, turn.session_id, number) for ref in turn.doc_refs]
            connection.executemany(turn_sql.CITE, cited)
            numbered = [{"session": turn.session_id, "doc_id": ref.doc_id, "turn_id": number} for ref in turn.doc_refs]
            connection.executemany(turn_sql.NUMBER_DOCUMENT, numbered)
            if turn.doc_refs or turn.replaces is not None:
                connection.execute(KEEP_LAST_DOC_TURN, {"session": turn.session_id})
            _add_placeholders(connection, turn.session_id, turn.placeholders)
            connection.execute(session_sql.MOVE_SESSION, (number, stamp(ts), end_of(ts, lifetime), turn.session_id))
            return Turn(number, ts, principal.name, turn)

        return await self._database.write(store)

    async def answered(self, session_id: str, client_turn_id: str, principal: Principal) -> Turn | None:
        """See ports.TurnStore."""
        found = await self._select(turn_sql.ANSWERED, session_id, principal, {"client_turn_id": client_turn_id})
        return found[0] if found else None

    async def turn(self, session_id: str, turn_id: int, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        found = await self._select(turn_sql.GET_TURN, session_id, principal, {"turn_id": turn_id})
        if not found:
            raise NotFound("turn", f"{session_id}/{turn_id}")
        return found[0]

    async def last_turns(self, session_id: str, count: int, principal: Principal, before: int | None = None) -> Sequence[Turn]:
        """See ports.TurnStore. Raises InvalidInput for a negative count."""
        require_count("count", count)
        return (await self._select(turn_sql.LAST_TURNS, session_id, principal, {"count": count, "before": before}))[::-1]

    async def turns(self, session_id: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        page = page_of(limit, offset)
        await self.session(session_id, principal)
        return await self._select(turn_sql.PAGE_OF_TURNS, session_id, principal, page)

    async def search(
        self, query: TurnQuery, principal: Principal, nearness: Mapping[int, float] = NOTHING_NEAR
    ) -> Sequence[ScoredTurn]:
        """See ports.TurnStore."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        await self.session(query.session_id, principal)
        await make_searchable(self._database, query.session_id)
        # Here, since each thread has analysers of its own.
        asked = question_terms(query.text)
        ranked = await self._database.read(lambda c: ranked_turns(c, query, asked, principal, nearness))
        wanted = {"turns": json.dumps([one.turn_id for one in ranked])}
        found = {t.turn_id: t for t in await self._select(turn_search_sql.TURNS_NAMED, query.session_id, principal, wanted)}
        return [ScoredTurn(found[one.turn_id], one.score, one.held) for one in ranked if one.turn_id in found]

    async def make_searchable(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore."""
        if not storable(session_id):
            raise NotFound("session", session_id)

        def make(connection: sqlite3.Connection) -> int:
            require_own(connection, session_id, principal)
            return make_terms(connection, session_id)

        while await self._database.write(make) == AT_A_TIME:
            pass

    async def moments(self, session_id: str, principal: Principal) -> Sequence[TurnMoment]:
        """See ports.TurnStore."""
        if not storable(session_id):
            return ()
        parameters = of_session(session_id, principal)
        rows = await self._database.read(lambda c: c.execute(turn_sql.TURN_MOMENTS, parameters).fetchall())
        return [TurnMoment(row["turn_id"], datetime.fromisoformat(row["ts"]), row["route"]) for row in rows]

    async def citing_turn(self, session_id: str, number: int, principal: Principal, before: int | None = None) -> Turn | None:
        """See ports.TurnStore."""
        if number == 0:
            return None
        statement = turn_sql.CITING_TURN if number > 0 else turn_sql.CITING_TURN_BACK
        found = await self._select(statement, session_id, principal, {"offset": abs(number) - 1, "before": before})
        return found[0] if found else None

    async def cited_document(self, session_id: str, number: int, principal: Principal) -> Citation | None:
        """See ports.TurnStore."""
        statement = turn_sql.CITED_DOCUMENT if number > 0 else turn_sql.CITED_DOCUMENT_BACK
        parameters = {**of_session(session_id, principal), "number": number, "offset": -number - 1}
        if number == 0 or not storable(session_id):
            return None

        def select(connection: sqlite3.Connection) -> Citation | None:
            row = connection.execute(statement, parameters).fetchone()
            if row is None:
                return None
            (turn,) = _readable(connection, [turn_of(row)], principal)
            return Citation(turn.turn_id, next(ref for ref in turn.content.doc_refs if ref.doc_id == row["doc_id"]))

        return await self._database.read(select)

    async def asking(self, question: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)
        asked = question_key(principal.tenant, principal.name, question)
        return await self._select_of_all(ASKING, principal, {"asked": asked, "limit": limit})

    async def waiting(self, principal: Principal, since: datetime, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        further = {"since": stamp(since), **page_of(limit, offset)}
        return await self._select_of_all(turn_sql.WAITING_TURNS, principal, further)

    async def count_waiting(self, principal: Principal, since: datetime) -> int:
        """See ports.TurnStore."""
        parameters = {**own(principal), "since": stamp(since)}
        return await self._database.read(lambda c: c.execute(turn_sql.COUNT_WAITING, parameters).fetchone()[0])

    async def rated(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnStore."""
        return await self._select_of_all(turn_sql.RATED_TURNS, principal, page_of(limit, offset))

    async def count_rated(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return await self._database.read(lambda c: c.execute(turn_sql.COUNT_RATED, own(principal)).fetchone()[0])

    async def measured(self, principal: Principal, since: datetime, most: int) -> Sequence[MeasuredTurn]:
        """See ports.TurnStore."""
        require_count("most", most)
        parameters = {**own(principal), "since": stamp(since), "most": most}
        return await self._database.read(
            lambda c: [_measured(row) for row in c.execute(turn_sql.MEASURED_TURNS, parameters)][::-1]
        )

    async def cited_documents(
        self, session_id: str, principal: Principal, limit: int, offset: int = 0
    ) -> Sequence[SessionDocument]:
        """See ports.TurnStore."""
        parameters = {"session": session_id, **page_of(limit, offset)}
        await self.session(session_id, principal)
        return await self._database.read(
            lambda c: [_session_document(row) for row in c.execute(turn_sql.CITED_DOCUMENTS, parameters)]
        )

    async def count_cited_documents(self, session_id: str, principal: Principal) -> int:
        """See ports.TurnStore."""
        await self.session(session_id, principal)
        return await self._database.read(lambda c: c.execute(turn_sql.COUNT_CITED_DOCUMENTS, (session_id,)).fetchone()[0])

    async def rate(self, session_id: str, turn_id: int, feedback: Feedback | None, principal: Principal) -> Turn:
        """See ports.TurnStore."""
        require_storable("comment", feedback.comment if feedback is not None else "")
        await self.turn(session_id, turn_id, principal)

        def store(connection: sqlite3.Connection) -> None:
            if feedback is None:
                connection.execute(turn_sql.UNRATE_TURN, (session_id, turn_id))
            else:
                row = (session_id, turn_id, stamp(datetime.now(UTC)), feedback.rating, feedback.comment)
                connection.execute(turn_sql.RATE_TURN, row)

        await self._database.write(store)
        return await self.turn(session_id, turn_id, principal)

    async def not_summed_up(self, session_id: str, principal: Principal, limit: int) -> Sequence[Turn]:
        """See ports.TurnStore."""
        require_count("limit", limit)
        return await self._select(turn_sql.NOT_SUMMED_UP, session_id, principal, {"limit": limit})

    async def sum_up(self, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal) -> None:
        """See ports.TurnStore."""
        if not storable(session_id):
            raise NotFound("turn", f"{session_id}/{turn_id}")
        await self._database.write(lambda c: store_summary(c, session_id, turn_id, summary, principal))

    async def placeholders(self, session_id: str, principal: Principal) -> Sequence[Placeholder]:
        """See ports.TurnStore."""
        if not storable(session_id):
            return ()
        parameters = of_session(session_id, principal)
        return await self._database.read(lambda c: [Placeholder(*row) for row in c.execute(turn_sql.PLACEHOLDERS, parameters)])

    async def add_placeholders(self, session_id: str, placeholders: Sequence[Placeholder], principal: Principal) -> None:
        """See ports.TurnStore."""
        await self.session(session_id, principal)
        await self._database.write(lambda c: _add_placeholders(c, session_id, placeholders))

    async def _select(self, statement: str, session_id: str, principal: Principal, further: Mapping[str, object]) -> list[Turn]:
        parameters = {**of_session(session_id, principal), **further}
        if not all(storable(value) for value in parameters.values() if isinstance(value, str)):
            return []

        def select(connection: sqlite3.Connection) -> list[Turn]:
            return _readable(connection, [turn_of(row) for row in connection.execute(statement, parameters)], principal)

        return await self._database.read(select)

    async def _select_of_all(self, statement: str, principal: Principal, further: Mapping[str, object]) -> list[Turn]:
        parameters = {**own(principal), **further}

        def select(connection: sqlite3.Connection) -> list[Turn]:
            return _readable(connection, [turn_of(row) for row in connection.execute(statement, parameters)], principal)

        return await self._database.read(select)


def _replace(connection: sqlite3.Connection, turn: NewTurn, number: int) -> None:
    """Marks the turn whose question this one, of that number, asks anew."""
    connection.execute(turn_sql.REPLACE_TURN, (number, turn.session_id, turn.replaces))
    connection.execute(session_sql.NAME_ANEW, {"session": turn.session_id, "number": number, "asked": turn.user_text})


def _add_placeholders(connection: sqlite3.Connection, session_id: str, placeholders: Sequence[Placeholder]) -> None:
    rows = [(session_id, one.kind, one.digest, one.number) for one in placeholders]
    connection.executemany(turn_sql.ADD_PLACEHOLDER, rows)


def _readable(connection: sqlite3.Connection, turns: list[Turn], principal: Principal) -> list[Turn]:
    """The turns without what the principal may no longer read."""
    held = [held_versions(turn.content) for turn in turns]
    cited = sorted(frozenset[tuple[str, str]]().union(*held))
    if not cited:
        return turns
    withheld = unreadable(connection, cited, principal)
    return [without(turn, versions & withheld) for turn, versions in zip(turns, held, strict=True)]


def _session_document(row: sqlite3.Row) -> SessionDocument:
    turns = sorted(int(number) for number in row["turns"].split(","))
    return SessionDocument(row["number"], row["doc_id"], tuple(turns))


def _measured(row: sqlite3.Row) -> MeasuredTurn:
    return measured_turn(datetime.fromisoformat(row["ts"]), row["rating"], *json.loads(row["took"]))


def turn_of(row: sqlite3.Row) -> Turn:
    """A turn from its row, with its feedback."""
    return Turn(
        turn_id=row["turn_id"],
        ts=datetime.fromisoformat(row["ts"]),
        principal=row["principal"],
        content=CONTENT.validate_json(row["content"]),
        schema_version=row["schema_version"],
        summary_ts=None if row["summary_ts"] is None else datetime.fromisoformat(row["summary_ts"]),
        feedback=None if row["rating"] is None else Feedback(row["rating"], row["comment"]),
        replaced_by=row["replaced_by"],
    )
