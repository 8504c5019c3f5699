# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""A page drawn, and quotations placed on it: what runs in a process of its own, for the file is whoever's."""

import ctypes
import io
import pickle
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from math import sqrt

import pypdfium2
from PIL import Image, ImageOps
from pypdfium2 import raw

from ibidem.corpus.drawing.drawn import PDF, PICTURES, Box, DrawnPage, NotDrawn, PlacedPage
from ibidem.corpus.drawing.placing import Letters, Quotation, places_of
from ibidem.corpus.reading.pdf_characters import box_of, codes_of

_MOST_PIXELS = 6_000_000  # of a page as it is sent: A4 at 240 to the inch
_LONGEST_SIDE = 16_000  # pixels; WebP allows 16,383
_MOST_UNPACKED = 100_000_000  # pixels of a picture: 400 MB of the worker's memory
_GRID = 100_000  # steps of a page's width and height in which places are counted


def drawn(original: bytes, media_type: str, number: int, width: int) -> bytes:
    """A `DrawnPage`, pickled, or the `NotDrawn` that says why there is none."""
    if media_type == PDF:
        return _pickled(lambda: _drawn_pdf(original, number, width))
    return _pickled(lambda: _drawn_picture(original, media_type, number, width))


def placed(original: bytes, media_type: str, number: int, quotations: Sequence[Quotation]) -> bytes:
    """A `PlacedPage`, pickled, or the `NotDrawn` that says why there is none."""
    if media_type == PDF:
        return _pickled(lambda: _placed_on_pdf(original, number, quotations))
    return _pickled(lambda: _placed_on_picture(original, media_type, number, quotations))


def _pickled(work: Callable[[], DrawnPage | PlacedPage]) -> bytes:
    try:
        made: object = work()
    except NotDrawn as problem:
        made = problem
    except MemoryError:
        raise
    except Exception as error:  # parsers fail in more ways than they document
        made = NotDrawn(f"it could not be drawn ({type(error).__name__})")
    return pickle.dumps(made, pickle.HIGHEST_PROTOCOL)


@contextmanager
def _pdf_page(original: bytes, number: int) -> Generator[pypdfium2.PdfPage]:
    """A page with what is filled in on it. Installed fonts are used for what the file does not bring, so that it can be read."""
    with pypdfium2.PdfDocument(original) as document:
        if document.get_formtype() != raw.FORMTYPE_NONE:
            document.init_forms()
        if number > len(document):
            raise NotDrawn("the file has no such page")
        page = document[number - 1]
        try:
            yield page
        finally:
            page.close()


def _drawn_pdf(original: bytes, number: int, width: int) -> DrawnPage:
    with _pdf_page(original, number) as page:
        across, down = (max(length, 1.0) for length in page.get_size())
        scale = _scale(across, down, width)
        bitmap = page.render(scale=scale, rev_byteorder=True)  # pyright: ignore[reportArgumentType]: taken from its default, 1
        try:
            return _sent(bitmap.to_pil())
        finally:
            bitmap.close()


def _placed_on_pdf(original: bytes, number: int, quotations: Sequence[Quotation]) -> PlacedPage:
    with _pdf_page(original, number) as page:
        text_page = page.get_textpage()
        try:
            characters = _characters(codes_of(text_page))
            letters = Letters.of(characters)
            found = [places_of(quotation, letters, characters) for quotation in quotations]
            boxes = tuple(tuple(_by_line(_box(page, text_page, at) for at in places)) for places in found)
        finally:
            text_page.close()
        return PlacedPage(*page.get_size(), boxes)


def _characters(codes: Sequence[int]) -> list[str]:
    """The characters under their numbers; one of two surrogates stands under the number of the first."""
    characters = [chr(code) if code and not 0xD800 <= code < 0xE000 else "" for code in codes]
    for at, (high, low) in enumerate(pairwise(codes)):
        if 0xD800 <= high < 0xDC00 <= low < 0xE000:
            characters[at] = chr(0x10000 + ((high - 0xD800) << 10) + low - 0xDC00)
    return characters


