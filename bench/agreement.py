"""Whether a cluster ranks as the embedded index does: the ten best passages of each question of a BEIR folder, on both.

    scripts/services.py start opensearch
    .venv/bin/python bench/agreement.py opensearch:http://127.0.0.1:9250 FOLDER [--rows 5000] [--queries 300]

A question counts as `same` when both lists hold the same passages in the same order, ties aside: passages whose scores differ by
less than a ten-thousandth may change places, also with those behind the tenth.
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

from ibidem.backends.elastic.cluster import Cluster
from ibidem.backends.elastic.schema import FIELDS, SCHEMA_VERSION
from ibidem.backends.registry import Storage, open_backend
from ibidem.domain.documents import Passage, SearchFilters
from ibidem.evaluation.beir import read_corpus, read_queries
from ibidem.evaluation.retrieval import PRINCIPAL, index_rows
from ibidem.finding.passages import find_passages
from ibidem.ports.backend import Backend

DEPTH, SEARCHED = 10, 30
TIED = 1e-4  # of a score


async def main(store: str, folder: Path, rows: int, queries: int) -> None:
    """Prints how many questions have the same ten best passages."""
    corpus, asked = read_corpus(folder)[:rows], read_queries(folder)[:queries]
    with tempfile.TemporaryDirectory(prefix="ibidem-") as data:
        prefix = f"agreement-{uuid4().hex[:8]}"
        backends = [open_backend(Storage(Path(data))), open_backend(Storage(Path(data), store, prefix))]
        try:
            for backend in backends:
                await index_rows(corpus, backend.documents, backend.index, lambda *_: None)
            verdicts: Counter[str] = Counter()
            for query in asked:
                here, there = [await found(backend, query.text) for backend in backends]
                verdicts[compared(here, there)] += 1
            print(f"{folder.name}: {len(corpus):,} passages, {len(asked):,} questions: {dict(verdicts)}")
        finally:
            for backend in backends:
                backend.close()
            delete_indices(store, prefix)


def delete_indices(store: str, prefix: str) -> None:
    """Leaves the cluster as it was."""
    cluster = Cluster(store.partition(":")[2], {}, prefix)
    for index in FIELDS:
        cluster.request("DELETE", f"/{cluster.alias(index)}-{SCHEMA_VERSION}")
    cluster.close()


async def found(backend: Backend, question: str) -> Sequence[Passage]:
    """What is searched, best first, as a turn ranks it."""
    ranking = await find_passages(question, (), SearchFilters(), SEARCHED, backend.index, PRINCIPAL)
    return ranking.passages


def compared(here: Sequence[Passage], there: Sequence[Passage]) -> str:
    """`same`, `same but for ties`, `other scores` or `other passages`."""
    ids = [[one.chunk.chunk_id for one in ranked[:DEPTH]] for ranked in (here, there)]
    if ids[0] == ids[1]:
        return "same"
    scores = [[one.score for one in ranked[:DEPTH]] for ranked in (here, there)]
    close = all(abs(a - b) <= TIED * max(a, b) for a, b in zip(*scores, strict=False)) and len(scores[0]) == len(scores[1])
    if not close:
        return "other scores" if set(ids[0]) == set(ids[1]) else "other passages"
    return "same but for ties"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("store")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--queries", type=int, default=300)
    given = parser.parse_args()
    asyncio.run(main(given.store, given.folder, given.rows, given.queries))
