"""The data folder: nothing of somebody else's is touched, what only reads leaves no trace, and nobody else may look into it."""

import asyncio
import os
import shutil
import sqlite3
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from cli import conftest as commands
from cli.conftest import Terminal
from ibidem.backends.embedded import blobs, database
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.database import migrations
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, asking, prepared
from journeys.doors import Cli, served

READING = [
    ("sessions", "list"),
    ("sessions", "show", "s"),
    ("documents", "list"),
    ("documents", "show", "gcb_8841"),
    ("search", "clamp"),
]
DELETING = [("sessions", "delete", "s"), ("documents", "delete", "d"), ("rebuild",)]
MAKING = [("index", "corpus"), ("ask", "hello"), ("serve", "--port", "0")]
THESIS = b"three years of work"
terminal = commands.terminal


def tree(folder: Path) -> dict[str, tuple[int, int, bytes]]:
    """All that is in a folder: modes, times, and what the files hold. SQLite puts files into it while it reads."""
    found: dict[str, tuple[int, int, bytes]] = {".": (folder.stat().st_mode, 0, b"")}
    for path in folder.rglob("*"):
        told = path.stat()
        found[str(path.relative_to(folder))] = told.st_mode, told.st_mtime_ns, b"" if path.is_dir() else path.read_bytes()
    return found


def contents(folder: Path) -> dict[str, bytes]:
    """What the files in a folder hold, but those of SQLite and the locks, which come and go."""
    return {name: told[2] for name, told in tree(folder).items() if not name.endswith(("-shm", "-wal", ".lock"))}


async def fill(folder: Path) -> None:
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await backend.index.catch_up()
    await asyncio.to_thread(backend.close)


async def work(folder: Path) -> None:
    """Whatever cleans up after itself."""
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepared(ENGLISH, doc_id="more")])
    await backend.index.catch_up()
    await backend.documents.delete("more", MINA)
    await backend.rebuild(lambda _done, _total: None)
    assert (await backend.index.search(asking(ENGLISH.word), MINA)).hits
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


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.mark.parametrize("command", [("doctor",), *READING, *DELETING, *MAKING], ids=" ".join)
def test_a_folder_of_somebody_else_is_left_as_it_is(terminal: Terminal, tmp_path: Path, command: tuple[str, ...]) -> None:
    (tmp_path / "corpus").mkdir()
    for name in ("index/thesis.txt", "originals/holiday.jpg", "index.new/draft.txt", "originals/" + "a" * 64, "index/meta.json"):
        (tmp_path / "data" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "data" / name).write_bytes(THESIS)
    before = tree(tmp_path / "data")
    done = terminal(*command)
    assert tree(tmp_path / "data") == before
    assert done.code == (1 if command == ("doctor",) else 2), done.err
    said = done.out + done.err
    assert "holds other files (index) and no store of ibidem" in said and "--data or IBIDEM_DATA" in said


