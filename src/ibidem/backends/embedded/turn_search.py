"""What turns are found by, kept in SQLite beside them, and their ranking within a session."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.rows import CONTENT, unreadable
from ibidem.domain.conversation import NewTurn, TurnQuery
from ibidem.domain.documents import Principal
from ibidem.domain.withholding import held_versions
from ibidem.search.turns import RankedTurn, SaidTurn, rank_turns, tokens_of

# Turns that are made searchable in one transaction.
AT_A_TIME = 100


def searchable(turn: NewTurn) -> tuple[str, str]:
    """The documents that a turn quotes, as JSON, and its search tokens: of the question, the answer, and the titles cited."""
    tokens = tokens_of(turn.user_text, turn.assistant_text, [ref.title for ref in turn.doc_refs])
    return json.dumps(sorted(held_versions(turn))), tokens


async def make_searchable(database: Database, session_id: str) -> None:
    """Returns once all turns of the session can be searched, those too that were stored by an ibidem which could not."""

    def missing(connection: sqlite3.Connection) -> list[sqlite3.Row]:
        return connection.execute(statements.NOT_SEARCHABLE, (session_id, AT_A_TIME)).fetchall()

    def add(connection: sqlite3.Connection) -> None:
        rows = missing(connection)
        found_by = ((session_id, row["turn_id"], *searchable(CONTENT.validate_json(row["content"]))) for row in rows)
        connection.executemany(statements.INSERT_TURN_SEARCH, found_by)

    while await database.read(missing):
        await database.write(add)


def ranked_turns(
    connection: sqlite3.Connection, query: TurnQuery, principal: Principal, nearness: Mapping[int, float]
) -> list[RankedTurn]:
    """The turns of the principal's session that are about the query, best first. Of a turn that quotes what the principal may no
    longer read, only the question is searched."""
    parameters = {"session": query.session_id, "tenant": principal.tenant, "owner": principal.name}
    rows = connection.execute(statements.SEARCHABLE_TURNS, parameters).fetchall()
    closed = closed_turns(connection, rows, principal)
    turns = [
        SaidTurn(
            row["turn_id"],
            datetime.fromisoformat(row["ts"]),
            _question_tokens(connection, parameters, row["turn_id"]) if row["turn_id"] in closed else row["tokens"],
        )
        for row in rows
    ]
    return rank_turns(query.text, turns, {turn: near for turn, near in nearness.items() if turn not in closed})


def closed_turns(connection: sqlite3.Connection, rows: list[sqlite3.Row], principal: Principal) -> frozenset[int]:
    """Those of the turns, rows with `turn_id` and `held`, that quote what the principal may no longer read."""
    held = {row["turn_id"]: {(doc_id, version) for doc_id, version in json.loads(row["held"])} for row in rows}
    cited = sorted(set[tuple[str, str]]().union(*held.values()))
    withheld = unreadable(connection, cited, principal) if cited else frozenset[tuple[str, str]]()
    return frozenset(turn_id for turn_id, versions in held.items() if not withheld.isdisjoint(versions))


def _question_tokens(connection: sqlite3.Connection, parameters: Mapping[str, object], turn_id: int) -> str:
    row = connection.execute(statements.GET_TURN, {**parameters, "turn_id": turn_id}).fetchone()
    return tokens_of(CONTENT.validate_json(row["content"]).user_text, "")
