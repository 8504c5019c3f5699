import pytest

from ibidem.language.numbered_parts import part_codes
from ibidem.language.search_text import passage_tokens, question_terms


@pytest.mark.parametrize(
    ("written", "asked"),
    [
        ("제28조의2(임원의 해임) 총회가 해임한다.", "정관 제28조의 2는?"),
        ("제 28 조 (해임)", "정관 제28조 알려 줘"),
        ("第三十四条　会社は有給休暇を与える。", "就業規則 第34条"),
        ("第３４条の２（休暇）", "第34条の2を見せて"),
        ("Article V. Officers", "What does article 5 say?"),
        ("Section 3.2 Notice", "show section 3.2"),
    ],
)
def test_an_article_is_found_by_its_number(written: str, asked: str) -> None:
    codes = {token for token in passage_tokens(written).split() if token[0] == "i"}
    assert codes & {term.token for term in question_terms(asked)}


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("제3조의2와 제1장", ["조3.2", "장1"]),
        ("第百二十三条、第十条の三", ["条123", "条10.3"]),
        ("Clause XIV", ["clause14"]),
        ("제3의 길", []),
    ],
)
def test_every_way_of_writing_a_part_is_one_code(text: str, codes: list[str]) -> None:
    assert list(part_codes(text)) == codes


def test_chinese_numerals_of_parts_are_searched_as_digits() -> None:
    assert passage_tokens("第三十四条の二に定める。") == passage_tokens("第34条の2に定める。")
    assert "i条3" in passage_tokens("第三条の一般原則").split()
