"""A crowd at `ibidem serve`: errors, times and the memory of the server, and conversations beside thousands of others.

    python bench/crowd.py [--clients 64] [--seconds 600] [--sessions 10000] [--data FOLDER]

The server is a process of its own on loopback over the made-up corpus of `turn.py`, by words and without a model: what it takes
is ibidem's alone. Each client asks one question after the other, ten in a session, and waits for each answer. Memory is that of
the server (RSS) at the end of each minute; the processor time of a turn is all that the server took, by the turns.

With --sessions, so many conversations of 100 turns are stored beforehand, copies of one that was held; listing the newest
conversations, opening one and searching in one is measured beside ten of them and beside all.
"""

import argparse
import asyncio
import os
import random
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import httpx2

from ibidem.app import App
from ibidem.domain.conversation import Question, TurnQuery
from ibidem.domain.errors import IbidemError
from ibidem.domain.events import TurnDone
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings
from turn import FRAMES, TURNS, asked, build

TURNS_A_SESSION = 100
TICK = os.sysconf("SC_CLK_TCK")
WORDS = {"IBIDEM_EMBEDDER": "none", "IBIDEM_RERANKER": "none", "IBIDEM_PROFILE": "equipment", "IBIDEM_LOG_LEVEL": "warning"}
MOVED = "strftime('%Y-%m-%dT%H:%M:%S.000000+00:00', 1767225600 + CAST(substr(session_id, 6) AS INTEGER), 'unixepoch')"
TIMES = 40  # of each request about conversations


@dataclass
class Crowd:
    """What the clients saw: seconds of each turn, and what went wrong, by its name."""

    taken: list[float] = field(default_factory=list[float])
    wrong: dict[str, int] = field(default_factory=dict[str, int])

    def failed(self, how: str) -> None:
        self.wrong[how] = self.wrong.get(how, 0) + 1


def settings_of(folder: Path) -> Settings:
    return load_settings(data=folder, profile="equipment").model_copy(update={"embedder": None, "reranker": None})


async def prepare(folder: Path, chunks: int, count: int) -> list[str]:
    """A store with the corpus; so many questions that it answers."""
    draw = random.Random(3)
    async with await App.open(settings_of(folder), load_profile("equipment")) as app:
        if not (await app.backend.health()).chunks:
            await build(app, chunks)
        held = (await app.backend.health()).chunks
        return [(await asked(app, FRAMES[number % len(FRAMES)], held, draw))[0] for number in range(count)]


def start(folder: Path) -> tuple["subprocess.Popen[str]", str]:
    """The server, and its address."""
    command = [sys.executable, "-m", "ibidem", "serve", "--port", "0", "--data", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, **WORDS})
    assert process.stdout is not None
    line = process.stdout.readline()
    if " at " not in line:
        raise SystemExit(f"the server did not start: {line}")
    return process, line.partition(" at ")[2].split()[0]


