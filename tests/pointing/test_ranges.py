"""Some of several that are named: a range without one of them, and one out of those."""

import pytest
from tests.pointing.conversation import documents


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("documents 1 to 3 without document 2", ["A", "C"]),
        ("show documents 1 through 3 except 2", ["A", "C"]),
        ("documents 1-3, skip 2", ["A", "C"]),
        ("of documents 1 to 3, only summarise 2", ["B"]),
        ("1번부터 3번까지 중에서 2번 빼고 보여줘", ["A", "C"]),
        ("1~3번 중 2번 말고 다 보여줘", ["A", "C"]),
        ("1번부터 3번 중에 2번만 요약해줘", ["B"]),
        ("1번과 3번 중에 3번만 보여줘", ["C"]),
        ("1番から3番まで、2番以外を見せて", ["A", "C"]),
        ("文書1〜3のうち文書2を除いて見せて", ["A", "C"]),
        ("1番から3番のうち2番だけ要約して", ["B"]),
    ],
)
async def test_what_is_left_of_a_range(message: str, expected: list[str]) -> None:
    assert (await documents(message, ["A", "B", "C"]))[0] == expected
