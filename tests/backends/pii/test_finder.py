"""What is found in sentences of three languages, and what is left alone."""

import pytest

from ibidem.backends.pii.finder import RuleFinder
from ibidem.domain.personal_data import PersonalDatum
from later_personal_rows import LATER_CLEAN, LATER_PERSONAL, THIRD_CLEAN, THIRD_PERSONAL
from personal_rows import CLEAN, PERSONAL, read

FINDER = RuleFinder()


@pytest.mark.parametrize("row", [*PERSONAL.splitlines(), *LATER_PERSONAL.splitlines(), *THIRD_PERSONAL.splitlines()])
def test_personal_data_is_found_where_it_stands(row: str) -> None:
    text, data = read(row)
    assert list(FINDER.find(text)) == data


@pytest.mark.parametrize("text", [*CLEAN.splitlines(), *LATER_CLEAN.splitlines(), *THIRD_CLEAN.splitlines()])
def test_a_number_of_a_thing_is_left_alone(text: str) -> None:
    assert not FINDER.find(text)


def test_a_private_key_is_found_whole() -> None:
    key = "-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAKj34GkxFhD90vcN\nKUpRKfFLfRYC9AIKjbJTWit=\n-----END RSA PRIVATE KEY-----"
    assert list(FINDER.find(f"key:\n{key}\nend")) == [PersonalDatum(5, 5 + len(key), "SECRET")]


@pytest.mark.parametrize(
    "text",
    ["생년월일이 없는 901301-1234568", "주민번호 형식은 000000-0000000", "born 990230-1234567", "日付でない 751332-1234567"],
)
def test_a_resident_number_begins_with_a_date(text: str) -> None:
    assert not FINDER.find(text)


@pytest.mark.parametrize(
    "text", ["설비 담당 010-1234-5678", "Order desk: 010-1234-5678", "部品の担当者 090-1234-5678", "010\u200b1234\u200b5678"]
)
def test_a_word_of_things_further_off_hides_no_telephone(text: str) -> None:
    assert [datum.kind for datum in FINDER.find(text)] == ["PHONE"]


@pytest.mark.parametrize(
    "text", ["", " ", "-", "(", "+" * 5000, "1-" * 5000, "4111 " * 3000, "a@" * 5000, "A" * 10_000, "\ud800 1"]
)
def test_any_text_is_read(text: str) -> None:
    assert FINDER.settled(text) <= len(text)
    FINDER.find(text)


@pytest.mark.parametrize("text", ["암호를 AES-256으로 건다", "パスワードをSHA-256で保存する", "비밀번호를 8자리로 줄인다"])
def test_what_a_password_is_made_by_is_none(text: str) -> None:
    assert not FINDER.find(text)
