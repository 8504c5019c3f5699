"""A search index whose files are damaged or gone under a running service: told, set aside, built anew, and no panic gets out."""

import asyncio
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from ibidem.backends.embedded import indexer
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.errors import StoreUnavailable
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, asking, prepared
from ibidem.turn.wording import WORDINGS
from journeys.doors import Cli, Service, served

TEXTS = {
    "sop_1.md": "# Slit valve\n\nTighten the cover screws of the slit valve to 3.5 N·m.\n",
    "sop_2.md": "# 게이트 밸브\n\n게이트 밸브의 볼트는 12 N·m로 조인다.\n",
    "sop_3.md": "# 真空ポンプ\n\n真空ポンプのドレンプラグは18 N·mで締める。\n",
}
QUESTION = "What torque do the cover screws of the slit valve get?"


def cut(path: Path) -> None:
    os.truncate(path, 0)


def halve(path: Path) -> None:
    os.truncate(path, path.stat().st_size // 2)


def overwrite(path: Path) -> None:
    path.write_bytes(os.urandom(path.stat().st_size))


def rot(path: Path) -> None:
    """As a disk does it: nothing tells that the file was changed, but tantivy panics over what it reads there."""
    told = path.stat()
    with path.open("r+b") as file:
        file.write(b"\x7f" * told.st_size)
    os.utime(path, ns=(told.st_atime_ns, told.st_mtime_ns))


def put_a_file(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("somebody's")


DAMAGES: dict[str, tuple[Callable[[Path], None], str]] = {
    "all cut": (cut, "*.*"),
    "terms cut": (cut, "*.term"),
    "postings halved": (halve, "*.idx"),
    "terms overwritten": (overwrite, "*.term"),
    "terms rotten": (rot, "*.term"),
    "postings rotten": (rot, "*.idx"),
    "columns rotten": (rot, "*.fast"),
    "files gone": (Path.unlink, "*.*"),
    "one file gone": (Path.unlink, "*.fast"),
    "meta overwritten": (overwrite, "meta.json"),
    "meta gone": (Path.unlink, "meta.json"),
    "folder gone": (shutil.rmtree, "."),
    "a file in its place": (put_a_file, "."),
}


def damage(folder: Path, kind: str) -> None:
    do, pattern = DAMAGES[kind]
    for path in [folder] if pattern == "." else list(folder.glob(pattern)):
        do(path)


async def settled(backend: EmbeddedBackend) -> None:
    """Returns when segments are merged too: a file that is cut while a merge reads it takes the process with it (SIGBUS)."""
    await backend.index.catch_up()
    await backend.index.catch_up()  # its turn comes in the indexer's thread when the first has merged


async def until_found(backend: EmbeddedBackend) -> None:
    while True:
        try:
            found = await backend.index.search(asking(ENGLISH.word), MINA)
        except StoreUnavailable:
            found = None
        if found is not None and found.hits:
            return
        await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", DAMAGES)
async def test_a_damaged_index_is_built_anew_while_it_is_used(tmp_path: Path, kind: str) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await settled(backend)
    await until_found(backend)
    damage(tmp_path / "index", kind)
    kept = len(list((tmp_path / "index").glob("*.term"))) if (tmp_path / "index").is_dir() else 0
    files = [path.read_text() for path in [tmp_path / "index"] if path.is_file()]
    await until_found(backend)
    while (await backend.health()).indexed != 3:
        await backend.index.check()
        await asyncio.sleep(0.01)
    await backend.documents.put([prepared(ENGLISH, doc_id="later")])
    await backend.index.catch_up()
    found = await backend.index.search(asking(ENGLISH.word), MINA)
    assert {hit.passage.document.doc_id for hit in found.hits} == {"gcb_8841", "later"}
    differences = await backend.differences()
    assert not differences.missing and not differences.surplus
    await asyncio.to_thread(backend.close)
    asides = list(tmp_path.glob("index.unreadable-*"))
    assert sum(len(list(folder.glob("*.term"))) for folder in asides) == kept, "what could not be read was kept"
    assert [path.read_text() for path in asides if path.is_file()] == files
    assert not list(tmp_path.glob("index.old*")) and not (tmp_path / "index.new").exists()


async def test_a_file_in_the_place_of_the_index_is_set_aside_at_the_next_opening(tmp_path: Path) -> None:
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])
    await asyncio.to_thread(backend.close)
    put_a_file(tmp_path / "index")
    backend = EmbeddedBackend.open(tmp_path)
    await backend.rebuild(lambda _done, _total: None)
    assert (await backend.index.search(asking(ENGLISH.word), MINA)).hits
    assert [remark.about for remark in await backend.remarks()] == ["index kept"]
    await asyncio.to_thread(backend.close)
    assert (tmp_path / "index.unreadable-1").read_text() == "somebody's"


