"""What documents say of themselves under names of a profile, on the page: columns, filters, and beside an open document."""

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.conftest import Opened
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
