from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.numbers import find_numbers


def read(text: str) -> list[tuple[int, str]]:
    return [(number.value, number.form) for number in find_numbers(text)]


@pytest.mark.parametrize(
    ("text", "value", "form"),
    [
        ("두 번째 문서", 2, "ordinal"),
        ("두번째", 2, "ordinal"),
        ("3번째", 3, "ordinal"),
        ("둘째", 2, "ordinal"),
        ("마지막 문서", -1, "ordinal"),
        ("2번", 2, "label"),
        ("일번", 1, "label"),
        ("[2]", 2, "bracket"),
        ("②", 2, "bracket"),
        ("the second one", 2, "ordinal"),
        ("2nd", 2, "ordinal"),
        ("the last source", -1, "ordinal"),
        ("number two", 2, "label"),
        ("no. 2", 2, "label"),
        ("#2", 2, "label"),
        ("document 2", 2, "cardinal"),
        ("2番目", 2, "ordinal"),
        ("二つ目", 2, "ordinal"),
        ("ふたつめ", 2, "ordinal"),
        ("最後の文書", -1, "ordinal"),
        ("最初の文書", 1, "ordinal"),
        ("二番", 2, "label"),
        ("2回目", 2, "times"),
    ],
)
def test_what_a_number_says_and_how(text: str, value: int, form: str):
    assert read(text)[0] == (value, form)


@pytest.mark.parametrize(
    "text", ["문서 3부", "서버 3대", "2024년", "3단계", "두 번 눌러", "15 pages", "2 servers", "3 mm", "3部", "2024年", "2台"]
)
def test_what_counts_names_nothing(text: str):
    assert [form for _, form in read(text)] == ["quantity"]


@pytest.mark.parametrize(
    "text", ["이번 문서", "사번", "wait a second", "rpm per second", "一番新しい", "다섯", "oneself", "secondly"]
)
def test_what_only_looks_like_a_number(text: str):
    assert read(text) == []


@pytest.mark.parametrize("text", ["1.5", "10:30", "3/4", "29392", "1,200"])
def test_a_longer_number_is_one_quantity(text: str):
    assert [form for _, form in read(text)] == ["quantity"]


@given(st.text(max_size=60))
def test_numbers_stand_where_they_say_in_their_order(text: str):
    found = find_numbers(text)
    assert all(0 <= one.start < one.end <= len(text) for one in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(st.integers(1, 99))
def test_digits_mean_the_same_in_three_languages(number: int):
    assert read(f"{number}번째")[0][0] == read(f"{number}番目")[0][0] == read(f"document {number}")[0][0] == number
