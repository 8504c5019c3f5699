import asyncio
import io
import multiprocessing
import os
import signal
import zipfile
from collections.abc import Iterator

import pytest

from ibidem.corpus.preparing import SourceFile
from ibidem.corpus.processes import Limits
from ibidem.corpus.workers import Workers
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint
from ibidem.profile import load_profile

PROFILE = load_profile("support")
SMALL = SourceFile("small.txt", "작은 문서입니다.".encode())
LARGE = SourceFile("large.txt", "펌프를 분리하기 전에 남은 압력을 천천히 뺀다. ".encode() * 150_000)


def readers() -> list[int]:
    return [process.pid for process in multiprocessing.active_children() if process.pid is not None]


async def until_read() -> None:
    """Long enough for a reader to have begun with a large file, which it needs many seconds for."""
    while not readers():
        await asyncio.sleep(0.05)
    await asyncio.sleep(0.5)


@pytest.fixture
def one_worker() -> Iterator[Workers]:
    workers = Workers(PROFILE, 1)
    yield workers
    workers.close()
    assert not readers()


async def test_whoever_asks_goes_before_readers(one_worker: Workers) -> None:
    await one_worker.prepare([SMALL], "default")
    (reader,) = readers()
    here = os.getpriority(os.PRIO_PROCESS, 0)
    assert os.getpriority(os.PRIO_PROCESS, reader) == min(here + 10, 19)


async def test_documents_and_complaints_come_back_in_order(one_worker: Workers) -> None:
    broken = SourceFile("broken.pdf", b"%PDF-1.7 nothing")
    results = await one_worker.prepare([SMALL, broken, SourceFile("b.md", "# 日本語の文書".encode())], "default")
    assert [type(result) for result in results] == [PreparedDocument, Complaint, PreparedDocument]
    assert results[1] == Complaint("broken.pdf", "a damaged PDF", "open it in a PDF viewer and save it again")
    assert isinstance(results[0], PreparedDocument) and results[0].original == SMALL.original


async def test_a_file_that_takes_too_long_is_its_own_complaint() -> None:
    async with Workers(PROFILE, 1, Limits(seconds=1.0)) as workers:
        await workers.prepare([SMALL], "default")
        results = await workers.prepare([SMALL, LARGE], "default")
    assert isinstance(results[0], PreparedDocument)
    assert isinstance(results[1], Complaint) and results[1].problem == "reading it took longer than 1 s"


async def test_a_crash_is_the_complaint_of_one_file_and_the_next_is_read(one_worker: Workers) -> None:
    await one_worker.prepare([SMALL], "default")
    reading = asyncio.create_task(one_worker.prepare([LARGE], "default"))
    await until_read()
    for pid in readers():
        os.kill(pid, signal.SIGKILL)
    (crashed,) = await reading
    assert isinstance(crashed, Complaint) and crashed.problem == "the reader crashed on it"
    (after,) = await one_worker.prepare([SMALL], "default")
    assert isinstance(after, PreparedDocument)


async def test_memory_is_limited() -> None:
    package = io.BytesIO()
    with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        file.writestr("word/document.xml", b"<x>" + b" " * 200_000_000)
    async with Workers(PROFILE, 1, Limits(memory=500_000_000)) as workers:
        result, after = await workers.prepare([SourceFile("large.docx", package.getvalue()), SMALL], "default")
    assert isinstance(result, Complaint) and result.problem == "reading it needs more memory than is allowed"
    assert isinstance(after, PreparedDocument)


async def test_cancelling_ends_the_reader_and_closing_leaves_none() -> None:
    workers = Workers(PROFILE, 2)
    reading = [asyncio.create_task(workers.prepare([LARGE], "default")) for _ in range(2)]
    await until_read()
    for task in reading:
        task.cancel()
    assert all(isinstance(end, asyncio.CancelledError) for end in await asyncio.gather(*reading, return_exceptions=True))
    workers.close()
    assert not readers()


def test_workers_that_never_read_are_closed_as_well() -> None:
    Workers(PROFILE).close()
    assert not readers()
