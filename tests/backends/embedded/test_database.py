"""The file itself: born, migrated, refused when it is not ours."""

import asyncio
import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ibidem.backends.embedded import database
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.database import Database, migrations, statements
from ibidem.backends.embedded.folder import DATABASE
from ibidem.backends.stored_turns import CONTENT
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.health import Differences
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, prepared, turn


def test_a_statement_of_a_migration_is_never_cut() -> None:
    for script in migrations():
        for statement in statements(script):
            assert sqlite3.complete_statement(statement)
    script = "CREATE TABLE a (x); -- one; two\nCREATE TRIGGER t AFTER INSERT ON a BEGIN\n DELETE FROM a;\n SELECT 1;\nEND;\n"
    assert [s.split()[1] for s in statements(script)] == ["TABLE", "TRIGGER"]


def test_a_database_is_durable_at_commit(tmp_path: Path) -> None:
    opened = Database(tmp_path / "d.sqlite3")
    modes = opened.read_here(
        lambda c: [c.execute(f"PRAGMA {p}").fetchone()[0] for p in ("journal_mode", "synchronous", "foreign_keys")]
    )
    opened.close()
    assert modes == ["wal", 2, 1]


def test_opening_again_changes_nothing(tmp_path: Path) -> None:
    first = Database(tmp_path / "d.sqlite3")
    first.close()
    second = Database(tmp_path / "d.sqlite3")
    second.close()
    assert first.store_id == second.store_id


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    EmbeddedBackend.open(tmp_path).close()
    with closing(sqlite3.connect(tmp_path / "ibidem.sqlite3")) as connection:
        connection.execute("PRAGMA user_version = 1000")
    with pytest.raises(StoreUnavailable, match=r"newer ibidem \(schema 1000, .* upgrade ibidem"):
        EmbeddedBackend.open(tmp_path)


async def test_an_older_schema_is_upgraded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.turns.append(turn("s", "kept?"), MINA)
    backend.close()
    later = [*migrations(), "ALTER TABLE sessions ADD COLUMN label TEXT;\nCREATE TABLE later (x);\n"]
    monkeypatch.setattr(database, "migrations", lambda: later)
    upgraded = Database(tmp_path / "ibidem.sqlite3")
    row = upgraded.read_here(lambda c: c.execute("SELECT session_id, label FROM sessions, pragma_user_version").fetchone())
    version = upgraded.read_here(lambda c: c.execute("PRAGMA user_version").fetchone()[0])
    upgraded.close()
    assert (tuple(row), version) == (("s", None), len(later))


async def test_documents_of_before_folders_were_recorded_are_of_an_unknown_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = migrations()
    monkeypatch.setattr(database, "migrations", lambda: scripts[:3])
    EmbeddedBackend.open(tmp_path).close()
    stored = [("pump", "sops/펌프.md", 1), ("hose", "bulletins/hose.md", 0), ("robot", "ロボット.md", 1)]
    row = (
        "INSERT INTO documents VALUES (NULL, 'default', :id, 'v1', :current, NULL, 'title', :source, '', 'sop', 'ko',"
        " 'text/plain', 'sha256:0', NULL, '2026-01-02T00:00:00+00:00', '[]', '[]', NULL, 0, 0)"
    )
    with closing(sqlite3.connect(tmp_path / DATABASE)) as earlier, earlier:
        earlier.executemany(row, [{"id": doc_id, "source": path, "current": current} for doc_id, path, current in stored])
    monkeypatch.setattr(database, "migrations", lambda: scripts)
    upgraded = EmbeddedBackend.open(tmp_path)
    files = await upgraded.folders.files("default")
    upgraded.close()
    assert [(f.folder, f.path, f.doc_id, f.version, f.reading) for f in files] == [
        ("", path, doc_id, "v1", "") for doc_id, path, current in stored if current
    ]


async def test_turns_of_before_are_found_by_their_questions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    scripts = migrations()
    before = next(number for number, script in enumerate(scripts) if "turns_by_question" in script)
    monkeypatch.setattr(database, "migrations", lambda: scripts[:before])
    EmbeddedBackend.open(tmp_path).close()
    asked = ("볼트는 얼마로 조이나요?", "How tight is <PHONE_3>?", "ボルトの締付トルクは?")
    with closing(sqlite3.connect(tmp_path / DATABASE)) as earlier, earlier:
        earlier.execute(
            "INSERT INTO sessions (session_id, tenant, owner, started, last_turn, turns, first_question)"
            " VALUES ('s', ?, ?, '2026-01-02', '2026-01-02', 3, ?)",
            (MINA.tenant, MINA.name, asked[0]),
        )
        for number, question in enumerate(asked, 1):
            stored = (number, CONTENT.dump_json(turn("s", question)).decode())
            earlier.execute("INSERT INTO turns VALUES ('s', ?, '2026-01-02', 'mina', 1, NULL, ?, NULL, NULL)", stored)
    monkeypatch.setattr(database, "migrations", lambda: scripts)
    upgraded = EmbeddedBackend.open(tmp_path)
    found = [await upgraded.turns.asking(question, MINA, 9) for question in asked]
    upgraded.close()
    assert [[one.turn_id for one in turns] for turns in found] == [[1], [2], [3]]


