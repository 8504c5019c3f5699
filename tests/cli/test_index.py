"""`ibidem index`: what it says, what it keeps its hands off, and how it ends."""

import json
import os
import signal
import sqlite3
import threading
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from cli.conftest import Terminal
from corpus.conftest import pdf_of

PAGES = {
    "benefits/index.md": "# Benefits\n\nWhat you get.",
    "benefits/time-off/index.md": "# Time off\n\nTwenty-five days.",
    "복지/연차.md": "# 연차 휴가\n\n연차는 15일입니다.",
    "手当/通勤.md": "# 通勤手当\n\n上限は月五万円です。",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write(tmp_path / "handbook", PAGES)


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content)
    return folder


def test_a_changed_folder_is_told_in_a_few_lines(terminal: Terminal, folder: Path) -> None:
    first = terminal("index", str(folder))
    assert (first.code, first.out.partition(" chunks")[0]) == (0, "4 indexed, 0 unchanged, 0 failed, 4")
    write(folder, {"benefits/index.md": "# Benefits\n\nMore.", "new.md": "# New"})
    (folder / "手当/通勤.md").unlink()
    second = terminal("index", str(folder))
    assert second.out.startswith("2 indexed, 2 unchanged, 0 failed")
    assert second.err.splitlines() == [
        "new: new.md",
        "changed: benefits/index.md",
        "gone: 手当/通勤.md; still found, `--prune` takes it out",
    ]
    third = terminal("index", str(folder), "--prune")
    assert third.code == 0 and third.err.splitlines() == [
        "gone: 手当/通勤.md",
        "taken out: 1; versions that a turn cites stay readable",
    ]
    assert terminal("index", str(folder), "--prune").err == ""
    assert "手当" not in terminal("documents", "list").out


def test_pages_that_were_not_read_whole_are_named(terminal: Terminal, folder: Path) -> None:
    odd = pdf_of([[(72, 700, 10, "Open from May.")]]).replace(b"/UniKS-UCS2-H", b"/Identity-H   ")
    (folder / "pier.pdf").write_bytes(odd.replace(b"(Korea1)", b"(Identity)").replace(b"HYSMyeongJo-Medium", b"Odd"))
    said = "page 1: much of the text could not be read; see the original, or save it with its fonts"
    assert f"read in part: pier.pdf: {said}" in terminal("index", str(folder)).err
    assert said in terminal("documents", "show", "pier").err
    assert json.loads(terminal("documents", "show", "pier", "--json").out)["unread_pages"] == [1]


def test_what_is_no_document_is_one_line_and_no_failure(terminal: Terminal, folder: Path) -> None:
    write(folder, {"logo.png": "x", "b.png": "x", "run.sh": "x", "LICENSE.bin": "x", ".github/a.md": "# Hidden", ".b.md": "# B"})
    done = terminal("index", str(folder), "--no-pictures")
    assert (done.code, done.err.splitlines()[1:]) == (0, ["left out, no documents: 2 .png, 1 .bin, 1 .sh"])
    assert terminal("index", str(folder / ".github")).out.startswith("1 indexed"), "a hidden folder that is named is read"


def test_failures_are_told_by_reason_and_with_verbose_each(terminal: Terminal, folder: Path) -> None:
    write(folder, {"a.docx": "PK\3\4", "b.docx": "PK\3\4", "old.doc": "x"})
    done = terminal("index", str(folder))
    assert done.code == 1 and done.out.startswith("4 indexed, 0 unchanged, 3 failed")
    assert [line.partition(":")[0] for line in done.err.splitlines()[1:]] == ["2 failed", "old.doc"]
    assert done.err.splitlines()[1].endswith(": a.docx, b.docx")
    each = terminal("index", str(folder), "--verbose").err
    assert "failed: a.docx: " in each and "failed: b.docx: " in each
    for name in ("a.docx", "b.docx", "old.doc"):
        (folder / name).unlink()
    assert terminal("index", str(folder)).code == 0


def test_two_files_with_one_id_are_both_told(terminal: Terminal, folder: Path) -> None:
    write(folder, {"a.md": "---\ndoc_id: pump\n---\n# A", "b.md": "---\ndoc_id: pump\n---\n# B"})
    done = terminal("index", str(folder))
    assert done.code == 0
    assert "same id: b.md asks for pump, the id of a.md; it is kept as b" in done.err
    assert terminal("documents", "show", "b").out.strip() == "# B"
    assert terminal("documents", "show", "benefits/time-off").out.startswith("# Time off")
    assert terminal("documents", "delete", "benefits/time-off").code == 0


