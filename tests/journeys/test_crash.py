"""kill -9, time and again, while documents are indexed and turns written: nothing acknowledged is lost, nothing is seen half."""

import asyncio
import hashlib
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.errors import NotFound
from ibidem.domain.health import Differences
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, asking, prepared

DOCUMENTS = 12

# Says each thing on a line of its own once the store has acknowledged it. `revision` only ever grows, so that what is found after
# a crash must be at least what was said.
VICTIM = """
import asyncio, itertools, sys
from pathlib import Path
from ibidem.backends.embedded import blobs, document_store
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.testing.stores import ENGLISH, JAPANESE, KOREAN, MINA, prepared, turn

# So that some originals are files and some are not, and that what is replaced goes at once.
blobs.SMALL_ORIGINAL, document_store.GRACE_SECONDS = 200, 0.0

SAMPLES = (KOREAN, ENGLISH, JAPANESE)

def said(*words):
    print(*words, flush=True)

async def documents(backend, start, count):
    for revision in itertools.count(start):
        names = [(revision + n) % count for n in range(3)]
        batch = [prepared(SAMPLES[n % 3], doc_id=f"d{n}", revision=f"revision {revision}") for n in names]
        await backend.documents.put(batch)
        for n in names:
            said("put", f"d{n}", revision)
        if revision % 4 == 0:
            await backend.index.catch_up()
        if revision % 5 == 0:
            await backend.documents.delete(f"d{names[0]}", MINA)
            said("deleted", f"d{names[0]}", revision)
        await backend.turns.append(turn("citing", f"about revision {revision}", cites=batch[1:]), MINA)
        said("cited", f"d{names[1]}", revision)

async def turns(backend, session, start):
    for n in itertools.count(start):
        stored = await backend.turns.append(turn(session, f"question {n}"), MINA)
        said("turn", session, stored.turn_id)

async def rebuilding(backend):
    while True:
        await asyncio.sleep(0.4)
        await backend.rebuild(lambda done, total: None)

async def main(folder, start, count):
    backend = EmbeddedBackend.open(folder)
    await asyncio.gather(
        documents(backend, start, count), turns(backend, "a", start), turns(backend, "b", start), rebuilding(backend)
    )

asyncio.run(main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])))
"""


@dataclass
class Acknowledged:
    """What the victims said: per document the last revision put and deleted, per session its turns, and what was cited."""

    put: dict[str, int] = field(default_factory=dict)
    deleted: dict[str, int] = field(default_factory=dict)
    turns: dict[str, int] = field(default_factory=dict)
    cited: set[tuple[str, int]] = field(default_factory=set)

    def note(self, line: str) -> None:
        what, name, number = line.split()
        if what == "cited":
            self.cited.add((name, int(number)))
        else:
            ledger = {"put": self.put, "deleted": self.deleted, "turn": self.turns}[what]
            ledger[name] = max(ledger.get(name, 0), int(number))


@contextmanager
def victim(folder: Path, start: int) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-c", VICTIM, str(folder), str(start), str(DOCUMENTS)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        yield process


def run_and_kill(folder: Path, start: int, seconds: float, acknowledged: Acknowledged) -> str:
    """Lets a victim work for so long after its first word, then kills it; returns what it had to complain of."""
    begun = threading.Event()
    with victim(folder, start) as process:
        assert process.stdout is not None and process.stderr is not None
        lines = process.stdout

        def listen() -> None:
            for line in lines:
                if line.endswith("\n"):
                    acknowledged.note(line)
                    begun.set()
            begun.set()

        listener = threading.Thread(target=listen)
        listener.start()
        begun.wait()
        time.sleep(seconds)
        process.kill()
        listener.join()
        return process.stderr.read()


def revision_of(text: str) -> int:
    return int(text.rsplit("revision ", 1)[1])


