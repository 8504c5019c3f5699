from pathlib import Path

import docx
import pytest

from corpus.reading.test_pptx import pptx_of, shape
from ibidem.corpus.reading.formats import read
from ibidem.domain.errors import UnreadableDocument

# Stands in for LibreOffice: its fifth argument is the format, its seventh the folder.
PROGRAM = """#!/bin/sh
echo "$@" > {home}/called
mkdir -p "$7" && cp {home}/made."$5" "$7/given.$5"
"""


@pytest.fixture
def office(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a program called soffice, which makes of each file the one that lies there."""
    program = tmp_path / "soffice"
    program.write_text(PROGRAM.format(home=tmp_path))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    return tmp_path


@pytest.mark.parametrize("words", ["휴가는 15일이다.", "There are 15 days of leave.", "休暇は15日です。"])
def test_older_formats_are_read_by_way_of_libreoffice(office: Path, words: str) -> None:
    document = docx.Document()
    document.add_paragraph(words)
    document.save(str(office / "made.docx"))
    (office / "made.pptx").write_bytes(pptx_of(shape(words)))
    assert read("휴가.doc", b"\xd0\xcf\x11\xe0").text == words
    assert read("leave.PPT", b"\xd0\xcf\x11\xe0").text == words
    assert "--headless" in (office / "called").read_text()


def test_what_libreoffice_cannot_read_says_so(office: Path) -> None:
    with pytest.raises(UnreadableDocument, match="LibreOffice could not read it; open it and save it as docx"):
        read("a.doc", b"x")


@pytest.mark.parametrize(("name", "newer"), [("a.doc", "docx"), ("a.ppt", "pptx")])
def test_without_libreoffice_the_remedy_is_named(name: str, newer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(UnreadableDocument, match=f"{name}: .*no LibreOffice is there.*libreoffice-writer.*save it as {newer}"):
        read(name, b"x")
