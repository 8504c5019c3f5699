from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ibidem.corpus.chunking import cut
from ibidem.corpus.reading import page_layout
from ibidem.corpus.reading.blocks import Heading, ListItem, Paragraph, TableRow, TextBuilder
from ibidem.corpus.reading.page_layout import Line
from ibidem.corpus.reading.pdf import read_pdf
from ibidem.domain.errors import UnreadableDocument

MakePdf = Callable[..., bytes]


def lines(*texts: str, top: float = 700, left: float = 72, size: float = 10) -> list[tuple[float, float, float, str]]:
    return [(left, top - 14 * number, size, text) for number, text in enumerate(texts)]


def test_a_page_becomes_headings_paragraphs_steps_and_tables(make_pdf: MakePdf) -> None:
    page = [
        (72, 780, 18, "펌프 교체 절차"),
        *lines("점검하기 전에 전원을 끄고 배관에 남아 있는 압력을 천천히 빼며 ", "압력계가 영을 가리키는지 확인합니다.", top=750),
        *lines("1. 전원을 끕니다.", "2. 밸브를 잠급니다.", top=700),
        *[
            (x, y, 10, text)
            for y, row in ((640, ("항목", "기준값")), (626, ("토크", "45 N·m")))
            for x, text in zip((72, 250), row, strict=True)
        ],
    ]
    read = read_pdf("a.pdf", make_pdf([page]))
    assert read.text == (
        "# 펌프 교체 절차\n\n"
        "점검하기 전에 전원을 끄고 배관에 남아 있는 압력을 천천히 빼며 압력계가 영을 가리키는지 확인합니다.\n\n"
        "1. 전원을 끕니다.\n2. 밸브를 잠급니다.\n\n| 항목 | 기준값 |\n| --- | --- |\n| 토크 | 45 N·m |"
    )
    assert [type(block) for block in read.blocks] == [Heading, Paragraph, ListItem, ListItem, TableRow, TableRow]
    assert read.pages == 1


def test_japanese_lines_are_joined_without_spaces(make_pdf: MakePdf) -> None:
    page = lines(
        "点検の前に必ず電源を切り、配管に残った圧力をゆっくり抜いて", "から、圧力計がゼロを指していることを確かめてください。"
    )
    text = read_pdf("a.pdf", make_pdf([page])).text
    assert (
        text == "点検の前に必ず電源を切り、配管に残った圧力をゆっくり抜いてから、圧力計がゼロを指していることを確かめてください。"
    )


def test_words_broken_at_a_hyphen_are_put_together_unless_they_have_one(make_pdf: MakePdf) -> None:
    page = lines(
        "Before the service starts, switch off the pump and disman-",
        "tle its cover. A well-known mistake is to leave the well-",
        "known bolt in place.",
    )
    text = read_pdf("a.pdf", make_pdf([page])).text
    assert "dismantle its cover" in text
    assert "the well-known bolt" in text


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("The crew may re-", "enter the room.", "re-enter"),
        ("The panel shows E-", "2107 at once.", "E-2107"),
        ("It was built in 2019-", "2021 by hand.", "2019-2021"),
        ("Only an X-", "ray shows it.", "X-ray"),
        ("패널에 오류 E-", "2107 이 뜬다.", "E-2107"),
        ("表示は E-", "2107 となる。", "E-2107"),
        ("The crew must disman-", "tle the cover.", "dismantle"),
    ],
)
def test_a_hyphen_of_the_word_itself_stays(first: str, second: str, whole: str, make_pdf: MakePdf) -> None:
    assert whole in read_pdf("a.pdf", make_pdf([lines(first, second)])).text


@pytest.mark.parametrize(
    ("first", "second", "whole"),
    [
        ("이 건물에서는 불이 나면 누구나 반드시 비상 계", "단을 써야 합니다.", "비상 계단을"),
        ("승강기의 정기 점검은 매월 셋째 주 수요", "일에 실시합니다.", "수요일에"),
        ("승강기가 멈추면 가까이 있는 사람이 담당", "자에게 알립니다.", "담당자에게"),
        ("정기 회의의 날짜와 시간은 해마다 운영", "위원회가 정합니다.", "운영 위원회가"),
        ("모든 작업을 안전하게 마친 다음에는 이제", "이 문서를 보관합니다.", "이제 이 문서를"),
    ],
)
def test_a_korean_word_broken_at_the_end_of_a_line_is_whole(first: str, second: str, whole: str, make_pdf: MakePdf) -> None:
    assert whole in read_pdf("a.pdf", make_pdf([lines(first, second)])).text