def test_folders_in_folders_are_named(terminal: Terminal, folder: Path) -> None:
    terminal("index", str(folder / "benefits"))
    assert (
        f"{folder}/benefits was indexed by itself: its 2 files are part of this folder now" in terminal("index", str(folder)).err
    )
    part = terminal("index", str(folder / "benefits"))
    assert part.out.startswith("0 indexed, 2 unchanged")
    assert part.err.splitlines() == [
        f"{folder}/benefits is part of {folder}, which is indexed: its documents are those of that folder"
    ]


def test_a_dry_run_makes_nothing(terminal: Terminal, folder: Path, tmp_path: Path) -> None:
    done = terminal("index", str(folder), "--dry-run")
    assert done.code == 0 and done.out == "would be 4 indexed, 0 unchanged, 0 failed, 4 chunks; nothing was stored\n"
    assert not (tmp_path / "data").exists()
    terminal("index", str(folder))
    (folder / "복지/연차.md").unlink()
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (tmp_path / "data").rglob("*") if path.is_file())
    again = terminal("index", str(folder), "--dry-run", "--prune")
    assert again.out == "would be 0 indexed, 3 unchanged, 0 failed, 0 chunks; nothing was stored\n"
    assert again.err.splitlines()[0] == "gone: 복지/연차.md"
    assert before == sorted((path.name, path.stat().st_mtime_ns) for path in (tmp_path / "data").rglob("*") if path.is_file())
    assert terminal("index", str(folder), "--dry-run", "--watch").code == 2


def test_an_emptied_folder_prunes_only_when_that_is_meant(terminal: Terminal, folder: Path) -> None:
    terminal("index", str(folder))
    for name in PAGES:
        (folder / name).unlink()
    refused = terminal("index", str(folder), "--prune")
    assert refused.code == 1 and "nothing was taken out: 4 of 4" in refused.err and "--prune-all" in refused.err
    assert terminal("index", str(folder), "--prune-all").code == 0
    assert terminal("documents", "list").out.strip() == ""


def test_a_mistyped_store_is_announced_and_a_person_is_asked(
    terminal: Terminal, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert terminal("index", str(folder)).err.splitlines() == [f"making a new store in {tmp_path / 'data'}"]
    assert terminal("index", str(folder)).err == ""
    mistyped = str(tmp_path / "dta")
    monkeypatch.setattr("ibidem.cli.new_stores.at_a_terminal", lambda: True)
    asked = terminal("index", str(folder), "--data", mistyped, typed="n\n")
    assert asked.code != 0 and "There is no store in" in asked.err and not Path(mistyped).exists()
    assert terminal("index", str(folder), "--data", mistyped, "--create").code == 0
    assert terminal("index", str(folder)).err == "", "a store that is there needs no question"
    for command in (["ask", "hello"], ["chat"], ["search", "hello"], ["documents", "list"]):
        assert terminal(*command, "--data", str(tmp_path / "none")).code == 4
        assert not (tmp_path / "none").exists()


def test_folders_are_watched_until_it_is_interrupted(terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ibidem.cli.index.WATCH_SECONDS", 0.05)

    def work() -> None:
        stored(4)
        write(folder, {"new.md": "# New"})
        stored(5)
        time.sleep(0.5)  # to report it
        os.kill(os.getpid(), signal.SIGINT)

    def stored(count: int) -> None:
        """Waits until the store holds so many documents, half a minute at most."""
        database = folder.parent / "data" / "ibidem.sqlite3"
        for _ in range(600):
            with suppress(sqlite3.Error), closing(sqlite3.connect(f"file:{database}?mode=ro", uri=True)) as connection:
                if connection.execute("SELECT count(*) FROM indexed_files").fetchone()[0] >= count:
                    return
            time.sleep(0.05)

    worker = threading.Thread(target=work)
    worker.start()
    done = terminal("index", str(folder), "--watch")
    worker.join()
    assert done.code == 0, done.err
    assert done.out.splitlines()[0].startswith("4 indexed") and "new: new.md" in done.err
    assert done.err.splitlines()[-1] == "no longer watching"
