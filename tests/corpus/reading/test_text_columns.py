"""Running text that looks like a table: justified, monospaced, in columns, with numbered lines."""

import io
from collections.abc import Callable, Sequence

import pytest
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas

from ibidem.corpus.reading.blocks import Paragraph
from ibidem.corpus.reading.formats import read

FONTS = {"ko": "HYSMyeongJo-Medium", "en": "Helvetica", "ja": "HeiseiKakuGo-W5"}
for cid in ("HYSMyeongJo-Medium", "HeiseiKakuGo-W5"):
    pdfmetrics.registerFont(UnicodeCIDFont(cid))

COLUMNS = {
    "ko": (
        (
            "시의회는 지난주 회의에서 부두의",
            "난간을 모두 새로 바꾸기로 하고",
            "예산 사천만 원을 승인하였으며",
            "공사는 구월에 시작한다.",
        ),
        (
            "주민은 공고한 날부터 삼십일 안에",
            "의견을 낼 수 있고 그 의견은 모두",
            "다음 회의에 보고되며 결과는 또",
            "게시판에 붙인다.",
        ),
    ),
    "en": (
        (
            "The council approved the new railing",
            "of the pier at its meeting and set",
            "aside forty thousand euros for it, and",
            "the work begins in September.",
        ),
        (
            "Residents may object within a month",
            "of the notice, and each objection is",
            "read out at the next meeting before",
            "the council decides.",
        ),
    ),
    "ja": (
        (
            "市議会は先週の会議で桟橋の手すりを",
            "すべて新しくすることを決定し、その",
            "予算として四百万円を承認したほか、",
            "工事は九月に始まる。",
        ),
        (
            "住民は公告の日から三十日以内に意見",
            "を述べることができ、その意見はすべ",
            "て次の会議で報告され、結果は掲示板",
            "に掲示される。",
        ),
    ),
}


def drawn(draw: Callable[[Canvas], None]) -> bytes:
    out = io.BytesIO()
    canvas = Canvas(out, pagesize=A4)
    draw(canvas)
    canvas.save()
    return out.getvalue()


@pytest.mark.parametrize("language", COLUMNS)
def test_columns_printed_line_by_line_are_read_one_after_the_other(language: str) -> None:
    left, right = COLUMNS[language]

    def draw(canvas: Canvas) -> None:
        canvas.setFont(FONTS[language], 10)
        for number, (one, other) in enumerate(zip(left, right, strict=True)):
            canvas.drawString(60, 700 - 14 * number, one)
            canvas.drawString(320, 700 - 14 * number, other)

    found = read("a.pdf", drawn(draw))
    joint = "" if language == "ja" else " "
    assert found.text == f"{joint.join(left)}\n\n{joint.join(right)}"
    assert all(isinstance(block, Paragraph) for block in found.blocks)


@pytest.mark.parametrize(
    ("language", "lines"),
    [
        (
            "ko",
            (
                "부두 끝의 옛 등대는 조례 제1274호에 따라",
                "지키는 건물이며 그 뒤쪽 벽을 다시 고치는",
                "데에 들 돈을 시가 모두 내기로 정하였다",
            ),
        ),
        (
            "en",
            (
                "Whereas the old lighthouse is kept under",
                "by-law 1274 of the harbour, and the wall",
                "at its rear is in a poor state right now",
            ),
        ),
    ],
)
def test_justified_text_is_no_table(language: str, lines: Sequence[str]) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setFont(FONTS[language], 11)
        for number, line in enumerate(lines):
            words = line.split(" ")
            widths = [pdfmetrics.stringWidth(word, FONTS[language], 11) for word in words]
            gap = (245 - sum(widths)) / (len(words) - 1)
            for at, word in enumerate(words):
                canvas.drawString(60 + sum(widths[:at]) + gap * at, 700 - 16 * number, word)

    found = read("a.pdf", drawn(draw))
    assert found.text == " ".join(lines) and isinstance(found.blocks[0], Paragraph)


@pytest.mark.parametrize("language", COLUMNS)
def test_text_whose_letters_are_set_one_by_one_is_whole(language: str) -> None:
    lines = COLUMNS[language][1]

    def draw(canvas: Canvas) -> None:
        canvas.setFont(FONTS[language], 10)
        for number, line in enumerate(lines):
            at = 60.0
            for letter in line:
                if letter != " ":
                    canvas.drawString(at, 700 - 14 * number, letter)
                at += pdfmetrics.stringWidth(letter, FONTS[language], 10) + 0.3

    assert read("a.pdf", drawn(draw)).text == ("" if language == "ja" else " ").join(lines)


def test_monospaced_text_is_no_table() -> None:
    lines = (
        "The ferry stopped for nine days, and no",
        "notice was given to the holders of season",
        "cards, who were not paid back for them.",
    )

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Courier", 12)
        for number, line in enumerate(lines):
            canvas.drawString(60, 700 - 24 * number, line)

    assert read("a.pdf", drawn(draw)).text == " ".join(lines)


@pytest.mark.parametrize("language", COLUMNS)
def test_the_numbers_of_lines_are_no_text(language: str) -> None:
    lines = [*COLUMNS[language][0], *COLUMNS[language][1]]

    def draw(canvas: Canvas) -> None:
        canvas.setFont(FONTS[language], 10)
        for number, line in enumerate(lines):
            canvas.drawString(60, 700 - 20 * number, str(number + 1))
            canvas.drawString(110, 700 - 20 * number, line)

    found = read("a.pdf", drawn(draw))
    assert not any(block for block in found.blocks if not isinstance(block, Paragraph))
    assert lines[0] in found.text and not any(map(str.isdigit, found.text))


def test_numbered_names_keep_their_numbers() -> None:
    rows = ("Seal", "Inlet filter of the pump", "Bolt M8", "Cover", "Gasket, outer", "Washer")

    def draw(canvas: Canvas) -> None:
        canvas.setFont("Helvetica", 10)
        for number, name in enumerate(rows):
            canvas.drawString(60, 700 - 14 * number, str(number + 1))
            canvas.drawString(110, 700 - 14 * number, name)

    assert "| 2 | Inlet filter of the pump |" in read("a.pdf", drawn(draw)).text
