"""Pages drawn as pictures, and boxes around what stands on them."""

import io
import pickle
import struct
from collections.abc import Callable, Sequence

import pytest
from PIL import Image

from corpus.conftest import Line
from ibidem.corpus.drawing.drawn import NotDrawn, PlacedPage
from ibidem.corpus.drawing.pages import drawn, placed
from ibidem.corpus.drawing.placing import Quotation

Make = Callable[[Sequence[Sequence[Line]]], bytes]
PDF = "application/pdf"
SAID = {"ko": "볼트는 12 N·m로 조인다.", "en": "The bolts get 12 N·m.", "ja": "ボルトは12 N·mで締める。"}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_box_stands_where_the_words_were_printed(make_pdf: Make, language: str) -> None:
    original = make_pdf([[(60, 700, 20, "Title")], [(59.5, 421, 12, SAID[language]), (60, 100, 12, "9 N·m")]])
    page: PlacedPage = pickle.loads(placed(original, PDF, 2, [Quotation(SAID[language]), Quotation("Title")]))
    assert (page.width, page.height) == (595, 842)
    (boxes, elsewhere) = page.boxes
    assert len(boxes) == 1 and elsewhere == ()
    assert boxes[0].left == pytest.approx(0.1, abs=0.005) and boxes[0].top < 0.5 < boxes[0].top + boxes[0].height
    assert boxes[0].height < 0.03 and 0.1 < boxes[0].width < 0.6


def test_a_page_that_is_turned_has_its_boxes_turned(make_pdf: Make) -> None:
    original = make_pdf([[(60, 700, 12, "The bolts get 12 N·m.")]]).replace(
        b"/MediaBox [0 0 595 842]", b"/Rotate 90 /MediaBox [0 0 595 842]"
    )
    page: PlacedPage = pickle.loads(placed(original, PDF, 1, [Quotation("The bolts get 12 N·m.")]))
    assert (page.width, page.height) == (842, 595)
    box = page.boxes[0][0]
    assert box.height > box.width and box.left == pytest.approx(700 / 842, abs=0.02) and box.top == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize("size", [b"0 0 595 842", b"0 0 14400 14400", b"0 0 2 14400", b"0 0 14400 2"])
def test_a_picture_has_no_more_pixels_than_are_allowed_whatever_the_page_says(make_pdf: Make, size: bytes) -> None:
    original = make_pdf([[(60, 700, 12, "x")]]).replace(b"/MediaBox [0 0 595 842]", b"/MediaBox [%s]" % size)
    page = pickle.loads(drawn(original, PDF, 1, 2400))
    picture = Image.open(io.BytesIO(page.picture))
    assert picture.format == "WEBP" and picture.size == (page.width, page.height)
    assert page.width <= 2400 and page.width * page.height <= 6_100_000


@pytest.mark.parametrize(
    ("kind", "media_type"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("TIFF", "image/tiff"), ("WEBP", "image/webp")]
)
def test_a_picture_is_sent_anew_and_has_no_boxes(kind: str, media_type: str) -> None:
    held = io.BytesIO()
    Image.new("RGB", (1000, 500), "white").save(held, kind)
    page = pickle.loads(drawn(held.getvalue(), media_type, 1, 400))
    assert (page.width, page.height) == (400, 200)
    assert pickle.loads(placed(held.getvalue(), media_type, 1, [Quotation("12")])) == PlacedPage(1000, 500, ((),))
    assert isinstance(pickle.loads(drawn(held.getvalue(), media_type, 2, 400)), NotDrawn)


def _clear_but_for_blue(mode: str) -> Image.Image:
    """Its left half is clear, its right half blue."""
    picture = Image.new("RGBA", (100, 50), (0, 0, 0, 0))
    picture.paste((0, 0, 255, 255), (50, 0, 100, 50))
    return picture.convert(mode)


def _with_a_clear_colour() -> Image.Image:
    picture = Image.new("P", (100, 50), 0)
    picture.putpalette([0, 0, 0, 0, 0, 255])
    picture.paste(1, (50, 0, 100, 50))
    picture.info["transparency"] = 0
    return picture


@pytest.mark.parametrize("kind", ["PNG", "WEBP", "TIFF"])
def test_what_is_clear_is_white_like_paper(kind: str) -> None:
    pictures = [_clear_but_for_blue("RGBA"), *([_with_a_clear_colour(), _clear_but_for_blue("LA")] if kind == "PNG" else [])]
    for picture in pictures:
        held = io.BytesIO()
        picture.save(held, kind)
        left, right = _shades(held.getvalue(), f"image/{kind.lower()}")
        assert min(left) > 240 and max(right[:2]) < 60


@pytest.mark.parametrize("order", ["<", ">"])
def test_greys_of_sixteen_bits_stay_greys(order: str) -> None:
    row = struct.pack(f"{order}100H", *[0x4000] * 50, *[0xC000] * 50)
    mode, kind = {"<": ("I;16", "PNG"), ">": ("I;16B", "TIFF")}[order]
    held = io.BytesIO()
    Image.frombytes(mode, (100, 50), row * 50).save(held, kind)
    left, right = _shades(held.getvalue(), f"image/{kind.lower()}")
    assert left[0] == pytest.approx(0x40, abs=6) and right[0] == pytest.approx(0xC0, abs=6)


def _shades(original: bytes, media_type: str) -> tuple[bytes, bytes]:
    """The red, green and blue of a place in the left and of one in the right half."""
    page = pickle.loads(drawn(original, media_type, 1, 200))
    assert not isinstance(page, NotDrawn), page
    picture = Image.open(io.BytesIO(page.picture)).convert("RGB")
    left, right = (picture.crop((at, 10, at + 1, 11)).tobytes() for at in (picture.width // 4, 3 * picture.width // 4))
    return left, right


@pytest.mark.parametrize(
    ("original", "media_type"),
    [(b"%PDF-1.7 nothing", PDF), (b"", PDF), (b"no picture", "image/png"), (b"%PDF-1.7", "image/jpeg")],
)
def test_what_cannot_be_drawn_is_said_to_be_so(original: bytes, media_type: str) -> None:
    assert isinstance(pickle.loads(drawn(original, media_type, 1, 400)), NotDrawn)
    assert isinstance(pickle.loads(placed(original, media_type, 1, [])), NotDrawn)
