"""The embedded backend by itself: how fast it stores, indexes and searches synthetic chunks, and what it takes.

    python bench/engine.py --chunks 100000 [--data FOLDER]

The corpus is the same at every run: tokens drawn by Zipf's law from 200,000 words (some stand in half of all chunks, most in a
handful), about 120 of them a chunk, 20 chunks a document, 300 characters of text a chunk. A query has about 24 tokens, as many
as a Korean question of ten words with its bigrams. With --data the corpus is kept and used again.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from datetime import UTC, datetime
from itertools import accumulate, islice
from pathlib import Path

from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.domain.conversation import NewTurn
from ibidem.domain.documents import (
    Chunk,
    Document,
    PreparedDocument,
    Principal,
    SearchableChunk,
    SearchFilters,
    TextQuery,
    WeightedTerm,
)
from ibidem.finding.second_phase import rescore

VOCABULARY = 200_000
CHUNKS_A_DOCUMENT = 20
DOCUMENTS_A_BATCH = 250
TOPICS = 2_000
ME = Principal("bench", frozenset({"staff"}))


class Words:
    """Tokens by Zipf's law with an exponent of one, the most frequent words flattened as a stop list does it.

    As in what people write, words come in topics: half of a chunk's tokens are of the 150 words of its topic, so that many
    chunks hold some of what a question asks for. (Without topics one chunk holds it all and no other one anything, which no
    corpus is like: the 30th hit of a question of MTRAG's fiqa scores .68 of the first; here, .48 of 100,000 chunks and .73 of a
    million.)
    """

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._words = [f"w{self._spelled(n)}" for n in range(VOCABULARY)]
        self._weights = list(accumulate(1 / (n + 20) for n in range(VOCABULARY)))
        fixed = random.Random(1)
        self._topics = [fixed.choices(self._words, cum_weights=self._weights, k=150) for _ in range(TOPICS)]

    @staticmethod
    def _spelled(number: int) -> str:
        """Two or three syllables, as Korean words have them."""
        syllables = chr(0xAC00 + number % 911) + chr(0xAC00 + number // 911 % 911)
        return syllables if number % 2 else syllables + chr(0xAC00 + number % 97)

    def topic(self) -> list[str]:
        return self._random.choice(self._topics)

    def draw(self, topic: list[str], count: int) -> list[str]:
        drawn = self._random.choices(self._words, cum_weights=self._weights, k=count // 2)
        drawn += self._random.choices(topic, k=count - count // 2)
        self._random.shuffle(drawn)
        return drawn

    def length(self) -> int:
        """Tokens of a chunk: log-normal about 120."""
        return max(10, min(400, round(self._random.lognormvariate(4.75, 0.4))))


def documents(chunks: int) -> Iterator[PreparedDocument]:
    words = Words(seed=7)
    for number in range(chunks // CHUNKS_A_DOCUMENT):
        doc_id = f"doc_{number:07}"
        topic = words.topic()
        drawn = [words.draw(topic, words.length()) for _ in range(CHUNKS_A_DOCUMENT)]
        texts = ["".join(tokens)[:300] for tokens in drawn]
        yield PreparedDocument(
            Document(
                doc_id=doc_id,
                version=f"{number:016x}",
                title=" ".join(drawn[0][:4]),
                source="bench",
                uri=f"bench/{doc_id}",
                doc_type=("manual", "sop", "ticket", "gcb")[number % 4],
                language="ko",
                media_type="text/plain",
                storage_pointer="",
                indexed_at=datetime(2026, 1, 1, tzinfo=UTC),
                devices=() if number % 3 else (f"DEVICE {number % 30}",),
            ),
            b"bench",
            "\n".join(texts),
            tuple(
                SearchableChunk(
                    Chunk(doc_id, f"{number:016x}", f"{doc_id}-{order}", order, "", None, order * 301, text), " ".join(tokens)
                )
                for order, (tokens, text) in enumerate(zip(drawn, texts, strict=True))
            ),
        )


def queries(count: int) -> list[TextQuery]:
    words = Words(seed=11)
    drawn = (dict.fromkeys(words.draw(words.topic(), 26)) for _ in range(count))
    return [TextQuery(tuple(WeightedTerm(t, 0.4 if n % 2 else 1.0) for n, t in enumerate(tokens))) for tokens in drawn]


def memory() -> str:
    resident = int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return f"{resident / 1e6:.0f} MB now, {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6:.0f} MB at most"


def build(folder: Path, chunks: int) -> None:
    asyncio.run(_build(folder, chunks))


async def _build(folder: Path, chunks: int) -> None:
    backend = EmbeddedBackend.open(folder)
    produced = documents(chunks)
    stored = 0.0
    while batch := list(islice(produced, DOCUMENTS_A_BATCH)):
        start = time.perf_counter()
        await backend.documents.put(batch)
        stored += time.perf_counter() - start
    start = time.perf_counter()
    await backend.index.catch_up()
    indexed = time.perf_counter() - start
    backend.close()
    merged = time.perf_counter() - start
    print(f"stored     {chunks / stored:10,.0f} chunks/s")
    print(f"indexed    {chunks / indexed:10,.0f} chunks/s until searchable, {chunks / merged:,.0f} until merged")
    print(f"building   {memory()}")


async def timed(name: str, times: int, work: Callable[[int], Awaitable[object]]) -> None:
    """Wall times, and the processor's share of them in the mean: the honest figure on a machine that others use too."""
    taken: list[float] = []
    busy = time.process_time()
    for number in range(times):
        start = time.perf_counter()
        await work(number)
        taken.append((time.perf_counter() - start) * 1000)
    busy = (time.process_time() - busy) * 1000 / times
    cuts = statistics.quantiles(taken, n=100)
    print(f"{name:40} p50 {cuts[49]:7.2f} ms   p95 {cuts[94]:7.2f} ms   p99 {cuts[98]:7.2f} ms   cpu {busy:6.2f} ms")


