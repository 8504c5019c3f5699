import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.corpus.ids import is_id, naming_stem, path_ids, slug
from ibidem.corpus.metadata import GivenMetadata, identify
from ibidem.profile import load_profile


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("benefits/time-off/index.md", "benefits/time-off"),
        ("benefits/time-off.md", "benefits/time-off"),
        ("Benefits/Time Off/README.md", "benefits/time_off"),
        ("benefits/_index.md", "benefits"),
        ("복지/연차 휴가/index.md", "복지/연차_휴가"),
        (unicodedata.normalize("NFD", "복지/연차 휴가.md"), "복지/연차_휴가"),
        ("手当/通勤手当.md", "手当/通勤手当"),
        ("docs/v1.2/index.md", "docs/v1.2"),
        ("index.md", "index"),
        ("README.md", "readme"),
        ("pump.md", "pump"),
        ("guide/text.md", "guide/text.md"),
        ("guide/original/index.md", "guide/original/index.md"),
        ("가이드/pages/3.md", "가이드/pages/3.md"),
        ("ガイド/pages/about.md", "ガイド/pages/about"),
    ],
)
def test_the_id_is_the_path(name: str, expected: str) -> None:
    first, whole, distinct = path_ids(name)
    assert first == expected
    assert all(is_id(one) for one in (first, whole, distinct))


def test_the_page_of_a_folder_has_the_pattern_of_its_folder() -> None:
    profile = load_profile("equipment")
    assert naming_stem("manuals/SOP 1203/README.md") == "SOP 1203"
    assert identify("manuals/SOP 1203/README.md", GivenMetadata(), profile)[0] == "sop_1203"


def test_a_given_id_may_have_parts_but_is_no_address() -> None:
    assert is_id("benefits/time-off") and is_id("規程/第1章") and is_id("a" * 200)
    assert not any(map(is_id, ("", "/a", "a/", "a//b", "a/../b", "a b", "a" * 201)))
    digest = "0a" * 32
    addresses = ["text", "original", "versions", "view", "pdf", "pages/3", "pages/120/image", f"figures/{digest}"]
    assert not [one for one in addresses if is_id(f"guide/{one}") or is_id(f"規程/제1장/{one}")]
    ids = ["pages/about", "pages/3/notes", "pages/1234567", "image", "figures/2024", f"figures/{digest}/a", "views", "a.pdf"]
    assert all(is_id(f"guide/{one}") for one in ids) and all(map(is_id, ("text", "view", "pages/3")))


@given(st.text(max_size=300))
def test_a_slug_is_always_an_id_and_never_a_path(stem: str) -> None:
    made = slug(stem)
    assert 0 < len(made) <= 200
    assert made[0] not in "._-"
    assert not any(char in made for char in "/\\ \0\n:")
    assert slug(made) == made


@given(st.lists(st.text(min_size=1, max_size=120), min_size=1, max_size=6))
def test_every_path_has_three_ids(parts: list[str]) -> None:
    assert all(is_id(one) for one in path_ids("/".join(parts) + ".md"))


def test_long_paths_keep_their_end_and_stay_distinct() -> None:
    long = [path_ids(f"{top}/{'folder/' * 40}page.md")[0] for top in ("a", "b")]
    assert len(set(long)) == 2 and all(len(one) <= 200 and "/page-" in one for one in long)
