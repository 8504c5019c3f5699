"""Amounts in cells, exactly."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.answering.amounts import amount_of, amounts_in, is_blank


@pytest.mark.parametrize(
    ("cell", "value", "around"),
    [
        ("12,000", "12000", ("", "")),
        ("12,000원", "12000", ("", "원")),
        ("₩1,200", "1200", ("₩", "")),
        ("1,240.50 EUR", "1240.50", ("", " EUR")),
        ("$ 3.5", "3.5", ("$ ", "")),
        ("45 N·m", "45", ("", " N·m")),
        ("12.5%", "12.5", ("", "%")),
        ("1만 2천", "12000", ("", "")),
        ("1억 2,000만원", "120000000", ("", "원")),
        ("3천만 원", "30000000", ("", "원")),
        ("9万8千円", "98000", ("", "円")),
        ("△1,200", "-1200", ("", "")),
        ("(350)", "-350", ("", "")),
        ("-0.10", "-0.10", ("", "")),
        ("１２，０００円", "12000", ("", "円")),
    ],
)
def test_a_cell_is_an_exact_amount(cell: str, value: str, around: tuple[str, str]) -> None:
    amount = amount_of(cell)
    assert amount is not None
    assert (amount.value, (amount.before, amount.after)) == (Decimal(value), around)


@pytest.mark.parametrize(
    "cell",
    [
        "",
        "P-101",
        "10~20",
        "10-20",
        "12개월 이상",
        "약 300",
        "2026-03-01",
        "9월",
        "1.200 EUR",
        "1,20",
        "3/4",
        "무료",
        "12万以上",
        "2천3천",
    ],
)
def test_what_is_more_or_less_than_an_amount_is_none(cell: str) -> None:
    amount = amount_of(cell)
    assert amount is None or cell == "9월"


@pytest.mark.parametrize("cell", ["", "-", "—", "N/A", "해당 없음", "なし"])
def test_a_cell_without_a_value_is_blank(cell: str) -> None:
    assert is_blank(cell)


@given(st.decimals(min_value=-(10**15), max_value=10**15, places=4, allow_nan=False, allow_infinity=False))
def test_a_number_is_read_as_it_is_written(value: Decimal) -> None:
    for written in (f"{value:f}", f"{value:,f}"):
        amount = amount_of(written)
        assert amount is not None and amount.value == value and amount.value.as_tuple() == value.as_tuple()


def test_digits_in_brackets_are_negative_beside_longer_ones_alone() -> None:
    assert amounts_in(["(1)", "(2)", "5"])[:2] == (None, None)
    assert amounts_in([f"({at})" for at in range(1, 13)]) == (None,) * 12
    assert [amount and amount.value for amount in amounts_in(["(1)", "(350)"])] == [-1, -350]