def test_a_migration_that_fails_leaves_the_schema_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Database(tmp_path / "d.sqlite3").close()
    now = migrations()
    monkeypatch.setattr(database, "migrations", lambda: [*now, "CREATE TABLE half (x);\nCREATE TABLE half (x);\n"])
    with pytest.raises(StoreUnavailable, match="half already exists"):
        Database(tmp_path / "d.sqlite3")
    monkeypatch.setattr(database, "migrations", lambda: now)
    opened = Database(tmp_path / "d.sqlite3")
    assert opened.read_here(lambda c: c.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'half'").fetchone()[0]) == 0
    opened.close()


def test_something_else_under_the_name(tmp_path: Path) -> None:
    (tmp_path / "ibidem.sqlite3").write_bytes(b"a shopping list, and not a short one " * 100)
    with pytest.raises(StoreUnavailable, match="damaged, or not a database of ibidem"):
        EmbeddedBackend.open(tmp_path)


def test_a_file_where_the_folder_should_be(tmp_path: Path) -> None:
    path = tmp_path / "data"
    path.write_text("")
    with pytest.raises(InvalidInput, match=r"data: .* is a file"):
        EmbeddedBackend.open(path)
    with pytest.raises(StoreUnavailable):
        EmbeddedBackend.open(path / "below")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o500)
    with pytest.raises(StoreUnavailable, match="cannot be written"):
        EmbeddedBackend.open(folder)


async def test_a_full_disk(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(KOREAN)])
    writing = backend._database
    await writing.write(lambda c: c.execute("PRAGMA max_page_count = 1"))  # SQLite takes the present size for the smallest
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await backend.documents.put([prepared(JAPANESE, doc_id=f"d{n}") for n in range(500)])
    assert [d.doc_id for d in await backend.documents.documents(MINA, 9)] == ["sop_1203"]
    await writing.write(lambda c: c.execute("PRAGMA max_page_count = 1000000"))
    await backend.documents.put([prepared(ENGLISH)])
    await backend.index.catch_up()
    assert await backend.differences() == Differences(frozenset(), frozenset())
    backend.close()


async def test_a_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    opened = Database(tmp_path / "d.sqlite3")

    def half(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO oplog (doc_key, opid) VALUES (1, 'x')")
        raise KeyError("in the middle")

    for _ in range(2):
        with pytest.raises(KeyError):
            await opened.write(half)
    assert await opened.read(lambda c: c.execute("SELECT count(*) FROM oplog").fetchone()[0]) == 0
    await asyncio.gather(
        *(opened.write(lambda c: c.execute("INSERT INTO oplog (doc_key, opid) VALUES (1, 'x')")) for _ in range(20))
    )
    assert await opened.read(lambda c: c.execute("SELECT count(*) FROM oplog").fetchone()[0]) == 20
    opened.close()


async def test_documents_of_before_owners_were_stored_have_none_and_are_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = migrations()
    monkeypatch.setattr(database, "migrations", lambda: scripts[:6])
    earlier = Database(tmp_path / "ibidem.sqlite3")
    row = (
        "INSERT INTO documents (tenant, doc_id, version, current, title, source, uri, doc_type, language, media_type,"
        " storage_pointer, indexed_at, devices, readers, chunks, tokens) VALUES ('default', ?, 'v1', ?, 'title', '', '', 'sop',"
        " 'ja', 'text/plain', 'sha256:0', '2026-01-02T00:00:00+00:00', '[]', '[]', 2, 7)"
    )
    await earlier.write(lambda c: c.executemany(row, [("pump", True), ("hose", False), ("robot", True)]))
    earlier.close()
    monkeypatch.setattr(database, "migrations", lambda: scripts)
    backend = EmbeddedBackend.open(tmp_path)
    words = await backend.documents.words(MINA)
    assert (words.owners, [(kind.owner, kind.documents) for kind in words.kinds]) == ((), [("", 2)])
    await backend.documents.put([prepared(JAPANESE, owner="ツクロア")])
    await backend.documents.delete("pump", MINA)
    words = await backend.documents.words(MINA)
    assert (words.owners, {kind.owner: kind.documents for kind in words.kinds}) == (("ツクロア",), {"": 1, "ツクロア": 1})
    backend.close()
