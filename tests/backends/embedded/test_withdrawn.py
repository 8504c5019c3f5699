"""Who might read a deleted document is remembered for as long as a turn cites one of its versions."""

import sqlite3
from contextlib import closing
from pathlib import Path

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.testing.stores import KOREAN, MINA, prepared, turn


def remembered(folder: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(folder / "ibidem.sqlite3")) as connection:
        return connection.execute("SELECT doc_id, readers FROM withdrawn").fetchall()


async def test_it_goes_with_the_last_version(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    old, new = prepared(KOREAN), prepared(KOREAN, readers=["maintenance"], revision="개정했다.")
    await backend.documents.put([old])
    await backend.turns.append(turn("s", "순서는?", cites=[old]), MINA)
    await backend.documents.put([new])
    await backend.documents.delete("sop_1203", MINA)
    assert remembered(tmp_path) == [("sop_1203", '["maintenance"]')]
    await backend.turns.delete_session("s", MINA)
    assert remembered(tmp_path) == []
    backend.close()


async def test_what_nobody_cites_and_what_everybody_may_read_needs_none(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    for readers in ([], ["maintenance"]):
        await backend.documents.put([prepared(KOREAN, readers=readers)])
        await backend.documents.delete("sop_1203", MINA)
        assert remembered(tmp_path) == []
    backend.close()
