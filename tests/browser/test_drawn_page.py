"""A PDF beside the answer: the page as it was printed, what is cited in boxes, and the text one click away."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from browser.conftest import Opened
from corpus.conftest import pdf_of
from journeys.doors import Cli, Service, served
from required import needs_program

pytestmark = needs_program("chromium")

SAID = {
    "ko": ("펌프의 고정 볼트는 24 N·m로 조인다.", "펌프의 고정 볼트는 몇 N·m로 조이나요?", "읽은 텍스트", "크게 보기"),
    "en": ("The fixing bolts of the pump get 24 N·m.", "How many N·m do the fixing bolts of the pump get?", "Text", "Larger"),
    "ja": ("ポンプの固定ボルトは24 N·mで締める。", "ポンプの固定ボルトは何N·mで締めますか?", "読み取ったテキスト", "拡大"),
}


@pytest.fixture(scope="session")  # made before there is a browser, whose event loop would be in the way
def leaflets(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("leaflets"))
    folder = Path(cli.home / "leaflets")
    folder.mkdir()
    for language, (said, *_) in SAID.items():
        pages = [[(60, 780, 20, f"Leaflet {language}"), (60, 740, 12, "Pump")], [(60, 421, 12, said)]]
        (folder / f"leaflet-{language}.pdf").write_bytes(pdf_of(pages))
    assert cli.run("index", str(folder), "--create").returncode == 0
    return cli


@pytest.fixture(scope="module")
def service(leaflets: Cli) -> Iterator[Service]:
    with served(leaflets) as service:
        yield service


@pytest.mark.parametrize(("language", "width", "theme"), [("ko", 1440, "dark"), ("en", 360, "light"), ("ja", 820, "light")])
def test_a_citation_opens_the_page_with_a_box_around_the_words(opened: Opened, language: str, width: int, theme: str) -> None:
    said, question, as_text, larger = SAID[language]
    reader = opened(language, width, theme)
    reader.ask(question).locator("button.slot").first.click()
    picture = reader.beside.locator(".sheet img")
    expect(reader.beside.locator("rect")).to_have_count(1)
    assert "/pages/2/image" in (picture.get_attribute("src") or "")
    picture.evaluate("(one) => one.decode()")
    page, box = picture.bounding_box(), reader.beside.locator("rect").bounding_box()
    assert page is not None and box is not None
    assert abs((box["x"] - page["x"]) / page["width"] - 0.1) < 0.01 and abs((box["y"] - page["y"]) / page["height"] - 0.49) < 0.02
    found = Axe().run(reader.page).response["violations"]
    assert not [one["id"] for one in found if one["impact"] in ("serious", "critical")]
    assert reader.page.evaluate("document.documentElement.scrollWidth") == width
    reader.beside.get_by_role("button", name=larger, exact=True).click()
    enlarged = reader.beside.locator(".sheet img").bounding_box()
    assert enlarged is not None and enlarged["width"] > 1.8 * page["width"]
    reader.beside.locator(".pages button").click()
    expect(reader.beside.locator("rect")).to_have_count(0)
    reader.beside.get_by_role("button", name=as_text, exact=True).click()
    expect(reader.beside.locator(".text mark")).to_have_text(said)
