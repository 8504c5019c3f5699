"""One upload, whatever it holds, costs what it may cost, and nobody else anything."""

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest

from ibidem import app
from ibidem.corpus import workers
from ibidem.corpus.preparing import SourceFile
from ibidem.corpus.processes import Limits
from ibidem.corpus.workers import DEFAULT_LIMITS, UPLOAD_LIMITS, UPLOADS_AT_ONCE, Workers
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint
from ibidem.profile import load_profile
from ibidem.settings import load_settings
from ibidem.web.server import create_api
from journeys.doors import Cli, Service, served
from web.scripted import serving_api

SMALL = "작은 문서입니다.".encode()
SLOW = "펌프를 분리하기 전에 남은 압력을 천천히 뺀다. ".encode() * 400_000


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with served(Cli(tmp_path)) as service:
        yield service


def upload(service: Service, name: str, content: bytes) -> httpx2.Response:
    return service.client.post("/v1/documents", files={"file": (name, content)})


def children(pid: int) -> list[int]:
    """The reading processes of a service, and the one that keeps account of what they share."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def readers(service: Service) -> list[int]:
    processes = children(service.process.pid)
    return [pid for pid in processes if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]


def busiest(service: Service) -> int:
    """The reader that has used most CPU time, once one has used three seconds: more than it takes to begin."""
    while True:
        used = {pid: int(Path(f"/proc/{pid}/stat").read_text().split()[13]) for pid in readers(service)}
        if (ticks := max(used.values(), default=0)) > 3 * os.sysconf("SC_CLK_TCK"):
            return next(pid for pid, most in used.items() if most == ticks)
        time.sleep(0.1)


def test_a_small_upload_does_not_wait_behind_a_slow_one(service: Service) -> None:
    with ThreadPoolExecutor(1) as pool:
        slow = pool.submit(upload, service, "slow.txt", SLOW)
        while not readers(service):
            time.sleep(0.1)
        assert upload(service, "small.txt", SMALL).status_code == 201
        assert not slow.done()
        os.kill(busiest(service), signal.SIGKILL)
        assert slow.result().status_code == 422
        assert "the reader crashed on it; save it anew" in slow.result().json()["error"]["message"]


def test_a_reader_that_was_killed_is_replaced(service: Service) -> None:
    assert upload(service, "first.txt", SMALL).status_code == 201
    for pid in readers(service):
        os.kill(pid, signal.SIGKILL)
    assert upload(service, "second.txt", SMALL + b"2").status_code == 201
    for pid in readers(service):  # not yet noticed
        os.kill(pid, signal.SIGKILL)
    assert [upload(service, f"{n}.txt", SMALL + bytes([48 + n])).status_code for n in range(3)] == [201] * 3


def test_an_upload_may_take_less_than_indexing() -> None:
    assert UPLOADS_AT_ONCE >= 2
    assert UPLOAD_LIMITS.seconds < DEFAULT_LIMITS.seconds
    assert UPLOAD_LIMITS.wait is not None and DEFAULT_LIMITS.wait is None


@pytest.mark.slow
async def test_a_waiting_upload_is_refused_in_time_and_dropped_when_its_client_leaves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "UPLOAD_LIMITS", Limits(seconds=60.0, wait=1.0))
    settings = load_settings(data=tmp_path)
    api = create_api(settings, lambda: app.App.open(settings, load_profile("support")))
    async with serving_api(api) as (_, client):

        def sent(name: str, content: bytes) -> asyncio.Task[httpx2.Response]:
            return asyncio.create_task(client.post("/v1/documents", files={"file": (name, content)}))

        async def left(*sending: asyncio.Task[httpx2.Response]) -> None:
            for one in sending:
                one.cancel()
            await asyncio.wait(sending)

        await api.state.opening.finished.wait()
        slow = [sent(f"slow{number}.txt", SLOW) for number in range(UPLOADS_AT_ONCE)]
        refused = await sent("small.txt", SMALL)
        while refused.status_code == 201:  # the slow ones had not arrived yet
            refused = await sent("small.txt", SMALL)
        assert (refused.status_code, refused.json()["error"]["type"]) == (429, "too_many_requests")
        assert "busy with other files for 1 s; send this one again" in refused.json()["error"]["message"]
        assert int(refused.headers["retry-after"]) > 0
        api.state.opening.app.uploads._workers._processes.limits = Limits(
            seconds=60.0
        )  # from now on they wait as long as it takes
        gone = sent("gone.txt", SMALL)
        await asyncio.sleep(0.3)
        await left(gone)
        await left(*slow)
        assert (await sent("after.txt", SMALL)).status_code == 201, "who left keeps no reader busy"
        documents = (await client.get("/v1/documents")).json()["documents"]
        assert {document["doc_id"] for document in documents} - {"small"} == {"after"}


async def test_one_that_takes_too_long_takes_no_other_with_it() -> None:
    async with Workers(load_profile("support"), 2, Limits(seconds=1.0)) as workers:
        files = [("slow.txt", SLOW), *((f"{n}.txt", SMALL) for n in range(4)), ("slower.txt", SLOW)]
        results = await asyncio.gather(*(workers.prepare([SourceFile(*file)], "default") for file in files))
        assert [type(result) for (result,) in results] == [Complaint, *[PreparedDocument] * 4, Complaint]
        (slow,) = results[0]
        assert slow == Complaint("slow.txt", "reading it took longer than 1 s", "split it into parts, or save it anew")
        (after,) = await workers.prepare([SourceFile("after.txt", SMALL)], "default")
        assert isinstance(after, PreparedDocument)
    assert not multiprocessing.active_children()


@pytest.mark.slow
async def test_what_one_file_left_in_memory_is_not_the_next_ones_fault() -> None:
    async with Workers(load_profile("support"), 1, Limits(memory=180_000_000)) as workers:
        for number in range(2):  # so many words are kept that a second such file finds no room
            words = " ".join(f"{number}{n:x}z{n * 7919:x}" for n in range(100_000)).encode()
            (result,) = await workers.prepare([SourceFile(f"{number}.txt", words)], "default")
            assert isinstance(result, PreparedDocument), result
