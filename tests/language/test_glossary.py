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
