"""Owners, as people write them, and what is left of a question without them."""

import pytest

from ibidem.profile import Owner
from ibidem.turn.question.owners import owner_finder

HELD = ("가온정보", "주식회사 나린", "Beacon Works, Inc.", "Lumen Labs", "株式会社ツクロア", "みなも商事")
CALLED = (Owner(name="Lumen Labs", aliases=("루멘", "ルーメン")), Owner(name="Nobody here", aliases=("부업",)))


@pytest.mark.parametrize(
    ("question", "owners", "rest"),
    [
        ("가온정보에서는 부업이 가능한가요?", ("가온정보",), "부업이 가능한가요?"),
        ("가온정보의 부업 규정", ("가온정보",), "부업 규정"),
        ("나린은 부업 돼?", ("주식회사 나린",), "부업 돼?"),
        ("주식회사 나린에서 부업", ("주식회사 나린",), "부업"),
        ("루멘에서 휴가는 며칠?", ("Lumen Labs",), "휴가는 며칠?"),
        ("나린히 놓인 부업", (), "나린히 놓인 부업"),
        ("Lumen Labs에서는 휴가가 며칠이야?", ("Lumen Labs",), "휴가가 며칠이야?"),
        ("At Lumen Labs, how many vacation days?", ("Lumen Labs",), "how many vacation days?"),
        ("What is Lumen Labs' vacation policy?", ("Lumen Labs",), "What is vacation policy?"),
        ("Beacon Works's vacation policy", ("Beacon Works, Inc.",), "vacation policy"),
        ("vacation at beacon works inc.", ("Beacon Works, Inc.",), "vacation"),
        ("Are beacons allowed at work?", (), "Are beacons allowed at work?"),
        ("ツクロアでは副業はできますか", ("株式会社ツクロア",), "副業はできますか"),
        ("株式会社ツクロアの就業規則", ("株式会社ツクロア",), "就業規則"),
        ("みなも商事の場合は副業は?", ("みなも商事",), "副業は?"),
        ("ルーメンで残業は?", ("Lumen Labs",), "残業は?"),
        ("ツクロアルミの副業", (), "ツクロアルミの副業"),
        ("가온정보와 나린의 휴가 비교", ("가온정보", "주식회사 나린"), "휴가"),
        ("Compare vacation at Beacon Works and Lumen Labs", ("Beacon Works, Inc.", "Lumen Labs"), "vacation"),
        ("ツクロアとみなも商事の副業の違い", ("株式会社ツクロア", "みなも商事"), "副業の"),
        ("나린은?", ("주식회사 나린",), ""),
        ("and at Lumen Labs?", ("Lumen Labs",), ""),
        ("ツクロアの場合は？", ("株式会社ツクロア",), ""),
        ("가온정보란?", ("가온정보",), "가온정보란?"),
        ("What is Lumen Labs?", ("Lumen Labs",), "What is Lumen Labs?"),
        ("ツクロアとは何ですか", ("株式会社ツクロア",), "ツクロアとは何ですか"),
    ],
)
def test_owners_named_and_what_is_asked_of_them(question: str, owners: tuple[str, ...], rest: str) -> None:
    named = owner_finder(CALLED, HELD).named(question)
    assert (named.owners, named.excluded, named.rest) == (owners, (), rest)


@pytest.mark.parametrize(
    ("question", "excluded", "rest"),
    [
        ("가온정보 말고 부업이 되는 곳은?", ("가온정보",), "부업이 되는 곳은?"),
        ("not at Lumen Labs, vacation days?", ("Lumen Labs",), "vacation days?"),
        ("ツクロア以外では副業は?", ("株式会社ツクロア",), "副業は?"),
    ],
)
def test_owners_that_are_not_meant(question: str, excluded: tuple[str, ...], rest: str) -> None:
    named = owner_finder(CALLED, HELD).named(question)
    assert (named.owners, named.excluded, named.rest) == ((), excluded, rest)


def test_one_owner_under_two_spellings_is_one() -> None:
    held = ("ツクロア", "株式会社ツクロア", "Lumen", "Lumen Labs")
    finder = owner_finder((Owner(name="Lumen Labs", aliases=("Lumen",)),), held)
    assert finder.named("ツクロアの副業").owners == held[:2]
    assert finder.named("side jobs at Lumen").owners == held[2:]


def test_nobody_is_named_where_nobody_is_known() -> None:
    assert owner_finder(CALLED, ()).named("Lumen Labs의 부업").rest == "Lumen Labs의 부업"
