"""Values of fields: one written form for each, and an order that every store can compare."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.fields import DocumentField, FieldFilter, FieldKind, WrongType, place_of, written


@pytest.mark.parametrize(
    ("kind", "value", "expected"),
    [
        ("number", "2024", "2024"),
        ("number", "1,250.50", "1250.5"),
        ("number", "-0.0", "0"),
        ("number", "+12", "12"),
        ("date", "2026-04-01", "2026-04-01"),
        ("date", "2026/4/1", "2026-04-01"),
        ("date", "2026. 4. 1.", "2026-04-01"),
        ("date", "2026년 4월 1일", "2026-04-01"),
        ("date", "2026年4月1日", "2026-04-01"),
        ("date", "2026-04-01T09:30:00+09:00", "2026-04-01"),
        ("text", "0042", "0042"),
        ("list", "펌프", "펌프"),
    ],
)
def test_a_value_has_one_written_form(kind: FieldKind, value: str, expected: str) -> None:
    assert written(kind, value) == expected


@pytest.mark.parametrize(
    ("kind", "value", "problem"),
    [
        ("number", "soon", "'soon' is not a number"),
        ("number", "12 kg", "is not a number"),
        ("number", "1,25", "is not a number"),
        ("number", "inf", "is not a number"),
        ("number", "1e3", "is not a number"),
        ("number", "1234567890123456", "has more than 15 digits"),
        ("date", "01.04.2026", "is not a date"),
        ("date", "2026-02-30", "is not a day of the calendar"),
        ("date", "2026", "is not a date"),
        ("text", "x" * 301, "has 301 characters"),
    ],
)
def test_what_is_none_of_the_kind_is_refused(kind: FieldKind, value: str, problem: str) -> None:
    with pytest.raises(WrongType, match=problem):
        written(kind, value)


DECIMALS = st.decimals(-(10**9), 10**9, places=4).map(str)


@given(one=DECIMALS, other=DECIMALS)
def test_numbers_are_in_the_order_of_their_places(one: str, other: str) -> None:
    places = [place_of("number", written("number", value)) for value in (one, other)]
    assert (places[0] < places[1]) == (float(one) < float(other))
    assert (places[0] == places[1]) == (float(one) == float(other))


def test_a_filter_lets_through_values_and_what_lies_between() -> None:
    fields = (DocumentField("year", "number", ("2024",)), DocumentField("tags", "list", ("a", "b")))
    assert FieldFilter(name="tags", kind="list", values=("c", "b")).lets_through(fields)
    assert not FieldFilter(name="tags", kind="list", values=("c",)).lets_through(fields)
    assert FieldFilter(name="year", kind="number", least="2024", most="2024").lets_through(fields)
    assert not FieldFilter(name="year", kind="number", least="2025").lets_through(fields)
    assert not FieldFilter(name="month", kind="number", least="0").lets_through(fields)