def _box(page: pypdfium2.PdfPage, text_page: pypdfium2.PdfTextPage, at: int) -> Box:
    """The place of a character as the page is shown, turned where it is turned."""
    place = box_of(text_page, at)
    corners = [_shown(page, x, y) for x, y in ((place.left, place.top), (place.right, place.bottom))]
    (left, right), (top, bottom) = (sorted(axis) for axis in zip(*corners, strict=True))
    return Box(left, top, right - left, bottom - top)


def _shown(page: pypdfium2.PdfPage, x: float, y: float) -> tuple[float, float]:
    across, down = ctypes.c_int(), ctypes.c_int()
    raw.FPDF_PageToDevice(page, 0, 0, _GRID, _GRID, 0, x, y, ctypes.byref(across), ctypes.byref(down))
    return min(max(across.value / _GRID, 0.0), 1.0), min(max(down.value / _GRID, 0.0), 1.0)


def _by_line(boxes: Iterator[Box]) -> Iterator[Box]:
    """The boxes, those of characters that follow each other in a line or a column as one."""
    before: Box | None = None
    for box in boxes:
        if before is not None and _goes_on(before, box):
            left, top = min(before.left, box.left), min(before.top, box.top)
            right = max(before.left + before.width, box.left + box.width)
            before = Box(left, top, right - left, max(before.top + before.height, box.top + box.height) - top)
            continue
        if before is not None:
            yield before
        before = box
    if before is not None:
        yield before


def _goes_on(before: Box, box: Box) -> bool:
    """Whether a character stands beside, or right below, what comes before it; not where the next line or column begins."""
    middle = box.top + box.height / 2
    if before.top <= middle <= before.top + before.height:
        return -box.width <= box.left - before.left - before.width <= 3 * max(box.width, box.height)
    centre, step = box.left + box.width / 2, box.top + box.height - before.top - before.height
    in_column = before.left <= centre <= before.left + before.width and before.width <= 2 * box.width
    return in_column and 0 <= step <= 2 * box.height


def _drawn_picture(original: bytes, media_type: str, number: int, width: int) -> DrawnPage:
    with _picture(original, media_type, number) as picture:
        upright = ImageOps.exif_transpose(picture)
        scale = min(_scale(upright.width, upright.height, width), 1.0)
        return _sent(_on_paper(upright, (max(round(upright.width * scale), 1), max(round(upright.height * scale), 1))))


def _placed_on_picture(original: bytes, media_type: str, number: int, quotations: Sequence[Quotation]) -> PlacedPage:
    """Where the words stand on a picture was known to its recogniser alone."""
    with _picture(original, media_type, number) as picture:
        return PlacedPage(picture.width, picture.height, ((),) * len(quotations))


@contextmanager
def _picture(original: bytes, media_type: str, number: int) -> Generator[Image.Image]:
    with Image.open(io.BytesIO(original), formats=(PICTURES[media_type],)) as picture:
        try:
            picture.seek(number - 1)
        except EOFError:
            raise NotDrawn("the file has no such page") from None
        if picture.width * picture.height > _MOST_UNPACKED:
            raise NotDrawn(f"it has more than {_MOST_UNPACKED:,} pixels")
        yield picture


def _on_paper(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The picture in this size and as a screen shows it: greys of 16 bits in 8, and white where it lets its ground through."""
    if picture.mode.startswith("I;16"):
        return picture.convert("I").resize(size).point(lambda level: level / 256).convert("L")
    if not picture.has_transparency_data:
        return picture.resize(size)
    paper = Image.new("RGBA", size, "white")
    paper.alpha_composite((picture if picture.mode == "RGBA" else picture.convert("RGBA")).resize(size))
    return paper


def _scale(across: float, down: float, width: int) -> float:
    wide = (width - 0.5) / across  # PDFium rounds up
    return min(wide, sqrt(_MOST_PIXELS / across / down), _LONGEST_SIDE / max(across, down))


def _sent(picture: Image.Image) -> DrawnPage:
    packed = io.BytesIO()
    picture.convert("RGB").save(packed, "WEBP", quality=80, method=2)
    return DrawnPage(packed.getvalue(), picture.width, picture.height)
