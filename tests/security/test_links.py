"""Links in the data folder: whatever name of ours one has, what it leads to is neither read, changed nor emptied."""

import asyncio
import base64
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from cli import conftest as commands
from cli.conftest import Terminal
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.blobs import FolderBlobs
from ibidem.backends.embedded.folder import LOCK, SECRET, share_secret
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.secret import secret_in
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import NotFound, StoreUnavailable
from ibidem.ports.originals import SMALL_ORIGINAL
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, asking, prepared
from security.locked import MINA as MINA_OF_WORKS
from security.locked import bearing, locked

terminal = commands.terminal
TERM = f"{'0' * 32}.term"  # a name that the search engine gives to its files
OURS = {"meta.json": b"{}", TERM: b"somebody's", "thesis.txt": b"three years of work"}
FILES = ["ibidem.sqlite3", "ibidem.sqlite3-wal", "ibidem.sqlite3-shm", "ibidem.sqlite3-journal", "ibidem.lock", "index.lock"]
FILES += ["vectors.lock", "secret.key", "secret.key.new", "index/meta.json", "index/.managed.json", f"index/{TERM}"]
FILES += [f"originals/{'a' * 64}", f"originals/{'a' * 32}.partial"]
FOLDERS = ["index", "index.new", "index.old", "index.old-1", "index.unreadable-1", "originals"]


async def fill(folder: Path) -> None:
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await backend.index.catch_up()
    await asyncio.to_thread(backend.close)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled") / "data"
    asyncio.run(fill(folder))
    return folder


@pytest.fixture
def data(filled: Path, tmp_path: Path) -> Path:
    """A data folder, to be changed."""
    return shutil.copytree(filled, tmp_path / "data")


@pytest.fixture
def elsewhere(tmp_path: Path) -> Path:
    """Somebody else's folder, of files with names like ours."""
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    for name, content in OURS.items():
        (folder / name).write_bytes(content)
    return folder


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def put_link(at: Path, to: Path) -> None:
    if at.is_dir():
        shutil.rmtree(at)
    at.unlink(missing_ok=True)
    at.symlink_to(to)


@pytest.mark.parametrize("name", [*FILES, *FOLDERS])
def test_a_link_is_refused_by_its_name(terminal: Terminal, data: Path, elsewhere: Path, name: str) -> None:
    put_link(data / name, elsewhere if name in FOLDERS else elsewhere / "thesis.txt")
    (data.parent / "corpus").mkdir()
    for command in (("index", str(data.parent / "corpus")), ("rebuild",), ("documents", "list"), ("ask", "hello")):
        done = terminal(*command)
        assert done.code == 2, (command, done.out, done.err)
        assert f"{data / name} is a link, which is never followed in a data folder" in done.err
    assert contents(elsewhere) == OURS
    assert (data / name).is_symlink()


def test_a_link_to_nothing_is_refused_too(terminal: Terminal, data: Path) -> None:
    put_link(data / "secret.key", data.parent / "nowhere")
    assert terminal("ask", "hello").code == 2
    assert "secret.key is a link" in terminal("doctor").out
    assert not (data.parent / "nowhere").exists()


def test_a_link_under_a_foreign_name_is_left_alone(terminal: Terminal, data: Path, elsewhere: Path) -> None:
    (data / "backups").symlink_to(elsewhere)
    (data / "index" / "notes").symlink_to(elsewhere)
    assert terminal("ask", "hello").code == 0
    assert "backups" in terminal("doctor").out
    assert contents(elsewhere) == OURS


def test_the_data_folder_itself_may_be_a_link(terminal: Terminal, data: Path) -> None:
    data.rename(data.parent / "large_disk")
    data.symlink_to(data.parent / "large_disk")
    assert terminal("search", ENGLISH.word).code == 0


@pytest.mark.parametrize("name", ["index", "index.new", "index.old-1"])
async def test_a_link_that_comes_while_a_service_runs_is_not_followed(data: Path, elsewhere: Path, name: str) -> None:
    """Of an index, which is only derived, it is renamed, and another one is built; else the work is refused."""
    backend = EmbeddedBackend.open(data)
    put_link(data / name, elsewhere)
    await backend.documents.put([prepared(ENGLISH, doc_id="more")])
    try:
        await backend.rebuild(lambda _done, _total: None)
        assert len((await backend.index.search(asking(ENGLISH.word), MINA)).hits) == 2
        assert not (data / "index").is_symlink()
    except StoreUnavailable as error:
        assert name == "index.new" and "is a link" in str(error)
    await asyncio.to_thread(backend.close)
    assert contents(elsewhere) == OURS


