"""A turn while documents come in: its time alone and beside `ibidem index`, in one run over one store.

    python bench/beside.py [--documents 10000] [--how words,meaning]

A store of 20,000 chunks (the corpus of `turn.py`) is asked one question after the other, with a pause between them as between
people, first alone, then while `ibidem index` reads so many files of Markdown, three sections of Korean each (those of
`indexing.py`), into the same store. Printed are p50 and p95 of a turn, in milliseconds, and the ratios of the two.
"""

import argparse
import asyncio
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from ibidem.app import App
from ibidem.domain.conversation import Question
from ibidem.domain.events import TurnDone
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings
from indexing import write
from turn import FRAMES, TURNS, asked, build, embed

CHUNKS, PAUSE_SECONDS = 20_000, 0.1
ALONE = 200  # turns, after some that nobody counts
FIRST = 20
SECTIONS_A_FILE = 3


async def ask(app: App, goes_on: Callable[[int], bool], run: str) -> list[float]:
    """Milliseconds of each turn, as long as it goes on."""
    draw, taken = random.Random(11), list[float]()
    while goes_on(len(taken)):
        number = len(taken)
        message, _ = await asked(app, FRAMES[number % len(FRAMES)], CHUNKS, draw)
        begun = time.perf_counter()
        async for event in app.ask(Question(message, f"{run}-{number // TURNS}"), app.principal):
            if isinstance(event, TurnDone):
                taken.append((time.perf_counter() - begun) * 1000)
        await asyncio.sleep(PAUSE_SECONDS)
    return taken


async def measure(data: Path, settings: Settings, documents: Path, how: str) -> None:
    await embed(data, settings)
    async with await App.open(settings, load_profile("equipment")) as app:
        await app.warm()
        await ask(app, lambda turns: turns < FIRST, f"{how}-first")
        alone = await ask(app, lambda turns: turns < ALONE, f"{how}-alone")
        command = [sys.executable, "-m", "ibidem", "index", str(documents), "--data", str(data), "--profile", "equipment"]
        named = {"IBIDEM_EMBEDDER": settings.embedder or "none"}
        indexing = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | named)
        begun = time.monotonic()
        beside = await ask(app, lambda _: indexing.poll() is None, f"{how}-beside")
        seconds = time.monotonic() - begun
    if indexing.returncode:
        raise SystemExit(f"ibidem index ended with exit code {indexing.returncode}")
    rows = [(statistics.median(taken), statistics.quantiles(taken, n=20)[18]) for taken in (alone, beside)]
    (middle, late), (middle_beside, late_beside) = rows
    print(
        f"{how:8} alone p50 {middle:6.1f} p95 {late:6.1f}   beside p50 {middle_beside:6.1f} p95 {late_beside:6.1f}"
        f"   ratios {middle_beside / middle:.2f} {late_beside / late:.2f}   {len(beside)} turns in {seconds:.0f} s of indexing"
    )


async def run(scratch: Path, count: int, ways: list[str]) -> None:
    for how in ways:
        data, documents = scratch / f"data-{how}", scratch / f"documents-{how}"
        documents.mkdir()
        write(documents, "ko", count * SECTIONS_A_FILE, SECTIONS_A_FILE)
        settings = load_settings(data=data, profile="equipment")
        without = settings.model_copy(update={"embedder": None, "reranker": None})
        async with await App.open(without, load_profile("equipment")) as app:
            await build(app, CHUNKS)
        await measure(data, without if how == "words" else settings, documents, how)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--documents", type=int, default=10_000, help="files that come in (default 10000)")
    parser.add_argument("--how", default="words,meaning", help="the ways that are measured (words,meaning)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ibidem-beside-") as scratch:
        asyncio.run(run(Path(scratch), options.documents, options.how.split(",")))


if __name__ == "__main__":
    main()
