"""Bounds of numbers in questions, in three languages."""

from decimal import Decimal

import pytest

from ibidem.language.number_bounds import Sense, number_bounds


@pytest.mark.parametrize(
    ("question", "value", "sense", "unit"),
    [
        ("How many depots hold at least 500 crates?", 500, "least", ""),
        ("Which halls have more than 1,200 seats?", 1200, "over", ""),
        ("How many trips cost less than $40?", 40, "under", "$"),
        ("How many sheds are at most 2.5 m high?", 2.5, "most", ""),
        ("How many boats carry 12 guests or more?", 12, "least", "guests"),
        ("How many grants are more than $15 million?", 15_000_000, "over", "$"),
        ("Which towns had 2 million visitors or more?", 2_000_000, "least", "visitors"),
        ("예산이 3천만 원 이상인 사업은 몇 개인가요?", 30_000_000, "least", "원"),
        ("予算が2百万円を超える事業はいくつですか。", 2_000_000, "over", "円"),
        ("진입 차량이 1,000대 이상인 시간대는 몇 개인가요?", 1000, "least", "대"),
        ("재고가 30개 미만인 품목은 몇 개인가요?", 30, "under", "개"),
        ("정원이 2만 명을 넘는 시설은?", 20000, "over", "명"),
        ("요금이 5,000원 이하인 노선은 몇 개인가요?", 5000, "most", "원"),
        ("座席数が500席以上の会館はいくつありますか。", 500, "least", "席"),
        ("在庫が20未満の品目は何件ですか。", 20, "under", ""),
        ("料金が3千円を超える路線はいくつですか。", 3000, "over", "円"),
        ("高さが1.5m以下の棚は何台ですか。", 1.5, "most", "m"),
    ],
)
def test_a_bound_is_a_number_and_the_word_that_bounds_it(question: str, value: float, sense: Sense, unit: str) -> None:
    (bound,) = number_bounds(question)
    assert (bound.value, bound.sense) == (Decimal(str(value)), sense)
    assert bound.unit == unit


@pytest.mark.parametrize(
    "question",
    [
        "How many halls are over the river, and how many of the 12 are closed?",
        "센서 이상은 몇 번 있었나요?",
        "12月の以上終了は何件ですか。",
    ],
)
def test_no_number_is_bounded_by_a_word_that_stands_elsewhere(question: str) -> None:
    assert list(number_bounds(question)) == []


def test_a_bound_holds_what_is_within_it() -> None:
    held = {question: next(iter(number_bounds(question))) for question in ("5개 이상", "5개 초과", "5개 이하", "5개 미만")}
    within = {question: [n for n in (4, 5, 6) if bound.holds(Decimal(n))] for question, bound in held.items()}
    assert within == {"5개 이상": [5, 6], "5개 초과": [6], "5개 이하": [4, 5], "5개 미만": [4]}
