"""What a question asks for is read from its words."""

import pytest

from ibidem.language.question_words import (
    asked_values,
    asks_procedure,
    asks_quantity,
    asks_reason,
    quantities,
    subject,
)


@pytest.mark.parametrize(
    ("question", "quantity", "procedure", "reason"),
    [
        ("볼트는 몇 N·m로 조여요?", True, False, False),
        ("필터 교체 주기가 어떻게 돼요?", True, False, False),
        ("필터는 어떻게 갈아요?", False, True, False),
        ("펌프가 멈춘 원인은 뭐예요?", False, False, True),
        ("How much torque do the bolts need?", True, False, False),
        ("How do I replace the filter?", False, True, False),
        ("Why did the pump stop?", False, False, True),
        ("ボルトのトルクはいくつですか。", True, False, False),
        ("ポンプが止まったのはなぜですか。", False, False, True),
        ("사진을 한꺼번에 받고 싶은데 어케 해요", False, True, False),
        ("仮払いはどう申し込むの", False, True, False),
        ("二つはどう違うの", False, False, False),
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


@pytest.mark.parametrize(
    ("question", "value", "no_value"),
    [
        ("몇 명이 해요?", "작업은 2인이 한다", "2시간"),
        ("저압 트립 몇 bar야?", "0.8 bar에서 멈춘다", "8 barg는 8명"),
        ("グリコールは何%ですか", "濃度は32 %とする", "32か所"),
        ("whats the glycol % of the chiller", "| Glycol concentration | 32 % |", "32 doors"),
        ("글리콜 몇 %야?", "농도는 32 %이다", "32곳"),
        ("何人で行いますか", "作業は2名で行う", "2時間"),
        ("いつ直る?", "2025年2月に直す", "6時間置く"),
        ("나사는 몇으로 조여요?", "12 N·m로 조인다", "12 mm"),
        ("何ニュートンで締める?", "12 N·mで締める", "12 mm"),
        ("예비품 번호가 뭐였지", "| 히터 | HT-20-A |", "20개"),
        ("what is the part number of the belt?", "DB-20", "20 mm"),
        ("ベルトの品番は?", "BL-20", "20本"),
        ("how much is the ticket?", "EUR 20", "20 days"),
        ("how often is it cleaned?", "every 500 h", "20 mm"),
        ("how long is a cycle?", "a 6-week cycle", "a 6-part cycle"),
        ("which weekday is the meeting?", "on Thursdays", "at noon"),
        ("회의는 무슨 요일이에요?", "목요일에 한다", "정오에 한다"),
        ("会議は何曜?", "木曜日に行う", "正午に行う"),
        ("벨트 폭이 얼마야", "20 mm", "20 N·m"),
        ("ベルトの幅は?", "20 mm", "20 N·m"),
        ("저장 용량은?", "20 GB", "20일"),
        ("有給は何日前までに申請すればいい?", "2営業日前まで", "4時間まで"),
        ("연차는 며칠 전에 신청해?", "3영업일 전까지", "3시간 전까지"),
        ("how many days ahead do I ask for leave?", "three working days ahead", "three hours ahead"),
        ("비밀번호는 몇 글자 이상이야?", "12자 이상", "180일마다"),
        ("how many characters does a password need?", "at least 14 characters", "every 180 days"),
        ("パスワードは何文字以上?", "14文字以上", "180日ごと"),
        ("포커스 링은 언제, 몇 시간마다 바꿔?", "RF 누적 450시간", "세 번째 교체부터"),
        ("固定ボルトはどのくらいの力で締めますか?", "7 N·mで締める", "36か月ごと"),
        ("볼트는 얼마로 조여?", "7 N·m로 조인다", "36개월마다"),
        ("how hard should I tighten the bolts?", "to 7 N·m", "every 36 months"),
    ],
)
def test_a_value_is_known_by_how_it_is_counted(question: str, value: str, no_value: str) -> None:
    assert any(pattern.search(value) for pattern in asked_values(question))
    assert not any(pattern.search(no_value) for pattern in asked_values(question))
