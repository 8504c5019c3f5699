"""The index follows the store, whatever happened to it, to its copy, or to whoever was indexing."""

import asyncio
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from ibidem.backends.embedded import indexer, text_index
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.sql import search_sql
from ibidem.domain.errors import StoreUnavailable
from ibidem.domain.health import Differences
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, SAMPLES, asking, prepared

AGREE = Differences(frozenset(), frozenset())

HOLDING = """
import sys
from pathlib import Path
from ibidem.backends.embedded.lock import FileLock
lock = FileLock(Path(sys.argv[1]))
lock.acquire()
print("held", flush=True)
sys.stdin.read()
"""


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[EmbeddedBackend]:
    backend = EmbeddedBackend.open(folder)
    try:
        yield backend
    finally:
        await asyncio.to_thread(backend.close)


async def finds(backend: EmbeddedBackend, words: str) -> set[str]:
    return {hit.passage.document.doc_id for hit in (await backend.index.search(asking(words), MINA)).hits}


async def fill(folder: Path) -> None:
    async with opened(folder) as backend:
        await backend.documents.put([prepared(sample) for sample in SAMPLES])
        await backend.index.catch_up()


async def test_what_was_stored_before_a_restart_is_found_after_it(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        await backend.documents.put([prepared(KOREAN)])
    async with opened(tmp_path) as backend:
        assert (await backend.health()).indexed is None
        await backend.index.catch_up()
        assert await finds(backend, KOREAN.word) == {"sop_1203"}
        await backend.documents.put([prepared(JAPANESE)])
    async with opened(tmp_path) as backend:
        health = await backend.health()
        assert (health.acknowledged, health.indexed, health.documents, health.chunks) == (2, 1, 2, 6)
        await backend.index.catch_up()
        assert await finds(backend, JAPANESE.word) == {"myservice_29392"}
        assert await backend.differences() == AGREE


@pytest.mark.parametrize("damage", ["missing", "meta", "segments", "empty"])
async def test_an_index_that_was_lost_is_built_anew(tmp_path: Path, damage: str) -> None:
    await fill(tmp_path)
    index = tmp_path / "index"
    if damage in ("missing", "empty"):
        shutil.rmtree(index)
        if damage == "empty":
            index.mkdir()
    elif damage == "meta":
        (index / "meta.json").write_text('{"segments": [')
    else:
        for path in index.glob("*.*"):
            if path.name not in ("meta.json", ".managed.json"):
                path.unlink()
    async with opened(tmp_path) as backend:
        await backend.index.catch_up()
        assert await backend.differences() == AGREE
        for sample in SAMPLES:
            assert await finds(backend, sample.word) == {sample.doc_id}


async def test_an_index_that_breaks_while_it_is_open_is_built_anew(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        for sample in SAMPLES:
            await backend.documents.put([prepared(sample)])
            await backend.index.catch_up()
        for path in (tmp_path / "index").glob("*.idx"):
            path.unlink()
        later = time.time() + 10.0  # a clock may not have moved since the last commit
        os.utime(tmp_path / "index" / "meta.json", (later, later))
        with pytest.raises(StoreUnavailable, match="run `ibidem rebuild`"):
            await backend.index.search(asking(ENGLISH.word), MINA)
        await backend.documents.put([prepared(ENGLISH, doc_id="later")])
        await backend.index.catch_up()
        assert await backend.differences() == AGREE
        assert await finds(backend, ENGLISH.word) == {"gcb_8841", "later"}


async def test_an_index_of_another_history_is_built_anew(tmp_path: Path) -> None:
    ours, restored = tmp_path / "ours", tmp_path / "restored"
    await fill(ours)
    shutil.copytree(ours, restored)
    # Both go on from here and reach the same number.
    async with opened(ours) as backend:
        await backend.documents.put([prepared(ENGLISH, doc_id="ours")])
        await backend.index.catch_up()
    async with opened(restored) as backend:
        await backend.documents.put([prepared(ENGLISH, doc_id="restored")])
        await backend.index.catch_up()
    shutil.rmtree(restored / "index")
    shutil.copytree(ours / "index", restored / "index")
    async with opened(restored) as backend:
        assert (await backend.health()).indexed is None
        await backend.index.catch_up()
        assert await finds(backend, ENGLISH.word) == {"gcb_8841", "restored"}
        assert await backend.differences() == AGREE


async def test_an_older_copy_of_the_index_is_built_anew(tmp_path: Path) -> None:
    await fill(tmp_path)
    shutil.copytree(tmp_path / "index", tmp_path / "copy")
    async with opened(tmp_path) as backend:
        for n in range(3):
            await backend.documents.put([prepared(ENGLISH, doc_id=f"later_{n}")])
            await backend.index.catch_up()
    shutil.rmtree(tmp_path / "index")
    (tmp_path / "copy").rename(tmp_path / "index")
    async with opened(tmp_path) as backend:
        await backend.index.catch_up()
        assert await backend.differences() == AGREE


async def test_an_index_of_another_format_is_built_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await fill(tmp_path)
    monkeypatch.setattr(indexer, "FORMAT", text_index.FORMAT + 1)
    async with opened(tmp_path) as backend:
        assert (await backend.health()).indexed is None


async def test_a_commit_that_was_cut_off_does_not_stop_the_next(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A kill just before tantivy replaces meta.json leaves files under the very names that the next commit wants to use."""
    monkeypatch.setattr(search_sql, "PRUNE", "DELETE FROM oplog WHERE seq < ? AND 0")
    await fill(tmp_path)
    meta = tmp_path / "index" / "meta.json"
    before = meta.read_bytes()
    async with opened(tmp_path) as backend:
        await backend.documents.delete("gcb_8841", MINA)
        await backend.index.catch_up()
    assert list((tmp_path / "index").glob("*.del"))
    meta.write_bytes(before)
    built: list[object] = []
    monkeypatch.setattr(indexer.Indexer, "_build_anew", lambda *_: built.append(1))
    async with opened(tmp_path) as backend:
        assert (await backend.health()).indexed == 3
        await backend.index.catch_up()
        assert await backend.differences() == AGREE and not built


async def test_rebuild_tells_how_far_it_is_and_repairs(tmp_path: Path) -> None:
    await fill(tmp_path)
    async with opened(tmp_path) as backend, opened(tmp_path) as reader:
        assert await finds(reader, ENGLISH.word) == {"gcb_8841"}
        told: list[tuple[int, int]] = []
        await backend.rebuild(lambda done, total: told.append((done, total)))
        assert told[-1] == (9, 9)
        assert await backend.differences() == AGREE
        await backend.documents.put([prepared(ENGLISH, doc_id="after")])
        await backend.index.catch_up()
        assert await finds(reader, ENGLISH.word) == {"gcb_8841", "after"}
    assert {p.name for p in tmp_path.iterdir() if p.is_dir()} == {"index", "originals"}


async def test_a_reader_sees_what_another_one_indexed(tmp_path: Path) -> None:
    async with opened(tmp_path) as indexing, opened(tmp_path) as reading:
        assert await finds(reading, ENGLISH.word) == set()
        await indexing.documents.put([prepared(ENGLISH)])
        await indexing.index.catch_up()
        assert await finds(reading, ENGLISH.word) == {"gcb_8841"}
        assert (await reading.documents.words(MINA)).documents == 1
        await indexing.documents.delete("gcb_8841", MINA)
        assert await finds(reading, ENGLISH.word) == set()
        assert (await reading.documents.words(MINA)).documents == 0


async def test_two_at_once_share_the_work(tmp_path: Path) -> None:
    async with opened(tmp_path) as one, opened(tmp_path) as other:

        async def store(backend: EmbeddedBackend, name: str) -> None:
            for n in range(8):
                await backend.documents.put([prepared(ENGLISH, doc_id=f"{name}_{n}")])
                await backend.index.catch_up()
                assert f"{name}_{n}" in await finds(backend, ENGLISH.word)

        await asyncio.gather(store(one, "one"), store(other, "other"))
        assert await one.differences() == AGREE
        assert len(await finds(other, ENGLISH.word)) == 16


async def test_waits_for_whoever_indexes_and_takes_over_when_it_dies(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        await backend.documents.put([prepared(ENGLISH)])
        with subprocess.Popen(
            [sys.executable, "-c", HOLDING, str(tmp_path / "index.lock")], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        ) as holder:
            assert holder.stdout is not None
            assert await asyncio.to_thread(holder.stdout.readline) == b"held\n"
            assert (await backend.health()).indexer == holder.pid
            waiting = asyncio.create_task(backend.index.catch_up())
            assert not (await asyncio.wait([waiting], timeout=0.3))[0]
            holder.kill()
            await waiting
        assert await finds(backend, ENGLISH.word) == {"gcb_8841"}
        assert (await backend.health()).indexer is None


async def test_closing_ends_a_rebuild(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(indexer, "OPERATIONS", 1)
    await fill(tmp_path)
    backend = EmbeddedBackend.open(tmp_path)
    begun = threading.Event()
    told: list[int] = []

    def tell(done: int, total: int) -> None:
        told.append(done)
        begun.set()
        time.sleep(0.2)

    rebuilding = asyncio.create_task(backend.rebuild(tell))
    await asyncio.to_thread(begun.wait)
    await asyncio.to_thread(backend.close)
    with pytest.raises(StoreUnavailable, match="closed while the search index was being built"):
        await rebuilding
    assert told == [3]
    async with opened(tmp_path) as again:
        assert await again.differences() == AGREE


async def test_closing_ends_the_wait(tmp_path: Path) -> None:
    lock = FileLock(tmp_path / "index.lock")
    async with opened(tmp_path) as backend:
        await backend.documents.put([prepared(ENGLISH)])
        assert lock.try_acquire()
        waiting = asyncio.create_task(backend.index.catch_up())
        await asyncio.wait([waiting], timeout=0.1)
    lock.release()
    with pytest.raises(StoreUnavailable, match="closed while another process was indexing"):
        await waiting


async def test_a_caller_who_goes_away_does_not_stop_the_others(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        await backend.documents.put([prepared(ENGLISH)])
        waiting = [asyncio.create_task(backend.index.catch_up()) for _ in range(6)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        await asyncio.gather(*waiting[1::2])
        assert await finds(backend, ENGLISH.word) == {"gcb_8841"}


async def test_neither_segments_nor_the_op_log_pile_up(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        for n in range(20):
            await backend.documents.put([prepared(ENGLISH, revision=f"Revision {n}.")])
            await backend.index.catch_up()
        assert await backend.differences() == AGREE
    async with opened(tmp_path) as backend:
        logged = await backend._database.read(lambda c: c.execute("SELECT count(*) FROM oplog").fetchone()[0])
        assert logged == 1
        assert len(list((tmp_path / "index").glob("*.term"))) < 10
        assert (await backend.health()).indexed == 39


@pytest.mark.parametrize("portion", [7, 9, 50], ids=["with a rest", "without a rest", "few chunks"])
async def test_a_long_op_log_is_replayed_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, portion: int) -> None:
    monkeypatch.setattr(indexer, "OPERATIONS", portion)
    monkeypatch.setattr(indexer, "CHUNKS_PER_COMMIT", 50)
    async with opened(tmp_path) as backend:
        await backend.index.catch_up()
        await backend.documents.put([prepared(ENGLISH, doc_id=f"d{n % 30}", revision=f"Revision {n}.") for n in range(60)])
        await backend.index.catch_up()
        assert (await backend.health()).indexed == 90
        assert await backend.differences() == AGREE
        assert len(await finds(backend, ENGLISH.word)) == 30
        await backend.rebuild(lambda _done, _total: None)
        assert await backend.differences() == AGREE


async def test_differences_are_seen(tmp_path: Path) -> None:
    async with opened(tmp_path) as backend:
        await backend.documents.put([prepared(ENGLISH)])
        await backend.index.catch_up()
        await backend.documents.put([prepared(ENGLISH, revision="Another sentence.")])
        found = await backend.differences()
        assert (len(found.missing), len(found.surplus)) == (4, 3)
