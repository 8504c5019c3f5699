import pytest

from ibidem.language.glossary import Glossary, glossary

WORDS = Glossary((("진공 펌프", "vacuum pump", "真空ポンプ"), ("기압", "air pressure", "気圧"), ("알람", "alarm", "アラーム")))


@pytest.mark.parametrize(
    ("question", "others"),
    [
        ("진공펌프는 언제 바꾸나요?", {"wvacuum", "w真空"}),
        ("진공 펌프를 껐다", {"wvacuum", "w真空"}),
        ("Are Vacuum Pumps loud?", {"w진공", "w真空"}),
        ("真空ポンプを止めるには", {"w진공", "wvacuum"}),
        ("알람이 울려요", {"walarm", "wアラーム"}),
        ("the alarm's volume", {"w알람", "wアラーム"}),
        ("アラームが鳴る", {"w알람", "walarm"}),
    ],
)
def test_a_word_of_a_group_brings_the_others(question: str, others: set[str]) -> None:
    (found,) = WORDS.alternatives(question)
    assert others <= {term.token for other in found.others for term in other}
    assert len(found.others) == 2


@pytest.mark.parametrize("question", ["대기압은 얼마인가요?", "the vacuum and a loud pump", "サラームという人", "", "\ud800"])
def test_part_of_another_word_brings_nothing(question: str) -> None:
    assert WORDS.alternatives(question) == ()


def test_two_words_of_one_group_are_not_alternatives_of_each_other() -> None:
    (found,) = WORDS.alternatives("알람(alarm) 설정")
    assert [[term.token for term in other if term.token[0] == "w"] for other in found.others] == [["wアラーム"]]


def test_a_glossary_is_made_once() -> None:
    assert glossary((("a", "b"),)) is glossary((("a", "b"),))


SHORT = Glossary(
    (("로그아웃", "sign out", "サインアウト"), ("언제부터", "since when", "いつから"), ("새는", "leaking", "漏れる"))
)


@pytest.mark.parametrize("question", ["how do I sign up?", "언제까지 내야 하나요?", "いつまでですか", "새 부품이 왔나요?"])
def test_a_word_whose_stems_are_another_word_s_too_is_found_by_its_spelling_only(question: str) -> None:
    assert SHORT.alternatives(question) == ()


@pytest.mark.parametrize(
    "question", ["How do I sign-out?", "이 규정은 언제부터인가요?", "いつから有効ですか", "가스가 새는 곳", "the pump is leaking"]
)
def test_and_by_its_spelling_it_is_found(question: str) -> None:
    assert len(SHORT.alternatives(question)) == 1
