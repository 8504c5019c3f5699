"""Filters by fields as people and programs write them, checked against the profile."""

import pytest

from ibidem.domain.errors import InvalidInput, UnknownField
from ibidem.domain.fields import FieldFilter
from ibidem.profile import Profile, load_profile, parse_profile
from ibidem.shapes.filtering import from_words
from ibidem.shapes.requests import FiltersShape, filters_of_fields

PROFILE = """
name = "office"
title = { en = "Office" }
routes = [{ name = "general", priority = 0 }]
fields = [
    { name = "부서", type = "text" },
    { name = "year", type = "number" },
    { name = "signed", type = "date" },
    { name = "タグ", type = "list" },
]
"""


@pytest.fixture(scope="module")
def profile() -> Profile:
    return parse_profile(PROFILE, "test")


def test_words_become_filters(profile: Profile) -> None:
    words = ["부서=영업부", "부서=Sales = EMEA", "year=2020..2024", "year=1,999", "signed=..2024-03-31", "タグ=a..b"]
    assert from_words(words, profile, "--field") == (
        FieldFilter(name="부서", kind="text", values=("영업부", "Sales = EMEA")),
        FieldFilter(name="year", kind="number", values=("1999",), least="2020", most="2024"),
        FieldFilter(name="タグ", kind="list", values=("a..b",)),
        FieldFilter(name="signed", kind="date", most="2024-03-31"),
    )
    assert from_words([], profile, "--field") == ()


def test_json_becomes_the_same_filters(profile: Profile) -> None:
    given = {
        "부서": ["영업부", "Sales"],
        "year": {"from": 2020},
        "signed": {"from": "2024-01-01", "to": "2024-12-31"},
        "タグ": "x",
    }
    assert FiltersShape.model_validate({"fields": given}).to_domain(profile).fields == (
        FieldFilter(name="부서", kind="text", values=("영업부", "Sales")),
        FieldFilter(name="year", kind="number", least="2020"),
        FieldFilter(name="signed", kind="date", least="2024-01-01", most="2024-12-31"),
        FieldFilter(name="タグ", kind="list", values=("x",)),
    )
    assert filters_of_fields({"부서": []}, profile) == ()


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        (
            ["dept=Sales"],
            r"'dept' is not a field .*; declared are: 부서 \(text\), year \(number\), signed \(date\), タグ \(list\)",
        ),
        (["year=soon"], "year: 'soon' is not a number; a number such as 2024"),
        (["year=2024..soon"], "year: 'soon' is not a number"),
        (["year=2024..2020"], "the range of year ends before it begins; the smaller value comes first"),
        (["year=.."], "the range of year has no end"),
        (["year=1..2", "year=4..5"], "year has two ranges; one range"),
        (["signed=2024-02-30"], "signed: '2024-02-30' is not a day of the calendar; a date such as 2026-04-01"),
        (["부서"], "'부서' is no filter; NAME=VALUE is allowed"),
        (["부서="], "'부서=' is no filter"),
    ],
)
def test_what_is_wrong_is_named(profile: Profile, words: list[str], problem: str) -> None:
    with pytest.raises(InvalidInput, match=f"^--field: {problem}"):
        from_words(words, profile, "--field")


def test_a_range_of_texts_is_refused(profile: Profile) -> None:
    with pytest.raises(InvalidInput, match="부서 is declared as text, which has no range"):
        FiltersShape.model_validate({"fields": {"부서": {"from": "a"}}}).to_domain(profile)


def test_a_profile_without_fields_says_so() -> None:
    with pytest.raises(UnknownField, match="the profile equipment declares no fields"):
        from_words(["year=1"], load_profile("equipment"), "--field")
