"""What documents say of themselves under names of the profile, and beside that."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from corpus.documents import StoresInMemory
from ibidem.corpus.given_fields import GivenFields, given_fields
from ibidem.corpus.indexing import index_folder
from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.corpus.progress import Complained, Indexed, Reindexed
from ibidem.corpus.workers import Workers
from ibidem.domain.errors import UnreadableDocument
from ibidem.domain.fields import DocumentField
from ibidem.profile import Profile, parse_profile

PROFILE = """
name = "office"
title = { en = "Office" }
routes = [{ name = "general", priority = 0 }]
fields = [
    { name = "department", type = "text", keys = ["부서", "部署"] },
    { name = "year", type = "number", keys = ["연도", "年度"] },
    { name = "signed_on", type = "date" },
    { name = "tags", type = "list" },
    { name = "author.name", type = "text" },
    { name = "status", type = "text" },
]
"""


@pytest.fixture(scope="module")
def profile() -> Profile:
    return parse_profile(PROFILE, "test")


def given(profile: Profile, front_matter: str, sidecar: str = "", *above: str) -> GivenFields:
    return given_fields("a.md", front_matter, sidecar.encode(), [one.encode() for one in above], profile)


def values(found: GivenFields) -> dict[str, tuple[str, ...]]:
    return {field.name: field.values for field in found.fields}


@pytest.mark.parametrize(
    ("front_matter", "department"),
    [
        ("부서: 영업부\n연도: 2024", "영업부"),
        ("Department: Sales\nYear: 2,024", "Sales"),
        ("部署： 営業部\n年度: ２０２４".replace("：", ":"), "営業部"),
    ],
)
def test_a_field_is_found_under_its_keys(profile: Profile, front_matter: str, department: str) -> None:
    assert values(given(profile, front_matter)) == {"department": (department,), "year": ("2024",)}


def test_values_are_what_was_written(profile: Profile) -> None:
    found = given(profile, "department: 0042\nsigned-on: 2026-04-01\ntags: [yes, 1.10, ' a  b ', ~]\nstatus: draft")
    assert values(found) == {
        "department": ("0042",),
        "signed_on": ("2026-04-01",),
        "tags": ("yes", "1.10", "a b"),
        "status": ("draft",),
    }


def test_the_nearest_place_counts(profile: Profile) -> None:
    above = ("department: Group\nyear: 2020\nregion: EMEA", "部署: 人事部")
    assert values(given(profile, "year: 2021", "", *above)) == {"department": ("人事部",), "year": ("2021",)}
    assert values(given(profile, "year: 2021", "year: ''\n부서: 영업부", *above)) == {
        "department": ("영업부",),
        "year": ("2021",),
    }
    assert given(profile, "", "", *above).metadata == (("region", ("EMEA",)),)


def test_what_is_not_declared_is_kept_as_it_is_written(profile: Profile) -> None:
    found = given(profile, "title: A\nowner: B\nauthor: {name: Kim, mail: k@example.com}\n개정: [1.10, 2]\nseen: ~")
    assert values(found) == {"author.name": ("Kim",)}
    assert found.metadata == (("author.mail", ("k@example.com",)), ("개정", ("1.10", "2")))


@pytest.mark.parametrize(
    ("front_matter", "sidecar", "problem"),
    [
        ("year: soon", "", r"metadata field year of its front matter: 'soon' is not a number; a number such as 2024"),
        ("", "연도: 곧", r"metadata field year of its sidecar, written there as '연도': '곧' is not a number; a number"),
        ("signed_on: 来月", "", r"metadata field signed_on of its front matter: '来月' is not a date; a date such as 2026-04-01"),
        ("department: [a, b]", "", r"metadata field department of its front matter: holds 2 values; a text of at most"),
        ("tags: {a: b}", "", r"metadata field tags of its front matter: holds keys of its own; a list of at most 100 texts"),
        ("tags: [" + "x, " * 101 + "]", "", r"metadata field tags of its front matter: holds 101 values"),
    ],
)
def test_a_value_of_another_type_is_named(profile: Profile, front_matter: str, sidecar: str, problem: str) -> None:
    with pytest.raises(UnreadableDocument, match=rf"^a\.md: {problem}.*; correct it and index again$"):
        given(profile, front_matter, sidecar)


def test_a_folders_wrong_value_names_its_sidecar(profile: Profile) -> None:
    with pytest.raises(UnreadableDocument, match=r"^a\.md: metadata field year of its folder's sidecar: 'x' is not a number"):
        given(profile, "", "", "year: x")
    assert values(given(profile, "year: 1", "", "year: x")) == {"year": ("1",)}


def test_lines_that_refer_to_each_other_cost_little_and_hide_nothing(profile: Profile) -> None:
    laughs = "a0: &a0 {x: y}\n" + "".join(f"a{i}: &a{i} [*a{i - 1}, *a{i - 1}, {{k: *a{i - 1}}}]\n" for i in range(1, 14))
    found = given(profile, laughs + "".join(f"k{i}: *a13\n" for i in range(2_000)) + "year: 3\nr: &r [*r]\n")
    assert values(found) == {"year": ("3",)}
    assert len(found.metadata) == 200


def test_texts_are_masked_and_numbers_and_dates_are_not() -> None:
    fields = (
        DocumentField("year", "number", ("1",)),
        DocumentField("by", "text", ("Kim",)),
        DocumentField("of", "list", ("a", "b")),
    )
    masked = GivenFields(fields, (("mail", ("k",)),)).masked(lambda text: f"<{text}>")
    assert [field.values for field in masked.fields] == [("1",), ("<Kim>",), ("<a>", "<b>")]
    assert masked.metadata == (("mail", ("<k>",)),)


def test_a_document_has_its_fields(profile: Profile) -> None:
    source = SourceFile("a.md", b"---\nyear: 2024\ncolour: red\n---\n# A\n\nText.\n", b"department: Sales")
    document = prepare(source, profile, "default", datetime(2026, 1, 1, tzinfo=UTC)).document
    assert document.fields == (DocumentField("department", "text", ("Sales",)), DocumentField("year", "number", ("2024",)))
    assert document.metadata == (("colour", ("red",)),)


async def test_another_declaration_reads_again_and_a_wrong_value_stores_nothing(tmp_path: Path, profile: Profile) -> None:
    (tmp_path / "a.md").write_text("---\nyear: soon\n---\n# A\n\nText.\n")
    stores = StoresInMemory()

    async def indexed(profile: Profile) -> list[Indexed | Reindexed | Complained]:
        async with Workers(profile, 1) as workers:
            events = [event async for event in index_folder(tmp_path, profile, stores, workers)]
        return [event for event in events if isinstance(event, Indexed | Reindexed | Complained)]

    assert [type(event) for event in await indexed(profile)] == [Complained]
    assert not await stores.documents.current_versions("default")
    as_text = profile.model_copy(update={"fields": (profile.fields[1].model_copy(update={"type": "text"}),)})
    assert [type(event) for event in await indexed(as_text)] == [Indexed]
    assert await indexed(as_text) == []
    without = profile.model_copy(update={"fields": ()})
    assert [type(event) for event in await indexed(without)] == [Reindexed]