async def test_a_link_in_place_of_the_index_hinders_no_later_start(data: Path, elsewhere: Path) -> None:
    backend = EmbeddedBackend.open(data)
    put_link(data / "index", elsewhere)
    await backend.rebuild(lambda _done, _total: None)
    await asyncio.to_thread(backend.close)
    again = EmbeddedBackend.open(data)
    assert len((await again.index.search(asking(ENGLISH.word), MINA)).hits) == 1
    await asyncio.to_thread(again.close)
    assert (data / "index.link-1").is_symlink() and contents(elsewhere) == OURS


LARGE = os.urandom(SMALL_ORIGINAL + 1)


def large(doc_id: str, original: bytes = LARGE) -> PreparedDocument:
    return replace(prepared(ENGLISH, doc_id=doc_id), original=original)


async def test_originals_are_neither_written_read_nor_removed_through_a_link(data: Path, elsewhere: Path) -> None:
    """Put there while a service runs: what would be stored is refused whole, and what is deleted is deleted."""
    backend = EmbeddedBackend.open(data)
    documents = backend.documents
    await documents.put([large("before")])
    [name] = [path.name for path in (data / "originals").iterdir()]
    (data / "originals").rename(data.parent / "aside")
    (elsewhere / name).write_bytes(LARGE)
    (elsewhere / f"{'0' * 32}.partial").write_bytes(b"theirs")
    held = contents(elsewhere)
    put_link(data / "originals", elsewhere)
    with pytest.raises(StoreUnavailable, match="is a link"):
        await documents.put([large("after", LARGE[::-1])])
    with pytest.raises(NotFound):
        await documents.get("after", MINA)
    with pytest.raises(StoreUnavailable, match="cannot be read"):
        await documents.original("before", MINA)
    await documents.delete("before", MINA)
    blobs = FolderBlobs(data / "originals")
    for act in (lambda: blobs.sweep(lambda _names: set()), lambda: blobs.remove([name], lambda _names: set())):
        with pytest.raises(StoreUnavailable, match="is a link"):
            act()
    await asyncio.to_thread(backend.close)
    assert contents(elsewhere) == held


@pytest.mark.parametrize("name", ["index.lock", "index", "originals"])
async def test_a_link_that_comes_while_a_service_runs_is_told_and_nothing_is_half_done(
    tmp_path: Path, elsewhere: Path, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    async with locked(tmp_path / "data") as here:
        key = bearing(await here.key(MINA_OF_WORKS))
        put_link(tmp_path / "data" / name, elsewhere if name in FOLDERS else elsewhere / "thesis.txt")
        body = base64.b64encode(LARGE) if name == "originals" else b"A note about clamps."
        stored = await here.client.post("/v1/documents", files={"file": ("note.txt", body)}, headers=key)
        found = await here.client.get("/v1/documents/note", headers=key)
        if name == "originals":
            assert (stored.status_code, found.status_code) == (503, 404), stored.text
            assert "is a link" in stored.text and str(tmp_path) not in stored.text
        else:
            assert (stored.status_code, found.status_code) == (201, 200), stored.text
            assert (stored.json()["searchable"], name) != (True, "index.lock")
            assert (await here.client.delete("/v1/documents/note", headers=key)).status_code == 204
            assert (await here.client.get("/v1/documents/note", headers=key)).status_code == 404
    assert "Traceback" not in caplog.text
    assert contents(elsewhere) == OURS


@pytest.mark.parametrize("name", [SECRET, f"{SECRET}.new", LOCK])
def test_the_secret_is_made_and_read_through_no_link(tmp_path: Path, elsewhere: Path, name: str) -> None:
    """Also where the folder holds nothing else, because everything is in a cluster."""
    place = tmp_path / "data"
    place.mkdir()
    (place / name).symlink_to(elsewhere / "thesis.txt")
    with pytest.raises(OSError, match="symbolic links"):
        secret_in(place / SECRET, place / LOCK)
    assert contents(elsewhere) == OURS


def test_a_shared_secret_is_read_and_written_through_no_link(tmp_path: Path, elsewhere: Path) -> None:
    whole, linked = tmp_path / "whole", tmp_path / "linked"
    for folder in (whole, linked):
        folder.mkdir()
    (whole / SECRET).write_bytes(os.urandom(32))
    (linked / SECRET).symlink_to(elsewhere / "thesis.txt")
    for source, target in ((whole, linked), (linked, whole)):
        with pytest.raises(StoreUnavailable, match="is a link"):
            share_secret(source, target)
    assert contents(elsewhere) == OURS


def test_a_lock_is_taken_on_no_link(tmp_path: Path, elsewhere: Path) -> None:
    (tmp_path / "a.lock").symlink_to(elsewhere / "thesis.txt")
    with pytest.raises(OSError, match="symbolic links"):
        FileLock(tmp_path / "a.lock").acquire()
    assert contents(elsewhere) == OURS
