"""Pictures in a folder: read last, each once, and only where they are large enough for text. The recogniser here is a script."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from PIL import Image

from corpus.documents import StoresInMemory
from ibidem.corpus.folders import list_without_pictures
from ibidem.corpus.indexing import index_folder
from ibidem.corpus.progress import Indexed, IndexEvent, LeftOut, Pruning, Started, Unchanged
from ibidem.corpus.reading import ocr, tesseract
from ibidem.corpus.workers import Workers
from ibidem.profile import load_profile

PROFILE = load_profile("equipment")
PAGES = {"안내.md": "# 안내\n\n연차는 15일이다.", "guide.md": "# Guide\n\nTwenty days.", "案内.md": "# 案内\n\n休暇は十日です。"}
# Says which languages it knows, and reads two words where the picture says so at its beginning.
RECOGNISER = r"""#!/bin/sh
# a doubtful word is one that a photograph looks like
if [ "$1" = --list-langs ]; then cat '{home}/languages'; exit; fi
echo read >> '{home}/calls'
start=$(head -c 400 | tr -d '\000')
sure=95
case "$start" in *doubtful*) sure=40 ;; esac
case "$start" in *word*)
  printf '연차 규정\n1\t1\t0\t0\t0\t0\t0\t0\t800\t600\t-1\t\n'
  printf '5\t1\t1\t1\t1\t1\t90\t90\t100\t20\t%s\t연차\n5\t1\t1\t1\t1\t2\t200\t90\t100\t20\t%s\t규정\n' $sure $sure
esac
"""


@pytest.fixture
def recogniser(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a program called tesseract; `calls` in it has a line for each picture."""
    home = tmp_path / "program"
    home.mkdir()
    (home / "languages").write_text("eng\n")
    (home / "calls").touch()
    program = home / "tesseract"
    program.write_text(RECOGNISER.format(home=home))
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{home}:/usr/bin:/bin")
    tesseract.languages.cache_clear()
    yield home
    tesseract.languages.cache_clear()


@pytest.fixture
def workers(recogniser: Path) -> Iterator[Workers]:
    pool = Workers(PROFILE, 1)
    yield pool
    pool.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "handbook"
    folder.mkdir()
    for name, content in PAGES.items():
        (folder / name).write_text(content)
    (folder / "a_photo.png").write_bytes(picture(640, 480))
    (folder / "b_scan.png").write_bytes(picture(640, 480, "word"))
    (folder / "c_icon.png").write_bytes(picture(64, 64))
    return folder


def picture(width: int, height: int, comment: str = "", form: str = "PNG") -> bytes:
    file = io.BytesIO()
    Image.new("L", (width, height), 255).save(file, form)
    head, rest = file.getvalue()[:33], file.getvalue()[33:]
    if not comment:
        return head + rest
    text = b"tEXtComment\0" + comment.encode()
    return head + (len(text) - 4).to_bytes(4, "big") + text + bytes(4) + rest


async def run(folder: Path, stores: StoresInMemory, workers: Workers, pruning: Pruning = Pruning.NOTHING) -> list[IndexEvent]:
    return [event async for event in index_folder(folder, PROFILE, stores, workers, pruning)][1:-1]


def calls(recogniser: Path) -> int:
    return (recogniser / "calls").read_text().count("\n")


async def test_pictures_come_last_and_one_without_text_is_read_once(folder: Path, recogniser: Path, workers: Workers) -> None:
    stores = StoresInMemory()
    first = await run(folder, stores, workers)
    assert [event.name for event in first if isinstance(event, Indexed)] == ["guide.md", "案内.md", "안내.md", "b_scan.png"]
    assert not any(isinstance(event, LeftOut) for event in first[:3])
    reasons = {event.name: event.reason for event in first if isinstance(event, LeftOut)}
    assert reasons["a_photo.png"] == "no text could be recognised on it"
    assert reasons["c_icon.png"].startswith("a picture too small for text")
    assert calls(recogniser) == 2, "an icon is not read at all"

    again = await run(folder, stores, workers)
    assert [type(event) for event in again] == [Unchanged] * 3 + [LeftOut, Unchanged, LeftOut]
    assert calls(recogniser) == 2
    assert {event.reason for event in again if isinstance(event, LeftOut)} == {"no text was found in it before"}


async def test_a_copy_of_a_picture_without_text_is_not_read_and_a_changed_one_is(
    folder: Path, recogniser: Path, workers: Workers
) -> None:
    stores = StoresInMemory()
    await run(folder, stores, workers)
    (folder / "a_photo.png").rename(folder / "copy.png")
    await run(folder, stores, workers)
    assert calls(recogniser) == 2
    assert "a_photo.png" not in {path for _, path in stores.folders.recorded}, "what has gone is forgotten"
    (folder / "copy.png").write_bytes(picture(640, 480, "a word now"))
    events = await run(folder, stores, workers)
    assert [event.name for event in events if isinstance(event, Indexed)] == ["copy.png"]
    assert calls(recogniser) == 3


async def test_words_of_which_most_are_doubtful_are_none(folder: Path, workers: Workers) -> None:
    (folder / "b_scan.png").write_bytes(picture(640, 480, "doubtful words"))
    events = await run(folder, StoresInMemory(), workers)
    assert {event.name for event in events if isinstance(event, LeftOut)} == {"a_photo.png", "b_scan.png", "c_icon.png"}


async def test_with_a_further_language_pictures_are_read_again(folder: Path, recogniser: Path, workers: Workers) -> None:
    stores = StoresInMemory()
    await run(folder, stores, workers)
    (recogniser / "languages").write_text("eng\nkor\n")
    tesseract.languages.cache_clear()
    await run(folder, stores, workers)
    assert calls(recogniser) == 3, "only the one in which nothing was found"


async def test_a_document_that_is_a_picture_without_text_now_goes_when_its_file_goes(
    folder: Path, recogniser: Path, workers: Workers
) -> None:
    stores = StoresInMemory()
    await run(folder, stores, workers)
    (folder / "b_scan.png").write_bytes(picture(640, 480, "blank"))
    await run(folder, stores, workers)
    assert "b_scan" in stores.documents.current
    (folder / "b_scan.png").unlink()
    await run(folder, stores, workers, Pruning.GONE)
    assert "b_scan" not in stores.documents.current
    assert calls(recogniser) == 3


async def test_pictures_can_be_left_out(folder: Path, recogniser: Path, workers: Workers) -> None:
    stores = StoresInMemory()
    events = [event async for event in index_folder(folder, PROFILE, stores, workers, listed=list_without_pictures)]
    assert events[0] == Started(3, ("a_photo.png", "b_scan.png", "c_icon.png"))
    assert len(stores.documents.current) == 3
    assert calls(recogniser) == 0


@pytest.mark.parametrize("form", ["PNG", "JPEG", "TIFF", "BMP", "WEBP"])
def test_what_a_picture_measures_is_known_in_each_format(form: str) -> None:
    assert ocr._pixels(picture(300, 200, form=form)) == 60_000  # pyright: ignore[reportPrivateUsage]
    assert ocr._pixels(b"nothing of the kind") == 0  # pyright: ignore[reportPrivateUsage]