async def test_damage_that_cannot_be_mended_is_told_and_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    monkeypatch.setattr(indexer, "PATIENCE", 0.2)
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await settled(backend)
    await until_found(backend)
    with monkeypatch.context() as patch:
        patch.setattr(indexer.Indexer, "_build_anew", fail)
        damage(tmp_path / "index", "terms cut")
        for _ in range(20):
            with pytest.raises(StoreUnavailable, match="the search index cannot be used"):
                await backend.index.search(asking(ENGLISH.word), MINA)
            with pytest.raises(StoreUnavailable):
                await backend.index.check()
        assert len([r for r in caplog.records if "the search index cannot be used" in r.message]) == 1
    await until_found(backend)
    await asyncio.to_thread(backend.close)


async def test_files_that_go_because_of_a_later_commit_are_no_damage(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Somebody searches all the while in which somebody else indexes, merges and rebuilds."""
    reader, writer = EmbeddedBackend.open(tmp_path), EmbeddedBackend.open(tmp_path)
    await writer.documents.put([prepared(ENGLISH)])
    await writer.index.catch_up()
    done = asyncio.Event()

    async def search() -> int:
        count = 0
        while not done.is_set():
            assert (await reader.index.search(asking(ENGLISH.word), MINA)).hits
            count += 1
            await asyncio.sleep(0.005)
        return count

    searching = [asyncio.create_task(search()) for _ in range(2)]
    for number in range(8):
        await writer.documents.put([prepared(ENGLISH, doc_id=f"d{number % 5}", revision=f"Revision {number}.")])
        await writer.index.catch_up()
        if number % 4 == 3:
            await writer.rebuild(lambda _done, _total: None)
    done.set()
    assert min(await asyncio.gather(*searching)) > 0
    assert not [record for record in caplog.records if record.name.startswith("ibidem")]
    assert not list(tmp_path.glob("index.unreadable-*"))
    for backend in (reader, writer):
        await asyncio.to_thread(backend.close)


def in_our_shape(service: Service) -> None:
    """Whatever a route says while the index is damaged."""
    chat = service.client.post("/v1/chat", json={"message": QUESTION})
    search = service.client.post("/v1/search", json={"query": QUESTION})
    ready = service.client.get("/readyz")
    assert chat.status_code == 200, chat.text
    assert chat.json()["ref_doc_ids"] == ["sop_1"] or chat.json()["answer"] == WORDINGS["en"].unreachable
    for response in (search, ready):
        assert response.headers["content-type"] == "application/json"
        assert response.status_code == 200 or (
            response.status_code == 503 and response.json()["error"]["type"] == "store_unavailable"
        ), response.text


def tellings(service: Service) -> int:
    """How often the log tells of a damaged index, beside what it tells of the requests that met it."""
    return service.log.read_text().count('"level": "error", "logger": "ibidem.backends.embedded.indexer"')


@pytest.mark.slow
@pytest.mark.timeout(240)
def test_a_service_outlives_the_damage_of_its_index(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    (tmp_path / "corpus").mkdir()
    for name, text in TEXTS.items():
        (tmp_path / "corpus" / name).write_text(text, encoding="utf-8")
    assert cli.run("index", "corpus").returncode == 0
    with served(cli) as service:
        for kind in DAMAGES:
            assert service.ask(QUESTION)["ref_doc_ids"] == ["sop_1"], kind
            told = tellings(service)
            damage(cli.data / "index", kind)
            if kind == "terms cut":
                assert service.client.get("/readyz").status_code == 503, "a probe finds it, before anybody asks"
            in_our_shape(service)
            while service.client.get("/readyz").status_code != 200 or service.ask(QUESTION)["ref_doc_ids"] != ["sop_1"]:
                in_our_shape(service)
                time.sleep(0.05)
            assert tellings(service) <= told + 1, kind
        assert service.process.poll() is None and tellings(service) > 5
        file = {"file": ("sop_4.md", b"# Hose\n\nThe hose is new.\n")}
        assert service.client.post("/v1/documents", files=file).json()["searchable"] is True
