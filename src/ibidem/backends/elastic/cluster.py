"""A cluster of Elasticsearch 8 or 9, or of OpenSearch 2 or 3, over HTTP: what both understand in the same words.

Wire formats: https://www.elastic.co/docs/api/doc/elasticsearch and https://docs.opensearch.org/latest/api-reference/. Bodies are
`application/json`, which all of them take; the response header `X-Elastic-Product` tells the two apart.
"""

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeVar
from urllib.parse import urlsplit

from elastic_transport import NodeConfig, Transport, TransportError

from ibidem.domain.errors import StoreUnavailable

T = TypeVar("T")
Json = dict[str, Any]
Action = Literal["index", "create", "update", "delete"]

# Requests that are with the cluster at once: each holds a thread, and waits most of its time.
AT_ONCE = 32
REQUEST_SECONDS = 30.0
# One request of a bulk: the cluster reads it whole, and its limit is 100 MB.
BULK_BYTES, BULK_OPERATIONS = 5_000_000, 1000
# A cluster that is too busy for an operation is asked again, after so many seconds, twice as many, and so on.
PAUSE, ATTEMPTS = 0.2, 6
# An update of some fields that meets another one of the same document is made after it.
RETRIES = 10
# Rows fetched at once where a list is walked through; the cluster's own limit is 10,000.
PAGE = 1000
JSON = {"accept": "application/json", "content-type": "application/json"}
NDJSON = {**JSON, "content-type": "application/x-ndjson"}
# A line for each request, and a traceback for each one that fails: what is wrong is in the error that is raised.
logging.getLogger("elastic_transport").setLevel(logging.ERROR)
BUSY = frozenset({429, 502, 503, 504})
NOT_THERE, CONFLICT = 404, 409


@dataclass(frozen=True, slots=True)
class Seen:
    """The state of a document as it was read: it is written only while it is still in that state."""

    seq_no: int
    primary_term: int


@dataclass(frozen=True, slots=True)
class Found:
    """A stored document: its source, the state in which it was read, and how often it was written."""

    source: Json
    seen: Seen
    version: int


@dataclass(frozen=True, slots=True)
class Place:
    """Where a document is: an index by its alias, an id, and what decides the shard where that is not the id."""

    index: str
    id: str
    routing: str | None = None


@dataclass(frozen=True, slots=True)
class Operation:
    """One line of a bulk; `body` is the document, for an update the fields that change, for a deletion None."""

    action: Action
    place: Place
    body: Json | None = None
    seen: Seen | None = None


