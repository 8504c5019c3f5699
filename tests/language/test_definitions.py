import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.definitions import definition_of, thing_asked


@pytest.mark.parametrize(
    ("question", "thing"),
    [
        ("안테나가 뭐야?", "안테나"),
        ("작업 허가서란?", "작업 허가서"),
        ("PPE가 무엇인가요?", "PPE"),
        ("인터록이 무슨 뜻이에요", "인터록"),
        ("what's a work permit", "work permit"),
        ("What is the fab manager?", "fab manager"),
        ("what does LOTO mean?", "LOTO"),
        ("アンテナって何？", "アンテナ"),
        ("チラーとは何ですか。", "チラー"),
        ("有給休暇とは", "有給休暇"),
        ("インターロックってどういう意味？", "インターロック"),
    ],
)
def test_what_something_is(question: str, thing: str) -> None:
    assert thing_asked(question) == thing


@pytest.mark.parametrize(
    "question",
    [
        "뭐야?",
        "토크는 얼마야?",
        "터보펌프 알람 떴는데 뭐부터 봐야 돼?",
        "what do I do first?",
        "What is the torque, and which wrench?",
        "how long is a cycle?",
        "何？",
        "トルクはいくつですか。",
        "",
    ],
)
def test_anything_else(question: str) -> None:
    assert thing_asked(question) is None


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        ("안테나", "안테나는 노트를 모으는 기능이다."),
        ("의존성 주입", '**"의존성 주입"**은 코드가 필요로 하는 것을 주는 일이다.'),
        ("work permit", "A work permit is a paper that allows hot work."),
        ("LOTO", "LOTO (lockout/tagout) means that the energy is cut."),
        ("チラー", "チラー（冷却水循環装置）は、水を冷やす装置である。"),
        ("有給休暇", "有給休暇とは、賃金が支払われる休暇をいう。"),
    ],
)
def test_a_sentence_that_says_it(thing: str, sentence: str) -> None:
    assert definition_of(thing).match(sentence)


@pytest.mark.parametrize(
    ("thing", "sentence"),
    [
        ("안테나", "조건을 설정한 안테나가 있으면 노트가 모인다."),
        ("work permit", "Show your work permit at the gate."),
        ("チラー", "毎朝、チラーは点検する。"),
    ],
)
def test_a_sentence_that_only_holds_it(thing: str, sentence: str) -> None:
    assert not definition_of(thing).match(sentence)


@given(st.text(max_size=60), st.text(max_size=60))
def test_any_text_is_taken(question: str, sentence: str) -> None:
    if thing := thing_asked(question):
        definition_of(thing).match(sentence)
