"""A folder that is indexed again and again: what changed, went, moved or came is noticed, and nothing is mixed up."""

import os
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from corpus.documents import StoresInMemory
from ibidem.corpus.indexing import index_folder
from ibidem.corpus.progress import (
    Adopted,
    Gone,
    Indexed,
    IndexEvent,
    PartOf,
    Pruned,
    PruneRefused,
    Pruning,
    Reindexed,
    Renamed,
    Taken,
    Unchanged,
)
from ibidem.corpus.rehearsing import Rehearsal
from ibidem.corpus.workers import Workers
from ibidem.domain.folders import IndexedFile
from ibidem.profile import load_profile

PROFILE = load_profile("equipment")
HANDBOOK = {
    "index.md": "# Handbook\n\nStart here.",
    "benefits/index.md": "# Benefits\n\nWhat you get.",
    "benefits/time-off/index.md": "# Time off\n\nTwenty-five days.",
    "복지/연차.md": "# 연차 휴가\n\n연차는 15일입니다.",
    "手当/通勤.md": "# 通勤手当\n\n上限は月五万円です。",
}


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    pool = Workers(PROFILE, 1)
    yield pool
    pool.close()


@pytest.fixture
def stores() -> StoresInMemory:
    return StoresInMemory()


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


async def run(
    folder: Path, stores: StoresInMemory, workers: Workers, pruning: Pruning = Pruning.NOTHING, profile: str = "equipment"
) -> list[IndexEvent]:
    """What was reported, without the beginning and the end."""
    return [event async for event in index_folder(folder, load_profile(profile), stores, workers, pruning)][1:-1]


