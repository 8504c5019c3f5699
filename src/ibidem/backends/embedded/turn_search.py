"""What turns are found by, kept in SQLite beside them, and their ranking within a session."""

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import islice

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.rows import unreadable
from ibidem.backends.embedded.session_store import of_session
from ibidem.backends.embedded.sql import turn_search_sql, turn_sql
from ibidem.backends.stored_turns import CONTENT, found_by
from ibidem.domain.conversation import NewTurn, TurnQuery
from ibidem.domain.documents import Principal, WeightedTerm
from ibidem.domain.withholding import held_versions
from ibidem.finding.find_turns import RankedTurn, SaidTurn, terms_of

# Turns that are made searchable in one transaction: others wait for it, 2 ms for each of some 450 characters.
AT_A_TIME = 20
UNKNOWN = ""  # what a turn quotes, until its terms are made, where it is older than they are


def held_by(turn: NewTurn) -> str:
    """The documents that a turn quotes, as JSON."""
    return json.dumps(sorted(held_versions(turn)))


async def make_searchable(database: Database, session_id: str) -> None:
    """Returns once all turns of the session have their terms."""
    # Most often all have them, and nobody has to wait for the writer.
    if await database.read(lambda connection: _without_terms(connection, session_id)):
        while await database.write(lambda connection: make_terms(connection, session_id)) == AT_A_TIME:
            pass


def make_terms(connection: sqlite3.Connection, session_id: str) -> int:
    """Makes the terms of the next turns of the session without them; fewer than AT_A_TIME are the last ones."""
    turns = ((row["search_key"], CONTENT.validate_json(row["content"])) for row in _without_terms(connection, session_id))
    made = [(held_by(turn), found_by(turn), key) for key, turn in turns]
    connection.executemany(turn_search_sql.MAKE_SEARCHABLE, made)
    return len(made)


def _without_terms(connection: sqlite3.Connection, session_id: str) -> list[sqlite3.Row]:
    return connection.execute(turn_search_sql.NOT_SEARCHABLE, (session_id, AT_A_TIME)).fetchall()


def ranked_turns(
    connection: sqlite3.Connection,
    query: TurnQuery,
    asked: Sequence[WeightedTerm],
    principal: Principal,
    nearness: Mapping[int, float],
) -> list[RankedTurn]:
    """The turns of the principal's session that are about the query, of the terms `asked`, best first. Of a turn that quotes what
    the principal may no longer read, only the question is searched."""
    # Imported here: numpy takes a tenth of a second, and most commands do without.
    from ibidem.finding.turn_ranking import rank_turns

    parameters = {**of_session(query.session_id, principal), "before": query.before}
    rows = connection.execute(turn_search_sql.SEARCHABLE_TURNS, parameters).fetchall()
    closed = closed_turns(connection, parameters, principal)
    turns = [
        SaidTurn(
            number, datetime.fromisoformat(ts), _question_terms(connection, parameters, number) if number in closed else terms
        )
        for number, ts, terms in rows
    ]
    near = {turn: near for turn, near in nearness.items() if turn not in closed}
    ranked = (one for one in rank_turns(asked, turns, near) if query.turns is None or one.turn_id in query.turns)
    return list(islice(ranked, query.limit))


def closed_turns(connection: sqlite3.Connection, parameters: Mapping[str, object], principal: Principal) -> frozenset[int]:
    """Those turns of the principal's session that quote what the principal may no longer read, or nobody knows yet what."""
    held = {row["held"] for row in connection.execute(turn_search_sql.HELD, parameters)}
    cited = sorted(_versions(held - {UNKNOWN}))
    withheld = unreadable(connection, cited, principal) if cited else frozenset[tuple[str, str]]()
    closed = (
        [one for one in held if one == UNKNOWN or not withheld.isdisjoint(_versions([one]))] if withheld else held & {UNKNOWN}
    )
    if not closed:
        return frozenset()
    rows = connection.execute(turn_search_sql.TURNS_HOLDING, {**parameters, "held": json.dumps([*closed])})
    return frozenset(row["turn_id"] for row in rows)


def _versions(held: Iterable[str]) -> set[tuple[str, str]]:
    """The (doc_id, version) in lists of `held`, which are read at once: a thousand of them one by one take ten times as long."""
    return {(doc_id, version) for versions in json.loads(f"[{','.join(held)}]") for doc_id, version in versions}


def _question_terms(connection: sqlite3.Connection, parameters: Mapping[str, object], turn_id: int) -> bytes:
    row = connection.execute(turn_sql.GET_TURN, {**parameters, "turn_id": turn_id}).fetchone()
    return terms_of(CONTENT.validate_json(row["content"]).user_text, "")
