"""The order in which the lines of a PDF are read: footnotes behind the sentences that go on, titles before what is below them."""

import pytest

from corpus.conftest import Line, pdf_of
from ibidem.corpus.reading.blocks import Heading
from ibidem.corpus.reading.formats import read

# A full line, a line that a sentence leaves open, its rest, a footnote with two lines, another paragraph, and a title.
WORDS = {
    "ko": (
        "두 번째 펌프의 흡입 밸브는 관의 압력이 이 바 아래로 내려갈 때까지 닫아 두고 계기를 지켜본다",
        "펌프가 멈추면 작업자는 흡입 밸브를 닫고 문 옆에 있는 계기가 가리키는 압력이 이 바 아래로",
        "떨어질 때까지 기다린 다음에만 덮개를 연다.",
        ("압력은 문 옆의 계기에서 읽는다.", "계기는 해마다 검사한다."),
        "덮개는 두 사람이 함께 든다.",
        "펌프 설명서",
    ),
    "en": (
        "The inlet valve of the second pump has to be kept shut until the pressure in the main falls",
        "When the pump has stopped the operator closes the inlet valve and then waits until the",
        "pressure has fallen below two bar, and only then opens the cover.",
        ("The pressure is read on the gauge beside the door.", "The gauge is tested every year."),
        "Two people lift the cover together.",
        "Pump manual",
    ),
    "ja": (
        "二台目のポンプの吸込弁は管の圧力が二バールより下がるまで閉じておき、その間は計器を見守るものとし",
        "ポンプが止まったら、作業者は吸込弁を閉じ、扉の横にある計器が示す圧力が二バールより下になるまで",
        "待ち、そのあとに初めて蓋を開ける。",
        ("圧力は扉の横の計器で読む。", "計器は毎年検査する。"),
        "蓋は二人で持ち上げる。",
        "ポンプ説明書",
    ),
}
MARKS = ("1 ", "1) ", "* ", "¹")


def page(language: str, mark: str) -> list[Line]:
    full, begun, _, note, *_ = WORDS[language]
    lines: list[Line] = [(60, 780 - 18 * at, 10, full) for at in range(6)]
    return [*lines, (60, 672, 10, begun), (60, 100, 8, f"{mark}{note[0]}"), (60, 88, 8, note[1])]


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("mark", MARKS)
def test_a_footnote_does_not_fall_into_a_sentence(language: str, mark: str) -> None:
    _, begun, rest, note, after, _ = WORDS[language]
    found = read("a.pdf", pdf_of([page(language, mark), [(60, 780, 10, rest), (60, 740, 10, after)]]))
    joint = "" if language == "ja" else " "
    text = " ".join(found.text.split())
    assert f"{begun}{joint}{rest}" in text
    assert text.index(rest) < text.index(note[0]) < text.index(note[1]) < text.index(after)
    assert [block.page for block in found.blocks if note[0] in found.text[block.start : block.end]] == [1]


@pytest.mark.parametrize("language", WORDS)
def test_a_title_that_is_printed_last_stands_first(language: str) -> None:
    full, _, _, _, after, title = WORDS[language]
    body: list[Line] = [(60, 700 - 18 * at, 10, full) for at in range(6)]
    parts: list[Line] = [(60, 560, 14, after), *((60, 540 - 18 * at, 10, full) for at in range(3))]
    found = read("a.pdf", pdf_of([[*body, *parts, (60, 780, 22, title)]]))
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [title, after]
    assert found.text.startswith(f"# {title}\n\n")


def test_a_heading_in_the_second_of_two_columns_stays_there() -> None:
    left: list[Line] = [(40, 700 - 18 * at, 10, "The left column is text of its own") for at in range(8)]
    right: list[Line] = [(320, 682 - 18 * at, 10, "The right column goes on behind it") for at in range(7)]
    found = read("a.pdf", pdf_of([[*left, (320, 710, 16, "Right"), *right]]))
    assert found.text.index("left column") < found.text.index("# Right") < found.text.index("right column")
