"""A disk that is full: what fails with 503 is not stored, not even in part, and what is stored says so."""

import os
import resource
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ibidem.app import App
from ibidem.backends.embedded import blobs
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.embedded.indexer import Indexer
from ibidem.domain.errors import StoreUnavailable
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.testing.stores import ENGLISH, MINA, prepared
from journeys.doors import Cli, Service, served

DISK = 24 << 20


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A small file system."""
    place = tmp_path / "disk"
    place.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "tmpfs", str(place)], check=False).returncode:
        pytest.skip("no file system may be mounted here")
    yield place
    subprocess.run(["umount", "--lazy", str(place)], check=True)


def fill(disk: Path, left: int) -> None:
    """Leaves so many bytes."""
    filler = disk / "filler"
    filler.unlink(missing_ok=True)
    told = os.statvfs(disk)
    filler.write_bytes(bytes(max(told.f_bavail * told.f_frsize - left, 0)))


def text_of(name: str, paragraphs: int) -> bytes:
    return "".join(f"The hose {name} {number} is new, and so is its clamp.\n\n" for number in range(paragraphs)).encode()


def originals(cli: Cli) -> set[str]:
    return {path.name for path in (cli.data / "originals").iterdir()}


def upload(service: Service, name: str, paragraphs: int) -> bool | None:
    """Whether an upload is searchable; None when it failed. Then nothing of it is there, and else all."""
    before = originals(service.cli)
    response = service.client.post("/v1/documents", files={"file": (f"{name}.md", text_of(name, paragraphs))})
    listed = {document["doc_id"] for document in service.client.get("/v1/documents").json()["documents"]}
    assert not [kept for kept in originals(service.cli) if kept.endswith(".partial")]
    if response.status_code == 503:
        assert response.json()["error"]["type"] == "store_unavailable"
        assert name not in listed and originals(service.cli) == before
        return None
    assert response.status_code == 201, response.text
    assert name in listed
    assert service.client.get(f"/v1/documents/{name}/original").content == text_of(name, paragraphs)
    return response.json()["searchable"]


def ask(service: Service, session: str) -> int:
    """The status of a turn, which is stored when it is 200, and only then."""
    asked = {"message": "Is the hose of the first one new?", "session_id": session}
    status = service.client.post("/v1/chat", json=asked).status_code
    stored = service.client.get(f"/v1/sessions/{session}/turns").status_code
    assert (status, stored) in ((200, 200), (503, 404))
    return status


@contextmanager
def limited(pid: int, size: int) -> Iterator[None]:
    """The process may not make files larger than this, as with a quota."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        yield
    finally:
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


def recovered(service: Service) -> None:
    """Once there is room, everything that was stored is found."""
    assert upload(service, "last", 3) is True
    assert ask(service, "after") == 200
    found = service.client.post("/v1/search", json={"query": "hose first", "limit": 1}).json()["results"]
    assert found
    listed = {document["doc_id"] for document in service.client.get("/v1/documents").json()["documents"]}
    assert {"first", "last"} <= listed
    assert "in step with the store" in service.cli.run("doctor").stdout
    assert {path.name for path in service.cli.data.iterdir() if path.is_dir()} == {"index", "originals"}


@pytest.mark.slow
def test_a_503_on_a_full_disk_means_that_nothing_was_stored(disk: Path) -> None:
    with served(Cli(disk)) as service:
        assert upload(service, "first", 2000) is True
        outcomes = set[bool | None]()
        statuses = set[int]()
        for number, left in enumerate([0, 50_000, 100_000, 150_000, 200_000, 250_000, 300_000, 350_000, 400_000, 0, 0, 0]):
            fill(disk, left)
            outcomes.add(upload(service, f"large_{number}", 1500))
            outcomes.add(upload(service, f"small_{number}", 30))
            statuses.add(ask(service, f"s-{number}"))
        (disk / "filler").unlink()
        assert None in outcomes and outcomes != {None} and statuses == {200, 503}
        recovered(service)


@pytest.mark.slow
def test_a_503_for_files_that_may_not_grow_means_that_nothing_was_stored(tmp_path: Path) -> None:
    with served(Cli(tmp_path)) as service:
        assert upload(service, "first", 2000) is True
        outcomes = set[bool | None]()
        for number, size in enumerate([0, 10_000, 100_000, 1_000_000, 1_500_000]):
            with limited(service.process.pid, size):
                outcomes.add(upload(service, f"large_{number}", 1500))
                outcomes.add(upload(service, f"small_{number}", 30))
                ask(service, f"s-{number}")
        assert None in outcomes
        recovered(service)


async def test_what_is_stored_and_cannot_be_indexed_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StoreUnavailable("the disk is full")

    async with await App.open(load_settings(data=tmp_path / "data"), load_profile("equipment")) as app:
        first, second = [await app.uploads.read(f"{name}.md", text_of(name, 3), app.principal) for name in ("first", "second")]
        with monkeypatch.context() as patch:
            patch.setattr(Indexer, "_follow", fail)
            patch.setattr(Indexer, "_build_anew", fail)
            stored = await app.uploads.add(first, app.principal)
            assert await app.documents.get("first", app.principal) == stored
            assert not await app.backend.in_step()
        await app.uploads.add(second, app.principal)
        assert await app.backend.in_step()
        with monkeypatch.context() as patch:
            patch.setattr(Indexer, "_follow", fail)
            patch.setattr(Indexer, "_build_anew", fail)
            await app.uploads.delete("first", app.principal)
        assert [d.doc_id for d in await app.documents.documents(app.principal, 9)] == ["second"]


async def test_what_could_not_be_stored_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)
    backend = EmbeddedBackend.open(tmp_path)
    await backend.documents.put([prepared(ENGLISH)])
    (kept,) = (tmp_path / "originals").iterdir()
    await backend._database.write(lambda c: c.execute("PRAGMA max_page_count = 1"))  # the present size
    many = [prepared(ENGLISH, doc_id=f"d{n}", revision="x" * n) for n in range(1, 200)]
    with pytest.raises(StoreUnavailable, match="the disk is full"):
        await backend.documents.put(many)
    assert list((tmp_path / "originals").iterdir()) == [kept]
    assert await backend.documents.original("gcb_8841", MINA) == prepared(ENGLISH).original
    backend.close()


async def test_a_file_that_cannot_be_written_whole_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blobs, "SMALL_ORIGINAL", 0)
    backend = EmbeddedBackend.open(tmp_path)
    large = prepared(ENGLISH, revision="A new clamp. " * 20_000)
    with limited(os.getpid(), 100_000), pytest.raises(StoreUnavailable, match="the disk is full"):
        await backend.documents.put([large])
    assert list((tmp_path / "originals").iterdir()) == []
    await backend.documents.put([large])
    assert await backend.documents.original("gcb_8841", MINA) == large.original
    backend.close()
