"""Takes the pictures of the page that README and docs show: the example corpus, served and asked. `make pictures` runs it.

With a folder as argument, it takes every view into that folder, wide and narrow, light and dark, to be looked at.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from itertools import product
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
PICTURES = ROOT / "docs" / "pictures"
LOCALES = {"ko": "ko-KR", "en": "en-US", "ja": "ja-JP"}
QUESTIONS = {
    "ko": ("SUPRA XP 리드 오링 교체 절차 알려줘", "1번 문서에서 볼트는 얼마로 조여?"),
    "en": ("How heavy is the dry pump of the ECOLITE 3000?", "How is the base pressure checked?"),
    "ja": ("GENEVA XPのペデスタルヒーターの交換手順は?", "固定ボルトのトルクは?"),
}


@contextmanager
def served(home: Path) -> Generator[str]:
    """The address of the example corpus, served from an empty folder."""
    ibidem = [sys.executable, "-m", "ibidem"]
    environment = {
        **os.environ,
        "IBIDEM_DATA": str(home / "data"),
        "IBIDEM_PROFILE": "equipment",
        "IBIDEM_EMBEDDER": "none",
        "IBIDEM_LOG_LEVEL": "warning",
    }
    subprocess.run([*ibidem, "index", str(ROOT / "examples" / "equipment"), "--create"], env=environment, check=True)
    with subprocess.Popen([*ibidem, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()


def opened(browser: Browser, address: str, language: str, size: tuple[int, int], theme: str) -> Page:
    """The page, for somebody who was never here."""
    viewport = {"width": size[0], "height": size[1]}
    context = browser.new_context(base_url=address, locale=LOCALES[language], viewport=viewport, color_scheme=theme)  # pyright: ignore
    page = context.new_page()
    page.goto("/")
    page.wait_for_selector(".welcome")
    return page


def asked(page: Page, language: str) -> None:
    """A short conversation, with the last citation opened."""
    for number, question in enumerate(QUESTIONS[language], 1):
        page.fill("#question", question)
        page.keyboard.press("Enter")
        page.wait_for_selector(f'.turn[data-turn="{number}"]')
    page.locator(".turn button.slot").last.click()
    page.wait_for_selector("#beside mark")


CHANGED = {
    "ko": ("용접 규정", "용접봉의 예열 온도는 {} °C이다.", "용접봉의 예열 온도는 얼마인가요?"),
    "en": (
        "Welding rule",
        "The preheating temperature of the welding rod is {} °C.",
        "What is the preheating temperature of the welding rod?",
    ),
    "ja": ("溶接規程", "溶接棒の予熱温度は{} °Cとする。", "溶接棒の予熱温度は何度ですか?"),
}


def changed(page: Page, path: Path, language: str) -> None:
    """An answer whose document says otherwise by now."""
    title, text, question = CHANGED[language]
    session_id = ""
    for value in ("120", "150"):
        content = f"# {title}\n\n## {title}\n\n{text.format(value)}\n".encode()
        file = {"name": f"welding_{language}.md", "mimeType": "text/markdown", "buffer": content}
        assert page.request.post("/v1/documents", multipart={"file": file}).ok  # pyright: ignore[reportArgumentType]
        session_id = session_id or page.request.post("/v1/chat", data={"message": question}).json()["session_id"]
    page.goto(f"/#/s/{session_id}")
    page.reload()
    page.wait_for_selector(".today")
    page.screenshot(path=path)


def take_for_docs(browser: Browser, address: str) -> None:
    """The one picture that the README shows."""
    PICTURES.mkdir(exist_ok=True)
    page = opened(browser, address, "en", (1180, 640), "light")
    asked(page, "en")
    page.mouse.move(0, 0)
    page.screenshot(path=PICTURES / "page.png")


def take_all(browser: Browser, address: str, folder: Path) -> None:
    """Each view in each language, width and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    for language, size, theme in product(LOCALES, ((1440, 900), (360, 740)), ("light", "dark")):
        page = opened(browser, address, language, size, theme)
        name = f"{language}-{size[0]}-{theme}.png"
        page.screenshot(path=folder / f"welcome-{name}")
        asked(page, language)
        page.screenshot(path=folder / f"document-{name}")
        page.keyboard.press("Escape")
        page.locator(".turn .how").last.click()
        page.wait_for_selector("#beside .trace")
        page.screenshot(path=folder / f"trace-{name}")
        page.keyboard.press("Escape")
        page.screenshot(path=folder / f"conversation-{name}")
        page.locator(".turn .others > summary").last.click()
        page.locator(".turn .rate button").last.click()  # a wrong fact, which can be commented
        page.screenshot(path=folder / f"answer-{name}")
        changed(page, folder / f"today-{name}", language)
        for place in ("documents", "search/pump", "reviews", "measurements"):
            page.goto(f"/#/{place}")
            page.reload()  # or the place before would be taken for this one
            page.wait_for_selector(".place")
            page.wait_for_load_state("networkidle")
            page.screenshot(path=folder / f"{place.partition('/')[0]}-{name}")
        page.context.close()


def main() -> None:
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        if len(sys.argv) > 1:
            take_all(browser, address, Path(sys.argv[1]))
        else:
            take_for_docs(browser, address)
        browser.close()


if __name__ == "__main__":
    main()
