"""Which words of a question a passage holds, in three languages."""

import pytest

from ibidem.domain.documents import Passage
from ibidem.finding.matching import MOST_WORDS, matched, words_missing
from ibidem.finding.passages import Ranking
from ibidem.language.search_text import passage_tokens
from ibidem.testing.stores import ENGLISH, prepared

PREPARED = prepared(ENGLISH)


def words_held(question: str, text: str) -> tuple[str, ...]:
    passage = Passage(PREPARED.chunks[0].chunk, PREPARED.document, 1.0)
    (found,) = matched(question, Ranking((passage,), (), 0.0, (passage_tokens(text),)))
    return found.match.words


@pytest.mark.parametrize(
    ("question", "text", "held"),
    [
        ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "밸브의 볼트를 12 N·m로 조인다.", ("밸브", "볼트는", "N·m", "조이나요")),
        ("E-1234 알람이 뜨면 어떻게 하나요?", "알람 E1234: 펌프를 멈춘다.", ("E-1234", "알람이")),
        ("What torque do the cover screws get?", "Tighten the screws to a torque of 9 N·m.", ("torque", "screws")),
        ("How heavy is the cryo pump?", "Turn the lamp off.", ()),
        ("真空ポンプのボルトは何N·mで締めますか?", "ボルトを9 N·mで締める。", ("ボルト", "N·m", "締めますか")),
    ],
)
def test_the_words_held_are_those_of_the_subject_as_the_question_writes_them(question: str, text: str, held: tuple[str, ...]):
    assert words_held(question, text) == held


def test_a_long_question_names_so_many_and_no_more():
    names = " ".join(f"pump{number}" for number in range(3 * MOST_WORDS))
    assert len(words_held(names, names)) == MOST_WORDS


def test_a_question_without_words_is_held_by_none():
    assert words_held("???", "Tighten the screws.") == ()


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("구내식당의 금요일 저녁 메뉴는 무엇인가요?", "펌프는 금요일에 점검한다.", ("구내식당의", "저녁", "메뉴는")),
        ("What is on the canteen's menu on Friday?", "Pumps are checked on Fridays.", ("canteen's", "menu")),
        ("社員食堂の金曜日のメニューは何ですか?", "ポンプは金曜日に点検する。", ("社員食堂", "メニュー")),
    ],
)
def test_words_that_no_passage_holds_are_named(question: str, text: str, missing: tuple[str, ...]) -> None:
    assert words_missing(question, [text]) == missing
    assert words_missing(question, [text, question]) == ()
