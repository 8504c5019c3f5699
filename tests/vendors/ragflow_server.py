"""A loopback server with the wire format of RAGFlow, and with the simple search that stands in for it.

    POST /api/v1/retrieval   as RAGFlow 0.27: every answer has status 200 and a `code`, which is not 0 for an error
    GET  /api/v1/datasets    by `name` or `id`
    POST /search             {"query", "top_k", "dataset", "user_role", "department"} -> {"results"}

It is strict: a field that RAGFlow does not know, one of another type, a page_size above 100, a dataset that there is not and a
wrong key are refused, as RAGFlow refuses them. A passage is found by the words that it shares with the question
(`ibidem.testing.openai_vectors`).

    async with ragflow_server({"policy": [Held("d1", "휴가 규정.pdf", "연차휴가는 15일이다.", 3)]}) as server:
        source = open_source(f"ragflow:{server.url}")  # with RAGFLOW_API_KEY = KEY
        server.faults.append(status(503))              # for the next call
"""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import md5
from typing import Any, cast
from urllib.parse import parse_qs

from ibidem.testing.loopback import Exchange, Loopback, serving
from ibidem.testing.openai_vectors import vector

KEY = "ragflow-loopback-key"
THRESHOLD = 0.2  # RAGFlow's default for similarity_threshold

Fault = Callable[[Exchange], Awaitable[None]]
# The fields of POST /api/v1/retrieval, each with the types that it may have.
FIELDS: Mapping[str, tuple[type, ...]] = {
    "question": (str,),
    "dataset_ids": (list,),
    "document_ids": (list,),
    "page": (int,),
    "page_size": (int,),
    "similarity_threshold": (int, float),
    "vector_similarity_weight": (int, float),
    "top_k": (int,),
    "rerank_id": (str, int),
    "keyword": (bool,),
    "highlight": (bool,),
    "cross_languages": (list,),
    "metadata_condition": (dict,),
    "use_kg": (bool,),
    "toc_enhance": (bool,),
}
SIMPLE_FIELDS = {"query": str, "top_k": int, "dataset": str, "user_role": str, "department": str}


@dataclass(frozen=True, slots=True)
class Held:
    """A passage of a document that the server holds; `metadata` are the fields of the document."""

    document_id: str
    name: str
    content: str
    page: int | None = None
    metadata: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(slots=True)
class RagflowLoopback:
    """The server while it runs. Each of `faults` answers one call, in their order; `rows` are added to every answer, as they
    are; `bodies` are those of the searches so far."""

    loopback: Loopback
    datasets: Mapping[str, Sequence[Held]]
    faults: list[Fault] = field(default_factory=list[Fault])
    rows: list[object] = field(default_factory=list[object])
    bodies: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])

    @property
    def url(self) -> str:
        """Where it is reached, without a slash at the end."""
        return self.loopback.url


def dataset_id(name: str) -> str:
    """The id of a dataset: 32 hexadecimal digits, as RAGFlow has it."""
    return md5(name.encode(), usedforsecurity=False).hexdigest()


def status(number: int) -> Fault:
    """An answer with this status, from a proxy or a server that is down."""
    return lambda exchange: exchange.answer(number, {"detail": "played"})


def code(number: int, message: str = "played") -> Fault:
    """RAGFlow's own error: status 200, and a code other than 0."""
    return lambda exchange: exchange.answer(200, {"code": number, "message": message, "data": None})


def body(content: object) -> Fault:
    """An answer that holds this, whatever it is."""
    return lambda exchange: exchange.answer(200, content)


async def silence(_: Exchange) -> None:
    """No answer, until the client leaves."""
    await asyncio.Event().wait()


@asynccontextmanager
async def ragflow_server(datasets: Mapping[str, Sequence[Held]], port: int = 0) -> AsyncGenerator[RagflowLoopback]:
    """Serves these datasets, by name, in this event loop."""
    running: list[RagflowLoopback] = []

    async def handle(exchange: Exchange) -> None:
        await _answer(exchange, running[0])

    async with serving(handle, port) as loopback:
        running.append(RagflowLoopback(loopback, datasets))
        yield running[0]


class _Refused(Exception):
    def __init__(self, number: int, message: str) -> None:
        super().__init__(message)
        self.number = number


async def _answer(exchange: Exchange, server: RagflowLoopback) -> None:
    if server.faults:
        await server.faults.pop(0)(exchange)
        return
    simple = exchange.path == "/search"
    try:
        if exchange.headers.get("authorization") != f"Bearer {KEY}":
            raise _Refused(109, "Authentication error: API key is invalid!")
        match exchange.method, exchange.path:
            case "GET", "/api/v1/datasets":
                await exchange.answer(200, {"code": 0, "data": _listed(exchange, server)})
            case "POST", "/api/v1/retrieval":
                await exchange.answer(200, {"code": 0, "data": _retrieved(_body(exchange), server)})
            case "POST", "/search":
                await exchange.answer(200, {"results": _found(_body(exchange), server)})
            case _:
                await exchange.answer(404, {"code": 404, "message": f"Not Found: {exchange.path}"})
    except _Refused as refusal:
        number = {109: 401, 101: 422, 102: 404}[refusal.number] if simple else 200
        await exchange.answer(number, {"code": refusal.number, "message": str(refusal), "data": None})


