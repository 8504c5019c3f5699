"""Forms: labels with their values beside them."""

import io
from collections.abc import Sequence

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import SimpleDocTemplate, Table

from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.labelled import labelled

for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5", "HYGothic-Medium"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

FORMS = {
    "ko": (("차량 번호", "서울12가3456"), ("보험 증권", "PO-88-310"), ("연락처", "02-410-3330"), ("수리비 합계", "2,325,000원")),
    "en": (("Claim number", "CL-5521"), ("Policy", "PO-88-310"), ("Phone", "0410 333"), ("Grand total", "2,325.22")),
    "ja": (("車両番号", "品川300あ1234"), ("証券番号", "PO-88-310"), ("電話番号", "03-4103-3300"), ("修理費合計", "232,500円")),
}
FINE_PRINT = {
    "ko": "이 견적은 눈에 보이는 손상만을 대상으로 하며 차를 분해한 뒤에 다른 손상이 나올 수 있다.",
    "en": "This estimate is for the visible damage, and more of it may be found once the car is taken apart.",
    "ja": "この見積りは目に見える損傷だけを対象とし、分解後に別の損傷が見つかることがあります。",
}
FONTS = {"ko": "HYGothic-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}


@pytest.mark.parametrize("language", FORMS)
def test_a_form_above_much_fine_print_is_text_and_no_heading(language: str) -> None:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    canvas.setFont(FONTS[language], 18)
    canvas.drawString(200, 800, "NORDLYS")
    canvas.setFont(FONTS[language], 11)
    for number, (label, value) in enumerate(FORMS[language]):
        canvas.drawString(60, 740 - 14 * number, label)
        canvas.drawString(180, 740 - 14 * number, value)
    canvas.setFont(FONTS[language], 8)
    for number in range(12):
        canvas.drawString(60, 640 - 10 * number, FINE_PRINT[language])
    canvas.save()
    found = read("a.pdf", out.getvalue())
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == ["NORDLYS"]
    assert "\n".join(f"{label}: {value}" for label, value in FORMS[language]) in found.text


@pytest.mark.parametrize("language", FORMS)
def test_a_ruled_form_is_its_labels_and_values(language: str) -> None:
    (a, b), (c, d) = FORMS[language][:2], FORMS[language][2:]
    out = io.BytesIO()
    style = [("GRID", (0, 0), (-1, -1), 0.5, "black"), ("FONT", (0, 0), (-1, -1), FONTS[language], 10)]
    SimpleDocTemplate(out, pagesize=A4).build([Table([[*a, *b], [*c, *d]], colWidths=[90, 130, 90, 130], style=style)])
    assert read("a.pdf", out.getvalue()).text == "\n".join(f"{label}: {value}" for label, value in FORMS[language])


ONE_FONT = [["F", "F"]] * 3


@pytest.mark.parametrize(
    ("rows", "fonts"),
    [
        ([["Name", "Runa"], ["Town", "Bergen"], ["Role", "Pilot"]], [["Bold", "Plain"]] * 3),
        ([["Name:", "Runa"], ["Town:", "Bergen"], ["Role:", "Pilot"]], ONE_FONT),
        ([["성명：", "홍길동"], ["주소：", "부산"], ["직책：", "도선사"]], ONE_FONT),
        ([["氏名：", "山田花子"], ["住所：", "神戸"], ["役職：", "水先人"]], ONE_FONT),
    ],
)
def test_labels_show_by_their_font_or_by_colons(rows: Sequence[Sequence[str]], fonts: Sequence[Sequence[str]]) -> None:
    assert [line.split(":")[0].split("：")[0] for line in labelled(rows, fonts)] == [row[0].rstrip(":：") for row in rows]


@pytest.mark.parametrize(
    ("rows", "fonts"),
    [
        ([["Item", "Price"], ["Bolt", "1.20"], ["Nut", "0.80"]], ONE_FONT),
        ([["Item", "Price 2026"], ["Bolt", "1.20"], ["Nut", "0.80"]], [["Bold", "Bold"], ["F", "F"], ["F", "F"]]),
        ([["P-1", "3"], ["P-2", "4"], ["P-3", "9"]], ONE_FONT),
        ([["Bolt", "3", "x"], ["Nut", "4", "y"]], [["F"] * 3] * 2),
        ([["Bolt", "3"]], [["F", "F"]]),
    ],
)
def test_a_table_with_a_head_or_of_counted_rows_is_no_form(rows: Sequence[Sequence[str]], fonts: Sequence[Sequence[str]]) -> None:
    assert labelled(rows, fonts) == []


def test_a_label_without_a_value_stays() -> None:
    assert labelled([["Name:", "Runa"], ["Phone:", ""]], [["F", "F"], ["F", ""]]) == ["Name: Runa", "Phone:"]
