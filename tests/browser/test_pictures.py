"""The picture beside a quotation: seen, named, larger on a click, and on a narrow screen no wider than that."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, expect

from browser.conftest import Opened, opening
from journeys.doors import Cli, Service, served
from journeys.test_figures import DOCUMENTS, write
from required import needs_program

pytestmark = needs_program("chromium")


@pytest.fixture(scope="module")
def illustrated(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    cli = Cli(tmp_path_factory.mktemp("illustrated"), "general")
    write(cli.home / "docs")
    assert cli.run("index", str(cli.home / "docs"), "--no-pictures").returncode == 0
    with served(cli) as service:
        yield service


# The folder comes first: it is indexed in this process, where the browser's event loop would be in the way.
@pytest.fixture
def shown(illustrated: Service, chromium: Browser) -> Iterator[Opened]:
    with opening(chromium, illustrated) as opened:
        yield opened


def is_seen(picture: Locator, caption: str) -> None:
    """Asserts that the picture was fetched, and is shown as it is."""
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("alt", caption)
    expect(picture).to_have_js_property("naturalWidth", 160)


@pytest.mark.parametrize(("language", "theme"), [("ko", "light"), ("en", "dark"), ("ja", "light")])
def test_it_stands_under_the_quotation_and_opens_larger(shown: Opened, language: str, theme: str) -> None:
    *_, question, caption = DOCUMENTS[language]
    reader = shown(language, theme=theme)
    reader.ask(question)
    picture = reader.beside.locator(".source .pictures img")
    is_seen(picture, caption)
    expect(reader.beside.locator("figcaption")).to_have_text(caption)
    picture.click()
    is_seen(reader.page.locator("dialog[open] img"), caption)
    expect(reader.page.locator("dialog[open] h2")).to_have_text(caption)
    reader.page.keyboard.press("Escape")
    expect(reader.page.locator("dialog")).to_have_count(0)
    reader.last.locator(".slot").first.click()
    is_seen(reader.beside.locator(".viewer .pictures img"), caption)


def test_on_a_narrow_screen_it_fits(shown: Opened) -> None:
    *_, question, caption = DOCUMENTS["ko"]
    reader = shown("ko", 360)
    reader.ask(question).locator(".slot").first.click()
    picture = reader.beside.locator(".pictures img")
    is_seen(picture, caption)
    box = picture.bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
    assert reader.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_one_that_cannot_be_had_leaves_no_hole(shown: Opened) -> None:
    *_, question, _ = DOCUMENTS["ja"]
    reader = shown("ja")
    reader.page.route("**/figures/*", lambda route: route.fulfill(status=403))
    reader.ask(question)
    expect(reader.beside.locator(".source blockquote")).to_be_visible()
    expect(reader.beside.locator(".pictures figure")).to_have_count(0)
