import struct
import zlib

import pytest

from corpus.packages import hwp_of, hwp_paragraph, hwp_record, hwp_table, hwpx_of, hwpx_paragraph, ole_of
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.formats import read
from ibidem.corpus.reading.hwp import read_hwp
from ibidem.domain.errors import UnreadableDocument

OUTLINE = b"".join(hwp_record(25, 0, struct.pack("<I", level << 25 | 1 << 23)) for level in range(2))
WORDS = {
    "ko": ("휴가 규정", "제1조 연차는 15일로 한다.", "구분", "일수", "연차", "15일"),
    "en": ("Leave rules", "Article 1. Annual leave is 15 days.", "Kind", "Days", "Annual", "15 days"),
    "ja": ("休暇規程", "第1条 年次休暇は15日とする。", "区分", "日数", "年次", "15日"),
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("packed", [False, True])
def test_headings_paragraphs_and_tables(language: str, packed: bool) -> None:
    title, sentence, *cells = WORDS[language]
    texts = [hwp_paragraph(f"{cell}\r", 2, 9) for cell in cells]
    body = hwp_paragraph(f"{title}\r", 0, 0) + hwp_paragraph(f"{sentence}\r", 0, 9) + hwp_table([texts[:2], texts[2:]])
    original = hwp_of(body, OUTLINE)
    if packed:
        squeezed = zlib.compressobj(wbits=-15), zlib.compressobj(wbits=-15)
        streams = [one.compress(part) + one.flush() for one, part in zip(squeezed, (OUTLINE, body), strict=True)]
        original = hwp_of(streams[1], streams[0], flags=1)
    found = read_hwp("a.hwp", original)
    assert found.text == f"# {title}\n\n{sentence}\n\n| {cells[0]} | {cells[1]} |\n| --- | --- |\n| {cells[2]} | {cells[3]} |"
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [title]
    assert [block.header for block in found.blocks if isinstance(block, TableRow)] == [f"| {cells[0]} | {cells[1]} |"] * 2


def test_controls_in_a_paragraph_are_no_text() -> None:
    inline = "\x02" + "가" * 6 + "\x02"  # a control and its parameters
    assert read_hwp("a.hwp", hwp_of(hwp_paragraph(f"{inline}앞\x09{'a' * 6}\x09뒤\x0a다음\x1e줄\r"))).text == "앞 뒤\n다음 줄"


def test_frames_are_read_through_and_tables_in_cells_are_part_of_them() -> None:
    inner = hwp_table([[hwp_paragraph("a\r", 4), hwp_paragraph("b\r", 4)]], 2)
    assert read_hwp("a.hwp", hwp_of(hwp_table([[inner]]))).text == "| a | b |"
    assert read_hwp("a.hwp", hwp_of(hwp_table([[inner, hwp_paragraph("c\r", 2)]]))).text == "| a b | c |"


def test_cells_that_span_rows_repeat_and_running_heads_go() -> None:
    rows = [[hwp_paragraph(f"{cell}\r", 2) for cell in row] for row in (("팀", "이름"), ("설비", "가"))]
    rows.append([b"", hwp_paragraph("나\r", 2)])
    table = hwp_table(rows, spans={(1, 0): 2})
    table = table.replace(hwp_record(72, 2, bytes(8) + struct.pack("<4H", 0, 2, 1, 1)), b"")
    head = hwp_paragraph("본문\r") + hwp_record(71, 1, b"daeh") + hwp_record(72, 2, bytes(8)) + hwp_paragraph("머리말\r", 2)
    text = read_hwp("a.hwp", hwp_of(head + table)).text
    assert text == "본문\n\n| 팀 | 이름 |\n| --- | --- |\n| 설비 | 가 |\n| 설비 | 나 |"


def test_one_that_is_hwpx_by_its_bytes_is_read_as_one() -> None:
    assert read("a.hwp", hwpx_of(hwpx_paragraph("<hp:t>본문</hp:t>"))).text == "본문"


@pytest.mark.parametrize(
    ("original", "problem"),
    [
        (hwp_of(b"", flags=2), "encrypted with a password; save it without"),
        (hwp_of(b"", flags=4), "locked for distribution"),
        (b"HWP Document File V3.00 \x1a", "format from before 2000"),
        (b"anything", "a damaged HWP"),
        (ole_of({"Other": b"x"}), "a damaged HWP"),
        (hwp_of(b"\xff" * 600, flags=1), "a damaged HWP"),
        (hwp_of(zlib.compress(bytes(130 << 20), 9)[2:-4], zlib.compress(b"")[2:-4], flags=1), "unpacks to more than 128 MB"),
    ],
    ids=["password", "distribution", "old", "not at all", "no HWP", "damaged", "bomb"],
)
def test_what_cannot_be_read_says_why(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_hwp("a.hwp", original)
