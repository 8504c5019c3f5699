import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.ranges import Amount, amounts_in, range_in


@pytest.mark.parametrize(
    ("question", "value", "unit"),
    [
        ("편도 15킬로인데 얼마 나와요?", 15, "km"),
        ("車で通ってて片道15キロなんだけど", 15, "km"),
        ("I drive 12.5 km each way", 12.5, "km"),
        ("입사 7년차 휴가비", 7, "years"),
        ("勤続3年だと何日?", 3, "years"),
        ("1,500 euros of parts", 1500, "euros"),
    ],
)
def test_amounts(question: str, value: float, unit: str) -> None:
    assert amounts_in(question) == (Amount(value, unit),)


@pytest.mark.parametrize("question", ["E-07 뭐야?", "SL-420 torque", "2番の文書", "몇 명이야?", ""])
def test_what_is_no_amount(question: str) -> None:
    assert not amounts_in(question)


@pytest.mark.parametrize(
    ("cell", "within", "outside"),
    [
        ("10 km以上20 km未満", (10, 15, 19.9), (9.9, 20, 35)),
        ("35 km以上", (35, 100), (34,)),
        ("2〜5 km", (2, 5), (1, 6)),
        ("10km 이상 20km 미만", (10, 19), (9, 20)),
        ("20 km 초과", (21,), (20,)),
        ("5 km까지", (0, 5), (6,)),
        ("10 to 20 km", (10, 20), (9, 21)),
        ("10 km – 20 km", (10, 20), (9, 21)),
        ("over 20 km", (20.1,), (20,)),
        ("under 5 km", (4.9,), (5,)),
        ("up to 5 km", (5,), (5.1,)),
        ("20 km or more", (20,), (19,)),
    ],
)
def test_ranges(cell: str, within: tuple[float, ...], outside: tuple[float, ...]) -> None:
    found = range_in(cell)
    assert found is not None
    assert all(found.holds(Amount(value, "km")) for value in within)
    assert not any(found.holds(Amount(value, "km")) for value in outside)
    assert not found.holds(Amount(within[0], "years"))


@pytest.mark.parametrize(
    "cell", ["작동유", "E-07", "15 km", "10 이상", "20 to 10 km", "under 5 km or under 6 km", "from 3 km over 4 km", ""]
)
def test_what_is_no_range(cell: str) -> None:
    assert range_in(cell) is None


@given(st.text(max_size=60))
def test_any_text_is_read(text: str) -> None:
    amounts_in(text)
    range_in(text)