def _body(exchange: Exchange) -> dict[str, Any]:
    try:
        given = json.loads(exchange.body)
    except ValueError:
        raise _Refused(101, "the body is not JSON") from None
    if not isinstance(given, dict):
        raise _Refused(101, "the body is no object")
    return cast("dict[str, Any]", given)


def _listed(exchange: Exchange, server: RagflowLoopback) -> list[object]:
    asked = {name: values[0] for name, values in parse_qs(exchange.query).items()}
    if set(asked) - {"name", "id", "page", "page_size"}:
        raise _Refused(101, f"unknown parameters: {sorted(asked)}")
    all_of_them = [{"id": dataset_id(name), "name": name} for name in server.datasets]
    found = [one for one in all_of_them if all(one.get(key, value) == value for key, value in asked.items())]
    if asked and not found:
        raise _Refused(102, f"You don't own the dataset {asked}")
    return [*found]


def _retrieved(given: dict[str, Any], server: RagflowLoopback) -> object:
    for name, value in given.items():
        if name not in FIELDS:
            raise _Refused(101, f"unknown field {name}")
        if not isinstance(value, FIELDS[name]) or (isinstance(value, bool) and bool not in FIELDS[name]):
            raise _Refused(101, f"{name} is of another type")
    if not given.get("dataset_ids"):
        raise _Refused(101, "`dataset_ids` is required.")
    if not 1 <= given.get("page_size", 30) <= 100:
        raise _Refused(101, "page_size must be 1 to 100")
    server.bodies.append(given)
    by_id = {dataset_id(name): held for name, held in server.datasets.items()}
    unknown = [one for one in given["dataset_ids"] if one not in by_id]
    if unknown:
        raise _Refused(102, f"You don't own the dataset {unknown[0]}.")
    ranked = [
        (score, one, dataset)
        for dataset in given["dataset_ids"]
        for score, one in _ranked(given.get("question", ""), by_id[dataset])
        if score >= given.get("similarity_threshold", THRESHOLD) and _meets(one, given.get("metadata_condition"))
    ]
    ranked.sort(key=lambda found: -found[0])
    shown = ranked[: given.get("page_size", 30)]
    chunks = [_chunk(score, one, dataset) for score, one, dataset in shown]
    return {"chunks": [*chunks, *server.rows], "doc_aggs": [], "total": len(ranked)}


def _meets(held: Held, condition: Mapping[str, Any] | None) -> bool:
    if condition is None:
        return True
    met = [held.metadata.get(one["name"]) == one["value"] for one in condition["conditions"]]
    if any(one["comparison_operator"] not in ("is", "=") for one in condition["conditions"]):
        raise _Refused(101, "this server knows the operators is and = alone")
    return all(met) if condition.get("logic", "and") == "and" else any(met)


def _chunk(score: float, held: Held, dataset: str) -> dict[str, object]:
    return {
        "id": md5(held.content.encode(), usedforsecurity=False).hexdigest()[:16],
        "content": held.content,
        "content_ltks": " ".join(held.content.split()),
        "document_id": held.document_id,
        "document_keyword": held.name,
        "dataset_id": dataset,
        "positions": [""] if held.page is None else [[held.page, 90, 500, 100, 130]],
        "similarity": score,
        "term_similarity": score,
        "vector_similarity": score,
        "highlight": f"<em>{held.content}</em>",
        "image_id": "",
        "important_keywords": [],
    }


def _found(given: dict[str, Any], server: RagflowLoopback) -> list[object]:
    for name, kind in SIMPLE_FIELDS.items():
        if not isinstance(given.get(name), kind):
            raise _Refused(101, f"{name} is missing or of another type")
    if set(given) - set(SIMPLE_FIELDS):
        raise _Refused(101, f"unknown fields: {sorted(set(given) - set(SIMPLE_FIELDS))}")
    server.bodies.append(given)
    if given["dataset"] not in server.datasets:
        raise _Refused(102, f"there is no dataset {given['dataset']}")
    ranked = [(score, one) for score, one in _ranked(given["query"], server.datasets[given["dataset"]]) if score >= THRESHOLD]
    rows = [
        {"doc_id": one.document_id, "title": one.name, "page": one.page, "score": score, "snippet": one.content}
        for score, one in sorted(ranked, key=lambda found: -found[0])
    ]
    return [*rows[: given["top_k"]], *server.rows]


def _ranked(question: str, held: Sequence[Held]) -> list[tuple[float, Held]]:
    if not question.strip():
        return []
    asked = vector(question)
    return [(sum(map(float.__mul__, asked, vector(f"{one.name} {one.content}"))), one) for one in held]
