import pytest

from ibidem.language.sizes import Comparison, comparison_in, picked, sizes_of


@pytest.mark.parametrize(
    ("message", "comparison"),
    [
        ("더 큰 거는?", "larger"),
        ("제일 큰 건?", "largest"),
        ("작은 쪽은요?", "smaller"),
        ("다른 건?", "other"),
        ("싼 거는?", "unmeasured"),
        ("and the bigger one", "larger"),
        ("the smallest?", "smallest"),
        ("the small one", "smaller"),
        ("the other one?", "other"),
        ("the cheaper one?", "unmeasured"),
        ("重いほうは？", "larger"),
        ("一番大きいのは？", "largest"),
        ("小さいほうは？", "smaller"),
        ("もう一つは？", "other"),
        ("安いほうは？", "unmeasured"),
    ],
)
def test_a_message_may_pick_by_comparing(message: str, comparison: Comparison) -> None:
    found = comparison_in(message)
    assert found is not None
    assert found.comparison == comparison


@pytest.mark.parametrize("message", ["긴급 정지는?", "큰일이야", "what is the torque?", "enlarge it", "トルクは？"])
def test_another_one_compares_nothing(message: str) -> None:
    assert comparison_in(message) is None


@pytest.mark.parametrize(
    ("names", "sizes"),
    [
        (["250톤 프레스", "1,000톤 프레스"], (250, 1000)),
        (["the 22 kW compressor", "the 37 kW compressor"], (22, 37)),
        (["フォークリフト(1.5トン)", "フォークリフト(2.5トン)"], (1.5, 2.5)),
        (["2 doors, 22 kW", "2 doors, 37 kW"], (22, 37)),
        (["東京倉庫", "大阪倉庫"], None),
        (["pump CV-12", "pump CV-14"], None),
    ],
)
def test_the_sizes_are_the_numbers_that_differ(names: list[str], sizes: tuple[float, ...] | None) -> None:
    assert sizes_of(names) == sizes


@pytest.mark.parametrize(
    ("comparison", "subject", "places"),
    [
        ("larger", 0, (2, 1)),
        ("larger", 2, (2,)),
        ("larger", None, (2,)),
        ("largest", 0, (2,)),
        ("smaller", 1, (0,)),
        ("other", 1, (0, 2)),
        ("other", None, ()),
        ("unmeasured", 0, (0, 1, 2)),
    ],
)
def test_a_comparison_picks_beside_what_was_the_subject(
    comparison: Comparison, subject: int | None, places: tuple[int, ...]
) -> None:
    assert picked(comparison, (22.0, 37.0, 45.0), range(3), subject) == places
