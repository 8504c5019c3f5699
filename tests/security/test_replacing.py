"""Nobody replaces or deletes what they may not read, also where somebody restricts it in the very moment."""

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncGenerator, Awaitable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ibidem.backends.embedded import blobs
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.document_store import insert_version
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import InvalidInput
from ibidem.testing.stores import ENGLISH, KENJI, MINA, SAMPLES, Sample, prepared
from security.locked import MINA as MINA_AT_WORK
from security.locked import OTHERS, bearing, locked

SECONDS = 20.0
OPEN = {
    "ko": "누구나 읽을 수 있는 다른 문장입니다.",
    "en": "Another sentence, which anybody may read.",
    "ja": "誰でも読める別の文です。",
}


@asynccontextmanager
async def stored_meanwhile(data: Path, restricted: PreparedDocument) -> AsyncGenerator[None]:
    """In the block another process is storing a document: it commits once somebody else's large original was put into the
    folder, which is the last that a writer does before its transaction."""
    other = EmbeddedBackend.open(data)
    began = threading.Event()
    before = set((data / "originals").iterdir())

    def store(connection: sqlite3.Connection) -> None:
        insert_version(connection, restricted, None, None)
        began.set()
        deadline = time.monotonic() + SECONDS
        while not {path for path in (data / "originals").iterdir() if path.suffix != blobs.PARTIAL} - before:
            assert time.monotonic() < deadline, "nobody came to store anything"
            time.sleep(0.01)

    storing = asyncio.create_task(other._database.write(store))
    await asyncio.to_thread(began.wait, SECONDS)
    try:
        yield
    finally:
        await storing
        await asyncio.to_thread(other.close)


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
async def test_what_was_restricted_after_a_look_is_not_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put_for(prepared(ENGLISH, doc_id="other"), KENJI)
    before = set((tmp_path / "originals").iterdir())
    restricted = prepared(sample, readers=["maintenance"])
    async with stored_meanwhile(tmp_path, restricted):
        with pytest.raises(InvalidInput, match="is taken"):
            await backend.documents.put_for(prepared(sample, revision=OPEN[sample.language]), KENJI)
    assert await backend.documents.text(sample.doc_id, MINA) == restricted.text
    assert set((tmp_path / "originals").iterdir()) == before, "of what was refused nothing is left"
    backend.close()


@pytest.mark.parametrize("sample", SAMPLES, ids=[s.language for s in SAMPLES])
async def test_an_upload_does_not_replace_what_was_restricted_after_a_look(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sample: Sample
) -> None:
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)
    doc_id = f"new_{sample.doc_id}"
    restricted = prepared(sample, doc_id=doc_id, readers=["maintenance"], tenant="works")
    async with locked(tmp_path / "data") as here:
        mina, kenji = bearing(await here.key(MINA_AT_WORK)), bearing(await here.key(OTHERS["another user"]))

        def upload(text: str, name: str) -> Awaitable:
            content = f"---\ndoc_id: {name}\n---\n# {sample.title}\n\n{text}\n".encode()
            return here.client.post("/v1/documents", files={"file": ("note.md", content)}, headers=kenji)

        assert (await upload(OPEN[sample.language], "other")).status_code == 201
        async with stored_meanwhile(tmp_path / "data", restricted):
            refused = await upload(OPEN[sample.language], doc_id)
        assert refused.status_code == 422, refused.text
        assert refused.json()["error"]["details"][0]["field"] == "doc_id"
        shown = await here.client.get(f"/v1/documents/{doc_id}/text", headers=mina)
        assert shown.json()["text"] == restricted.text
        assert (await here.client.get(f"/v1/documents/{doc_id}/text", headers=kenji)).status_code == 404


async def test_an_id_that_is_taken_is_refused_alike_whoever_has_it(tmp_path: Path) -> None:
    """Restricted, and deleted while it was: the one error, which says nothing of either."""
    async with locked(tmp_path / "data") as here:
        mina, kenji = bearing(await here.key(MINA_AT_WORK)), bearing(await here.key(OTHERS["another user"]))
        said: set[str] = set()
        for delete in (False, True):
            if delete:
                assert (await here.client.delete(f"/v1/documents/{ENGLISH.doc_id}", headers=mina)).status_code == 204
            content = f"---\ndoc_id: {ENGLISH.doc_id}\n---\nAnother hose.\n".encode()
            refused = await here.client.post("/v1/documents", files={"file": ("note.md", content)}, headers=kenji)
            assert refused.status_code == 422
            said.add(refused.text)
        assert len(said) == 1


SUPERSEDING = {
    "ko": "이 규정은 앞의 것을 대신합니다.",
    "en": "This replaces what was there before.",
    "ja": "本規程は従前のものに代わる。",
}


@pytest.mark.parametrize("language", SUPERSEDING)
async def test_nobody_supersedes_what_they_may_not_read(tmp_path: Path, language: str) -> None:
    file = f"---\nsupersedes: {ENGLISH.doc_id}\n---\n# {language}\n\n{SUPERSEDING[language]}\n".encode()
    async with locked(tmp_path / "data") as here:
        mina = bearing(await here.key(MINA_AT_WORK))
        for who, status in (("another user", 422), ("no group", 422), ("another tenant", 201)):
            key = bearing(await here.key(OTHERS[who]))
            uploaded = await here.client.post("/v1/documents", files={"file": (f"{language}.md", file)}, headers=key)
            assert uploaded.status_code == status, uploaded.text
            if status == 422:
                assert uploaded.json()["error"]["details"][0]["field"] == "supersedes"
                assert (await here.client.get(f"/v1/documents/{language}", headers=key)).status_code == 404
            found = await here.client.get(f"/v1/documents/{ENGLISH.doc_id}", headers=mina)
            assert found.json()["in_force"] is True
        uploaded = await here.client.post("/v1/documents", files={"file": (f"{language}.md", file)}, headers=mina)
        assert uploaded.status_code == 201, uploaded.text
        assert (await here.client.get(f"/v1/documents/{ENGLISH.doc_id}", headers=mina)).json()["in_force"] is False