async def measure(folder: Path) -> None:
    start = time.perf_counter()
    backend = EmbeddedBackend.open(folder)
    print(f"opened in  {(time.perf_counter() - start) * 1000:.0f} ms, {memory()}")
    asked = queries(400)
    narrowed = SearchFilters(devices=("DEVICE 3",), doc_types=("manual", "sop"))

    async def search(number: int, filters: SearchFilters = SearchFilters()) -> None:  # noqa: B008
        await backend.index.search(TextQuery(asked[number].terms, filters, 30), ME)

    async def search_and_rescore(number: int) -> None:
        query = TextQuery(asked[number].terms, SearchFilters(), 30)
        rescore(await backend.index.search(query, ME), query.terms, (), 0.4)

    await timed("search, first time", 200, search)
    await timed("search", 400, search)
    await timed("search with the second phase", 400, search_and_rescore)
    await timed("search, devices and types", 400, lambda n: search(n, narrowed))
    await timed("search, in two documents", 400, lambda n: search(n, SearchFilters(doc_ids=(f"doc_{n:07}", f"doc_{n + 7:07}"))))
    await timed("chunks of a document", 200, lambda n: backend.documents.chunks(f"doc_{n:07}", f"{n:016x}", 0, 99, ME))
    await timed("words of the corpus", 200, lambda _: backend.documents.words(ME))
    turn = NewTurn("bench", "질문 " * 20, "답변 " * 100, "요약 " * 20, "ko", "general")
    await timed("turn appended", 200, lambda _: backend.turns.append(turn, ME))
    await timed("last 5 turns", 200, lambda _: backend.turns.last_turns("bench", 5, ME))
    fresh = list(documents(10 * CHUNKS_A_DOCUMENT))

    async def again(number: int) -> None:
        await backend.documents.put([fresh[number]])
        await backend.index.catch_up()

    await timed("a document stored again and searchable", 10, again)
    print(f"searching  {memory()}")
    health = await backend.health()
    database, index = health.database_bytes / 1e6, health.index_bytes / 1e6
    print(f"on disk    database {database:,.0f} MB, index {index:,.0f} MB, {health.chunks:,} chunks")
    backend.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--chunks", type=int, default=100_000)
    parser.add_argument("--data", type=Path, help="keep the corpus in this folder, and use it when it is there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="ibidem-bench-") as scratch:
        folder: Path = options.data or Path(scratch) / "data"
        if not (folder / "ibidem.sqlite3").exists():
            # In a process of its own, so that the memory measured afterwards is that of searching.
            child = multiprocessing.get_context("spawn").Process(target=build, args=(folder, options.chunks))
            child.start()
            child.join()
        asyncio.run(measure(folder))


if __name__ == "__main__":
    main()
