"""How well the search finds the passages that are known to answer."""

import asyncio
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

from ibidem.backends.registry import Storage, open_backend
from ibidem.corpus.preparing import prepare_row
from ibidem.domain.documents import PreparedDocument, Principal, SearchFilters
from ibidem.domain.errors import InvalidInput, SettingsError
from ibidem.evaluation.beir import QRELS, Query, Row, read_corpus, read_judgements, read_queries
from ibidem.finding.passages import find_passages
from ibidem.ports.document_store import DocumentIntake
from ibidem.ports.indexes import SearchIndex

PRINCIPAL = Principal("evaluation")
_BATCH = 500
_DEPTH = 10
# Passages asked for, so that ten documents are left when the passages of one are put together.
_PASSAGES = 30
_MEASURES = ("nDCG@5", "nDCG@10", "R@1", "R@5", "R@10", "RR@10")

Progress = Callable[[str, int, int], None]


@dataclass(frozen=True, slots=True)
class RetrievalScores:
    """Means over the judged queries, each 0..1, and how many queries one caller got through in a second."""

    ndcg_at_5: float
    ndcg_at_10: float
    recall_at_1: float
    recall_at_5: float
    recall_at_10: float
    mrr_at_10: float
    queries: int
    queries_per_second: float

    def as_json(self) -> dict[str, float | int]:
        """The scores under the names by which they are known."""
        return {
            "ndcg@5": self.ndcg_at_5,
            "ndcg@10": self.ndcg_at_10,
            "recall@1": self.recall_at_1,
            "recall@5": self.recall_at_5,
            "recall@10": self.recall_at_10,
            "mrr@10": self.mrr_at_10,
            "queries": self.queries,
            "queries_per_second": self.queries_per_second,
        }


async def evaluate_retrieval(folder: Path, progress: Progress) -> RetrievalScores:
    """Indexes a BEIR folder into a store of its own, which is removed afterwards, and asks every judged query.

    `progress` is called with what is counted ("passages", "queries"), how many are done and how many there are.
    Raises InvalidInput for a folder that is not a data set, SettingsError when the extra `eval` is not installed.
    """
    metrics = _metrics()
    judgements = read_judgements(folder)
    answered = {query_id for query_id, scores in judgements.items() if any(score > 0 for score in scores.values())}
    queries = [query for query in read_queries(folder) if query.query_id in answered]
    if not queries:
        raise InvalidInput(QRELS, "names what answers none of the queries", "a query-id has to be the _id of a query")
    async with indexed_corpus(folder, progress) as index:
        begun = time.perf_counter()
        run = await _run(queries, index, progress)
        seconds = time.perf_counter() - begun
    judged = {query.query_id: judgements[query.query_id] for query in queries}
    return _scores(metrics, judged, run, len(queries) / seconds)


@asynccontextmanager
async def indexed_corpus(folder: Path, progress: Progress) -> AsyncGenerator[SearchIndex]:
    """The passages of a BEIR folder in a store of their own, which is removed afterwards."""
    rows = read_corpus(folder)
    with tempfile.TemporaryDirectory(prefix="ibidem-") as store:
        backend = open_backend(Storage(Path(store)))
        try:
            await index_rows(rows, backend.documents, backend.index, progress)
            yield backend.index
        finally:
            backend.close()


async def index_rows(rows: Sequence[Row], documents: DocumentIntake, index: SearchIndex, progress: Progress) -> None:
    """Stores each row as a document under its own id and returns when all can be found."""
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH]
        await documents.put(await asyncio.to_thread(_prepared, batch))
        progress("passages", start + len(batch), len(rows))
    await index.catch_up()


def _prepared(rows: Sequence[Row]) -> list[PreparedDocument]:
    now = datetime.now(UTC)
    return [prepare_row(row.doc_id, row.title, row.text, now) for row in rows]


async def _run(queries: Sequence[Query], index: SearchIndex, progress: Progress) -> dict[str, dict[str, float]]:
    """Query id -> document id -> score, of which only the order means something: a document counts by its best passage."""
    run: dict[str, dict[str, float]] = {}
    for done, query in enumerate(queries, 1):
        ranking = await find_passages(query.text, query.history, SearchFilters(), _PASSAGES, index, PRINCIPAL)
        found = list(dict.fromkeys(passage.document.doc_id for passage in ranking.passages))[:_DEPTH]
        run[query.query_id] = {doc_id: float(_DEPTH - rank) for rank, doc_id in enumerate(found)}
        progress("queries", done, len(queries))
    return run


def _metrics() -> Any:
    """The metrics library, which only measuring needs."""
    try:
        return import_module("ir_measures")
    except ImportError as error:
        raise SettingsError("measuring needs the extra `eval`: pip install 'ibidem[eval]'") from error


def _scores(
    metrics: Any,
    judgements: Mapping[str, Mapping[str, int]],
    run: Mapping[str, Mapping[str, float]],
    queries_per_second: float,
) -> RetrievalScores:
    means = metrics.calc_aggregate([metrics.parse_measure(name) for name in _MEASURES], judgements, run)
    values = {str(measure): float(value) for measure, value in means.items()}
    return RetrievalScores(
        ndcg_at_5=values["nDCG@5"],
        ndcg_at_10=values["nDCG@10"],
        recall_at_1=values["R@1"],
        recall_at_5=values["R@5"],
        recall_at_10=values["R@10"],
        mrr_at_10=values["RR@10"],
        queries=len(judgements),
        queries_per_second=queries_per_second,
    )
