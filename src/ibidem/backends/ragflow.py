"""Sources of passages over HTTP (ports.PassageSource): RAGFlow, and services with the simple search that stands in for it.

    ragflow:URL   POST URL/api/v1/retrieval {"question", "dataset_ids", "page", "page_size", "metadata_condition"} ->
                  {"code": 0, "data": {"chunks": [{"content", "document_id", "document_keyword", "similarity", "positions"}]}},
                  and GET URL/api/v1/datasets?name=NAME for the ids of datasets; an error is a code other than 0, with status 200
    search:URL    POST URL/search {"query", "top_k", "dataset", "user_role", "department"} ->
                  {"results": [{"doc_id", "title", "page", "score", "snippet"}]}

The key, where there is one, is `RAGFLOW_API_KEY`. Sources: RAGFlow 0.27, http_api_reference.md and chunk_api.py.
"""

import asyncio
import math
import os
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeVar, cast

from ibidem.backends.addresses import shown
from ibidem.backends.json_server import JsonServer, field
from ibidem.domain.errors import ModelError, ModelUnavailable, SourceError, SourceRefused, SourceUnavailable
from ibidem.domain.passage_sources import SourceFound, SourcePassage, SourceQuery
from ibidem.domain.text import made_storable

T = TypeVar("T")
Row = Mapping[str, Any]

SECONDS = 10.0  # for a search with its second attempt, where the settings say nothing else
AGAIN_AFTER = 0.2  # seconds
MOST_A_PAGE = 100  # RAGFlow refuses a larger page_size
LONGEST_ID, LONGEST_TEXT = 200, 8_000  # characters; a chunk of RAGFlow has some hundred tokens
NOTHING_INDEXED = "No chunk found"  # the message of code 102 for datasets that hold nothing yet

_DATASET_ID = re.compile("[0-9a-f]{32}")
_PASSING = frozenset({100, 105, 106, 500})
_KEY_REFUSED = frozenset({109, 401, 403})
_TITLES = ("document_keyword", "document_name", "docnm_kwd", "title")


