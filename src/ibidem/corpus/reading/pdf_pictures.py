# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false
"""The pictures on the pages of a PDF that a person sees, as they are drawn there, and where they stand in the text."""

import hashlib
import io
import logging
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from ibidem.corpus.reading.blocks import MOST_FIGURES, MOST_PLACES, Block, ReadText, ShownPicture
from ibidem.corpus.reading.page_lines import Line, Page

logger = logging.getLogger(__name__)

_LEAST_SHOWN = 36.0  # points, along both sides: half an inch
_MOST_SHOWN = 0.9  # of the page: what covers more is a background, or the page itself as a scan
_MOST_PIXELS = 25_000_000  # of one picture that is drawn to be kept
_MOST_PIXELS_IN_ALL = 100_000_000  # a second for ten million
_LONGEST_SIDE = 1600  # pixels of such a picture: twice as wide as it is shown on the page
_MOST_PNG_BYTES = 1024 * 1024  # a drawing has less; a photograph is a tenth as JPEG
_MOST_LOOKED_AT = 5_000
_CAPTION_GAP = 3.0  # heights of a line between a picture and its caption
# A word and a number: "Figure 3", "Fig. 3-1", "그림 3", "図3".
_CAPTION = re.compile(r"[<\[(「【]?\s?[^\W\d_]{1,15}[.\s]{0,2}\d")
_FAULTS = (pypdfium2.PdfiumError, OSError, ValueError, ArithmeticError, LookupError)


@dataclass(frozen=True, slots=True)
class PdfPicture:
    """A picture on the page with this number, in points from its lower left corner."""

    page: int
    left: float
    bottom: float
    right: float
    top: float
    place: int  # among the pictures of its page
    digest: bytes  # of its data as the file holds them


class PdfPictures:
    """Looks at the pages of a document one after the other, and draws afterwards what is no ornament."""

    def __init__(self) -> None:
        self._found: list[PdfPicture] = []
        self._looked_at = 0

    def look_at(self, page: pypdfium2.PdfPage, number: int) -> None:
        """Notes the pictures of a page that are large enough to be seen."""
        try:
            width, height = page.get_size()
            for place, picture in enumerate(_of(page)):
                self._looked_at += 1
                if self._looked_at > _MOST_LOOKED_AT:
                    return
                left, bottom, right, top = picture.get_bounds()
                wide, high = right - left, top - bottom
                if min(wide, high) >= _LEAST_SHOWN and wide * high < _MOST_SHOWN * width * height:
                    digest = hashlib.sha256(picture.get_data()).digest()
                    self._found.append(PdfPicture(number, left, bottom, right, top, place, digest))
        except _FAULTS as error:
            logger.warning("pictures of page %d of a PDF are left out: %s", number, type(error).__name__)

    def shown_in(
        self, found: ReadText, document: pypdfium2.PdfDocument, pages: Sequence[Page], left_out: Sequence[int]
    ) -> ReadText:
        """The text with the pictures, without those of the pages that are left out."""
        places = Counter(one.digest for one in self._found)
        wanted = [one for one in self._found if places[one.digest] <= MOST_PLACES and one.page not in left_out]
        at = _Places(found, pages)
        contents = _drawn(document, wanted[:MOST_FIGURES])
        pictures = [ShownPicture(*at.of(one), content) for one, content in zip(wanted, contents, strict=False) if content]
        return replace(found, pictures=tuple(sorted(pictures, key=lambda one: one.offset)))


def _of(page: pypdfium2.PdfPage) -> Iterator[pypdfium2.PdfImage]:
    objects = page.get_objects(filter=(raw.FPDF_PAGEOBJ_IMAGE,), max_depth=3)
    return (one for one in objects if isinstance(one, pypdfium2.PdfImage))


