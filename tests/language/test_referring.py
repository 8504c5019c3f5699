"""Sentences that send the reader elsewhere are told from those that say something."""

import pytest

from ibidem.language.referring import asks_where, refers_elsewhere


@pytest.mark.parametrize(
    "text",
    [
        *("대형 설비는 별도 절차를 따른다.", "출장비는 여비 규정을 참고하세요."),
        *("For the on-site edition see the Server settings page.", "Filter changes are described in a separate instruction."),
        *("大型機は別の手順書による。", "分離器の整備は英語の要領書を見ること。"),
    ],
)
def test_what_sends_the_reader_elsewhere(text: str) -> None:
    assert refers_elsewhere(text)


@pytest.mark.parametrize(
    "text",
    [
        *("경보가 나면 절차를 멈춘다.", "지침은 매년 1월에 고친다."),
        *("The guide is printed once a year.", "See that the gap is below 3 mm."),
        *("手順は二人で行う。", "規程は毎年4月に改める。"),
    ],
)
def test_what_says_something_itself(text: str) -> None:
    assert not refers_elsewhere(text)


@pytest.mark.parametrize(
    ("question", "where"),
    [
        *(("대형 설비 절차는 어디 있어요?", True), ("대형 설비는 몇 시간마다 갈아요?", False)),
        *(("which manual covers the filter?", True), ("how often is the filter changed?", False)),
        *(("大型機はどの手順書?", True), ("大型機の周期は?", False)),
    ],
)
def test_questions_that_a_place_answers(question: str, where: bool) -> None:
    assert asks_where(question) == where
