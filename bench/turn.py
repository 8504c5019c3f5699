"""A whole turn, from the question to the stored answer, at the 10th turn of a session, and where it spends its time.

    python bench/turn.py --chunks 100000 [--data FOLDER] [--how words,meaning,fast]

Measured by `words` alone, by words and `meaning` with the reader, both without a model, and as meaning with a model that answers
at once in `fast` mode. Below the steps of the turn stand its parts: round trips to the store, searches, encoder, reader, writing.

The corpus is the same at every run: made-up English words drawn by Zipf's law, about 60 a chunk in sentences of 12, 20 chunks a
document. A question is five words of one sentence of some chunk in an English frame. How many were answered is printed, and how
many from the document of that chunk: a refusal is quicker than an answer. With --data the corpus is kept and used again.

Each chunk has a vector drawn at random under the name of the configured embedder, since a search costs the same whatever the
numbers are; questions, and the lines compared with them, are computed by the embedder itself.

`bench/peers.py` measures a turn beside LlamaIndex, in one run.
"""

import argparse
import asyncio
import random
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate, islice, product
from pathlib import Path

import numpy as np

from engine import memory
from ibidem.app import App
from ibidem.backends.registry import Storage, open_backend, open_embedder
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.conversation import Question
from ibidem.domain.documents import Chunk, Document, PreparedDocument, SearchableChunk
from ibidem.domain.events import TurnDone
from ibidem.domain.languages import LANGUAGES
from ibidem.profile import load_profile
from ibidem.settings import Settings, load_settings
from instant import instant_models
from parts import Parts

CHUNKS_A_DOCUMENT = 20
DOCUMENTS_A_BATCH = 250
SENTENCES, WORDS_A_SENTENCE = 5, 12
# Ending in "o", no word has a suffix that a stemmer takes off, so a chunk's tokens can be written down without analysis.
SYLLABLES = [a + b for a, b in product("bdfgklmnprtvz", "aeiu")]
WORDS = [f"{a}{b}{c}o" for a, b, c in product(SYLLABLES, SYLLABLES, "bdfgklmnprtvz")]
FRAMES = (
    "What is the {} {} of the {} in a {} {}?",
    "How often does the {} {} need a {} when {} {}?",
    "And the {} {} {} of {} {}?",
)
TURNS = 10


