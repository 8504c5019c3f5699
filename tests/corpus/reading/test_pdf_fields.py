"""Forms of a PDF that were filled in on a screen."""

import io

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.formats import read

FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}
for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

LABELS = {"ko": ("신청인", "선박 이름", "정박지"), "en": ("Applicant", "Vessel", "Berth"), "ja": ("申請者", "船名", "係留場所")}


@pytest.mark.parametrize("language", LABELS)
def test_fields_are_read_with_their_labels_names_and_values(language: str) -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFont(FONTS[language], 11)
    fields = zip(LABELS[language], ("applicant", "vessel_name", "f1_03"), ("Runa Holt", "MS Solveig", "B-17"), strict=True)
    for number, (label, name, value) in enumerate(fields):
        canvas.drawString(60, 700 - 20 * number, label)
        canvas.acroForm.textfield(name=name, value=value, x=160, y=695 - 20 * number, width=200, height=18, fontSize=10)
    canvas.save()
    applicant, vessel, berth = LABELS[language]
    filled = f"{applicant} (applicant): Runa Holt\n{vessel} (vessel_name): MS Solveig\n{berth}: B-17"
    assert read("a.pdf", out.getvalue()).text.endswith(filled)


def test_marks_and_choices_are_read_and_what_is_empty_or_secret_is_not() -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.setFont("Helvetica", 11)
    canvas.drawString(180, 700, "Insured")
    canvas.acroForm.checkbox(name="box1", checked=True, x=160, y=697, size=14)
    canvas.drawString(180, 670, "Leased")
    canvas.acroForm.checkbox(name="box2", checked=False, x=160, y=667, size=14)
    canvas.drawString(60, 640, "Pier:")
    canvas.acroForm.choice(name="pier", value="North", options=["North", "South"], x=160, y=635, width=100, height=20)
    canvas.acroForm.textfield(name="code", value="1234", fieldFlags="password", x=160, y=600, width=100, height=20)
    canvas.acroForm.textfield(name="remarks", value="", x=160, y=570, width=100, height=20)
    canvas.save()
    read_text = read("a.pdf", out.getvalue()).text
    assert read_text.endswith("Insured: Yes\nPier (pier): North") and "1234" not in read_text and "remarks" not in read_text


def test_a_page_of_fields_alone_is_read() -> None:
    out = io.BytesIO()
    canvas = Canvas(out)
    canvas.rect(150, 590, 120, 40)
    canvas.acroForm.textfield(name="vessel", value="MS Solveig", x=160, y=600, width=100, height=20)
    canvas.save()
    found = read("a.pdf", out.getvalue())
    assert found.text == "vessel: MS Solveig" and found.blocks[0].page == 1
