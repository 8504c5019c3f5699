"""Upright text, in columns from the right to the left."""

import io
from collections.abc import Callable, Sequence

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.formats import read

SIZE = 14
FONTS = {"ko": "HYSMyeongJo-Medium", "ja": "HeiseiMin-W3"}
for font in FONTS.values():
    pdfmetrics.registerFont(UnicodeCIDFont(font))

COLUMNS = {
    "ko": (
        "선착장 이용 규칙",
        "제일조 배는 열 척까지 맬 수 있다.",
        "제이조 밤에는 들어오지 못한다.",
        "부칙 이 규칙은 유월부터 시행한다.",
    ),
    "ja": (
        "船だまり利用規則",
        "第一条　係留する船は十隻までとする。",
        "第二条　夜間は入港してはならない。",
        "附則　この規則は六月から施行する。",
    ),
}
Draw = Callable[[Canvas, str, str, float, float], None]


def by_character(canvas: Canvas, font: str, text: str, x: float, top: float) -> None:
    canvas.setFont(font, SIZE)
    for number, char in enumerate(text):
        if not char.isspace():
            canvas.drawString(x, top - 16 * number, char)


def by_font(canvas: Canvas, font: str, text: str, x: float, top: float) -> None:
    upright = UnicodeCIDFont(font, isVertical=True)
    upright.fontName = upright.name = f"{font}-V"
    pdfmetrics.registerFont(upright)
    canvas.setFont(upright.fontName, SIZE)
    canvas.drawString(x, top, text)


def drawn(draw: Callable[[Canvas], None]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    draw(canvas)
    canvas.save()
    return out.getvalue()


def without_spaces(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("language", COLUMNS)
@pytest.mark.parametrize("draw_column", [by_character, by_font])
def test_columns_are_read_from_the_right_whole(language: str, draw_column: Draw) -> None:
    columns, font = COLUMNS[language], FONTS[language]

    def draw(canvas: Canvas) -> None:
        canvas.setFont(font, SIZE)
        canvas.drawString(60, 815, "2026.5.1")
        for number, column in enumerate(columns):
            draw_column(canvas, font, column, 500 - 26 * number, 760)

    assert without_spaces(read("a.pdf", drawn(draw)).text) == without_spaces("2026.5.1" + "".join(columns))


@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
def test_bands_follow_each_other_whatever_the_order_of_drawing(order: Sequence[int]) -> None:
    columns = COLUMNS["ja"]
    places = ((500, 780), (474, 780), (500, 380), (474, 380))

    def draw(canvas: Canvas) -> None:
        for number in order:
            by_character(canvas, FONTS["ja"], columns[number], *places[number])

    assert without_spaces(read("a.pdf", drawn(draw)).text) == without_spaces("".join(columns))


def test_figures_side_by_side_stay_in_their_column() -> None:
    def draw(canvas: Canvas) -> None:
        by_character(canvas, FONTS["ja"], "令和七年六月から利用料金を月額で定める", 500, 780)
        by_character(canvas, FONTS["ja"], "料金は月", 474, 780)
        canvas.setFont(FONTS["ja"], 12)
        canvas.drawString(475, 716, "24")
        by_character(canvas, FONTS["ja"], "万円とする。", 474, 700)

    assert "料金は月24万円とする。" in without_spaces(read("a.pdf", drawn(draw)).text)


@pytest.mark.parametrize("language", COLUMNS)
def test_a_paragraph_of_several_columns_is_one(language: str) -> None:
    text = COLUMNS[language][1].replace(" ", "").replace("\u3000", "") * 3
    columns = [text[at : at + 20] for at in range(0, len(text), 20)]

    def draw(canvas: Canvas) -> None:
        for number, column in enumerate(columns):
            by_character(canvas, FONTS[language], column, 500 - 26 * number, 780)

    assert "\n" not in read("a.pdf", drawn(draw)).text
