"""Whole numbers spelt out in three languages."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.spelt import ENGLISH, JAPANESE, KOREAN, KOREAN_NATIVE, read_spelt, spellings

ANY = re.compile("|".join((ENGLISH, KOREAN, KOREAN_NATIVE, JAPANESE)))


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("eighteen", 18),
        ("eighty-one", 81),
        ("a hundred and five", 105),
        ("fifteen hundred", 1500),
        ("two thousand five hundred", 2500),
        ("twenty thousand", 20000),
        ("팔십일", 81),
        ("천이백", 1200),
        ("이만 오천", 25000),
        ("열여덟", 18),
        ("스무", 20),
        ("일곱", 7),
        ("八十一", 81),
        ("二万五千", 25000),
        ("千二百", 1200),
        ("万", 10000),
    ],
)
def test_a_number_is_read_from_its_words(word: str, value: int):
    assert read_spelt(word) == value
    assert word in spellings(value)


@pytest.mark.parametrize("word", ["이삼", "一二三", "四五", "십이삼", "十百"])
def test_what_is_no_one_number_is_none(word: str):
    assert read_spelt(word) is None


@given(st.integers(1, 99_999_999) | st.integers(1, 9_999))
def test_every_spelling_is_read_back(value: int):
    words = spellings(value)
    assert len(set(words)) == len(words) > 1
    for word in words:
        assert ANY.fullmatch(word) and read_spelt(word) == value


def test_zero_has_no_spelling():
    assert spellings(0) == ()
