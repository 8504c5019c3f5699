"""How quick the page is in a real Chromium: `python bench/page.py`. Needs Debian's chromium and the development install.

It prints the bytes of the first view, the time until a question can be typed, what the page adds between Enter and the first
words on the screen (Enter to the request, and the first `delta` received to its paint, without the server's own time), and the
time in which a session of 1,000 turns opens. Times are the median and the worst of the rounds, in milliseconds.
"""

import argparse
import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Page, sync_playwright

from ibidem.backends.registry import Storage, open_backend
from ibidem.domain.documents import Principal

ROOT = Path(__file__).parents[1]
TURNS = 1000
LONG_SESSION = "long"
QUESTION = "How heavy is the dry pump of the ECOLITE 3000?"
# Notes when a place of the page appears, when a question is sent, and when its first words arrive and are painted.
WATCH = """
globalThis.at = {};
const note = (name) => (at[name] ??= performance.now());
new MutationObserver(() => {
  if (document.querySelector("#question")) note("ready");
  if (document.querySelector('.turn[data-turn="1000"]')) note("opened");
  const streamed = document.querySelector(".streaming");
  if (streamed?.textContent && !at.drawn) { note("drawn"); requestAnimationFrame(() => setTimeout(() => note("painted"))); }
}).observe(document, { childList: true, subtree: true, characterData: true });
addEventListener("keydown", (event) => event.key === "Enter" && note("entered"), true);
const fetched = globalThis.fetch;
globalThis.fetch = (...given) => { if (String(given[0]).endsWith("/chat")) note("sent"); return fetched(...given); };
const { read } = ReadableStreamDefaultReader.prototype;
ReadableStreamDefaultReader.prototype.read = async function () {
  const piece = await read.call(this);
  if (typeof piece.value === "string" && piece.value.includes("event: delta")) note("received");
  return piece;
};
"""


async def store_long_session(data: Path) -> None:
    """A session of so many turns, each as the one that is stored already."""
    backend, caller = open_backend(Storage(data)), Principal("local")
    try:
        (asked,) = await backend.turns.sessions(caller, 1)
        answered = await backend.turns.turn(asked.session_id, 1, caller)
        for number in range(1, TURNS + 1):
            message = f"{number}: {QUESTION}"
            await backend.turns.append(replace(answered.content, session_id=LONG_SESSION, user_text=message), caller)
    finally:
        backend.close()


@contextmanager
def served(home: Path) -> Generator[str]:
    """The address of the example corpus with the long session, served without a model."""
    ibidem = [sys.executable, "-m", "ibidem"]
    environment = {
        **os.environ,
        "IBIDEM_DATA": str(home / "data"),
        "IBIDEM_PROFILE": "equipment",
        "IBIDEM_EMBEDDER": "none",
        "IBIDEM_LOG_LEVEL": "warning",
    }
    subprocess.run([*ibidem, "index", str(ROOT / "examples" / "equipment"), "--create"], env=environment, check=True)
    subprocess.run([*ibidem, "ask", QUESTION], env=environment, check=True, stdout=subprocess.DEVNULL)
    asyncio.run(store_long_session(home / "data"))
    with subprocess.Popen([*ibidem, "serve", "--port", "0"], env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        try:
            yield server.stdout.readline().split()[3]
        finally:
            server.terminate()


@contextmanager
def visited(browser: Browser, address: str, place: str = "") -> Generator[Page]:
    """The page, for somebody who was never here."""
    # Playwright's waiting evaluates text, which the page's own policy forbids.
    context = browser.new_context(base_url=address, locale="en-US", viewport={"width": 1440, "height": 900}, bypass_csp=True)
    page = context.new_page()
    page.add_init_script(WATCH)
    page.goto(f"/{place}")
    yield page
    context.close()


def first_view(browser: Browser, address: str) -> float:
    with visited(browser, address) as page:
        page.wait_for_selector(".welcome .openers")
        return page.evaluate("performance.getEntries().reduce((sum, one) => sum + (one.encodedBodySize ?? 0), 0)")


def interactive(browser: Browser, address: str) -> float:
    with visited(browser, address) as page:
        page.wait_for_function("at.ready")
        return page.evaluate("at.ready")


def overhead(browser: Browser, address: str) -> float:
    with visited(browser, address) as page:
        page.wait_for_selector(".welcome .openers")
        page.fill("#question", QUESTION)
        page.keyboard.press("Enter")
        page.wait_for_function("at.painted")
        return page.evaluate("at.sent - at.entered + at.painted - at.received")


def long_session(browser: Browser, address: str) -> float:
    with visited(browser, address, f"#/s/{LONG_SESSION}") as page:
        page.wait_for_function("at.opened")
        return page.evaluate("at.opened")


MEASURES: Sequence[tuple[str, Callable[[Browser, str], float]]] = (
    ("first view, bytes", first_view),
    ("interactive, ms", interactive),
    ("Enter to first words less the server's time, ms", overhead),
    (f"session of {TURNS:,} turns opened, ms", long_session),
)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=5)
    rounds: int = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as home, served(Path(home)) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=["--no-sandbox"])
        for name, measure in MEASURES:
            values = [measure(browser, address) for _ in range(rounds)]
            print(f"{name:<50} median {median(values):>8,.0f}   worst {max(values):>8,.0f}")
        browser.close()


if __name__ == "__main__":
    main()
