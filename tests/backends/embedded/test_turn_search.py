"""What turns are found by: made once, for turns of before too, and read without the turns of other sessions."""

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from ibidem.backends.embedded import database
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.database import migrations
from ibidem.backends.embedded.sql import session_sql, turn_search_sql
from ibidem.backends.stored_turns import question_key
from ibidem.domain.conversation import TurnQuery
from ibidem.testing.stores import ENGLISH, MINA, prepared, turn

OF_SESSION = {"session": "s", "tenant": "t", "owner": "o", "now": "2026"}
SAID = ("볼트는 12 N·m로 조입니다.", "The cover screws get 3.5 N·m.", "新しいオイルを注入します。")
ASKED = ("볼트를 조이는 토크", "the screws of the cover", "オイル")


@pytest.mark.parametrize(
    ("statement", "parameters", "steps"),
    [
        (
            turn_search_sql.SEARCHABLE_TURNS,
            {**OF_SESSION, "before": None},
            ("SEARCH s", "SEARCH t USING COVERING INDEX turns_in_order", "SEARCH q"),
        ),
        (turn_search_sql.HELD, OF_SESSION, ("SEARCH s", "SEARCH q USING COVERING INDEX turn_search_by_held")),
        (
            turn_search_sql.TURN_VECTORS,
            {**OF_SESSION, "embedder": 1},
            ("SEARCH s", "SEARCH q USING COVERING INDEX", "SEARCH v USING INDEX sqlite_autoindex_turn_vectors_1 (search_key=?"),
        ),
        (turn_search_sql.NOT_SEARCHABLE, ("s", 9), ("SEARCH q USING INDEX turn_search_unmade", "SEARCH t")),
        (
            turn_search_sql.TURNS_WITHOUT_VECTOR,
            {"embedder": 1, "after": 0, "limit": 9},
            ("SEARCH q USING INTEGER PRIMARY KEY", "CORRELATED", "SEARCH v", "SEARCH t", "SEARCH b"),
        ),
        (
            session_sql.BRANCH_VECTORS,
            {"session": "s", "branch": "b"},
            ("SEARCH copy", "SEARCH q", "SEARCH v"),
        ),
    ],
)
def test_only_the_session_itself_is_read(
    statement: str, parameters: Mapping[str, object] | tuple[object, ...], steps: tuple[str, ...]
) -> None:
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.create_function("question_key", 3, question_key, deterministic=True)
        for script in migrations():
            connection.executescript(script)
        plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
    assert [line[: len(step)] for line, step in zip(plan, steps, strict=False)] == list(steps), plan
    assert not any(line.startswith(("SCAN q", "SCAN v", "SCAN t")) for line in plan), plan


@pytest.mark.parametrize("schema", [10, 13])
async def test_turns_of_before_are_made_searchable_when_they_are_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, schema: int
) -> None:
    """Those stored before turns could be searched at all, and those that were found by words."""
    scripts = migrations()
    backend = EmbeddedBackend.open(tmp_path / "now")
    document = prepared(ENGLISH)
    await backend.documents.put([document])
    for said in SAID:
        await backend.turns.append(turn("s", said, cites=[document]), MINA)
    backend.close()
    monkeypatch.setattr(database, "migrations", lambda: scripts[:schema])
    EmbeddedBackend.open(tmp_path / "before").close()
    with closing(sqlite3.connect(tmp_path / "before" / "ibidem.sqlite3")) as before, before:
        before.execute("ATTACH ? AS now", (str(tmp_path / "now" / "ibidem.sqlite3"),))
        for table in ("sessions", "turns"):
            columns = ", ".join(row[1] for row in before.execute(f"PRAGMA main.table_info({table})"))
            before.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM now.{table}")
        if schema == 13:
            before.execute(
                "INSERT INTO main.turn_search (session_id, turn_id, held, tokens)"
                " SELECT session_id, turn_id, held, 'wbolt' FROM now.turn_search"
            )
            before.execute("INSERT INTO embedders (name, size) VALUES ('e', 1)")
            before.execute("INSERT INTO turn_vectors SELECT search_key, 1, x'0000' FROM main.turn_search")
        held = list(before.execute("SELECT held FROM now.turn_search"))
    monkeypatch.setattr(database, "migrations", lambda: scripts)
    upgraded = EmbeddedBackend.open(tmp_path / "before")
    for number, asked in enumerate(ASKED, 1):
        assert (await upgraded.turns.search(TurnQuery("s", asked), MINA))[0].turn.turn_id == number
    read = upgraded._database.read_here
    assert [tuple(row) for row in read(lambda c: c.execute("SELECT held FROM turn_search").fetchall())] == held
    assert read(lambda c: c.execute("SELECT count(*) FROM turn_vectors").fetchone()[0]) == (3 if schema == 13 else 0)
    upgraded.close()