def test_columns_that_stand_close_are_told_by_where_they_begin(make_pdf: MakePdf) -> None:
    rows = (("Temperature", "Allowed difference"), ("200 degrees", "2 degrees"), ("400 degrees", "3 degrees"))
    page = [(x, 600 - 14 * number, 10, text) for number, row in enumerate(rows) for x, text in zip((72, 136), row, strict=True)]
    text = read_pdf("a.pdf", make_pdf([[*lines("1. Read the probe.", top=614), *page]])).text
    assert text == (
        "1. Read the probe.\n\n| Temperature | Allowed difference |\n| --- | --- |\n"
        "| 200 degrees | 2 degrees |\n| 400 degrees | 3 degrees |"
    )


def test_korean_broken_inside_words_is_put_together_where_the_document_shows_its_spaces(make_pdf: MakePdf) -> None:
    page = lines(
        "펌프를 분리하기 전에 배관에 남아 있는 압력을 천천히 뺀 다음 압력",
        "계가 영을 가리키는지 다시 확인하고 밸브를 모두 잠근 그 상태에서 ",
        "작업을 시작합니다 이제 덮개를 열 때는 볼트를 대각선으로 조금씩 풀",
        "어 한쪽으로 힘이 몰리지 않게 합니다",
    )
    text = read_pdf("a.pdf", make_pdf([page])).text
    assert "압력계가" in text and "풀어 한쪽" in text and "상태에서 작업을" in text


def test_a_sentence_runs_over_the_page_and_pages_are_counted(make_pdf: MakePdf) -> None:
    long = "Tighten the four bolts of the cover one after the other and"
    second = [*lines("check them with the wrench."), *lines("Done here.", top=600)]
    read = read_pdf("a.pdf", make_pdf([lines(long + " never", long + " then"), second]))
    assert "and then check them with the wrench." in read.text
    assert [(block.page, read.text[block.start : block.end][:4]) for block in read.blocks] == [(1, "Tigh"), (2, "Done")]


def test_running_titles_and_page_numbers_go_but_the_first_title_stays(make_pdf: MakePdf) -> None:
    bodies = ["First we drain the tank.", "Then we open the lid.", "Last we clean the filter.", "All is done now."]
    pages = [
        [(72, 810, 9, "SOP 1203 Tank service"), *lines(body, top=500), (290, 30, 9, f"- {number} -")]
        for number, body in enumerate(bodies, 1)
    ]
    read = read_pdf("a.pdf", make_pdf(pages))
    assert read.text == "\n\n".join(["SOP 1203 Tank service", *bodies])
    assert [block.page for block in read.blocks] == [1, 1, 2, 3, 4]


@pytest.mark.parametrize(
    "footer", ["Pump manual p. {}", "펌프 설명서 {}쪽", "ポンプ取扱説明書 {}ページ", "Page {} of 4", "{} / 4"]
)
def test_footers_with_a_page_number_go_and_numbered_titles_stay(footer: str, make_pdf: MakePdf) -> None:
    pages = [
        [(72, 800, 10, f"Step {number}"), (72, 500, 10, f"Turn screw {number} once."), (250, 30, 10, footer.format(number))]
        for number in range(1, 5)
    ]
    text = read_pdf("a.pdf", make_pdf(pages)).text
    assert all(f"Step {number}" in text for number in range(1, 5))
    assert footer.format(2) not in text and footer.format(4) not in text


@pytest.mark.parametrize("header", ["회비 규정 - {}/2", "会費規程 {}/2ページ", "Rules on dues, page {} of 2"])
def test_a_numbered_header_goes_from_a_paper_of_two_pages(header: str, make_pdf: MakePdf) -> None:
    pages = [[(72, 800, 9, header.format(number)), *lines(f"Body {number} is here.", top=500)] for number in (1, 2)]
    text = read_pdf("a.pdf", make_pdf(pages)).text
    assert header.format(1) in text and header.format(2) not in text


def test_articles_set_solid_are_paragraphs_of_their_own(make_pdf: MakePdf) -> None:
    page = lines(
        "제1조(목적) 이 규정은 회원이 내는 회비와 그 관리에 관하여 필요한 사항을 정함을 그 목적으로 하고 있다",
        "제2조(범위) 이 규정은 정관이 정하는 모든 회원에게 적용하며 다른 규정보다 먼저 적용한다",
    )
    read = read_pdf("a.pdf", make_pdf([page]))
    assert [piece.section for piece in cut(read)] == [("제1조(목적)",), ("제2조(범위)",)]


