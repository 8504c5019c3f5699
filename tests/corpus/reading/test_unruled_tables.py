"""Tables without rules in a PDF: each value in the column at whose place it stands."""

import io
from collections.abc import Sequence

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.blocks import TableRow
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.pdf import read_pdf

FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}
for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

Row = Sequence[str]

TIMES = {
    "ko": (
        ("부두", "첫 배", "막배", "요금"),
        ("북항", "06:10", "22:40", "3,200"),
        ("동백섬", "", "", "5,100"),
        ("등대", "07:00", "", "4,800"),
        ("하역장", "", "19:15", ""),
    ),
    "en": (
        ("Pier", "First ferry", "Last ferry", "Fare"),
        ("North quay", "06:10", "22:40", "3.20"),
        ("Gull island", "", "", "5.10"),
        ("Lighthouse", "07:00", "", "4.80"),
        ("Cargo berth", "", "19:15", ""),
    ),
    "ja": (
        ("桟橋", "始発", "最終", "運賃"),
        ("北港", "06:10", "22:40", "320"),
        ("かもめ島", "", "", "510"),
        ("灯台前", "07:00", "", "480"),
        ("荷揚場", "", "19:15", ""),
    ),
}


def pdf_of(rows: Sequence[Row], font: str, lefts: Sequence[float], right_aligned: Sequence[int] = (), step: float = 18) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont(font, 10)
    for number, row in enumerate(rows):
        for column, (left, cell) in enumerate(zip(lefts, row, strict=True)):
            if not cell:
                continue
            draw = canvas.drawRightString if column in right_aligned else canvas.drawString
            draw(left + (60 if column in right_aligned else 0), 700 - step * number, cell)
    canvas.save()
    return out.getvalue()


def table(pdf: bytes) -> list[list[str]]:
    read = read_pdf("a.pdf", pdf)
    rows = [read.text[block.start : block.end].split("\n")[0] for block in read.blocks if isinstance(block, TableRow)]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.mark.parametrize("language", TIMES)
@pytest.mark.parametrize("right_aligned", [(), (1, 2, 3)])
def test_a_blank_cell_keeps_its_column(language: str, right_aligned: Sequence[int]) -> None:
    pdf = pdf_of(TIMES[language], FONTS[language], (72, 200, 300, 400), right_aligned)
    assert table(pdf) == [list(row) for row in TIMES[language]]


def test_a_row_of_its_name_alone_is_a_row() -> None:
    rows = (("Part", "Number", "Stock"), ("Seal", "OR-38", "12"), ("Spare filters", "", ""), ("Filter", "FT-41", "3"))
    assert table(pdf_of(rows, "Helvetica", (72, 220, 330))) == [list(row) for row in rows]


def test_a_cell_wider_than_its_column_stays_in_the_order_of_its_row() -> None:
    rows = (("4", "Width", "of the header"), ("12 per entry", "Height", "of the entry"), ("8", "Depth", "of the list"))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Helvetica", 10)
    for number, (row, lefts) in enumerate(zip(rows, ((72, 110, 180), (72, 160, 220), (72, 110, 180)), strict=True)):
        for left, cell in zip(lefts, row, strict=True):
            canvas.drawString(left, 700 - 16 * number, cell)
    canvas.save()
    assert table(out.getvalue()) == [list(row) for row in rows]


def test_a_head_beside_its_numbers_is_in_their_column() -> None:
    rows = (("Item", "Qty", "Price"), ("Bolt", "3", "1.20"), ("Nut", "40", "0.80"))
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont("Helvetica", 10)
    for number, (item, count, price) in enumerate(rows):
        y = 700 - 16 * number
        canvas.drawString(72, y, item)
        (canvas.drawRightString(225, y, count) if number else canvas.drawString(195, y, count))
        canvas.drawRightString(330, y, price)
    canvas.save()
    assert table(out.getvalue()) == [list(row) for row in rows]


@pytest.mark.parametrize("language", TIMES)
def test_rows_set_wider_than_text_are_one_table(language: str) -> None:
    pdf = pdf_of(TIMES[language][:3], FONTS[language], (72, 200, 300, 400), step=26)
    assert len(table(pdf)) == 3


def test_a_word_that_two_rows_share_is_no_column() -> None:
    rows = (("P-1", "Gull island north", "3"), ("P-2", "Pier of old stone", "4"), ("P-3", "Gull island south", "9"))
    found = read("a.pdf", pdf_of(rows, "Courier", (72, 130, 330)))
    assert found.text.split("\n")[0] == "| P-1 | Gull island north | 3 |"
