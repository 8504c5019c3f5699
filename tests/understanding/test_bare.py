"""Numbers that stand for themselves, and those that a noun has."""

import pytest

from ibidem.understanding.bare import BareNumber, bare_number
from understanding.conversation import PROFILE


@pytest.mark.parametrize(
    ("message", "number", "rest"),
    [
        ("두 번째 거는 무게가 얼마야?", 2, "는 무게가 얼마야?"),
        ("2번은 무게가 얼마야?", 2, "은 무게가 얼마야?"),
        ("마지막 거는 언제까지야?", -1, "는 언제까지야?"),
        ("how heavy is the arm in the second one?", 2, "how heavy is the arm in the  ?"),
        ("what is the torque in number 2", 2, "what is the torque in"),
        ("二つ目の重さは?", 2, "の重さは?"),
        ("2番目のほうは何キロですか", 2, "のほうは何キロですか"),
    ],
)
def test_a_number_of_its_own(message: str, number: int, rest: str) -> None:
    assert bare_number(message, PROFILE) == BareNumber(number, rest.strip())


@pytest.mark.parametrize(
    "message",
    [
        "2번 챔버 무게는?",
        "챔버 2번은 무게가 얼마야?",
        "두 번째 문서는 무게가 얼마야?",
        "1번이랑 2번은 무게가 얼마야?",
        "sop 1203의 두 번째는?",
        "무게가 얼마야?",
        "how heavy is the second pump?",
        "is pump 2 the heavy one?",
        "what is the torque in document 2?",
        "not the first one, the second one",
        "2番ポンプの重さは?",
        "ポンプ2番の重さは?",
        "2番の文書の重さは?",
        "1番と2番の重さは?",
        "一番最初に見せてくれたページ、重さは?",  # 一番 is no number here, and 最初 no word of its own
    ],
)
def test_a_number_with_a_noun_or_another_number(message: str) -> None:
    assert bare_number(message, PROFILE) is None
