"""What picks none of a list of choices: that it is none of them, or any; and what does neither."""

import pytest

from ibidem.turn.pauses.none_or_any import any_of_them, none_of_them

NONE = {
    "ko": "없어|없어요|목록에 없어요|이 중에 없습니다|둘 다 아니에요|다른 거|다른 문서요|그거 말고 다른 거",
    "en": "neither|none of them|not in the list|it is not in the list|it's not there|something else|another one|No, neither.",
    "ja": "どちらでもない|どれでもないです|この中にはありません|リストにないです|別のものです|他の文書",
}
ANY = {
    "ko": "아무거나|아무거나요|아무것이나 보여줘|어느 쪽이든요|상관없어요",
    "en": "any|any of them|either one|either is fine|whichever|It doesn't matter.|any one, please",
    "ja": "どれでも|どれでもいいです|どちらでもいいですよ|何でも構いません",
}
ELSE = (
    "",
    "please",
    "no",
    "the other one",
    "another document about pumps",
    "anything new?",
    "neither pump starts",
    "없어진 문서",
    "다른 챔버",
    "아무거나 눌러도 되나요?",
    "ない場合は?",
    "どちらでも使えますか",
    "다른 거 " * 50,
)


@pytest.mark.parametrize("message", [m for messages in NONE.values() for m in messages.split("|")])
def test_it_is_none_of_them(message: str) -> None:
    assert none_of_them(message, 3) and not any_of_them(message)


@pytest.mark.parametrize("message", [m for messages in ANY.values() for m in messages.split("|")])
def test_any_will_do(message: str) -> None:
    assert any_of_them(message) and not none_of_them(message, 3)


@pytest.mark.parametrize("message", ELSE)
def test_neither(message: str) -> None:
    assert not none_of_them(message, 1) and not any_of_them(message)


@pytest.mark.parametrize("message", ["그거 말고", "not that one", "それじゃないです"])
def test_not_that_is_none_where_there_is_one(message: str) -> None:
    assert none_of_them(message, 1) and not none_of_them(message, 2)
