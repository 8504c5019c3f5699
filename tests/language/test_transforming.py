"""Which messages want the last two answers side by side."""

import pytest

from ibidem.language.transforming import compares


@pytest.mark.parametrize(
    "message",
    [
        "이전 답변과 비교해 줘",
        "Compare it with the one before",
        "前の回答と比較してください",
        "compare that to the previous answer, please",
    ],
)
def test_a_comparison_with_the_answer_before(message: str) -> None:
    assert compares(message)


@pytest.mark.parametrize("message", ["XP랑 N을 비교해 줘", "Compare it with the SUPRA N", "XPとNを比較してください", "", "네"])
def test_a_comparison_of_other_things(message: str) -> None:
    assert not compares(message)
