"""The sides of a comparison, in three languages."""

import pytest

from ibidem.language.comparisons import compared_sides, compared_subject


@pytest.mark.parametrize(
    ("question", "sides"),
    [
        ("compare the free and the pro plan", ("free", "pro")),
        ("what is the difference between BX-20 and BX-30?", ("BX-20", "BX-30")),
        ("2000 vs 3000, which is heavier", ("2000", "3000")),
        ("비밀번호 규정 부산이랑 오사카 차이", ("부산", "오사카")),
        ("정규직과 계약직은 뭐가 달라?", ("정규직", "계약직은")),
        ("K5랑 K7 필터 비교해줘", ("K5", "K7")),
        ("無料プランと有料プランの違い", ("無料プラン", "有料プラン")),
        ("T-118とT-120を比較して", ("T-118", "T-120")),
        ("K5랑 K7, 필터 각각 몇 시간마다 갈아?", ("K5", "K7")),
        ("東京と大阪それぞれいつ?", ("東京", "大阪")),
    ],
)
def test_both_sides_are_named(question: str, sides: tuple[str, ...]) -> None:
    assert compared_sides(question) == sides


@pytest.mark.parametrize(
    "question",
    [
        "how do I wash and dry the filter",
        "what is the difference?",
        "사과와 배를 먹는다",
        "둘이 뭐가 달라?",
        "りんごとみかんを食べる",
        "退会と何が違うの",
    ],
)
def test_what_compares_no_two_has_no_sides(question: str) -> None:
    assert compared_sides(question) == ()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("비밀번호 규정 부산이랑 오사카 차이", "비밀번호 규정"),
        ("compare the price of BX-20 and BX-30", "price"),
        ("T-118とT-120の重さを比較して", "重さ"),
    ],
)
def test_what_the_sides_are_compared_in_is_left_without_them(question: str, words: str) -> None:
    left = compared_subject(question)
    assert words in left and not any(side in left for side in compared_sides(question))
