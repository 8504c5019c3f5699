"""The offer of a newer version is taken in its own words, and only by what asks for nothing else."""

import pytest

from ibidem.turn.pauses.offers import asks_of_newer, number_alone, takes_offer


@pytest.mark.parametrize(
    "message",
    [
        *(
            "yes",
            "show it",
            "show me",
            "show me the new one",
            "the new version please",
            "show me the new version",
            "the latest one",
        ),
        *(
            "yes, the new one",
            "can you show me the updated version?",
            "let me see the new version",
            "show me both",
            "use the new one",
        ),
        *(
            "네",
            "보여줘",
            "네 새 판으로",
            "새 판 보여줘",
            "새 버전으로 보여줘",
            "최신 버전이요",
            "그걸로 보여줘",
            "둘 다 보여줘",
            "바뀐 문서 보여주세요",
        ),
        *(
            "はい",
            "見せて",
            "新しい版を見せて",
            "新しい版で",
            "最新版でお願いします",
            "はい、新しい方を見せてください",
            "両方見せて",
        ),
    ],
)
def test_taken(message: str):
    assert takes_offer(message) and not asks_of_newer(message)


@pytest.mark.parametrize(
    "message",
    [
        *(
            "no",
            "not the new one",
            "show me document 2",
            "use it",
            "the old version",
            "which new documents are there?",
            "show me sop 1203",
        ),
        *("아니요", "새 판 말고", "새로 들어온 문서 있어?", "이전 판 보여줘", "볼트 토크는?"),
        *("いいえ", "新しい版ではなくて", "古い版を見せて", "新しい文書はありますか"),
    ],
)
def test_not_taken(message: str):
    assert not takes_offer(message)


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
