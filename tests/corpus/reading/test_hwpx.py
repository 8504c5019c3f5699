import pytest

from corpus.packages import hwpx_of, hwpx_paragraph, hwpx_table, package_of
from ibidem.corpus.reading.blocks import Heading, TableRow
from ibidem.corpus.reading.hwpx import read_hwpx
from ibidem.domain.errors import UnreadableDocument


def said(text: str, properties: int = 99) -> str:
    return hwpx_paragraph(f"<hp:t>{text}</hp:t>", properties)


WORDS = {
    "ko": ("휴가 규정", "제1조 연차는 15일로 한다.", "구분", "일수", "연차", "15일"),
    "en": ("Leave rules", "Article 1. Annual leave is 15 days.", "Kind", "Days", "Annual", "15 days"),
    "ja": ("休暇規程", "第1条 年次休暇は15日とする。", "区分", "日数", "年次", "15日"),
}


@pytest.mark.parametrize("language", WORDS)
def test_headings_paragraphs_and_tables(language: str) -> None:
    title, sentence, *cells = WORDS[language]
    table = hwpx_table([[said(cells[0]), said(cells[1])], [said(cells[2]), said(cells[3])]])
    found = read_hwpx("a.hwpx", hwpx_of(said(title, 0) + said(sentence) + hwpx_paragraph(table), outlines=2))
    assert found.text == f"# {title}\n\n{sentence}\n\n| {cells[0]} | {cells[1]} |\n| --- | --- |\n| {cells[2]} | {cells[3]} |"
    assert [block.title for block in found.blocks if isinstance(block, Heading)] == [title]
    assert [block.header for block in found.blocks if isinstance(block, TableRow)] == [f"| {cells[0]} | {cells[1]} |"] * 2


def test_line_ends_and_notes_are_read_and_running_heads_are_not() -> None:
    note = f"<hp:ctrl><hp:footNote><hp:subList>{said('각주')}</hp:subList></hp:footNote></hp:ctrl>"
    head = f"<hp:ctrl><hp:header><hp:subList>{said('머리말')}</hp:subList></hp:header></hp:ctrl>"
    body = hwpx_paragraph(f"{head}<hp:t>첫<hp:lineBreak/>둘<hp:tab/>셋</hp:t>{note}")
    assert read_hwpx("a.hwpx", hwpx_of(body)).text == "첫\n둘 셋\n\n각주"


def test_a_paragraph_of_an_outline_that_is_as_long_as_a_page_is_no_heading() -> None:
    assert not any(isinstance(block, Heading) for block in read_hwpx("a.hwpx", hwpx_of(said("긴 글 " * 50, 0), 1)).blocks)


@pytest.mark.parametrize(
    ("original", "problem"),
    [
        (b"PK\x03\x04", "a damaged HWPX"),
        (package_of({"mimetype": "application/hwp+zip"}), "a damaged HWPX"),
        (package_of({"META-INF/manifest.xml": "<odf:encryption-data/>", "Contents/section0.xml": "x"}), "encrypted"),
        (package_of({"Contents/section0.xml": "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>"}), "document type declaration"),
        (package_of({"Contents/section0.xml": "<a>" * 300 + "</a>" * 300}), "a damaged HWPX"),
        (package_of({"Contents/section0.xml": bytes(257 << 20)}), "unpacks to more"),
    ],
    ids=["broken", "empty", "password", "entities", "deep", "bomb"],
)
def test_what_cannot_be_read_says_why(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_hwpx("a.hwpx", original)
