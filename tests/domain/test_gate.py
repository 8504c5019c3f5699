"""The gate for messages and ids."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.conversation import ClientTurn, Question
from ibidem.domain.errors import InvalidInput
from ibidem.domain.gate import MAX_MESSAGE, check_identifier, check_question, check_text


@pytest.mark.parametrize("message", ["", "   ", "\n\t", "\u3000"])
def test_an_empty_message_is_refused(message: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_question(Question(message, "s"))
    assert refused.value.field == "message"


@pytest.mark.parametrize("message", ["\ud800", "a\udfffb", "a\x00b", "a\x1bb", "ㅁ" * (MAX_MESSAGE + 1)])
def test_what_cannot_be_stored_or_read_is_refused(message: str) -> None:
    with pytest.raises(InvalidInput):
        check_question(Question(message, "s"))


@pytest.mark.parametrize("message", ["a" + "\u0315\u0300" * 16, "가" * MAX_MESSAGE * 4 + "나", "각" + "\u0323" * 31])
def test_what_would_take_long_to_compose_is_refused(message: str) -> None:
    with pytest.raises(InvalidInput):
        check_text("message", message)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_the_longest_message_may_come_decomposed(language: str) -> None:
    letters = {"ko": "각", "en": "ế", "ja": "が"}
    longest = letters[language] * MAX_MESSAGE
    assert check_text("message", unicodedata.normalize("NFD", longest)) == longest


@pytest.mark.parametrize("message", ["챔버 누설 점검", "チャンバーの漏れ点検", "chamber leak café"])
def test_decomposed_letters_are_composed(message: str) -> None:
    assert check_text("message", unicodedata.normalize("NFD", message)) == unicodedata.normalize("NFC", message)


@pytest.mark.parametrize(
    "identifier", ["../etc/passwd", "/abs", "a/b", "a\\b", "", ".hidden", "a..b", "한글", "a b", "x" * 129, "a\n"]
)
def test_path_like_and_odd_ids_are_refused(identifier: str) -> None:
    with pytest.raises(InvalidInput) as refused:
        check_question(Question("hello", identifier))
    assert refused.value.field == "session_id"
    with pytest.raises(InvalidInput):
        check_question(Question("hello", "s", client_turn_id=identifier))


@pytest.mark.parametrize("identifier", ["a", "session-1", "9f8e.7d_6c", "x" * 128])
def test_ordinary_ids_pass(identifier: str) -> None:
    check_identifier("session_id", identifier)


@given(st.text(alphabet=st.characters(codec=None), max_size=200))
def test_any_text_is_refused_clearly_or_comes_out_clean(text: str) -> None:
    try:
        cleaned = check_text("message", text)
    except InvalidInput as refused:
        assert refused.field == "message" and refused.problem and refused.allowed
    else:
        assert cleaned and cleaned == cleaned.strip()
        cleaned.encode("utf-8")
        assert check_text("message", cleaned) == cleaned


def test_of_a_history_the_last_turns_are_read() -> None:
    history = tuple(ClientTurn(f"q{number}") for number in range(9))
    read = check_question(Question("?", "s", history=history)).history
    assert [turn.user_text for turn in read] == ["q4", "q5", "q6", "q7", "q8"]
