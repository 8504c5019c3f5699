import asyncio
import multiprocessing
from collections.abc import Iterator
from contextlib import aclosing
from pathlib import Path

import pytest

from corpus.documents import StoresInMemory
from ibidem.corpus.indexing import index_folder, prepare_upload
from ibidem.corpus.progress import Complained, Completed, Indexed, IndexEvent, Reindexed, Started, Taken, Unchanged
from ibidem.corpus.workers import Workers
from ibidem.domain.errors import InvalidInput, UnreadableDocument
from ibidem.profile import load_profile

PROFILE = load_profile("equipment")
LARGE = "펌프를 분리하기 전에 남은 압력을 천천히 뺀다. " * 150_000


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(PROFILE, 2)
    yield pool
    pool.close()


@pytest.fixture
def stores() -> StoresInMemory:
    return StoresInMemory()


def write(folder: Path, files: dict[str, str | bytes]) -> None:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())


async def run(folder: Path, stores: StoresInMemory, workers: Workers) -> list[IndexEvent]:
    return [event async for event in index_folder(folder, PROFILE, stores, workers)]


async def test_a_folder_in_three_languages_is_indexed_once(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    files = {"MyService 29392.md": "# 챔버 누설", "en/pump.txt": "The pump leaks oil.", "ja/ポンプ.html": "<h1>ポンプの交換</h1>"}
    write(tmp_path, {**files, "en/pump.txt.meta.yaml": "title: Pump\nreaders: [service]"})
    events = await run(tmp_path, stores, workers)
    assert events[0] == Started(3, ())
    assert [(event.name, event.doc_id, event.done) for event in events[1:-1] if isinstance(event, Indexed)] == [
        ("MyService 29392.md", "myservice_29392", 1),
        ("en/pump.txt", "en/pump", 2),
        ("ja/ポンプ.html", "ja/ポンプ", 3),
    ]
    assert isinstance(events[-1], Completed) and (events[-1].indexed, events[-1].chunks, stores.index.caught_up) == (3, 3, 1)
    assert stores.documents.current["en/pump"].document.readers == ("service",)
    assert stores.documents.current["en/pump"].original == b"The pump leaks oil."

    stores.documents.puts.clear()
    again = await run(tmp_path, stores, workers)
    assert [type(event) for event in again] == [Started, Unchanged, Unchanged, Unchanged, Completed]
    assert not stores.documents.puts


async def test_what_changed_is_read_anew_its_sidecar_included(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    write(tmp_path, {"a.md": "# 하나", "b.md": "# 둘", "c.md": "# 셋", "c.md.meta.yaml": "title: 셋"})
    await run(tmp_path, stores, workers)
    write(tmp_path, {"a.md": "# 하나 더", "c.md.meta.yaml": "title: 넷"})
    events = await run(tmp_path, stores, workers)
    assert [type(event) for event in events[1:-1]] == [Unchanged, Reindexed, Reindexed]
    assert stores.documents.current["c"].document.title == "넷"


async def test_the_same_bytes_under_another_name_are_another_document(
    tmp_path: Path, stores: StoresInMemory, workers: Workers
) -> None:
    write(tmp_path, {"a.md": "# 같은 글"})
    await run(tmp_path, stores, workers)
    write(tmp_path, {"b.md": "# 같은 글"})
    await run(tmp_path, stores, workers)
    assert sorted(stores.documents.current) == ["a", "b"]


async def test_a_bad_file_is_told_and_the_rest_goes_on(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    write(
        tmp_path,
        {
            "a.md": "# good",
            "b.pdf": b"no pdf",
            "c.md": "",
            "d.doc": "unknown",
            "e.txt": b"\x00\x01binary\x02",
            "f.md": "---\nlanguage: klingon\n---\nx",
            "g.docx": b"PK\x03\x04",
            "h.md": "# good too",
        },
    )
    events = await run(tmp_path, stores, workers)
    told = {event.complaint.name: event.complaint for event in events if isinstance(event, Complained)}
    assert sorted(told) == ["b.pdf", "c.md", "d.doc", "e.txt", "f.md", "g.docx"]
    assert all(complaint.problem and complaint.remedy for complaint in told.values())
    assert sorted(stores.documents.current) == ["a", "h"]
    assert [event.done for event in events if isinstance(event, Indexed | Complained)] == list(range(1, 9))


async def test_of_two_files_with_one_id_both_are_kept_and_named(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    write(tmp_path, {"SOP 1203.md": "# first", "x/sop_1203.txt": "second"})
    events = await run(tmp_path, stores, workers)
    assert [e for e in events if isinstance(e, Taken)] == [Taken("x/sop_1203.txt", "sop_1203", "SOP 1203.md", "x/sop_1203")]
    assert stores.documents.current["sop_1203"].text == "# first"
    second = stores.documents.current["x/sop_1203"]
    assert {(c.chunk.doc_id, c.chunk.chunk_id.partition("@")[0]) for c in second.chunks} == {("x/sop_1203", "x/sop_1203")}
    assert [type(event) for event in (await run(tmp_path, stores, workers))[1:-1]] == [Unchanged, Unchanged]


async def test_many_files_are_stored_in_few_transactions_and_all_are_told(
    tmp_path: Path, stores: StoresInMemory, workers: Workers
) -> None:
    write(tmp_path, {f"{number:03}.txt": f"Report number {number} about the pump." for number in range(300)})
    events = await run(tmp_path, stores, workers)
    assert [event.name for event in events if isinstance(event, Indexed)] == [f"{number:03}.txt" for number in range(300)]
    assert len(stores.documents.puts) < 30


@pytest.mark.parametrize("how", ["cancelled", "closed"])
async def test_ending_early_keeps_what_was_told_and_leaves_no_reader(tmp_path: Path, stores: StoresInMemory, how: str) -> None:
    write(tmp_path, {"a.md": "# 하나", **{f"z{number}.txt": LARGE + str(number) for number in range(4)}})
    seen: list[IndexEvent] = []
    others = set(multiprocessing.active_children())

    async def read_on() -> None:
        own = Workers(PROFILE, 2)
        async with own, aclosing(index_folder(tmp_path, PROFILE, stores, own)) as events:
            async for event in events:
                seen.append(event)
                if how == "closed":
                    break

    reading = asyncio.create_task(read_on())
    while not seen:
        await asyncio.sleep(0.05)
    if how == "cancelled":
        await asyncio.sleep(0.5)
        reading.cancel()
        with pytest.raises(asyncio.CancelledError):
            await reading
    await asyncio.gather(reading, return_exceptions=True)
    assert set(multiprocessing.active_children()) <= others
    assert {event.doc_id for event in seen if isinstance(event, Indexed)} <= set(stores.documents.current)
    assert not any(isinstance(event, Completed) for event in seen)


async def test_a_folder_that_is_none_is_refused(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    with pytest.raises(InvalidInput, match="is not a folder"):
        await run(tmp_path / "missing", stores, workers)
    assert [type(event) for event in await run(tmp_path, stores, workers)] == [Started, Completed]


@pytest.mark.parametrize(("text", "language"), [("밸브를 잠근다.", "ko"), ("Close the valve.", "en"), ("バルブを閉める。", "ja")])
async def test_an_upload_becomes_a_document(text: str, language: str, workers: Workers) -> None:
    prepared = await prepare_upload("..\\..\\MyService 29392.txt", text.encode(), workers, "default")
    document = prepared.document
    assert (document.doc_id, document.source, document.language) == ("myservice_29392", "MyService 29392.txt", language)
    assert prepared.original == text.encode()


@pytest.mark.parametrize(
    ("filename", "original", "error", "message"),
    [
        ("", b"x", InvalidInput, "file: has no name"),
        ("../..", b"x", InvalidInput, "file: has no name"),
        ("a.exe", b"MZ", UnreadableDocument, r"files ending in \.exe are not read"),
        ("a.md", b"", UnreadableDocument, "empty"),
        ("a.pdf", b"%PDF-1.7", UnreadableDocument, "damaged PDF"),
        ("a.txt", bytes(65 * 1024 * 1024), UnreadableDocument, "larger than 64 MB"),
    ],
)
async def test_a_bad_upload_is_refused_with_its_reason(
    filename: str, original: bytes, error: type[Exception], message: str, workers: Workers
) -> None:
    with pytest.raises(error, match=message):
        await prepare_upload(filename, original, workers, "default")
