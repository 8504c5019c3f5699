"""What the words of a message do in it."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.profile import load_profile
from ibidem.understanding.vocabulary import words_of

PROFILE = load_profile("equipment")


@pytest.mark.parametrize(
    ("message", "does"),
    [
        ("open the torque table", ["shows", "fills", "content", "numbered"]),
        ("what is that document about?", ["asks", "asks", "points", "document", "fills", "stop"]),
        ("summarise it in three lines", ["sums", "points", "sums"]),
        ("which valve leaks", ["asks", "numbered", "content"]),
        ("그 문서 보여줘", ["points", "document", "shows"]),
        ("문서에서 토크는 얼마야?", ["document", "fills", "content", "asks", "stop"]),
        ("세 줄로 요약해줘", ["sums", "sums"]),
        ("밸브 열어줘", ["numbered", "shows"]),
        ("その文書を見せて", ["points", "document", "fills", "shows"]),
        ("焼き付け温度は何度?", ["content", "fills", "asks", "content", "stop"]),
        ("3行で要約して", ["sums", "sums"]),
        ("オンラインの資料", ["content", "fills", "document"]),
    ],
)
def test_words_by_what_they_do(message: str, does: list[str]) -> None:
    assert [word.does for word in words_of(message, PROFILE)] == does


def test_what_is_meant_stands_by_itself() -> None:
    words = words_of("2번 문서요", PROFILE, ((0, 2),))
    assert [(word.does, word.text, word.attached) for word in words] == [
        ("meant", "2번", False),
        ("document", "문서", False),
        ("fills", "요", True),
    ]


def test_a_number_within_a_word_is_part_of_it() -> None:
    assert [word.text for word in words_of("もう一度見せて", PROFILE, ((2, 4),))] == ["もう一度", "見せて"]


@given(st.text(max_size=300))
def test_any_text_is_taken_apart_in_its_order(text: str) -> None:
    lowered = text.lower()
    words = words_of(lowered, PROFILE)
    assert [word.text for word in words] == [lowered[word.start : word.end] for word in words]
    assert all(one.end <= other.start for one, other in pairwise(words))
