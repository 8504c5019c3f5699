"""The rows of a text: of which table each is, and under which head."""

import pytest

from ibidem.language.sentences import sentence_spans
from ibidem.language.table_rows import Row, head_in, rows_among

DUES = {
    "ko": ("| 선박 | 여름 요금 |", "| 바지선 | 120 |", "| 크레인 | 인양 톤 |", "| 동쪽 | 18 |"),
    "en": ("| Vessel | Summer fee |", "| Barge | 120 |", "| Crane | Max load t |", "| Crane East | 18 |"),
    "ja": ("| 船 | 夏料金 |", "| 艀 | 120 |", "| クレーン | 荷重 t |", "| 東 | 18 |"),
}


def rows(text: str, begun: str = "") -> list[Row | None]:
    return list(rows_among(text, sentence_spans(text), begun))


@pytest.mark.parametrize("language", DUES)
def test_two_tables_one_after_the_other_have_each_its_head(language: str) -> None:
    head, row, other, its = DUES[language]
    rule = "\n| --- | --- |\n"
    found = rows(f"{head}{rule}{row}\n\n{other}{rule}{its}")
    assert [one.head if one else None for one in found] == ["", head, "", other]
    assert [one.heads for one in found if one] == [True, False, True, False]
    assert len({one.table for one in found if one}) == 2


@pytest.mark.parametrize("language", DUES)
def test_a_text_that_begins_in_a_table_has_the_head_it_is_given(language: str) -> None:
    head, row, other, its = DUES[language]
    text = f"{row}\n{row}\n\n{other}\n| --- | --- |\n{its}"
    assert [one.head for one in rows(text, head) if one] == [head, head, "", other]
    assert [one.head for one in rows(text) if one] == ["", "", "", other], "never the first row"


def test_the_line_above_a_table_is_known_also_from_an_earlier_chunk() -> None:
    text = "(단위: N·m)\n\n| 볼트 | 토크 |\n| --- | --- |\n| M6 | 12 |"
    assert rows(text)[1:] == [Row(1, above="(단위: N·m)", heads=True), Row(1, "| 볼트 | 토크 |", "(단위: N·m)")]
    assert rows("| M8 | 25 |", "(단위: N·m)\n| 볼트 | 토크 |") == [Row(0, "| 볼트 | 토크 |", "(단위: N·m)")]
    assert head_in("(단위: N·m)") == ""


@pytest.mark.parametrize(
    "line", ["The ratio P(A|B) equals 0.25.", "Run cat journal | wc -l now.", "|x| is at least 3", "|x| = |y|", "a || b"]
)
def test_a_bar_in_prose_makes_no_row(line: str) -> None:
    assert rows(line) == [None]
