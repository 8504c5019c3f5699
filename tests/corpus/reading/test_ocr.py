import io
import os
from pathlib import Path

import pytest
from PIL import Image

from corpus.conftest import pdf_of
from ibidem.corpus.reading import tesseract
from ibidem.corpus.reading.formats import format_of, read
from ibidem.domain.errors import UnreadableDocument
from required import needs_program

SCANS = Path(__file__).parent / "scans"  # written by us, drawn in a free font
WORDS = {
    "ko": ("연차 휴가 안내", "연차는 입사 1년이 지나면 15일이 주어집니다."),
    "en": ("Annual leave", "After one year you have 15 days of leave."),
    "ja": ("年次休暇のご案内", "入社して一年が過ぎると十五日の休暇があります。"),
}


def scanned(*names: str) -> bytes:
    """A PDF with a picture on each page and no text."""
    pages = [Image.open(SCANS / f"{name}.png").convert("L") for name in names]
    file = io.BytesIO()
    pages[0].save(file, "PDF", save_all=True, append_images=pages[1:], resolution=200)
    return file.getvalue()


@needs_program("tesseract")
@pytest.mark.parametrize("language", WORDS)
def test_a_picture_of_text_is_read_and_marked(language: str) -> None:
    title, sentence = WORDS[language]
    found = read("scan.png", (SCANS / f"{language}.png").read_bytes())
    assert found.text.startswith(f"# {title}\n\n{sentence}")
    assert found.recognised


@needs_program("tesseract")
def test_scanned_pages_are_read_in_their_order_and_marked() -> None:
    found = read("scan.pdf", scanned("ja", "ko"))
    assert found.pages == 2 and found.recognised
    pages = {block.page: found.text[block.start : block.end] for block in reversed(found.blocks)}
    assert {number: text.lstrip("# ") for number, text in pages.items()} == {1: WORDS["ja"][0], 2: WORDS["ko"][0]}


def test_text_that_stands_in_a_file_is_not_recognised() -> None:
    assert not read("a.pdf", pdf_of([[(50, 700, 10, "본문이 있는 쪽이다.")]])).recognised


@needs_program("tesseract")
@pytest.mark.parametrize(
    ("original", "problem"),
    [(b"\x89PNG\r\n\x1a\n", "a damaged picture"), (b"P5 100000 100000 255\n" + bytes(100), "a damaged picture")],
)
def test_a_picture_that_is_none_is_refused(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read("a.png", original)


@needs_program("tesseract")
def test_a_picture_without_text_says_so() -> None:
    file = io.BytesIO()
    Image.new("L", (400, 300), 255).save(file, "PNG")
    with pytest.raises(UnreadableDocument, match="no text could be recognised"):
        read("a.png", file.getvalue())


def test_without_the_program_the_message_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", os.devnull)
    tesseract.languages.cache_clear()
    with pytest.raises(UnreadableDocument, match=r"a picture, and no Tesseract is there.*tesseract-ocr-kor"):
        format_of("a.png")
    with pytest.raises(UnreadableDocument, match=r"no Tesseract is there.*tesseract-ocr-kor"):
        read("scan.pdf", scanned("ko"))
    tesseract.languages.cache_clear()