def test_large_bullets_are_items(make_pdf: MakePdf) -> None:
    slide = [
        (72, 700, 20, "• 후원회원 제도 도입"),
        *lines("본문이 이어지고 있으며 여기에는 설명이 조금 더 길게 적혀 있다.", top=600),
    ]
    read = read_pdf("a.pdf", make_pdf([slide]))
    assert [type(block) for block in read.blocks] == [ListItem, Paragraph]


def test_a_page_that_breaks_its_reader_is_lost_alone(make_pdf: MakePdf, monkeypatch: pytest.MonkeyPatch) -> None:
    add = page_layout._Layout.add  # pyright: ignore[reportPrivateUsage]

    def broken(layout: object, builder: TextBuilder, numbered: Sequence[tuple[int, Line]]) -> None:
        if numbered and "breaks" in numbered[0][1].text:
            raise IndexError
        add(layout, builder, numbered)  # pyright: ignore[reportArgumentType]

    monkeypatch.setattr(page_layout._Layout, "add", broken)  # pyright: ignore[reportPrivateUsage]
    read = read_pdf("a.pdf", make_pdf([lines("First is fine."), lines("This one breaks."), lines("Last is fine.")]))
    assert read.text == "First is fine.\n\nLast is fine." and read.pages == 3 and read.unread_pages == (2,)


@pytest.mark.parametrize("blank", ["\u2003", "\u2028", "\t", "\u3000\u2002"])
def test_a_blank_line_is_no_line(blank: str, make_pdf: MakePdf) -> None:
    page = lines("펌프를 분리하기 전에 압력을 뺀다", blank, "그 다음 밸브를 잠근다")
    assert "밸브를 잠근다" in read_pdf("a.pdf", make_pdf([page])).text


def test_the_tables_of_an_example_are_whole() -> None:
    read = read_pdf("sop_1422.pdf", Path("examples/equipment/sop_1422.pdf").read_bytes())
    rows = [read.text[block.start : block.end] for block in read.blocks if isinstance(block, TableRow)]
    assert rows[0] == "| 준비물 | 부품 번호 | 수량 |\n| --- | --- | --- |" and len(rows) == 15
    assert len({block.table for block in read.blocks if isinstance(block, TableRow)}) == 3


def test_pages_that_show_nothing_say_so(make_pdf: MakePdf) -> None:
    with pytest.raises(UnreadableDocument, match=r"no page shows any text; leave it out"):
        read_pdf("a.pdf", make_pdf([[], []]))


@pytest.mark.parametrize(
    ("original", "problem"),
    [(b"no pdf at all", "not a PDF"), (b"%PDF-1.7\ngarbage", "damaged"), (b"", "not a PDF")],
)
def test_broken_files_are_told(original: bytes, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=problem):
        read_pdf("a.pdf", original)


def test_an_encrypted_file_is_told(make_pdf: MakePdf) -> None:
    # The standard security handler with a user password that is not empty: no key can be made from an empty one.
    encryption = b"<< /Filter /Standard /V 1 /R 2 /P -4 /O <" + b"41" * 32 + b"> /U <" + b"42" * 32 + b"> >>"
    plain = make_pdf([lines("secret text")])
    encrypted = plain.replace(b"/Root 1 0 R", b"/Root 1 0 R /ID [<00> <00>] /Encrypt " + encryption)
    with pytest.raises(UnreadableDocument, match="encrypted with a password"):
        read_pdf("a.pdf", encrypted)


def unnamed_glyphs(pdf: bytes) -> bytes:
    """The file with a font that does not say which characters its glyphs are."""
    return (
        pdf.replace(b"/UniKS-UCS2-H", b"/Identity-H   ")
        .replace(b"(Korea1)", b"(Identity)")
        .replace(b"HYSMyeongJo-Medium", b"Odd")
    )


@pytest.mark.parametrize(
    "line", ["겨울에는 항구를 닫고 오월에 다시 엽니다.", "The harbour is closed in winter.", "港は冬の間閉鎖されます。"]
)
def test_pages_of_glyphs_without_characters_are_reported(line: str, make_pdf: MakePdf) -> None:
    assert read_pdf("a.pdf", unnamed_glyphs(make_pdf([lines(line), lines(line)]))).unread_pages == (1, 2)
    assert read_pdf("a.pdf", make_pdf([lines(line), lines(line)])).unread_pages == ()
