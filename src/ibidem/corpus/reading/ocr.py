"""Text on pictures and scanned pages, recognised by Tesseract, a program of its own, where it is installed."""

import io
import re
import struct
import subprocess
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from statistics import median

from PIL import Image

from ibidem.corpus.reading.blocks import ReadText, unwrapped
from ibidem.corpus.reading.page_layout import read_pages
from ibidem.corpus.reading.page_lines import Line, Page, Part
from ibidem.corpus.reading.programs import run
from ibidem.corpus.reading.tesseract import INSTALL_RECOGNISER, RECOGNISER, languages
from ibidem.domain.errors import NoDocument, UnreadableDocument

DPI = 200  # of a page that is drawn to be recognised: at 150 small print suffers, at 300 it takes twice as long
# A picture with fewer pixels is an icon or an ornament: 256 x 256, or 400 x 160. A line of print has more.
LEAST_PIXELS = 256 * 256
_PAGE_SECONDS = 60  # one page takes one to five; the file's own limit ends all of them
# Its own idea of columns takes Korean for upright text: of a page of a tender 1 % of the words came out, as one block 97 %.
_ONE_BLOCK = "6"
_LEAST_CONFIDENCE = 30.0  # percent; what stands below is lines and shadows read as letters
# Percent, of most words of a page: 88 to 97 on scans, 60 on screenshots, 30 to 40 where photographs are read as letters.
_LEAST_USUAL_CONFIDENCE = 50.0
_PART_GAP = 1.0  # heights of a line, wider than any space between words
_CLEARLY_LARGER = 1.35
_NEAR = 100  # characters; a word that is no nearer in the text is not in it
_ROW = re.compile(r"[1-5](?:\t-?[\d.]+){10}\t")
_LINE_HEIGHT = 1.3  # of a font's line to the ink of most of its letters, as in a PDF
Image.MAX_IMAGE_PIXELS = None  # a picture is never unpacked here


@dataclass(frozen=True, slots=True)
class _Word:
    line: tuple[int, ...]  # its page, block, paragraph and line
    left: float
    top: float
    width: float
    height: float
    confidence: float
    text: str
    spaced: bool  # whether a space stands before it


def read_picture(name: str, original: bytes) -> ReadText:
    """Reads a picture, or each of several in one TIFF as a page. Raises UnreadableDocument, also where Tesseract is missing."""
    if 0 < _pixels(original) < LEAST_PIXELS:
        raise NoDocument(name, f"a picture too small for text (under {LEAST_PIXELS:,} pixels)", "save it larger")
    pages = [page for page in recognised(name, original) if page.lines]
    if not pages:
        raise NoDocument(name, "no text could be recognised on it", "leave it out, or scan it again with more contrast")
    return replace(read_pages(pages), recognised=True)


def _pixels(picture: bytes) -> int:
    """How many pixels the picture has, by its first bytes alone; 0 when they do not say."""
    try:
        with Image.open(io.BytesIO(picture), formats=("PNG", "JPEG", "TIFF", "BMP", "WEBP")) as opened:
            return opened.width * opened.height
    except (OSError, ValueError, SyntaxError, struct.error):  # as its plugins fail
        return 0


def recognised(name: str, picture: bytes, first: int = 1) -> list[Page]:
    """The pages of a picture with their lines, counted from `first`; places are in points if it has DPI pixels to the inch.

    Raises UnreadableDocument when Tesseract is missing, or cannot read the picture.
    """
    lines = _tesseract(name, picture).splitlines()
    rows = [row.split("\t") for row in lines if _ROW.match(row)]
    numbers = [int(row[1]) for row in rows]
    heights = {int(row[1]): float(row[9]) for row in rows if row[0] == "1"}
    spaced = _spaced([row[11] for row in rows], "\n".join(row for row in lines if not _ROW.match(row)))
    words = [
        _word(row, after_space)
        for row, after_space in zip(rows, spaced, strict=True)
        if row[0] == "5" and float(row[10]) >= _LEAST_CONFIDENCE and row[11].strip()
    ]
    by_page = {number: tuple(of_page) for number, of_page in groupby(words, key=lambda word: word.line[0])}
    return [
        Page(first + number - 1, tuple(_lines(by_page.get(number, ()), heights.get(number, 0.0))))
        for number in range(1, max(numbers, default=0) + 1)
    ]


def _spaced(words: Iterable[str], text: str) -> Iterator[bool]:
    """Whether a space stands before each word in the text: to the other form of its output each Korean syllable may be a word."""
    at = 0
    for word in words:
        found = text.find(word, at, at + _NEAR)
        yield found < 0 or text[found - 1 : found].isspace()
        at = max(at, found + len(word))


def _word(row: Sequence[str], spaced: bool) -> _Word:  # noqa: FBT001
    left, top, width, height = (float(pixels) * 72 / DPI for pixels in row[6:10])
    return _Word(tuple(map(int, row[1:5])), left, top, width, height, float(row[10]), row[11].strip(), spaced)


def _lines(words: Sequence[_Word], page_height: float) -> Iterator[Line]:
    """The lines. What is not clearly larger is as high as most words of the page: their ink varies with the letters in them."""
    if not words or median(word.confidence for word in words) < _LEAST_USUAL_CONFIDENCE:
        return  # a photograph
    usual = median(word.height for word in words)
    for _, line in groupby(words, key=lambda word: word.line):
        together = list(line)
        height = median(word.height for word in together)
        clearly = height if height > _CLEARLY_LARGER * usual else usual
        yield _line(together, max(round(clearly * _LINE_HEIGHT), 1), page_height * 72 / DPI)


def _line(words: Sequence[_Word], height: float, page_height: float) -> Line:
    parts = [Part(words[0].text, words[0].left, words[0].left + words[0].width, 0.0)]
    for before, after in pairwise(words):
        gap = (after.left - before.left - before.width) / height
        if gap > _PART_GAP:
            parts.append(Part(after.text, after.left, after.left + after.width, gap))
        else:
            joined = unwrapped(f"{parts[-1].text}\n{after.text}") if after.spaced else parts[-1].text + after.text
            parts[-1] = replace(parts[-1], text=joined, right=after.left + after.width)
    return Line(
        text=" ".join(part.text for part in parts) + " ",
        parts=tuple(parts),
        left=words[0].left,
        right=words[-1].left + words[-1].width,
        bottom=page_height - max(word.top + word.height for word in words),
        height=height,
    )


def _tesseract(name: str, picture: bytes) -> str:
    known = languages()
    if not known:
        raise UnreadableDocument(
            name, "nothing to read: a picture or a scan, and no Tesseract is there to recognise it", INSTALL_RECOGNISER
        )
    command = [RECOGNISER, "-", "-", "-l", "+".join(known), "--psm", _ONE_BLOCK, "txt", "tsv"]
    try:
        done = run(command, picture, _PAGE_SECONDS)
    except subprocess.TimeoutExpired as error:
        problem = f"recognising one of its pages took longer than {_PAGE_SECONDS} s"
        raise UnreadableDocument(name, problem, "scan it again with fewer pixels") from error
    if done.returncode != 0:
        raise NoDocument(name, "a damaged picture, or one too large to be recognised", "save it again as PNG or JPEG")
    return done.stdout.decode("utf-8", "replace")
