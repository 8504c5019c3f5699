"""A real Chromium, one for each file of journeys, before a served ibidem; nothing of it reaches outside this machine."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from browser.reading import Reader
from journeys.conftest import copy_of, indexed, machines, player  # noqa: F401  (fixtures)
from journeys.doors import Cli, Service, served

LOCALES = {"ko": "ko-KR", "en": "en-US", "ja": "ja-JP"}
# The browser has no errand but the page's.
QUIET = ("--no-sandbox", "--disable-background-networking", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")

expect.set_options(timeout=20_000)

Opened = Callable[..., Reader]


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    # Until the end of the file only: Playwright's event loop would be in the way of other tests' own.
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def service(indexed: Cli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:  # noqa: F811
    """The corpus, served without a model; each test holds conversations of its own."""
    with served(copy_of(indexed, tmp_path_factory.mktemp("served"))) as service:
        yield service


@pytest.fixture
def opened(chromium: Browser, service: Service) -> Iterator[Opened]:
    """Opens the page, in a language, a width and a theme, for somebody who was never here."""
    with opening(chromium, service) as opened:
        yield opened


@contextmanager
def opening(chromium: Browser, service: Service) -> Iterator[Opened]:
    """Whatever goes wrong in the page's own code fails the test."""
    wrong: list[str] = []
    contexts = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: wrong.append(str(error)))
        page.on("console", lambda said: wrong.append(said.text) if "Content Security Policy" in said.text else None)

    def opened(language: str = "ko", width: int = 1440, theme: str = "light", place: str = "") -> Reader:
        context = chromium.new_context(
            base_url=str(service.client.base_url),
            locale=LOCALES[language],
            viewport={"width": width, "height": 900},
            color_scheme=theme,  # pyright: ignore[reportArgumentType]
        )
        contexts.append(context)
        context.on("page", listen)
        page = context.new_page()
        page.goto(f"/{place}")
        return Reader(page)

    yield opened
    for context in contexts:
        context.close()
    assert not wrong