class Cluster:
    """Requests to one cluster. Every method but `run` waits, and is called in a thread of `run`.

    Each raises StoreUnavailable when the cluster cannot be reached, is too busy for too long, or refuses.
    """

    def __init__(self, address: str, headers: Mapping[str, str], prefix: str, masking: str = "") -> None:
        """With a `masking`, documents that were masked by another policy, or by none, are hidden."""
        parts = urlsplit(address)
        node = NodeConfig(
            parts.scheme,
            parts.hostname or "",
            parts.port or (443 if parts.scheme == "https" else 80),
            path_prefix=parts.path.rstrip("/"),
            headers=dict(headers),
            connections_per_node=AT_ONCE,
            request_timeout=REQUEST_SECONDS,
        )
        self.name = f"{parts.scheme}://{parts.hostname}:{node.port}{node.path_prefix}"
        self.masking = masking
        self._prefix = prefix
        # A request that was sent may have been carried out although no answer came: whoever writes is prepared for that.
        self._transport = Transport([node], max_retries=2, retry_on_status=BUSY, retry_backoff_base=PAUSE, meta_header=False)
        self._threads = ThreadPoolExecutor(AT_ONCE, thread_name_prefix="cluster")

    async def run(self, work: Callable[[], T]) -> T:
        """Does the work in a thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    def close(self) -> None:
        """Waits for what is being written, and lets go of the connections."""
        self._threads.shutdown()
        self._transport.close()

    def alias(self, index: str) -> str:
        """The name in the cluster of one of our indices."""
        return f"{self._prefix}-{index}"

    def request(self, method: str, path: str, body: object = None, allowed: frozenset[int] = frozenset()) -> tuple[int, Json]:
        """The status and the body of an answer. Raises StoreUnavailable for a status of failure that is not allowed."""
        status, _, answer = self._perform(method, path, body, JSON)
        if status >= 400 and status not in allowed:
            raise StoreUnavailable(f"{self.name} refuses {method} {path.partition('?')[0]}: {status} {_reason(answer)}")
        return status, answer

    def is_opensearch(self) -> bool:
        """Whether it is OpenSearch and not Elasticsearch."""
        _, headers, _ = self._perform("GET", "/_nodes/_local?filter_path=nodes.*.version", None, JSON)
        return headers.get("x-elastic-product") != "Elasticsearch"

    def get(self, place: Place, source: Sequence[str] | None = None) -> Found | None:
        """A document as of now, refreshed or not; None where there is none. With `source`, those of its fields only."""
        return self.get_all([place], source)[0]

    def get_all(self, places: Sequence[Place], source: Sequence[str] | None = None) -> list[Found | None]:
        """As `get`, for many documents in one request."""
        if not places:
            return []
        docs = [self._located(place) | ({} if source is None else {"_source": list(source)}) for place in places]
        _, answer = self.request("POST", "/_mget", {"docs": docs})
        return [_found(doc) for doc in answer["docs"]]

    def version(self, place: Place) -> int:
        """How often a document was written, as of now; 0 where there is none."""
        path = f"/{self.alias(place.index)}/_doc/{place.id}?_source=false"
        _, answer = self.request("GET", path, allowed=frozenset({NOT_THERE}))
        return answer.get("_version", 0)

    def write(self, operation: Operation) -> bool:
        """Carries out one operation; False where the document is there already, or was changed since it was seen."""
        return self.bulk([operation])[0] != CONFLICT

    def bulk(self, operations: Sequence[Operation]) -> list[int]:
        """Carries out all operations, those on one document in their order, and returns the status of each.

        What the cluster was too busy for is tried again. Raises StoreUnavailable when some were not carried out, with how many:
        the others were.
        """
        statuses = [0] * len(operations)
        waiting = list(range(len(operations)))
        for attempt in range(ATTEMPTS):
            if attempt:
                time.sleep(PAUSE * 2 ** (attempt - 1))
            reasons: list[str] = []
            for piece in self._pieces(operations, waiting):
                reasons += self._sent(piece, statuses)
            waiting = [n for n in waiting if statuses[n] in BUSY]
            if reasons:
                done = len(operations) - len(reasons) - len(waiting)
                raise StoreUnavailable(f"{self.name} took {done:,} of {len(operations):,} writes: {reasons[0]}")
            if not waiting:
                return statuses
        done = len(operations) - len(waiting)
        raise StoreUnavailable(f"{self.name} is too busy: it took {done:,} of {len(operations):,} writes; try again later")

    def refresh(self, *indices: str) -> None:
        """Has searches see what was written until now."""
        self.request("POST", f"/{','.join(map(self.alias, indices))}/_refresh")

    def search(self, index: str, body: Json, routing: str | None = None) -> Json:
        """The answer to a search. With several shards, words count as they do in the whole index."""
        query = "search_type=dfs_query_then_fetch" + ("" if routing is None else f"&routing={routing}")
        return self.request("POST", f"/{self.alias(index)}/_search?{query}", body)[1]

    def search_vectors(self, index: str, body: Json) -> Json:
        """As `search`, for vectors, with which Elasticsearch wants no type of search."""
        return self.request("POST", f"/{self.alias(index)}/_search", body)[1]

    def count(self, index: str, query: Json) -> int:
        """How many documents match."""
        return self.request("POST", f"/{self.alias(index)}/_count", {"query": query})[1]["count"]

    def which_match(self, index: str, queries: Sequence[Json]) -> list[bool]:
        """Of each query, whether any document matches it."""
        if not queries:
            return []
        header = _compact({"index": self.alias(index)})
        lines = [line for query in queries for line in (header, _compact({"query": query, "size": 0, "terminate_after": 1}))]
        status, _, answer = self._perform("POST", "/_msearch", "\n".join(lines) + "\n", NDJSON)
        if status >= 400 or any("error" in one for one in answer["responses"]):
            raise StoreUnavailable(f"{self.name} refuses searches: {status} {_reason(answer)}")
        return [one["hits"]["total"]["value"] > 0 for one in answer["responses"]]

    def walk(self, index: str, query: Json, sort: Sequence[str | Json], source: Sequence[str] | None = None) -> Iterator[Json]:
        """All hits, in an order that no two of them share: with `_id`, `_source`, `_seq_no` and `_primary_term`."""
        body: Json = {"query": query, "size": PAGE, "sort": list(sort), "seq_no_primary_term": True, "track_total_hits": False}
        if source is not None:
            body["_source"] = list(source)
        while hits := self.search(index, body)["hits"]["hits"]:
            yield from hits
            if len(hits) < PAGE:
                return
            body["search_after"] = hits[-1]["sort"]

    def page(
        self, index: str, query: Json, sort: Sequence[str | Json], limit: int, offset: int, source: Sequence[str] | None = None
    ) -> list[Json]:
        """The sources of `limit` hits after the first `offset`, however far that is."""
        rows: list[Json] = []
        if limit:
            for number, hit in enumerate(self.walk(index, query, sort, source)):
                if number >= offset:
                    rows.append(hit["_source"])
                if len(rows) == limit:
                    break
        return rows

    def _located(self, place: Place) -> Json:
        at: Json = {"_index": self.alias(place.index), "_id": place.id}
        return at if place.routing is None else {**at, "routing": place.routing}

    def _pieces(self, operations: Sequence[Operation], numbers: Sequence[int]) -> Iterator[list[tuple[int, str]]]:
        """The operations of these numbers, as lines, in requests that are not too large."""
        piece: list[tuple[int, str]] = []
        size = 0
        for number in numbers:
            lines = self._lines(operations[number])
            if piece and (size + len(lines) > BULK_BYTES or len(piece) >= BULK_OPERATIONS):
                yield piece
                piece, size = [], 0
            piece.append((number, lines))
            size += len(lines)
        if piece:
            yield piece

    def _lines(self, operation: Operation) -> str:
        about = self._located(operation.place)
        if operation.seen is not None:
            about |= {"if_seq_no": operation.seen.seq_no, "if_primary_term": operation.seen.primary_term}
        elif operation.action == "update":
            about |= {"retry_on_conflict": RETRIES}
        body = operation.body
        if operation.action == "update":
            body = {"doc": body}
        lines = _compact({operation.action: about}) + "\n"
        return lines if body is None else lines + _compact(body) + "\n"

    def _sent(self, piece: Sequence[tuple[int, str]], statuses: list[int]) -> list[str]:
        """Sends one request of a bulk and notes the statuses; returns why some were refused for good."""
        status, _, answer = self._perform("POST", "/_bulk", "".join(lines for _, lines in piece), NDJSON)
        if status >= 400:
            raise StoreUnavailable(f"{self.name} refuses writes: {status} {_reason(answer)}")
        reasons: list[str] = []
        for (number, _), item in zip(piece, answer["items"], strict=True):
            (outcome,) = item.values()
            statuses[number] = outcome["status"]
            if outcome["status"] >= 400 and outcome["status"] not in {NOT_THERE, CONFLICT, *BUSY}:
                reasons.append(_reason(outcome))
        return reasons

    def _perform(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> tuple[int, Mapping[str, str], Json]:
        try:
            answer = self._transport.perform_request(method, path, body=body, headers=headers)
        except TransportError as error:
            raise StoreUnavailable(f"{self.name} cannot be used now: {type(error).__name__}") from error
        held: Any = answer.body
        return answer.meta.status, answer.meta.headers, held if isinstance(held, dict) else {}  # pyright: ignore[reportUnknownVariableType]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _found(doc: Json) -> Found | None:
    return Found(doc["_source"], Seen(doc["_seq_no"], doc["_primary_term"]), doc["_version"]) if doc.get("found") else None


def _reason(answer: Json) -> str:
    """Why a request failed, without the text of any document."""
    error: Json | str | None = answer.get("error")
    return str(error.get("type")) if isinstance(error, dict) else ""