class _Service:
    """What both have in common: one deadline, one further attempt where it may help, and what was wrong last."""

    def __init__(self, provider: str, url: str, seconds: float) -> None:
        self.name = f"{provider}:{shown(url)}"
        self._seconds = seconds
        self.trouble: str | None = None
        self._server = JsonServer(self.name, url, os.environ.get("RAGFLOW_API_KEY"), retries=0)

    async def close(self) -> None:
        """See ports.PassageSource."""
        await self._server.close()

    async def _in_time(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(self._seconds):
                done = await work
        except TimeoutError:
            self.trouble = f"its server did not answer within {self._seconds:g} s"
            raise SourceUnavailable(self.name, self.trouble) from None
        except SourceError as error:
            self.trouble = error.problem
            raise
        self.trouble = None
        return done

    async def _twice(self, call: Callable[[], Awaitable[T]]) -> T:
        """The result of the call, which is made once more where it failed and may succeed. Raises SourceError."""
        try:
            return await self._once(call)
        except SourceUnavailable:
            await asyncio.sleep(AGAIN_AFTER)
        return await self._once(call)

    async def _once(self, call: Callable[[], Awaitable[T]]) -> T:
        try:
            return await call()
        except ModelUnavailable as error:
            raise SourceUnavailable(self.name, error.problem) from None
        except ModelError as error:
            raise SourceRefused(self.name, error.problem) from None


class Ragflow(_Service):
    """ports.PassageSource over RAGFlow's own API. Datasets are named by their id or their name."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        """Raises SettingsError for a URL that is none."""
        super().__init__("ragflow", url, seconds)
        self._ids: dict[str, str] = {}

    async def find(self, query: SourceQuery) -> SourceFound:
        """See ports.PassageSource."""
        return await self._in_time(self._find(query))

    async def check(self, datasets: Sequence[str]) -> None:
        """See ports.PassageSource. An id is asked for too: where it is none of the key's, no search would say so before."""
        self._ids.clear()
        await self._in_time(self._found_datasets(datasets))

    async def _find(self, query: SourceQuery) -> SourceFound:
        body: dict[str, Any] = {
            "question": query.text,
            "dataset_ids": [self._ids.get(name, name) for name in await self._named(query.datasets)],
            "page": 1,
            "page_size": min(query.limit, MOST_A_PAGE),
        }
        wanted = {query.role_field: query.role, query.department_field: query.department}
        conditions = [{"name": name, "comparison_operator": "is", "value": value} for name, value in wanted.items() if name]
        if conditions:
            body["metadata_condition"] = {"logic": "and", "conditions": conditions}
        return await self._twice(lambda: self._server.ask("api/v1/retrieval", body, self._chunks))

    async def _named(self, datasets: Sequence[str]) -> Sequence[str]:
        """The datasets, once the ids of those that are named are known."""
        await self._found_datasets([name for name in datasets if name not in self._ids and not _DATASET_ID.fullmatch(name)])
        return datasets

    async def _found_datasets(self, datasets: Sequence[str]) -> None:
        for name in datasets:
            key = "id" if _DATASET_ID.fullmatch(name) else "name"
            listed = await self._twice(
                lambda key=key, name=name: self._server.look("api/v1/datasets", {key: name}, self._datasets)
            )
            found = next((row["id"] for row in listed if row.get(key) == name and isinstance(row.get("id"), str)), None)
            if found is None:
                raise SourceRefused(self.name, f"its server has no dataset {name!r} for this key")
            self._ids[name] = found

    def _datasets(self, answer: object) -> list[Row]:
        return _rows(self._data(answer))[0]

    def _chunks(self, answer: object) -> SourceFound:
        data = self._data(answer)
        return _read(field(data, "chunks") if data else [], self._passage)

    def _passage(self, row: Row) -> SourcePassage | None:
        first = _first(row.get("positions"))  # [[page, left, right, top, bottom], ...], or [""]
        page = _first(first) if isinstance(first, list) else row.get("page")
        doc_id, dataset = row.get("document_id"), row.get("dataset_id")
        uri = f"ragflow:{dataset}/{doc_id}" if dataset else ""  # an address would need the key, and tell where the server is
        return _passage(row, doc_id or row.get("doc_id"), row.get("content"), page, row.get("similarity"), uri)

    def _data(self, answer: object) -> Any:
        """What stands under `data` of an answer without an error. Raises SourceError for one with an error."""
        code = field(answer, "code")
        if code == 0:
            return field(answer, "data")
        reported = f"code {code}" if isinstance(code, int) else "no readable code"
        message = cast("dict[str, object]", answer).get("message")
        if code == 102 and isinstance(message, str) and message.startswith(NOTHING_INDEXED):
            return []
        if code in _PASSING:
            raise SourceUnavailable(self.name, f"its server reports an error ({reported})")
        if code in _KEY_REFUSED:
            raise SourceRefused(self.name, f"its server does not accept the key ({reported})")
        if code == 108:
            raise SourceRefused(self.name, f"the key may not use a dataset that the profile names ({reported})")
        raise SourceRefused(self.name, f"its server does not take the search ({reported})")


class SimpleSearch(_Service):
    """ports.PassageSource over `POST /search`, which is asked once for each dataset."""

    def __init__(self, url: str, seconds: float = SECONDS) -> None:
        """Raises SettingsError for a URL that is none."""
        super().__init__("search", url, seconds)

    async def find(self, query: SourceQuery) -> SourceFound:
        """See ports.PassageSource."""
        return await self._in_time(self._find(query))

    async def check(self, datasets: Sequence[str]) -> None:
        """See ports.PassageSource. There is nothing to ask but a search."""
        await self._in_time(self._find(SourceQuery(text="ibidem", datasets=tuple(datasets), limit=1)))

    async def _find(self, query: SourceQuery) -> SourceFound:
        found = await asyncio.gather(*(self._in(dataset, query) for dataset in query.datasets))
        passages = list(dict.fromkeys(passage for one in found for passage in one.passages))
        passages.sort(key=lambda passage: -(passage.score or 0.0))
        return SourceFound(tuple(passages[: query.limit]), sum(one.dropped for one in found))

    async def _in(self, dataset: str, query: SourceQuery) -> SourceFound:
        body = {
            "query": query.text,
            "top_k": query.limit,
            "dataset": dataset,
            "user_role": query.role,
            "department": query.department,
        }
        return await self._twice(lambda: self._server.ask("search", body, self._results))

    def _results(self, answer: object) -> SourceFound:
        return _read(field(answer, "results"), self._passage)

    def _passage(self, row: Row) -> SourcePassage | None:
        uri = row.get("url")
        where = uri if isinstance(uri, str) and uri.startswith(("http://", "https://")) else ""
        # A document that was found without a passage is one all the same: its title is all that is known of it.
        text = row.get("title") if row.get("snippet") is None else row.get("snippet")
        return _passage(row, row.get("doc_id"), text, row.get("page"), row.get("score"), where)


def open_ragflow(url: str, seconds: float) -> Ragflow:
    """RAGFlow at that URL. Raises SettingsError when it is none."""
    return Ragflow(url, seconds)


def open_simple_search(url: str, seconds: float) -> SimpleSearch:
    """The simple search at that URL. Raises SettingsError when it is none."""
    return SimpleSearch(url, seconds)


def _rows(listed: object) -> tuple[list[Row], int]:
    """The objects of a list, and how many others it holds. Raises ValueError where it is no list."""
    if not isinstance(listed, list):
        raise ValueError("it is no list")
    rows = cast("list[object]", listed)
    objects = [cast("Row", row) for row in rows if isinstance(row, dict)]
    return objects, len(rows) - len(objects)


def _read(listed: object, passage_of: Callable[[Row], SourcePassage | None]) -> SourceFound:
    """The rows as passages, without those that are none, which are counted. Raises ValueError where it is no list."""
    rows, dropped = _rows(listed)
    passages = [passage_of(row) for row in rows]
    return SourceFound(tuple(one for one in passages if one is not None), dropped + passages.count(None))


def _passage(row: Row, doc_id: object, text: object, page: object, score: object, uri: str) -> SourcePassage | None:
    """A row as a passage; None without an id or a text."""
    if not isinstance(doc_id, str) or not doc_id.strip() or len(doc_id) > LONGEST_ID:
        return None
    if not isinstance(text, str) or not text.strip():
        return None
    title = next((value for name in _TITLES if isinstance(value := row.get(name), str) and value.strip()), doc_id)
    return SourcePassage(
        doc_id=made_storable(doc_id.strip()),
        title=made_storable(title.strip())[:LONGEST_ID],
        text=made_storable(text.strip())[:LONGEST_TEXT],
        page=page if isinstance(page, int) and not isinstance(page, bool) and 0 < page < 2**31 else None,
        score=_score(score),
        uri=made_storable(uri),
    )


def _first(given: Any) -> object:
    """The first of a list; None of an empty one, and of anything else."""
    return cast("list[object]", given)[0] if isinstance(given, list) and given else None


def _score(given: object) -> float | None:
    if isinstance(given, bool) or not isinstance(given, int | float) or not math.isfinite(given):
        return None
    return min(1.0, max(0.0, float(given)))
