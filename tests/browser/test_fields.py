"""What documents say of themselves under names of a profile, on the page: columns, filters, and beside an open document."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from browser.conftest import Opened, opening
from journeys.doors import Cli, Service, served
from journeys.test_fields import office  # noqa: F401  (a fixture)
from required import needs_program

pytestmark = needs_program("chromium")


@pytest.fixture(scope="module")
def service(office: Cli) -> Iterator[Service]:  # noqa: F811
    with served(office) as service:
        yield service


@pytest.mark.parametrize(
    ("language", "label", "chosen", "title", "other", "width", "theme"),
    [
        ("ko", "부서", "영업부", "할인 승인", "작성자", 1440, "light"),
        ("en", "Department", "Sales", "Discounts", "", 375, "dark"),
        ("ja", "部署", "営業部", "値引きの承認", "", 1440, "dark"),
    ],
)
def test_the_list_is_narrowed_by_fields(
    opened: Opened, language: str, label: str, chosen: str, title: str, other: str, width: int, theme: str
) -> None:
    page = opened(language, width, theme, "#/documents").page
    rows = page.locator("table.list tbody tr")
    expect(rows).to_have_count(6)
    page.get_by_label(label, exact=True).select_option(chosen)
    expect(rows).to_have_count(1)
    expect(rows.first).to_contain_text(chosen)
    wide = page.locator("table.list thead th", has_text=label)
    expect(wide).to_be_visible() if width > 820 else expect(rows.locator(".narrow")).to_contain_text(f"{label}: {chosen}")
    least = page.locator("form.filters input[type=number]").first
    least.fill("2025")
    least.press("Tab")
    expect(rows).to_have_count(0)
    least.fill("2024")
    least.press("Tab")
    expect(rows).to_have_count(1)
    found = Axe().run(page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert page.evaluate("document.documentElement.scrollWidth") == width
    rows.get_by_role("button", name=title, exact=True).click()
    said = page.locator("#beside details.said")
    said.locator("summary").click()
    expect(said).to_contain_text(label)
    expect(said).to_contain_text(other)
    page.keyboard.press("Escape")
    page.locator("form.filters button[type=reset]").click()
    expect(rows).to_have_count(6)


SET = [
    ("ko", 1440, "light", "부서", "홍보부", "이 값은 쓸 수 없습니다"),
    ("en", 360, "dark", "Department", "Press", "not possible"),
    ("ja", 360, "light", "部署", "広報部", "使えません"),
]


@pytest.mark.parametrize(("language", "width", "theme", "label", "value", "wrong"), SET)
def test_a_field_is_set_on_the_ticked_documents(
    chromium: Browser,
    office: Cli,  # noqa: F811
    tmp_path: Path,
    language: str,
    width: int,
    theme: str,
    label: str,
    value: str,
    wrong: str,
) -> None:
    cli = Cli(tmp_path, office.profile)
    shutil.copytree(office.data, cli.data)
    with served(cli) as own, opening(chromium, own) as opened:
        page = opened(language, width, theme, "#/documents").page
        boxes = page.locator("table.list .tick input")
        for number in (0, 1):
            boxes.nth(number).check()
        page.locator(".set-field > summary").click()
        page.locator(".set-field select").select_option("year")
        page.locator(".set-field input").fill("soon")
        page.locator(".set-field form button").click()
        expect(page.locator(".set-field [role=alert]")).to_contain_text(wrong)
        found = Axe().run(page).response["violations"]
        assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
        assert page.evaluate("document.documentElement.scrollWidth") == width
        page.locator(".set-field select").select_option(label=label)
        page.locator(".set-field input").fill(value)
        page.locator(".set-field form button").click()
        expect(page.locator("table.list tbody tr").filter(has_text=value)).to_have_count(2)
        expect(page.locator(".set-field form")).to_be_hidden()
