"""What stands beside a document, or at its top, harms nothing but that document."""

import asyncio
import os
from pathlib import Path

import pytest

from corpus.documents import StoresInMemory
from ibidem.corpus import metadata
from ibidem.corpus.folders import list_folder, load
from ibidem.corpus.indexing import index_folder
from ibidem.corpus.metadata import given_metadata
from ibidem.corpus.progress import Complained, Indexed, IndexEvent, Unchanged
from ibidem.corpus.workers import Workers
from ibidem.domain.errors import UnreadableDocument
from ibidem.profile import load_profile
from journeys.doors import Cli

PROFILE = load_profile("equipment")


def laughs(line: str) -> str:
    """Lines of nine references each to the line before."""
    return "a0: &a0 {x: y}\n" + "".join(f"a{i}: &a{i} {line}\n".replace("*", f"*a{i - 1}") for i in range(1, 14))


def test_a_bad_sidecar_fails_its_own_document_only(tmp_path: Path) -> None:
    cli, folder = Cli(tmp_path), tmp_path / "docs"
    folder.mkdir()
    for name in ("brackets", "good", "huge", "linked", "pipe", "unmarked"):
        (folder / f"{name}.md").write_text(f"# The {name} pump\n\nIt leaks oil.\n")
    (folder / "brackets.md.meta.yaml").write_text("x: " + "[" * 30_000)
    (folder / "good.md.meta.yaml").write_text("title: The good pump\n")
    with (folder / "huge.md.meta.yaml").open("wb") as file:
        file.truncate(3 * 1024**3)
    (folder / "linked.md.meta.yaml").symlink_to("/dev/zero")
    os.mkfifo(folder / "pipe.md.meta.yaml")
    done = cli.run("index", str(folder))
    assert done.returncode == 1
    said = done.stdout + done.stderr
    assert "brackets.md: its sidecar is nested more than 20 levels deep; flatten it" in said
    assert "huge.md: its sidecar huge.md.meta.yaml: larger than 64 KB" in said
    assert "linked.md: its sidecar linked.md.meta.yaml: a link that leads out of the folder" in said
    assert "pipe.md: its sidecar pipe.md.meta.yaml: not a regular file" in said
    stored = {document["doc_id"]: document["title"] for document in cli.json("documents", "list")["documents"]}
    assert stored == {"good": "The good pump", "unmarked": "The unmarked pump"}


@pytest.mark.parametrize(
    ("yaml", "problem"),
    [
        (laughs("[*, *, *, *, *, *, *, *, *]"), ""),
        (laughs("{<<: [*, *, *, *, *, *, *, *, *]}"), ""),
        (laughs("{<<: *, ? !!merge <<\n  : *}"), ""),
        (laughs("[*, *, *, *, *, *, *, *, *]") + "title: *a13\n", "metadata field title"),
        ("readers: &a [*a]", r"metadata field readers\.0"),
        ("x: " + "{" * 30_000, "nested more than 20 levels deep"),
        ("- " * 30_000, "nested more than 20 levels deep"),
        ("x: !!timestamp nonsense", "not valid YAML"),
        ("? 0x" + "f" * 60_000 + "\n: x", "not valid YAML"),
        ("readers: [" + "[a], " * 12_000 + "]", r"metadata field readers\.0"),
    ],
)
def test_references_and_nesting_in_yaml_are_bounded(yaml: str, problem: str) -> None:
    for given in (("", yaml.encode()), (yaml, b"")):
        if problem:
            with pytest.raises(UnreadableDocument, match=rf"^a\.md: .*{problem}.*; "):
                given_metadata("a.md", *given)
        else:
            assert given_metadata("a.md", *given).title is None


def test_a_sidecar_of_64_kb_is_read_and_a_larger_one_refused(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("A pump.")
    sidecar = tmp_path / "a.md.meta.yaml"
    sidecar.write_bytes(b"title: A\n#" + b" " * (metadata.MOST_METADATA_BYTES - 10))
    source = load(list_folder(tmp_path).documents[0], tmp_path)
    assert given_metadata(source.name, "", source.sidecar).title == "A"
    sidecar.write_bytes(sidecar.read_bytes() + b" ")
    with pytest.raises(UnreadableDocument, match="larger than 64 KB"):
        load(list_folder(tmp_path).documents[0], tmp_path)


async def test_nothing_of_a_file_is_parsed_outside_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "by_name.md").write_text("---\ntitle: A pump\n---\nIt leaks.")
    (tmp_path / "renamed.md").write_text("---\ndoc_id: pump_7\n---\nIt leaks.")
    (tmp_path / "sidecar.txt").write_text("It leaks.")
    (tmp_path / "sidecar.txt.meta.yaml").write_text("doc_id: pump_8")
    stores = StoresInMemory()

    def parsed_here(*_: object, **__: object) -> None:
        raise AssertionError("parsed in the process that serves")

    monkeypatch.setattr(metadata.yaml, "load", parsed_here)
    monkeypatch.setattr(metadata.yaml, "parse", parsed_here)

    async def run(workers: Workers) -> list[IndexEvent]:
        return [event async for event in index_folder(tmp_path, PROFILE, stores, workers)]

    async with Workers(PROFILE, 1) as workers:
        first, again = await run(workers), await run(workers)
        (tmp_path / "sidecar.txt.meta.yaml").write_text("doc_id: [")
        changed = await run(workers)
    ids = ["by_name", "pump_7", "pump_8"]
    assert [event.doc_id for event in first if isinstance(event, Indexed)] == ids
    assert [event.doc_id for event in again if isinstance(event, Unchanged)] == ids
    assert [event.complaint.name for event in changed if isinstance(event, Complained)] == ["sidecar.txt"]


async def test_a_pipe_put_in_the_place_of_a_document_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.md").write_text("A pump.")
    (found,) = list_folder(tmp_path).documents
    opened = os.open

    def swapped(path: Path, flags: int) -> int:
        Path(path).unlink()
        os.mkfifo(path)
        return opened(path, flags)

    monkeypatch.setattr(os, "open", swapped)
    with pytest.raises(UnreadableDocument, match="not a regular file"):
        await asyncio.wait_for(asyncio.to_thread(load, found, tmp_path), 10)
