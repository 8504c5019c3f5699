"""Originals: kept while a document refers to them, and not longer."""

import os
import time
from pathlib import Path

import pytest

from ibidem.backends.embedded.store import EmbeddedBackend
from ibidem.domain.errors import StoreUnavailable
from ibidem.testing.stores import ENGLISH, KOREAN, MINA, prepared, turn


def kept(folder: Path) -> set[str]:
    return {path.name for path in (folder / "originals").iterdir()}


async def test_the_same_bytes_are_kept_once_and_as_long_as_somebody_needs_them(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(ENGLISH), prepared(ENGLISH, doc_id="twin")])
    (name,) = kept(tmp_path)
    await backend.documents.delete("twin", MINA)
    assert kept(tmp_path) == {name}
    await backend.documents.delete("gcb_8841", MINA)
    assert not kept(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])
    assert kept(tmp_path) == {name}
    backend.close()


async def test_the_original_of_a_cited_version_goes_with_its_last_turn(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    old, new = prepared(KOREAN), prepared(KOREAN, revision="볼트는 새것으로 바꿉니다.")
    await backend.documents.put([old])
    await backend.turns.append(turn("s", "순서는?", cites=[old]), MINA)
    await backend.documents.put([new])
    assert len(kept(tmp_path)) == 2
    await backend.turns.delete_session("s", MINA)
    assert len(kept(tmp_path)) == 1
    assert await backend.documents.original("sop_1203", MINA) == new.original
    backend.close()


async def test_what_a_crash_left_is_swept(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])
    backend.close()
    before = kept(tmp_path)
    originals = tmp_path / "originals"
    (originals / ("f" * 64)).write_bytes(b"nobody refers to this")
    (originals / "dead.partial").write_bytes(b"half")
    (originals / "alive.partial").write_bytes(b"being written now")
    long_ago = time.time() - 7200
    os.utime(originals / "dead.partial", (long_ago, long_ago))
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([])
    assert kept(tmp_path) == {*before, "alive.partial"}
    backend.close()


async def test_an_original_that_was_taken_away(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])
    for path in (tmp_path / "originals").iterdir():
        path.unlink()
    with pytest.raises(StoreUnavailable, match="index the document again"):
        await backend.documents.original("gcb_8841", MINA)
    await backend.documents.put([prepared(ENGLISH)])
    assert await backend.documents.original("gcb_8841", MINA) == prepared(ENGLISH).original
    backend.close()
