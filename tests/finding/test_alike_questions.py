"""Questions of one matter are found together, in three languages."""

import pytest

from ibidem.finding.alike_questions import grouped

QUESTIONS = {
    "ko": (
        "구내식당 저녁 메뉴는 무엇인가요?",
        "주차장 요금은 얼마인가요?",
        "저녁에 구내식당 메뉴 알려줘",
        "탑의 높이는 얼마나 되나요?",
        "주차장 요금 알려줘",
    ),
    "en": (
        "What is on the menu of the canteen tonight?",
        "What does the car park cost?",
        "Show me the menu of the canteen for tonight",
        "How tall is the tower?",
        "How much does the car park cost?",
    ),
    "ja": (
        "社員食堂の夕食のメニューは何ですか?",
        "駐車場の料金はいくらですか?",
        "夕食の社員食堂のメニューを教えて",
        "塔の高さは?",
        "駐車場の料金を教えてください",
    ),
}


@pytest.mark.parametrize("language", list(QUESTIONS))
def test_alike_questions_stand_together_and_others_alone(language: str) -> None:
    groups = grouped(QUESTIONS[language])
    assert {(0, 2), (1, 4)} <= set(groups)
    assert sorted(place for group in groups for place in group) == list(range(5))
    assert grouped([]) == ()
    assert grouped(["?", "?"]) == ((0, 1),)