def _drawn(document: pypdfium2.PdfDocument, wanted: Sequence[PdfPicture]) -> Iterator[bytes]:
    """The pictures as PNG or JPEG; b"" for one that is too large or broken."""
    left = _MOST_PIXELS_IN_ALL
    known: dict[bytes, bytes] = {}
    for one in wanted:
        if one.digest not in known:
            known[one.digest] = b""
            try:
                page = document[one.page - 1]
                try:
                    picture = next(islice(_of(page), one.place, None))
                    width, height = picture.get_px_size()
                    if width * height <= min(left, _MOST_PIXELS):
                        left -= width * height
                        known[one.digest] = _content(picture, page.get_rotation())
                finally:
                    page.close()
            except _FAULTS as error:
                logger.warning("a picture on page %d of a PDF is left out: %s", one.page, type(error).__name__)
        yield known[one.digest]


def _content(picture: pypdfium2.PdfImage, turned: int) -> bytes:
    """The picture: a JPEG that is drawn upright as it is, any other as it is drawn. `turned` is how its page is, in degrees."""
    a, b, c, d = picture.get_matrix().get()[:4]
    if picture.get_filters(skip_simple=True) == ["DCTDecode"] and not turned and a > 0 and d > 0 and (b, c) == (0, 0):
        original = bytes(picture.get_data(decode_simple=True))
        with Image.open(io.BytesIO(original), formats=("JPEG",)) as opened:
            if opened.mode in ("L", "RGB"):  # browsers show other colours each in another way
                return original
    drawn = picture.get_bitmap(render=True).to_pil()
    drawn = drawn.convert("RGBA" if "A" in drawn.getbands() else "RGB")
    drawn.thumbnail((_LONGEST_SIDE, _LONGEST_SIDE))
    if turned:
        drawn = drawn.rotate(-turned, expand=True)
    if "A" in drawn.getbands() and drawn.getchannel("A").getextrema() == (255, 255):
        drawn = drawn.convert("RGB")
    file = io.BytesIO()
    drawn.save(file, "PNG")
    if file.tell() > _MOST_PNG_BYTES and drawn.mode == "RGB":
        file = io.BytesIO()
        drawn.save(file, "JPEG", quality=85)
    return file.getvalue()


class _Places:
    """Where pictures stand in the text: behind the line above them, or behind their caption."""

    def __init__(self, found: ReadText, pages: Sequence[Page]) -> None:
        self._text = found.text
        self._pages = {page.number: page.lines for page in pages}
        self._blocks: dict[int, list[Block]] = {}
        for block in found.blocks:
            if block.page is not None:
                self._blocks.setdefault(block.page, []).append(block)

    def of(self, picture: PdfPicture) -> tuple[int, str]:
        """The character behind which it stands, and its caption."""
        lines = self._pages.get(picture.page, ())
        caption = _caption(picture, lines)
        anchor = caption or _above(picture, lines) or next(iter(lines), None)
        return self._behind(picture.page, anchor), "" if caption is None else caption.text.strip()

    def _behind(self, page: int, line: Line | None) -> int:
        """The end of the block that holds the line; of the page's last block, or of the last one before it, where none does."""
        blocks = self._blocks.get(page, [])
        for block in blocks:
            if line is not None and line.text.strip()[:40] in self._text[block.start : block.end]:
                return block.end
        if blocks:
            return blocks[-1].end
        return max((of[-1].end for number, of in self._blocks.items() if number < page), default=0)


def _caption(picture: PdfPicture, lines: Sequence[Line]) -> Line | None:
    """The line right below the picture, or right above it, that begins as a caption does."""
    for line in sorted(lines, key=lambda line: abs(line.bottom - picture.bottom)):
        gap = picture.bottom - (line.bottom + line.height) if line.bottom < picture.bottom else line.bottom - picture.top
        near = -line.height < gap < _CAPTION_GAP * line.height
        if near and line.right > picture.left and line.left < picture.right and _CAPTION.match(line.text.strip()):
            return line
    return None


def _above(picture: PdfPicture, lines: Sequence[Line]) -> Line | None:
    """The nearest line above the picture, rather one that stands over it than one beside."""
    above = [line for line in lines if line.bottom >= picture.top - line.height / 2]
    over = [line for line in above if line.right > picture.left and line.left < picture.right]
    return min(over or above, key=lambda line: line.bottom, default=None)
