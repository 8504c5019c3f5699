import os
from pathlib import Path

import pytest

from ibidem.corpus.folders import list_folder, load, plain_name
from ibidem.corpus.reading.formats import MOST_BYTES
from ibidem.domain.errors import UnreadableDocument


def write(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(name)


def test_files_come_in_order_without_what_is_hidden_and_with_their_sidecars(tmp_path: Path) -> None:
    write(
        tmp_path,
        "b.md",
        "b.md.meta.yaml",
        "a/z.txt",
        "a/y.pdf",
        "a/y.pdf.meta.json",
        ".git/x.md",
        ".hidden.md",
        "lost.md.meta.yaml",
    )
    found = list_folder(tmp_path).documents
    assert [file.name for file in found] == ["a/y.pdf", "a/z.txt", "b.md"]
    assert [file.sidecar and file.sidecar.name for file in found] == ["y.pdf.meta.json", None, "b.md.meta.yaml"]
    assert load(found[2], tmp_path).sidecar == b"b.md.meta.yaml"


def test_links_out_of_the_folder_are_not_followed_and_links_inside_are(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write(tmp_path, "outside.txt", "far/away.txt", "folder/inside.txt")
    (folder / "leak.txt").symlink_to(tmp_path / "outside.txt")
    (folder / "leaks").symlink_to(tmp_path / "far")
    (folder / "alias.txt").symlink_to(folder / "inside.txt")
    (folder / "round.txt").symlink_to(folder / "round.txt")
    (folder / "gone.txt").symlink_to(folder / "nowhere.txt")
    found = {file.name: file for file in list_folder(folder).documents}
    assert sorted(found) == ["alias.txt", "gone.txt", "inside.txt", "leak.txt", "round.txt"]
    assert load(found["alias.txt"], folder).original == b"folder/inside.txt"
    for name, problem in (
        ("leak.txt", "leads out of the folder"),
        ("round.txt", "cannot be opened"),
        ("gone.txt", "cannot be opened"),
    ):
        with pytest.raises(UnreadableDocument, match=problem):
            load(found[name], folder)


def test_a_sidecar_that_leads_out_of_the_folder_is_not_read(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    write(tmp_path, "secret.yaml", "folder/a.txt")
    (folder / "a.txt.meta.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(UnreadableDocument, match="leads out of the folder"):
        load(list_folder(folder).documents[0], folder)


def test_what_is_no_file_or_too_large_is_not_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with (tmp_path / "large.txt").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    large, pipe = list_folder(tmp_path).documents
    with pytest.raises(UnreadableDocument, match="larger than 64 MB"):
        load(large, tmp_path)
    with pytest.raises(UnreadableDocument, match="not a regular file"):
        load(pipe, tmp_path)


def test_names_in_no_known_encoding_can_be_shown(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"\xc6\xdf\xc7\xc1\n.txt")).write_text("x")
    (file,) = list_folder(tmp_path).documents
    file.name.encode()
    assert "\n" not in file.name
    assert load(file, tmp_path).original == b"x"


@pytest.mark.parametrize(
    ("filename", "name"),
    [
        ("a.md", "a.md"),
        ("../../etc/passwd", "passwd"),
        ("C:\\docs\\점검.pdf", "점검.pdf"),
        ("a\x00b\n.md", "ab .md"),
        ("/", ""),
        ("..", ""),
        ("  ", ""),
        ("x" * 300 + ".md", "x" * 252 + ".md"),
    ],
)
def test_a_clients_name_is_never_a_path(filename: str, name: str) -> None:
    assert plain_name(filename) == name


def test_the_sidecars_of_the_folders_above_come_with_a_file(tmp_path: Path) -> None:
    write(
        tmp_path, "folder.meta.yaml", "a.md", "tsukuroa/folder.meta.json", "tsukuroa/rules/b.md", "tsukuroa/rules/b.md.meta.yaml"
    )
    listing = list_folder(tmp_path)
    assert not listing.others
    a, b = (load(file, tmp_path) for file in listing.documents)
    assert (a.above, a.sidecar) == ((b"folder.meta.yaml",), b"")
    assert (b.above, b.sidecar) == ((b"folder.meta.yaml", b"tsukuroa/folder.meta.json"), b"tsukuroa/rules/b.md.meta.yaml")
    assert a.version != b.version


def test_a_folders_sidecar_that_leads_out_of_the_folder_is_not_read(tmp_path: Path) -> None:
    write(tmp_path, "secret.yaml", "folder/a.txt")
    (tmp_path / "folder" / "folder.meta.yaml").symlink_to(tmp_path / "secret.yaml")
    with pytest.raises(UnreadableDocument, match=r"folder.meta.yaml: a link that leads out"):
        load(list_folder(tmp_path / "folder").documents[0], tmp_path / "folder")
