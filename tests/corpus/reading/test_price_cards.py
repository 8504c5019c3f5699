"""Cards on a page of a PDF: each with its own name, price and remarks, however they are printed across the page."""

import io
from collections.abc import Sequence

import pytest
from reportlab.lib.pagesizes import A4, landscape
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.blocks import TableRow
from ibidem.corpus.reading.pdf import read_pdf
from ibidem.corpus.reading.prices import are_prices

FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}
for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

Band = Sequence[tuple[float, Sequence[str]]]

# Each line with how far it is below the one before it; a picture stands between the prices and the remarks.
BANDS: dict[str, tuple[Band, Band]] = {
    "en": (
        (
            (0, ("A1 Tent", "A2 Long table", "A3 Stool", "A4 Fan")),
            (14, ("$98", "$13.50", "$2", "$40")),
            (70, ("3 x 4 m", "", "oak", "60 W")),
        ),
        ((30, ("B1 Lamp", "B2 Cable", "B3 Reel", "B4 Heater")), (14, ("$20", "", "$21", "$24")), (70, ("500 W", "", "30 m", ""))),
    ),
    "ko": (
        (
            (0, ("A1 천막", "A2 긴 탁자", "A3 의자", "A4 선풍기")),
            (14, ("98,000원", "13,500원", "2,000원", "40,000원")),
            (70, ("3×4m", "", "참나무", "60W")),
        ),
        (
            (30, ("B1 등", "B2 전선", "B3 릴", "B4 난로")),
            (14, ("20,000원", "", "21,000원", "24,000원")),
            (70, ("500W", "", "30m", "")),
        ),
    ),
    "ja": (
        (
            (0, ("A1 天幕", "A2 長机", "A3 丸椅子", "A4 扇風機")),
            (14, ("¥9,800", "¥1,350", "¥216", "¥4,050")),
            (70, ("3×4m", "", "楢材", "60W")),
        ),
        (
            (30, ("B1 投光器", "B2 電線", "B3 巻取り", "B4 暖房")),
            (14, ("¥2,160", "", "¥2,170", "¥2,430")),
            (70, ("500W", "", "30m", "")),
        ),
    ),
}


def pdf_of(bands: Sequence[Band], font: str, pitch: float = 150) -> bytes:
    """A page in which each text stands in the middle of its card."""
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=landscape(A4))
    canvas.setFont(font, 9)
    y = 500.0
    for below, texts in (line for band in bands for line in band):
        y -= below
        for at, text in enumerate(texts):
            canvas.drawCentredString(120 + pitch * at, y, text)
    canvas.save()
    return out.getvalue()


def rows(pdf: bytes) -> list[list[str]]:
    read = read_pdf("a.pdf", pdf)
    found = [read.text[block.start : block.end].split("\n")[0] for block in read.blocks if isinstance(block, TableRow)]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found]


@pytest.mark.parametrize("language", BANDS)
def test_a_card_is_a_row_of_its_own(language: str) -> None:
    bands = BANDS[language]
    expected = [[line[1][card] for line in band] for band in bands for card in range(4)]
    assert rows(pdf_of(bands, FONTS[language])) == expected


@pytest.mark.parametrize("language", BANDS)
def test_a_card_without_a_price_takes_none_of_its_neighbours(language: str) -> None:
    (_, second) = BANDS[language]
    bare = next(row for row in rows(pdf_of([second], FONTS[language])) if row[0].startswith("B2"))
    assert not any(map(are_prices, bare))


def test_a_table_of_prices_stays_a_table() -> None:
    grid: Band = ((0, ("North", "South", "East")), (14, ("$1", "$2", "$3")), (14, ("$4", "$5", "$6")), (14, ("$7", "$8", "$9")))
    assert ["$4", "$5", "$6"] in rows(pdf_of([grid], "Helvetica"))


def test_cards_with_their_price_at_the_end_are_left_as_they_are_printed() -> None:
    band: Band = (
        (0, ("A1 Tent", "A2 Long table", "A3 Stool")),
        (14, ("3 x 4 m", "2 m long", "oak wood")),
        (14, ("$98", "$13", "$2")),
    )
    assert ["3 x 4 m", "$98"] not in [row[:2] for row in rows(pdf_of([band, band], "Helvetica"))]


@pytest.mark.parametrize("text", ["¥11,880", "$250", "25,000원", "$25 / month", "¥4,320 ¥432 ¥216", "1,200円"])
def test_a_price_is_known(text: str) -> None:
    assert are_prices(text)


@pytest.mark.parametrize("text", ["2031", "0.5", "from $250", "250 seats", "정가 2,000원", "3,000円から"])
def test_what_is_more_or_less_than_a_price_is_none(text: str) -> None:
    assert not are_prices(text)
