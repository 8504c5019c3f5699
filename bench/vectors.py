"""Search by meaning: what it adds to search by words, and how quick it is.

    python bench/vectors.py quality FOLDER [--embedder NAME] [--languages ko,en,ja]
    python bench/vectors.py speed [--chunks 100000] [--size 384]

`quality` indexes a data set in BEIR's format (see `ibidem.evaluation.beir`) and ranks each question by its words, by its meaning
and by both; with `--languages` the embedder is used for these whether it understands them or not. `speed` takes vectors around
2,000 random centres instead of a model's, because in space without any order everything is equally far from everything.
"""

import asyncio
import tempfile
import time
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path

import click
import ir_measures
import numpy as np

from engine import DOCUMENTS_A_BATCH, ME, documents, memory, timed
from ibidem.backends.embedded.backend import EmbeddedBackend
from ibidem.backends.registry import open_embedder
from ibidem.domain.documents import Document, SearchFilters, VectorQuery
from ibidem.domain.languages import LANGUAGES, Language
from ibidem.evaluation.beir import Query, read_corpus, read_judgements, read_queries
from ibidem.evaluation.retrieval import PRINCIPAL, index_rows
from ibidem.finding.fusion import ARM, by_meaning, fuse
from ibidem.finding.passages import find_passages

MEASURES = ("nDCG@10", "R@1", "R@5", "R@10")
CENTRES = 2_000


@click.group(help=__doc__)
def main() -> None:
    pass


@main.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--embedder", default="local:ibidem-1", show_default=True)
@click.option("--languages", default="", help="By comma; by default those that the embedder is found to understand.")
def quality(folder: Path, embedder: str, languages: str) -> None:
    chosen = frozenset(language for language in LANGUAGES if language in languages.split(","))
    asyncio.run(compare(folder, embedder, chosen))


async def compare(folder: Path, name: str, languages: frozenset[Language]) -> None:
    judgements = read_judgements(folder)
    queries = [query for query in read_queries(folder) if query.query_id in judgements]
    embedder = open_embedder(name)
    with tempfile.TemporaryDirectory(prefix="ibidem-") as store:
        backend = EmbeddedBackend.open(Path(store))
        vectors = backend.search_by_meaning(embedder, languages)
        await index_rows(read_corpus(folder), backend.documents, backend.index, lambda *_: None)
        begun = time.perf_counter()
        await vectors.catch_up()
        counts = await vectors.embedding.counts()
        assert counts is not None
        used_for = ", ".join(sorted(counts.languages)) or "nothing"
        print(f"{counts.embedded:,} vectors in {time.perf_counter() - begun:.0f} s, for {used_for}")
        runs: dict[str, dict[str, Mapping[str, float]]] = {"words": {}, "meaning": {}, "both": {}}
        for query in queries:
            words = await find_passages(query.text, query.history, SearchFilters(), ARM, backend.index, PRINCIPAL)
            near = await by_meaning(query.text, query.history, SearchFilters(), ARM, vectors, PRINCIPAL)
            runs["words"][query.query_id] = ranked([p.document for p in words.passages])
            runs["meaning"][query.query_id] = ranked([hit.passage.document for hit in near])
            runs["both"][query.query_id] = ranked([p.document for p in fuse(query.text, words, near, ARM).passages])
        backend.close()
    await embedder.close()
    print(f"{'':10}" + "".join(f"{measure:>10}" for measure in MEASURES))
    for kind, run in runs.items():
        print(f"{kind:10}" + "".join(f"{value:10.3f}" for value in scores(queries, judgements, run)))


def ranked(found: Sequence[Document]) -> Mapping[str, float]:
    """The first ten documents, each with a score that falls with its place."""
    return {doc_id: -float(place) for place, doc_id in enumerate(list(dict.fromkeys(d.doc_id for d in found))[:10])}


def scores(
    queries: Sequence[Query], judgements: Mapping[str, Mapping[str, int]], run: Mapping[str, Mapping[str, float]]
) -> list[float]:
    measures = [ir_measures.parse_measure(name) for name in MEASURES]
    means = ir_measures.calc_aggregate(measures, {q.query_id: judgements[q.query_id] for q in queries}, run)
    return [float(means[measure]) for measure in measures]


class Clouds:
    """An embedder whose vectors lie around random centres; a text always has the same one."""

    name = "bench:clouds"

    def __init__(self, size: int) -> None:
        self._centres = np.random.default_rng(1).standard_normal((CENTRES, size), dtype=np.float32)

    async def embed_question(self, text: str, before: Sequence[str] = ()) -> Sequence[float]:
        own = np.random.default_rng(list(text.encode()))
        return (
            self._centres[own.integers(CENTRES)] + 0.7 * own.standard_normal(self._centres.shape[1], dtype=np.float32)
        ).tolist()

    async def embed_passages(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        return [await self.embed_question(text) for text in texts]

    async def close(self) -> None:
        pass


@main.command()
@click.option("--chunks", default=100_000, show_default=True)
@click.option("--size", default=384, show_default=True)
def speed(chunks: int, size: int) -> None:
    asyncio.run(measure(chunks, size))


async def measure(chunks: int, size: int) -> None:
    embedder, all_of_them = Clouds(size), frozenset(LANGUAGES)
    with tempfile.TemporaryDirectory(prefix="ibidem-") as store:
        backend = EmbeddedBackend.open(Path(store))
        produced = documents(chunks)
        while batch := list(islice(produced, DOCUMENTS_A_BATCH)):
            await backend.documents.put(batch)
        before = (await backend.health()).database_bytes
        begun = time.perf_counter()
        await backend.search_by_meaning(embedder, all_of_them).catch_up()
        seconds, more = time.perf_counter() - begun, (await backend.health()).database_bytes - before
        print(f"kept       {chunks / seconds:10,.0f} vectors/s, the embedder's time included; {more / 1e6:,.0f} MB on disk")
        backend.close()
        backend = EmbeddedBackend.open(Path(store))
        vectors = backend.search_by_meaning(embedder, all_of_them)
        begun = time.perf_counter()
        await vectors.catch_up()
        print(f"loaded     {chunks / (time.perf_counter() - begun):10,.0f} vectors/s at start; {memory()}")

        async def ask(number: int, filters: SearchFilters) -> None:
            await vectors.nearest(VectorQuery(f"question {number}", (), filters, ARM), ME)

        await timed("nearest", 200, lambda n: ask(n, SearchFilters()))
        await timed("nearest, of a device", 200, lambda n: ask(n, SearchFilters(devices=(f"DEVICE {n % 10 * 3}",))))
        await timed("nearest, of a type", 200, lambda n: ask(n, SearchFilters(doc_types=("sop",))))
        await timed("nearest, in a document", 200, lambda n: ask(n, SearchFilters(doc_ids=(f"doc_{n:07}",))))
        await timed("nothing to catch up", 50, lambda n: vectors.catch_up())
        backend.close()


if __name__ == "__main__":
    main()
