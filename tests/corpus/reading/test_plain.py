import pytest

from ibidem.corpus.reading.blocks import ListItem, Paragraph
from ibidem.corpus.reading.plain import read_plain

KOREAN = "점검 기록\n\n1. 전원을 끈다.\n2. 밸브를 잠근다.\n   두 번 확인한다.\n\n- 오일 교체\n- 필터 청소\n"
JAPANESE = "点検記録\n\n1. 電源を切る。\n2. バルブを閉める。\n   二度確かめる。\n\n・オイル交換\n・フィルター清掃\n"
ENGLISH = "Service log\n\n1. Switch it off.\n2. Close the valve.\n   Check twice.\n\n- oil changed\n- filter cleaned\n"


@pytest.mark.parametrize("text", [KOREAN, ENGLISH])
def test_text_is_kept_as_it_is_and_its_lists_are_seen(text: str) -> None:
    read = read_plain(text)
    assert read.text == text.strip()
    assert [type(block) for block in read.blocks] == [Paragraph, *[ListItem] * 4]
    assert read.text[read.blocks[2].start : read.blocks[2].end].count("\n") == 1


def test_japanese_bullets_need_no_space() -> None:
    assert [type(block) for block in read_plain(JAPANESE).blocks] == [Paragraph, *[ListItem] * 4]


def test_front_matter_is_no_part_of_the_text() -> None:
    read = read_plain("---\ntitle: 기록\n---\n본문")
    assert (read.front_matter, read.text) == ("title: 기록\n", "본문")


def test_line_ends_of_every_kind() -> None:
    assert read_plain("a\r\n\r\nb\rc").text == "a\n\nb\nc"