class Draw:
    """Words by Zipf's law with an exponent of one."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._weights = list(accumulate(1 / (n + 20) for n in range(len(WORDS))))

    def words(self, count: int) -> list[str]:
        return self._random.choices(WORDS, cum_weights=self._weights, k=count)


def text_of(drawn: list[str]) -> str:
    sentences = [drawn[i : i + WORDS_A_SENTENCE] for i in range(0, len(drawn), WORDS_A_SENTENCE)]
    return " ".join(" ".join(s).capitalize() + "." for s in sentences)


def tokens_of(title: str, drawn: list[str]) -> str:
    lines = [title.lower().split(), *(drawn[i : i + WORDS_A_SENTENCE] for i in range(0, len(drawn), WORDS_A_SENTENCE))]
    return "\n".join(" ".join("w" + word for word in line) for line in lines)


def documents(chunks: int) -> Iterator[PreparedDocument]:
    draw = Draw(seed=7)
    for number in range(chunks // CHUNKS_A_DOCUMENT):
        doc_id, version = f"doc_{number:07}", f"{number:016x}"
        title = " ".join(draw.words(4)).capitalize()
        pieces: list[SearchableChunk] = []
        offset = 0
        for order in range(CHUNKS_A_DOCUMENT):
            drawn = draw.words(SENTENCES * WORDS_A_SENTENCE)
            text = text_of(drawn)
            chunk = Chunk(doc_id, version, f"{doc_id}@{version}#{order}", order, "", None, offset, text)
            pieces.append(SearchableChunk(chunk, tokens_of(title, drawn)))
            offset += len(text) + 1
        whole = "\n".join(piece.chunk.text for piece in pieces)
        stamp = datetime(2026, 1, 1, tzinfo=UTC)
        document = Document(doc_id, version, title, doc_id, "", "sop", "en", "text/plain", "", stamp)
        yield PreparedDocument(document, b"bench", whole, tuple(pieces))


def check_tokens() -> None:
    """The shortcut above must be what analysis would give."""
    drawn = Draw(seed=3).words(SENTENCES * WORDS_A_SENTENCE)
    analysed = prepare_row("d", "Bado", text_of(drawn), datetime.now(UTC)).chunks[0].tokens
    assert analysed == tokens_of("Bado", drawn), f"the tokens are made otherwise now:\n{analysed}\n{tokens_of('Bado', drawn)}"


async def build(app: App, chunks: int) -> None:
    produced = documents(chunks)
    while batch := list(islice(produced, DOCUMENTS_A_BATCH)):
        await app.documents.put(batch)
    await app.index.catch_up()


class Drawn:
    """ports.Embedder that computes nothing: a vector is drawn at random."""

    def __init__(self, name: str, size: int) -> None:
        self.name, self.size = name, size
        self.draw = np.random.default_rng(5)

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        return self.draw.standard_normal(self.size).tolist()

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return self.draw.standard_normal((len(texts), self.size)).tolist()

    async def close(self) -> None:
        pass


async def embed(folder: Path, settings: Settings) -> None:
    """Gives each chunk of the store a vector, as if the embedder of the settings had."""
    if settings.embedder is None:
        return
    embedder = open_embedder(settings.embedder)
    drawn = Drawn(embedder.name, len(await embedder.embed_question("size")))
    await embedder.close()
    backend = open_backend(Storage(folder))
    try:
        await backend.search_by_meaning(drawn, frozenset(LANGUAGES)).catch_up()
    finally:
        backend.close()


async def asked(app: App, frame: str, chunks: int, draw: random.Random) -> tuple[str, str]:
    """A question that the corpus answers, and the document that answers it."""
    number, order = draw.randrange(chunks // CHUNKS_A_DOCUMENT), draw.randrange(CHUNKS_A_DOCUMENT)
    doc_id, version = f"doc_{number:07}", f"{number:016x}"
    (chunk,) = await app.documents.chunks(doc_id, version, order, order, app.principal)
    words = draw.choice(chunk.text.lower().split(". ")).rstrip(".").split()
    first = draw.randrange(len(words) - 4)
    return frame.format(*words[first : first + 5]), doc_id


async def measure(app: App, how: str, sessions: int, chunks: int) -> None:
    parts = Parts()
    with parts.watched(app):
        await conversations(app, how, sessions, chunks, parts)
    parts.report()
    print(f"memory                {memory()}")


async def conversations(app: App, how: str, sessions: int, chunks: int, parts: Parts) -> None:
    draw, run = random.Random(11), f"{how}-{time.time_ns()}"
    taken: list[float] = []
    steps: dict[str, list[float]] = {}
    answered, rightly, busy = 0, 0, 0.0
    for session in range(sessions):
        for number in range(1, TURNS + 1):
            message, doc_id = await asked(app, FRAMES[number % len(FRAMES)], chunks, draw)
            begun, cpu = time.perf_counter(), time.process_time()
            parts.running = {}
            async for event in app.ask(Question(message, f"{run}-{session}"), app.principal):
                if isinstance(event, TurnDone):
                    if number == TURNS:
                        taken.append((time.perf_counter() - begun) * 1000)
                        busy += (time.process_time() - cpu) * 1000 / sessions
                    parts.over()
                    answered += bool(event.turn.content.doc_refs)
                    rightly += doc_id in {ref.doc_id for ref in event.turn.content.doc_refs}
                    for step in event.turn.content.trace.steps:
                        steps.setdefault(step.step, []).append(step.milliseconds)
    cuts = statistics.quantiles(taken, n=100)
    print(
        f"{how}, turn {TURNS} of a session   p50 {cuts[49]:6.2f} ms   p95 {cuts[94]:6.2f} ms   cpu {busy:6.2f} ms"
        f"   over {sessions} sessions"
    )
    asked_in_all = sessions * TURNS
    print(
        f"answered              {answered / asked_in_all:.0%} of all turns, {rightly / asked_in_all:.0%} from the document meant"
    )
    for step, times in steps.items():
        print(f"  {step:24} p50 {statistics.median(times):6.2f} ms")


async def run(folder: Path, chunks: int, sessions: int, ways: Sequence[str]) -> None:
    settings = load_settings(data=folder, profile="equipment")
    fresh = not (folder / "ibidem.sqlite3").exists()
    profile = load_profile("equipment")
    if fresh:
        async with await App.open(settings.model_copy(update={"embedder": None}), profile) as app:
            await build(app, chunks)
    for how in ways:
        await run_one(folder, sessions, how)


async def run_one(folder: Path, sessions: int, how: str) -> None:
    settings, profile = load_settings(data=folder, profile="equipment"), load_profile("equipment")
    if how == "words":
        settings = settings.model_copy(update={"embedder": None, "reranker": None})
    await embed(folder, settings)
    async with await App.open(settings, profile) as app:
        app.models = instant_models() if how == "fast" else None
        await app.warm()
        if app.vectors is not None:
            await app.vectors.catch_up()
        health = await app.backend.health()
        print(f"chunks                {health.chunks:,}")
        await measure(app, how, sessions, health.chunks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--sessions", type=int, default=60)
    parser.add_argument("--how", default="words,meaning,fast", help="the ways that are measured (words,meaning,fast)")
    parser.add_argument("--data", type=Path, help="keep the corpus in this folder, and use it when it is there")
    options = parser.parse_args()
    check_tokens()
    with tempfile.TemporaryDirectory(prefix="ibidem-bench-") as scratch:
        asyncio.run(run(options.data or Path(scratch) / "data", options.chunks, options.sessions, options.how.split(",")))


if __name__ == "__main__":
    main()