async def check(folder: Path, acknowledged: Acknowledged) -> None:
    with closing(EmbeddedBackend.open(folder)) as backend:
        await check_documents(backend, acknowledged)
        await check_turns(backend, acknowledged)
        await check_index(backend)
        problems = await backend._database.read(
            lambda c: [tuple(r) for r in (*c.execute("PRAGMA integrity_check"), *c.execute("PRAGMA foreign_key_check"))]
        )
        assert problems == [("ok",)]


async def check_documents(backend: EmbeddedBackend, acknowledged: Acknowledged) -> None:
    for doc_id, revision in acknowledged.put.items():
        try:
            document = await backend.documents.get(doc_id, MINA)
        except NotFound:
            # A deletion that follows a put may have happened without having been said.
            follows = revision % 5 == 0 and doc_id == f"d{revision % DOCUMENTS}"
            assert follows or acknowledged.deleted.get(doc_id, 0) >= revision, doc_id
            continue
        text = await backend.documents.text(doc_id, MINA)
        found = revision_of(text)
        assert found >= revision and found > acknowledged.deleted.get(doc_id, 0), doc_id
        sample = (KOREAN, ENGLISH, JAPANESE)[int(doc_id[1:]) % 3]
        whole = prepared(sample, doc_id=doc_id, revision=f"revision {found}")
        assert (document.version, text) == (whole.document.version, whole.text)
        assert await backend.documents.original(doc_id, MINA) == whole.original
        assert list(await backend.documents.chunks(doc_id, document.version, 0, 9, MINA)) == [c.chunk for c in whole.chunks]
    for doc_id, revision in acknowledged.cited:
        sample = (KOREAN, ENGLISH, JAPANESE)[int(doc_id[1:]) % 3]
        whole = prepared(sample, doc_id=doc_id, revision=f"revision {revision}")
        assert await backend.documents.original(doc_id, MINA, whole.document.version) == whole.original


async def check_turns(backend: EmbeddedBackend, acknowledged: Acknowledged) -> None:
    for session, said in acknowledged.turns.items():
        stored = await backend.turns.turns(session, MINA, 100_000)
        assert [t.turn_id for t in stored] == list(range(1, len(stored) + 1))
        assert said <= len(stored)
        assert all(t.content.assistant_text == f"{t.content.user_text} [1]" for t in stored)


async def check_index(backend: EmbeddedBackend) -> None:
    words = " ".join(sample.word for sample in (KOREAN, ENGLISH, JAPANESE))
    for _ in range(2):
        hits = await backend.index.search(asking(words, 1000), MINA)
        for hit in hits.hits:
            document = await backend.documents.get(hit.passage.chunk.doc_id, MINA)
            assert document == hit.passage.document
        await backend.index.catch_up()
    assert await backend.differences() == Differences(frozenset(), frozenset())
    found = {hit.passage.document.doc_id for hit in (await backend.index.search(asking(words, 1000), MINA)).hits}
    assert found == {d.doc_id for d in await backend.documents.documents(MINA, 1000)}
    blobs = "SELECT DISTINCT blob FROM documents WHERE blob IS NOT NULL"
    used = await backend._database.read(lambda c: {row["blob"] for row in c.execute(blobs)})
    assert used and all(hashlib.sha256(backend._blobs.read(name)).hexdigest() == name for name in used)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("kills", [3, pytest.param(20, marks=pytest.mark.slow)])
def test_kill_nine_at_any_point_loses_nothing_acknowledged(tmp_path: Path, kills: int) -> None:
    moments = random.Random(20)
    acknowledged = Acknowledged()
    folder = tmp_path / "data"
    for kill in range(kills):
        before = sum(acknowledged.turns.values())
        complaints = run_and_kill(folder, 1 + kill * 100_000, moments.uniform(0.0, 1.2), acknowledged)
        assert not complaints
        asyncio.run(check(folder, acknowledged))
        assert sum(acknowledged.turns.values()) > before or acknowledged.put
    assert acknowledged.turns and acknowledged.put
    if kills == 20:
        assert sum(acknowledged.turns.values()) > 100 and len(acknowledged.put) == DOCUMENTS and acknowledged.deleted