def resident(pid: int) -> float:
    """The memory of a process, in megabytes."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def busy(pid: int) -> float:
    """The processor time of a process, in seconds."""
    parts = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(parts[11]) + int(parts[12])) / TICK


async def one_client(number: int, http: httpx2.AsyncClient, questions: Sequence[str], crowd: Crowd, until: float) -> None:
    draw, turn = random.Random(number), 0
    while time.monotonic() < until:
        body = {"message": draw.choice(questions), "session_id": f"crowd-{os.getpid()}-{number}-{turn // TURNS}", "stream": False}
        begun = time.perf_counter()
        try:
            response = await http.post("/v1/chat", json=body)
        except httpx2.HTTPError as error:
            crowd.failed(type(error).__name__)
        else:
            if response.status_code == 200:
                crowd.taken.append(time.perf_counter() - begun)
            else:
                crowd.failed(str(response.status_code))
        turn += 1


async def minutes(pid: int, until: float) -> None:
    """Prints the memory of the server each minute."""
    minute, left = 0, until - time.monotonic()
    while left > 0:
        await asyncio.sleep(min(60.0, left))
        minute, left = minute + 1, until - time.monotonic()
        print(f"after {minute:3} min         {resident(pid):6.0f} MB", flush=True)


async def crowded(pid: int, address: str, questions: Sequence[str], clients: int, seconds: float) -> None:
    crowd = Crowd()
    limits = httpx2.Limits(max_connections=clients)
    async with httpx2.AsyncClient(base_url=address, timeout=60, limits=limits) as http:
        await asyncio.gather(*(one_client(-n, http, questions, Crowd(), time.monotonic()) for n in range(1, clients + 1)))
        print(f"before               {resident(pid):6.0f} MB")
        until, cpu = time.monotonic() + seconds, busy(pid)
        people = (one_client(n, http, questions, crowd, until) for n in range(clients))
        await asyncio.gather(minutes(pid, until), *people)
        cpu = busy(pid) - cpu
    milliseconds = [1000 * one for one in crowd.taken]
    print(f"errors               {crowd.wrong or 'none'}")
    print(
        f"{clients} clients, {seconds:.0f} s   {len(milliseconds):,} turns, {len(milliseconds) / seconds:.1f} a second   "
        f"{cuts(milliseconds)}   cpu {1000 * cpu / max(1, len(milliseconds)):.1f} ms a turn"
    )


def cuts(milliseconds: Sequence[float]) -> str:
    if len(milliseconds) < 2:
        return "too few to say"
    found = statistics.quantiles(milliseconds, n=100)
    return f"p50 {found[49]:7.1f} ms   p95 {found[94]:7.1f} ms   p99 {found[98]:7.1f} ms"


async def hold_one(app: App, questions: Sequence[str]) -> str:
    """Holds a whole conversation, with what its turns are found by."""
    for number in range(TURNS_A_SESSION):
        async for event in app.ask(Question(questions[number % len(questions)], "held"), app.principal):
            assert not isinstance(event, IbidemError) and (not isinstance(event, TurnDone) or event.turn.turn_id == number + 1)
    await app.turns.make_searchable("held", app.principal)
    return "held"


def copy_session(database: Path, session: str, first: int, last: int) -> None:
    """Writes copies of a session into every table that names sessions, numbers in place of its name."""
    with sqlite3.connect(database) as connection:
        tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for table in tables:
            described = connection.execute(f"PRAGMA table_info({table})").fetchall()
            # A row's own number is given anew; that of a turn counts in its session.
            columns = [
                name for _, name, kind, _, _, key in described if not (kind == "INTEGER" and key and name.endswith("_key"))
            ]
            if "session_id" not in columns:
                continue
            chosen = ", ".join("'copy-' || every.copy" if column == "session_id" else f"held.{column}" for column in columns)
            connection.execute(
                f"WITH RECURSIVE every(copy) AS (SELECT ? UNION ALL SELECT copy + 1 FROM every WHERE copy < ?) "
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {chosen} FROM {table} AS held, every WHERE session_id = ?",
                (first, last, session),
            )
        # No two of them moved last at the same moment, as in life.
        connection.execute(f"UPDATE sessions SET last_turn = {MOVED} WHERE session_id LIKE 'copy-%'")
    connection.close()


async def look(app: App, sessions: int, words: str) -> None:
    """What is done with conversations, with so many of them."""
    draw = random.Random(sessions)

    def some() -> str:
        return f"copy-{draw.randrange(sessions)}"

    work: dict[str, Callable[[], Awaitable[object]]] = {
        "list the newest 20": lambda: app.turns.sessions(app.principal, 20),
        "open one: its last 20 turns": lambda: app.turns.last_turns(some(), 20, app.principal),
        "search in one": lambda: app.turns.search(TurnQuery(some(), words, 5), app.principal),
    }
    for name, done in work.items():
        await done()
        taken: list[float] = []
        cpu = time.process_time()
        for _ in range(TIMES):
            begun = time.perf_counter()
            await done()
            taken.append((time.perf_counter() - begun) * 1000)
        cpu = (time.process_time() - cpu) * 1000 / TIMES
        print(f"{sessions:6,} sessions, {name:28} p50 {statistics.median(taken):7.2f} ms   cpu {cpu:6.2f} ms", flush=True)


async def many_sessions(folder: Path, questions: Sequence[str], sessions: int) -> None:
    settings, profile = settings_of(folder), load_profile("equipment")
    async with await App.open(settings, profile) as app:
        held = await hold_one(app, questions)
    steps = sorted({min(10, sessions), sessions})
    for first, last in zip([0, *steps], steps, strict=False):
        copy_session(folder / "ibidem.sqlite3", held, first, last - 1)
        async with await App.open(settings, profile) as app:
            await look(app, last, questions[0])


async def run(options: argparse.Namespace, folder: Path) -> None:
    questions = await prepare(folder, options.chunks, 400)
    if options.seconds:
        process, address = start(folder)
        with process:
            try:
                await crowded(process.pid, address, questions, options.clients, options.seconds)
            finally:
                process.send_signal(signal.SIGTERM)
    if options.sessions:
        await many_sessions(folder, questions, options.sessions)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=20_000)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=600, help="0 leaves the crowd out")
    parser.add_argument("--sessions", type=int, default=10_000, help="conversations of 100 turns; 0 leaves them out")
    parser.add_argument("--data", type=Path, help="take the corpus from this folder, which stays as it is")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ibidem-crowd-") as scratch:
        folder = Path(scratch) / "data"
        if options.data is not None:
            shutil.copytree(options.data, folder)
        asyncio.run(run(options, folder))


if __name__ == "__main__":
    main()
