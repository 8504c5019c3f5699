"""Sentences that limit the one before."""

import pytest

from ibidem.language.limiting import limits


@pytest.mark.parametrize(
    "sentence",
    ["다만, 수습 직원은 제외한다.", "However, interns are not covered.", "ただし、試用期間中は除きます。"],
)
def test_an_exception_limits(sentence: str) -> None:
    assert limits(sentence)


@pytest.mark.parametrize("sentence", ["단추를 누른다.", "Butter is kept cold.", "なおす手順です。"])
def test_a_word_that_begins_alike_does_not(sentence: str) -> None:
    assert not limits(sentence)
