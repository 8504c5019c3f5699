"""Originals: kept while a document refers to them, and not longer; those that are files, and those that are not."""

import hashlib
import os
import time
from pathlib import Path

import pytest

from ibidem.backends.embedded import blobs, document_store
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.errors import NotFound, StoreUnavailable
from ibidem.testing.stores import ENGLISH, KOREAN, MINA, prepared, turn


@pytest.fixture(autouse=True)
def all_originals_are_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)


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


async def test_the_original_of_a_cited_version_goes_with_its_last_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(document_store, "GRACE_SECONDS", 0.0)
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
    dead, alive = f"{'d' * 32}.partial", f"{'a' * 32}.partial"
    (originals / dead).write_bytes(b"half")
    (originals / alive).write_bytes(b"being written now")
    long_ago = time.time() - 7200
    os.utime(originals / dead, (long_ago, long_ago))
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([])
    assert kept(tmp_path) == {*before, alive}
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


async def test_a_small_original_is_no_file_and_a_large_one_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = prepared(ENGLISH), prepared(KOREAN, revision="볼트는 새것으로 바꿉니다. " * 100)
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", len(small.original))
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([small, large])
    assert len(kept(tmp_path)) == 1
    assert await backend.documents.original("gcb_8841", MINA) == small.original
    assert await backend.documents.original("sop_1203", MINA) == large.original
    for doc_id in ("gcb_8841", "sop_1203"):
        await backend.documents.delete(doc_id, MINA)
    assert not kept(tmp_path)
    backend.close()


async def test_a_large_picture_is_kept_once_and_as_long_as_a_document_shows_it(tmp_path: Path) -> None:
    picture = b"\x89PNG the same in two documents"
    one, twin = prepared(ENGLISH, pictures=(picture,)), prepared(KOREAN, pictures=(picture,))
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([one, twin])
    shown = hashlib.sha256(picture).hexdigest()
    assert len(kept(tmp_path)) == 3 and shown in kept(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])  # read again, without the picture
    await backend.documents.put([one])
    await backend.documents.delete("gcb_8841", MINA)
    assert shown in kept(tmp_path)
    backend.close()
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([])  # sweeps
    assert await backend.documents.picture("sop_1203", shown, MINA) == picture
    await backend.documents.delete("sop_1203", MINA)
    assert not kept(tmp_path)
    backend.close()


@pytest.mark.parametrize("sweeping", ["put", "rebuild"])
async def test_what_was_replaced_goes_when_its_time_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sweeping: str
) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    old, new = prepared(KOREAN), prepared(KOREAN, revision="볼트는 새것으로 바꿉니다.")
    for one in (old, new):
        await backend.documents.put([one])
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + document_store.GRACE_SECONDS - 60)
    await backend.documents.put([prepared(ENGLISH)])
    assert await backend.documents.text("sop_1203", MINA, old.document.version) == old.text
    monkeypatch.setattr(time, "time", lambda: now + document_store.GRACE_SECONDS + 60)
    await (backend.documents.put([]) if sweeping == "put" else backend.rebuild(lambda done, total: None))
    with pytest.raises(NotFound):
        await backend.documents.text("sop_1203", MINA, old.document.version)
    assert await backend.documents.text("sop_1203", MINA) == new.text
    assert len(kept(tmp_path)) == 2
    backend.close()
