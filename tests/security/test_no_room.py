"""A file system that takes nothing, full or read-only: each command says so and nothing else, and a service goes on reading."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from cli import conftest as commands
from cli.conftest import Terminal
from ibidem.app import App
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.errors import StoreUnavailable
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH, MINA, SAMPLES, asking, prepared
from ibidem.web.server import create_api
from security.test_full_disk import DISK, fill
from web.scripted import client_of

terminal = commands.terminal
WRITING = [("ask", "hello"), ("rebuild",), ("index", "corpus"), ("serve", "--port", "0"), ("documents", "delete", ENGLISH.doc_id)]
MESSAGES = {"ko": "볼트를 어떻게 조입니까?", "en": "How often is the clamp inspected?", "ja": "何を差し直しましたか？"}


async def stored(folder: Path) -> None:
    backend = EmbeddedBackend.open(folder)
    await backend.documents.put([prepared(sample) for sample in SAMPLES])
    await backend.index.catch_up()
    await asyncio.to_thread(backend.close)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """The data folder of the terminal, on a small file system of its own, with documents in it."""
    place = tmp_path / "data"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("no file system may be mounted here")
    (tmp_path / "corpus").mkdir()
    asyncio.run(stored(place))
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def mounted(disk: Path, how: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{how}", str(disk)], check=True)


def test_a_read_only_file_system_is_called_that(terminal: Terminal, disk: Path) -> None:
    mounted(disk, "ro")
    for command in (*WRITING, ("search", ENGLISH.word)):
        done = terminal(*command)
        assert done.code == 4, (command, done.out, done.err)
        assert "the file system is read-only" in done.err and "rebuild" not in done.err, command
    assert ENGLISH.doc_id in terminal("documents", "list").out
    mounted(disk, "rw")
    assert terminal("search", ENGLISH.word).code == 0


@pytest.mark.parametrize("left", ["by a process that ended", "by a process that died"])
def test_a_start_on_a_full_disk_is_refused_alike(terminal: Terminal, disk: Path, tmp_path: Path, left: str) -> None:
    if left == "by a process that died":  # with the memory that SQLite shares, for which there would be no room
        backend = EmbeddedBackend.open(disk)
        asyncio.run(backend.health())
        shutil.copytree(disk, tmp_path / "copy")
        backend.close()
        for name in ("ibidem.sqlite3-shm", "ibidem.sqlite3-wal"):
            shutil.copy(tmp_path / "copy" / name, disk / name)
    fill(disk, 0)
    for command in WRITING:
        done = terminal(*command)
        assert done.code == 4, (command, done.out, done.err)
        assert "the disk is full; make room" in done.err and str(disk) in done.err, command
    (disk / "filler").unlink()
    assert terminal("ask", "hello").code == 0


async def test_a_service_on_a_full_disk_is_degraded_and_shows_no_path(disk: Path) -> None:
    settings = load_settings(data=disk, embedder="none")
    api = create_api(settings, lambda: App.open(settings, load_profile("equipment")))
    async with client_of(api) as client:
        file = {"file": ("first.md", b"The flashlight is new.")}
        assert (await client.post("/v1/documents", files=file)).status_code == 201
        assert (await client.get("/readyz")).json()["degraded"] == []
        fill(disk, 0)
        (degraded,) = (await client.get("/readyz")).json()["degraded"]
        assert degraded["part"] == "store" and "the disk is full; make room" in degraded["problem"]
        answers: list[httpx2.Response] = []
        for language, message in MESSAGES.items():
            file = {"file": (f"{language}.md", (message * 4000).encode())}
            answers.append(await client.post("/v1/documents", files=file))
            answers.append(await client.post("/v1/chat", json={"message": message, "session_id": language}))
        for answer in answers:
            assert str(disk) not in answer.text and "sqlite" not in answer.text
        assert 503 in {answer.status_code for answer in answers}
        assert (await client.post("/v1/search", json={"query": ENGLISH.word})).json()["results"]
        (disk / "filler").unlink()
        assert (await client.get("/readyz")).json()["degraded"] == []


async def test_what_a_damaged_index_shows_has_no_path(tmp_path: Path) -> None:
    await stored(tmp_path)
    backend = EmbeddedBackend.open_to_read(tmp_path)
    (tmp_path / "index" / "meta.json").write_bytes(b"{")
    with pytest.raises(StoreUnavailable) as error:
        await backend.index.search(asking(ENGLISH.word), MINA)
    assert str(tmp_path) in str(error.value) and str(tmp_path) not in error.value.problem
    backend.close()