async def test_every_page_of_every_folder_is_stored(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    assert {one.document.source: doc_id for doc_id, one in stores.documents.current.items()} == {
        "index.md": "index",
        "benefits/index.md": "benefits",
        "benefits/time-off/index.md": "benefits/time-off",
        "복지/연차.md": "복지/연차",
        "手当/通勤.md": "手当/通勤",
    }


async def test_an_id_stays_when_files_are_added(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    write(tmp_path, {"time-off.txt": "Twenty-five days.", "sops/SOP 1203.md": "# A"})
    await run(tmp_path, stores, workers)
    write(tmp_path, {"time-off.md": "# Twenty days", "time-off/index.md": "# Thirty days", "SOP 1203.md": "# B"})
    events = await run(tmp_path, stores, workers)
    assert [(e.name, e.holder, e.doc_id) for e in events if isinstance(e, Taken)] == [
        ("SOP 1203.md", "sops/SOP 1203.md", "sop_1203.md"),
        ("time-off/index.md", "time-off.txt", "time-off/index.md"),
        ("time-off.md", "time-off.txt", "time-off.md"),
    ]
    assert stores.documents.current["time-off"].text == "Twenty-five days."
    assert stores.documents.current["sop_1203"].document.source == "sops/SOP 1203.md"
    write(tmp_path, {"time-off.md": "# Twenty-one days"})
    (tmp_path / "time-off.txt").unlink()
    events = await run(tmp_path, stores, workers, Pruning.GONE)
    assert [(type(e), e.doc_id) for e in events if not isinstance(e, Unchanged | Pruned)] == [
        (Reindexed, "time-off.md"),
        (Gone, "time-off"),
    ]


async def test_what_has_gone_is_named_until_it_is_taken_out(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    (tmp_path / "복지/연차.md").unlink()
    for _ in range(2):
        events = await run(tmp_path, stores, workers)
        assert [e for e in events if not isinstance(e, Unchanged)] == [Gone("복지/연차.md", "복지/연차")]
        assert "복지/연차" in stores.documents.current
    events = await run(tmp_path, stores, workers, Pruning.GONE)
    assert events[-2:] == [Gone("복지/연차.md", "복지/연차"), Pruned(1)]
    assert "복지/연차" not in stores.documents.current
    assert all(isinstance(e, Unchanged) for e in await run(tmp_path, stores, workers, Pruning.GONE))


async def test_what_was_renamed_is_named_and_its_old_id_taken_out(
    tmp_path: Path, stores: StoresInMemory, workers: Workers
) -> None:
    await run(write(tmp_path, {**HANDBOOK, "SOP 1203.md": "# 펌프"}), stores, workers)
    shutil.move(tmp_path / "手当", tmp_path / "給与")
    shutil.move(tmp_path / "SOP 1203.md", tmp_path / "복지/SOP 1203.md")
    events = await run(tmp_path, stores, workers)
    assert [e for e in events if isinstance(e, Renamed | Gone)] == [
        Renamed("복지/SOP 1203.md", "sop_1203", "SOP 1203.md", "sop_1203"),
        Renamed("給与/通勤.md", "給与/通勤", "手当/通勤.md", "手当/通勤"),
    ]
    assert stores.documents.current["sop_1203"].document.source == "복지/SOP 1203.md"
    await run(tmp_path, stores, workers, Pruning.GONE)
    assert "手当/通勤" not in stores.documents.current
    assert {"給与/通勤", "sop_1203"} <= set(stores.documents.current)


@pytest.mark.parametrize("left", [(), ("index.md",)])
async def test_a_folder_that_lost_most_is_left_alone(
    left: tuple[str, ...], tmp_path: Path, stores: StoresInMemory, workers: Workers
) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    for name in set(HANDBOOK) - set(left):
        (tmp_path / name).unlink()
    events = await run(tmp_path, stores, workers, Pruning.GONE)
    assert events[-1] == PruneRefused(5 - len(left), 5) and len(stores.documents.current) == 5
    events = await run(tmp_path, stores, workers, Pruning.EVERYTHING)
    assert events[-1] == Pruned(5 - len(left)) and len(stores.documents.current) == len(left)


async def test_a_file_under_a_new_id_leaves_no_old_one(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path, {"a.md": "# A"}), stores, workers)
    write(tmp_path, {"a.md": "---\ndoc_id: pump\n---\n# A"})
    await run(tmp_path, stores, workers)
    assert list(stores.documents.current) == ["pump"]


async def test_another_profile_reads_anew(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path, {"a.md": "# A"}), stores, workers)
    assert [type(e) for e in await run(tmp_path, stores, workers, profile="policy")] == [Reindexed]
    assert [type(e) for e in await run(tmp_path, stores, workers, profile="policy")] == [Unchanged]


async def test_documents_of_before_folders_were_recorded_are_taken_over(
    tmp_path: Path, stores: StoresInMemory, workers: Workers
) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    current, recorded = stores.documents.current, stores.folders.recorded
    file = recorded.pop((str(tmp_path), "benefits/time-off/index.md"))
    one = current.pop("benefits/time-off")
    current["time-off"] = replace(one, document=replace(one.document, doc_id="time-off"))
    recorded["", file.path] = IndexedFile("", file.path, "time-off", file.version, "")
    events = await run(tmp_path, stores, workers)
    assert [(type(e), e.doc_id) for e in events if not isinstance(e, Unchanged)] == [(Reindexed, "benefits/time-off")]
    assert "time-off" not in current and not [key for key in recorded if not key[0]]


async def test_two_folders_are_kept_apart(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    seoul = write(tmp_path / "seoul", {"leave.md": "# Leave\n\n15 days.", "same.md": "# Same", "more.md": "# More"})
    tokyo = write(tmp_path / "tokyo", {"leave.md": "# Leave\n\n10 days.", "same.md": "# Same"})
    await run(seoul, stores, workers)
    events = await run(tokyo, stores, workers)
    assert [e for e in events if isinstance(e, Taken)] == [Taken("leave.md", "leave", f"{seoul}/leave.md", "leave.md")]
    assert stores.documents.current["leave"].text.endswith("15 days.")
    for folder in (seoul, tokyo):
        assert all(isinstance(e, Unchanged) for e in await run(folder, stores, workers))
    (tokyo / "same.md").unlink()
    await run(tokyo, stores, workers, Pruning.GONE)
    assert sorted(stores.documents.current) == ["leave", "leave.md", "more", "same"], "the other folder has the same file"


async def test_a_part_of_an_indexed_folder_is_stored_once(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    docs = write(tmp_path / "docs", HANDBOOK)
    await run(docs, stores, workers)
    before = set(stores.documents.current)
    assert await run(docs / "benefits", stores, workers) == [
        PartOf(f"{docs}/benefits", f"{docs}"),
        Unchanged("benefits/index.md", "benefits", 1, 2),
        Unchanged("benefits/time-off/index.md", "benefits/time-off", 2, 2),
    ]
    (docs / "benefits/time-off/index.md").unlink()
    (docs / "index.md").unlink()
    write(docs, {"benefits/parking.md": "# Parking"})
    events = await run(docs / "benefits", stores, workers, Pruning.GONE)
    assert [e.doc_id for e in events if isinstance(e, Indexed | Gone)] == ["benefits/parking", "benefits/time-off"]
    assert set(stores.documents.current) == before - {"benefits/time-off"} | {"benefits/parking"}, "no more than this part"


async def test_a_folder_takes_over_its_parts(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    docs = write(tmp_path / "docs", HANDBOOK)
    await run(docs / "benefits", stores, workers)
    await run(docs / "복지", stores, workers)
    assert set(stores.documents.current) == {"index", "time-off", "연차"}
    rehearsed = Rehearsal(await stores.documents.current_versions("default"), await stores.folders.files("default"))
    shown = [event async for event in index_folder(docs, PROFILE, rehearsed, workers)]
    events = await run(docs, stores, workers)
    assert [e for e in events if isinstance(e, Adopted)] == [Adopted(f"{docs}/benefits", 2), Adopted(f"{docs}/복지", 1)]
    assert [type(e) for e in shown[1:-1]] == [type(e) for e in events], "a rehearsal shows the same"
    assert set(stores.documents.current) == {"index", "benefits", "benefits/time-off", "복지/연차", "手当/通勤"}
    assert {folder for folder, _ in stores.folders.recorded} == {f"{docs}"}
    assert all(isinstance(e, Unchanged) for e in await run(docs, stores, workers))


async def test_what_was_stored_twice_is_stored_once(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    docs = write(tmp_path / "docs", HANDBOOK)
    apart = StoresInMemory()
    await run(docs / "benefits", apart, workers)
    await run(docs, stores, workers)
    stores.documents.current["time-off"] = apart.documents.current["time-off"]
    stores.folders.recorded |= {key: file for key, file in apart.folders.recorded.items() if file.doc_id == "time-off"}
    await run(docs, stores, workers)
    assert "time-off" not in stores.documents.current and len(stores.documents.current) == 5


async def test_a_hidden_folder_that_was_named_stays_apart(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    docs = write(tmp_path / "docs", {**HANDBOOK, ".github/contributing.md": "# Contributing"})
    for folder in (docs / ".github", docs):
        await run(folder, stores, workers)
    assert all(isinstance(e, Unchanged) for e in await run(docs, stores, workers))
    assert all(isinstance(e, Unchanged) for e in await run(docs / ".github", stores, workers))
    assert len(stores.documents.current) == 6


async def test_a_folder_that_was_moved_keeps_its_ids(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path / "here", HANDBOOK), stores, workers)
    before = set(stores.documents.current)
    shutil.move(tmp_path / "here", tmp_path / "there")
    write(tmp_path / "there", {"index.md": "# Handbook\n\nRevised."})
    assert not [e for e in await run(tmp_path / "there", stores, workers) if isinstance(e, Taken)]
    assert set(stores.documents.current) == before


async def test_a_folder_that_cannot_be_opened_takes_nothing_along(
    tmp_path: Path, stores: StoresInMemory, workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    entries = os.scandir

    def closed(path: str) -> object:
        if str(path).endswith("benefits"):
            raise PermissionError(13, "Permission denied", str(path))
        return entries(path)

    monkeypatch.setattr("os.scandir", closed)
    events = await run(tmp_path, stores, workers, Pruning.EVERYTHING)
    assert not [e for e in events if isinstance(e, Gone | Pruned)] and len(stores.documents.current) == 5
    assert [str(e) for e in events if "cannot be opened" in str(e)]


async def test_a_rehearsal_reports_and_changes_nothing(tmp_path: Path, stores: StoresInMemory, workers: Workers) -> None:
    await run(write(tmp_path, HANDBOOK), stores, workers)
    (tmp_path / "index.md").unlink()
    write(tmp_path, {"benefits/index.md": "# Benefits\n\nMore of it.", "new.md": "# New"})
    stored, recorded = dict(stores.documents.current), dict(stores.folders.recorded)
    rehearsal = Rehearsal(await stores.documents.current_versions("default"), await stores.folders.files("default"))
    events = [event async for event in index_folder(tmp_path, PROFILE, rehearsal, workers, Pruning.GONE)]
    assert [type(e) for e in events[1:-1] if not isinstance(e, Unchanged)] == [Reindexed, Indexed, Gone, Pruned]
    assert (stores.documents.current, stores.folders.recorded) == (stored, recorded)
