"""What a question asks for is read from its words."""

import pytest

from ibidem.language.question_words import asks_procedure, asks_quantity, asks_reason, quantities, subject, tells_reason


@pytest.mark.parametrize(
    ("question", "quantity", "procedure", "reason"),
    [
        ("볼트는 몇 N·m로 조여요?", True, False, False),
        ("필터 교체 주기가 어떻게 돼요?", True, False, False),
        ("필터는 어떻게 갈아요?", False, True, False),
        ("오링 교체 순서를 알려 주세요", False, True, False),
        ("펌프가 멈춘 원인은 뭐예요?", False, False, True),
        ("How much torque do the bolts need?", True, False, False),
        ("How do I replace the filter?", False, True, False),
        ("the steps to reset the router", False, True, False),
        ("Why did the pump stop?", False, False, True),
        ("ボルトのトルクはいくつですか。", True, False, False),
        ("フィルターの替え方を教えて", False, True, False),
        ("設定の手順は？", False, True, False),
        ("ポンプが止まったのはなぜですか。", False, False, True),
    ],
)
def test_kinds_of_question(question: str, quantity: bool, procedure: bool, reason: bool) -> None:
    assert (asks_quantity(question), asks_procedure(question), asks_reason(question)) == (quantity, procedure, reason)


@pytest.mark.parametrize(
    ("question", "kept", "dropped"),
    [
        ("냉각수는 언제 교체하나요?", "냉각수는", "언제"),
        ("펌프 오일은 무엇을 쓰는가?", "오일은", "무엇"),
        ("휴가 신청은 누구에게 하나요?", "휴가 신청은", "누구"),
        ("How many steps are in the manual?", "manual", "How many"),
        ("What is the name of the valve?", "valve", "name"),
        ("冷却水はいつ交換しますか。", "冷却水", "いつ"),
        ("担当は誰ですか？", "担当", "誰"),
    ],
)
def test_words_that_only_ask_are_no_part_of_the_subject(question: str, kept: str, dropped: str) -> None:
    assert kept in subject(question)
    assert dropped not in subject(question)


@pytest.mark.parametrize("words", ["휴가", "유급휴가?", "pump oil", "通勤手当", "主な作業"])
def test_a_noun_alone_is_a_subject(words: str) -> None:
    assert subject(words).strip() == words.strip("?")


def test_numbers_dates_and_number_words_are_quantities() -> None:
    assert quantities("1,000시간마다 두 번, 매월") == {"1,000", "두 번", "매월"}
    assert quantities("every 3.5 hours, twice, on Monday") == {"3.5", "twice", "monday"}
    assert quantities("三回、2024年の毎週") == {"三回", "2024", "毎週"}


@pytest.mark.parametrize("text", ["기름이 샜기 때문이다", "because it leaked", "漏れたため"])
def test_a_reason_is_told_by_its_words(text: str) -> None:
    assert tells_reason(text)
    assert not tells_reason("12 N·m")