def test_the_database_of_another_program_is_left_as_it_is(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    with closing(sqlite3.connect(tmp_path / "data" / "ibidem.sqlite3")) as connection:
        connection.execute("CREATE TABLE accounts (x)")
    before = contents(tmp_path / "data")
    for command in (("ask", "hello"), ("documents", "list")):
        done = terminal(*command)
        assert done.code == 4 and "the database of another program" in done.err
        assert contents(tmp_path / "data") == before


def test_a_file_system_of_its_own_is_an_empty_folder(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data" / "lost+found").mkdir(parents=True)
    (tmp_path / "corpus").mkdir()
    assert terminal("index", str(tmp_path / "corpus")).code == 0
    assert "other files" not in terminal("doctor").out


def test_a_foreign_file_is_never_removed(terminal: Terminal, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not in our own folder either, whatever is rebuilt, swept or cleaned up around it."""
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)
    foreign = ["thesis.txt", "index/thesis.txt", "index/notes/a.md", "originals/holiday.jpg", "index.old-7/b.txt"]
    foreign += ["originals/half.partial", "index.unreadable-5/c.txt"]
    for name in foreign:
        (data / name).parent.mkdir(parents=True, exist_ok=True)
        (data / name).write_bytes(THESIS)
    asyncio.run(work(data))
    (data / "index" / "meta.json").write_bytes(b"{")
    asyncio.run(work(data))
    assert {name for name in foreign if (data / name).read_bytes() == THESIS} == set(foreign)
    assert not [path for path in data.glob("index.old*") if path.name != "index.old-7"]
    told = terminal("doctor")
    assert told.code == 0
    for name in ("thesis.txt", "index/notes", "originals/half.partial"):
        assert name in told.out


@pytest.mark.parametrize("there", [False, True], ids=["no folder", "an empty folder"])
def test_what_only_reads_makes_nothing(terminal: Terminal, tmp_path: Path, there: bool) -> None:
    folder = tmp_path / "data"
    if there:
        folder.mkdir()
    for command in (*READING, *DELETING):
        done = terminal(*command)
        assert done.code == 4, (command, done.err)
        assert f"{folder}: there is no store here yet; `ibidem index FOLDER` makes one" in done.err
    assert terminal("doctor").code == 0
    assert folder.exists() == there and (not there or not list(folder.iterdir()))


@pytest.mark.parametrize("log", ["none", "of a process that died", "without its index"])
def test_what_only_reads_changes_nothing(terminal: Terminal, filled: Path, tmp_path: Path, log: str) -> None:
    """Also where a process died in the middle of its work, and left the log of what it wrote."""
    data = shutil.copytree(filled, tmp_path / "data")
    if log != "none":
        backend = EmbeddedBackend.open(data)
        asyncio.run(backend.documents.put([prepared(ENGLISH, doc_id="logged")]))
        shutil.copytree(data, tmp_path / "copy")
        backend.close()
        shutil.rmtree(data)
        (tmp_path / "copy").rename(data)
        if log == "without its index":
            (data / "ibidem.sqlite3-shm").unlink()
    before = tree(data)
    for command in (("doctor",), *READING):
        done = terminal(*command)
        assert done.code == (3 if "show" in command and "s" in command else 0), (command, done.err)
    listed = terminal("documents", "list").out
    assert ("logged" in listed) == (log != "none")
    assert ("the last changes are not found yet" in terminal("search", "clamp").err) == (log != "none")
    after = tree(data)
    for one in (before, after):
        one.pop("ibidem.sqlite3-shm", None)  # the memory that readers of a log share
    assert after == before


def test_what_only_reads_does_not_migrate(terminal: Terminal, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.rmtree(data)
    scripts = migrations()
    with monkeypatch.context() as earlier:
        earlier.setattr(database, "migrations", lambda: scripts[:2])
        EmbeddedBackend.open(data).close()
    before = tree(data)
    for command in READING:
        done = terminal(*command)
        assert done.code == 4 and f"written by an earlier ibidem (schema 2, this program reads {len(scripts)})" in done.err
    assert "written by an earlier ibidem" in terminal("doctor").out
    assert tree(data) == before
    assert terminal("rebuild").code == 0
    assert terminal("search", "clamp").code == 0


def test_a_store_of_an_earlier_ibidem_goes_on(terminal: Terminal, data: Path) -> None:
    """Its database says of no program that it is of it."""
    with closing(sqlite3.connect(data / "ibidem.sqlite3")) as connection:
        connection.execute("PRAGMA application_id = 0")
    (data / "notes.txt").write_bytes(THESIS)
    assert terminal("documents", "list").code == 0
    assert terminal("ask", "hello").code == 0
    assert "notes.txt" in terminal("doctor").out


@pytest.mark.slow
def test_reading_beside_a_service_that_writes(data: Path) -> None:
    cli = Cli(data.parent)
    with served(cli) as service, ThreadPoolExecutor(3) as pool:
        reading = [pool.submit(cli.spawn, *command) for command in (("doctor",), ("search", "clamp"), ("documents", "list"))]
        number = 0
        while not all(done.done() for done in reading):
            file = {"file": (f"more_{number}.md", f"# More\n\nThe clamp {number} is new.\n".encode())}
            assert service.client.post("/v1/documents", files=file).status_code == 201
            number += 1
            time.sleep(0.1)
        doctor, *others = [done.result() for done in reading]
        assert doctor.returncode == 0 and "gcb_8841" in others[0].stdout + others[1].stdout
        assert [done.returncode for done in others] == [0, 0]
        assert number > 0


def test_an_index_that_cannot_be_read_is_set_aside(terminal: Terminal, data: Path) -> None:
    for number in (1, 2):
        for path in (data / "index").glob("*.term"):
            path.write_bytes(b"damaged")
        spoilt = contents(data / "index")
        asyncio.run(work(data))
        assert contents(data / f"index.unreadable-{number}") == spoilt
    told = terminal("doctor")
    assert told.code == 0
    assert "index.unreadable-1" in told.out and "index.unreadable-2" in told.out


def test_reading_without_an_index_says_what_to_do(terminal: Terminal, data: Path) -> None:
    shutil.rmtree(data / "index")
    before = tree(data)
    done = terminal("search", "clamp")
    assert done.code == 4 and "run `ibidem rebuild`" in done.err
    assert terminal("documents", "list").code == 0
    assert "missing, or cannot be read" in terminal("doctor").out
    assert tree(data) == before
    assert terminal("rebuild").code == 0
    assert "in step with the store" in terminal("doctor").out


def wide(folder: Path) -> list[str]:
    """What others than the owner may do anything with."""
    return [name for name, told in tree(folder).items() if told[0] & 0o077]


@pytest.mark.slow
def test_nobody_else_may_look_into_the_folder_under_a_lax_umask(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "large.md").write_text("The clamp is new. " * 5000, encoding="utf-8")
    with umask(0):
        assert cli.spawn("index", "corpus").returncode == 0
        with served(cli) as service:
            file = {"file": ("other.md", b"The hose is old. " * 5000)}
            assert service.client.post("/v1/documents", files=file).status_code == 201
            assert service.ask("Is the clamp new?")["sources"]
            names = set(tree(cli.data))
            assert {"ibidem.sqlite3-wal", "ibidem.sqlite3-shm", "index.lock"} <= names
            assert len([name for name in names if name.startswith("originals/")]) == 2
            assert wide(cli.data) == []
        assert cli.spawn("rebuild").returncode == 0
    assert wide(cli.data) == []


async def test_a_store_opened_by_another_program_is_private_too(tmp_path: Path) -> None:
    """Who may not enter the folder reaches nothing in it, whatever the modes of the files that tantivy makes."""
    with umask(0):
        await fill(tmp_path / "data")
        backend = EmbeddedBackend.open(tmp_path / "data")
        assert [name for name in wide(tmp_path / "data") if not name.startswith("index/")] == []
        backend.close()


def test_a_folder_that_was_open_to_others_is_closed(terminal: Terminal, data: Path) -> None:
    (data / "thesis.txt").write_bytes(THESIS)
    for path in (data, *data.rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    before = tree(data)
    assert f"other users of this machine may look into {data}" in terminal("doctor").out
    assert tree(data) == before
    assert terminal("ask", "hello").code == 0
    assert wide(data) == ["thesis.txt"]
    assert "other users" not in terminal("doctor").out


def test_a_link_to_nothing_is_no_data_folder(terminal: Terminal, data: Path) -> None:
    shutil.rmtree(data)
    data.symlink_to(data.parent / "nowhere")
    done = terminal("index", str(data.parent), "--create")
    assert done.code == 2 and "a link to what does not exist" in done.err
    assert not (data.parent / "nowhere").exists()


@pytest.mark.parametrize("held", [b"", b"short", b"x" * 33], ids=["empty", "short", "long"])
def test_a_secret_that_is_none_is_refused_at_the_start(terminal: Terminal, data: Path, held: bytes) -> None:
    (data / "secret.key").write_bytes(held)
    for command in (("ask", "hello"), ("serve", "--port", "0")):
        done = terminal(*command)
        assert done.code == 4, (command, done.err)
        assert f"secret.key: holds {len(held)} bytes, and a secret of ibidem has 32; restore it from a copy" in done.err
    assert (data / "secret.key").read_bytes() == held
