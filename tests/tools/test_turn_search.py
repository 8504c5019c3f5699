"""Turns are found by what was said in them, in three languages."""

from datetime import UTC, datetime

import pytest

from ibidem.domain.conversation import NewTurn, Turn
from ibidem.tools.turn_search import best_turns

SAID = [
    ("게이트 밸브 볼트의 토크는?", "볼트는 12 N·m로 조입니다."),
    ("What torque do the cover screws get?", "Tighten the cover screws to 3.5 N·m."),
    ("真空ポンプのオイルは何リットルですか?", "新しいオイルを1.2リットル注入します。"),
    ("알람 E-1234의 원인은?", "차압 센서의 배관이 막혔습니다."),
]
TURNS = [
    Turn(number, datetime.now(UTC), "me", NewTurn("s", asked, answer, answer, "ko", "general"))
    for number, (asked, answer) in enumerate(SAID, 1)
]


@pytest.mark.parametrize(
    ("query", "number"), [("볼트를 조이는 토크", 1), ("cover screws", 2), ("オイルの量", 3), ("E-1234 알람", 4)]
)
def test_the_turn_that_holds_the_words_is_found(query: str, number: int) -> None:
    assert best_turns(query, TURNS, 5)[0].turn_id == number


def test_of_equal_turns_the_latest_comes_first_and_what_holds_nothing_is_left_out() -> None:
    twice = [*TURNS, Turn(5, datetime.now(UTC), "me", TURNS[1].content)]
    assert [turn.turn_id for turn in best_turns("cover screws", twice, 5)] == [5, 2]
    assert len(best_turns("cover screws", twice, 1)) == 1
    assert best_turns("zzz", twice, 5) == []
