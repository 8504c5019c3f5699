"""The new version that is offered, as replies name it."""

import pytest

from ibidem.turn.pauses.offers import asks_of_newer, names_newer, number_alone


@pytest.mark.parametrize(
    "message",
    ["show me the new one", "the latest one", "새 판 보여줘", "바뀐 문서 보여주세요", "新しい版を見せて", "最新版でお願いします"],
)
def test_the_new_version_is_named(message: str):
    assert names_newer(message)


@pytest.mark.parametrize("message", ["the old version", "show me sop 1203", "이전 판 보여줘", "古い版を見せて"])
def test_another_is_named(message: str):
    assert not names_newer(message)


@pytest.mark.parametrize(
    "message",
    [
        "What does the new version say about torque?",
        "새 판에서는 토크가 얼마야?",
        "새 버전은 주기가 어떻게 돼?",
        "新しい版ではトルクはいくつ？",
    ],
)
def test_a_question_to_the_new_version(message: str):
    assert asks_of_newer(message)


@pytest.mark.parametrize("message", ["Which new documents are there?", "토크는?", "새 펌프는?", "新しい文書はありますか"])
def test_a_question_of_its_own(message: str):
    assert not asks_of_newer(message)


@pytest.mark.parametrize(
    ("message", "number"),
    [
        ("1", 1),
        ("1번", 1),
        ("1번이요", 1),
        ("number 2 please", 2),
        ("2番", 2),
        ("2番目です", 2),
        ("1번 문서", None),
        ("document 1", None),
    ],
)
def test_a_number_alone(message: str, number: int | None):
    assert number_alone(message) == number
