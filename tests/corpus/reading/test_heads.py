import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ibidem.corpus.chunking import cut
from ibidem.corpus.reading.blocks import Head
from ibidem.corpus.reading.heads import begins_part, with_heads
from ibidem.corpus.reading.markdown import read_markdown
from ibidem.corpus.reading.plain import read_plain

KOREAN = """한빛대학교 학칙

제정 1998. 3. 1.

차 례
제1장 총칙
 제1조 목적
제2장 학생
 제3조 입학 ····· 2

제1장 총칙

제1조(목적) 이 학칙은 교육과 운영에 필요한 사항을 정함을 목적으로 한다.
제2조(정의) 이 학칙에서 쓰는 말의 뜻은
제3조에 따라 정한다.
1. "학생"이란 재학생을 말한다.

제2장 학생
제3조(입학) ① 입학 시기는 매 학기 초로 한다.
제3조의2(편입학) 편입학은 3학년으로 한다.
제4조 삭제

부칙 <2024. 2. 20.>
제1조(시행일) 이 학칙은 공포한 날부터 시행한다.

[별표 1] 입학 정원
공과대학 120명
"""
JAPANESE = """就業規則

第１章　総則

（目的）
第１条　この規則は、従業員の労働条件を定める。
２　この規則にないことは法令による。

（適用範囲）
第２条　この規則は、第３条の規定により採用された者に適用する。
第３条の規定は、別に定める。

第２章　休暇

（年次有給休暇）
第三十四条　６か月間継続勤務した者に10日の年次有給休暇を与える。
第三十五条（特別休暇）結婚のときは５日を与える。

附　則
この規則は、令和６年４月１日から施行する。
"""
ENGLISH = """HILLTOP CO-OP BYLAWS

ARTICLE I. NAME

The name of this organisation is the Hilltop Co-op, as described in
Section 3 of the charter.

ARTICLE II. MEMBERS

Section 1. Eligibility. Any person over 16 may join, subject to
Article V and the rules of the board.

Section 2. Dues
Dues are 10 dollars a year.

Appendix A: Fees
None yet.
"""


def sections(text: str) -> list[str]:
    return [" > ".join(piece.section) for piece in cut(read_plain(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            KOREAN,
            [
                *("", "제1장 총칙 > 제1조(목적)", "제1장 총칙 > 제2조(정의)", "제2장 학생 > 제3조(입학)"),
                *(
                    "제2장 학생 > 제3조의2(편입학)",
                    "제2장 학생 > 제4조",
                    "부칙 <2024. 2. 20.> > 제1조(시행일)",
                    "[별표 1] 입학 정원",
                ),
            ],
        ),
        (
            JAPANESE,
            [
                *(
                    "",
                    "第１章 総則 > 第１条（目的）",
                    "第１章 総則 > 第２条（適用範囲）",
                    "第２章 休暇 > 第三十四条（年次有給休暇）",
                ),
                *("第２章 休暇 > 第三十五条（特別休暇）", "附 則"),
            ],
        ),
        (
            ENGLISH,
            [
                *("", "ARTICLE I. NAME", "ARTICLE II. MEMBERS > Section 1", "ARTICLE II. MEMBERS > Section 2. Dues"),
                "Appendix A: Fees",
            ],
        ),
    ],
)
def test_rules_are_cut_by_article(text: str, expected: list[str]) -> None:
    assert sections(text) == expected


def test_articles_in_markdown_are_cited_with_marks_or_without() -> None:
    marked = read_markdown("# 정관\n\n## 제1조 (명칭)\n\n본회라 한다.\n\n## 제2조 (목적)\n\n나눔을 돕는다.")
    bold = read_markdown("# 정관\n\n**제1조 (명칭)** 본회라 한다.\n\n**제2조 (목적)** 나눔을 돕는다.")
    for read in (marked, bold):
        assert [piece.section[-1] for piece in cut(read)][-2:] == ["제1조 (명칭)", "제2조 (목적)"]


BODY = {
    "ko": "출장을 가는 사람은 이 지침을 따르고 모르는 것은 총무팀에 묻는다. " * 8,
    "en": "People who travel for work follow this handbook in every country. " * 8,
    "ja": "出張する社員はこの手引きに従い、分からないことは総務部に尋ねる。" * 12,
}


@pytest.mark.parametrize(
    ("language", "heads"),
    [
        ("ko", ["1. 적용 범위", "1.1 예약", "2. 정산"]),
        ("en", ["1. Scope", "1.1 Booking", "2. Claims"]),
        ("ja", ["1. 適用範囲", "1.1 予約", "2. 精算"]),
        ("en", ["SCOPE", "BOOKING TRAVEL", "CLAIMS"]),
        ("ko", ["Ⅰ. 적용 범위", "Ⅱ. 예약", "Ⅲ. 정산"]),
        ("ja", ["適用範囲\n========", "予約\n====", "精算\n===="]),
    ],
)
def test_outlines_become_sections_and_steps_do_not(language: str, heads: list[str]) -> None:
    steps = "\n\n1. abc\n2. def"
    text = "\n\n".join(f"{head}\n\n{BODY[language]}{steps}" for head in heads)
    read = read_plain(text)
    found = [block.title for block in with_heads(read.text, read.blocks) if isinstance(block, Head)]
    assert found == [head.partition("\n")[0] for head in heads]


@pytest.mark.parametrize(
    "text",
    [
        "1. 전원을 끈다\n2. 밸브를 잠근다\n\n3. 뚜껑을 연다",
        "제28조에 따라 임원을 해임한다. 제29조도 같다.",
        "DO NOT OPEN\n\nWARNING",
        "Chapter 3 of the book was read.\n\nPart 2 follows it.",
    ],
)
def test_what_only_looks_like_a_heading_is_none(text: str) -> None:
    read = read_plain(text)
    assert with_heads(read.text, read.blocks) == read.blocks


LINES = st.sampled_from(
    [
        *(
            "제1조(목적) 이 규칙은 정한다.",
            "제2조(정의)",
            "제3조에 따라",
            "第１条　定める。",
            "（目的）",
            "第二条（範囲）",
            "Section 1. Name",
            "",
        ),
        *(
            "Section 2",
            "1. Scope",
            "1.1 Use",
            "- item",
            "ABOUT US",
            "Title\n===",
            "부칙",
            "附則",
            "글이다.",
            "한 줄",
            "  第３章　雑則",
        ),
    ]
)


@settings(max_examples=200, deadline=None)
@given(st.lists(LINES, max_size=25).map("\n".join))
def test_blocks_still_cover_the_text_in_order(text: str) -> None:
    read = read_plain(text)
    end = 0
    for block in with_heads(read.text, read.blocks):
        assert end <= block.start < block.end
        assert not read.text[end : block.start].strip()
        end = block.end
    assert not read.text[end:].strip()


def test_a_line_begins_a_part_or_refers_to_one() -> None:
    assert all(map(begins_part, ["제3조(목적) 이", "第３４条　会社は", "제2장 총칙", "Article 5. Name"]))
    assert not any(map(begins_part, ["제3조에 따라", "第34条の規定", "목적", "Article 5 applies"]))
