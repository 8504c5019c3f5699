"""Whatever comes in and whatever breaks, what goes out has our shape, says no more than it must, and is kept by nobody."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import httpx2
import pytest

from ibidem.domain.conversation import Question
from ibidem.domain.events import StepStarted, TurnEvent
from ibidem.settings import Settings
from journeys.doors import Service
from security.doors import answered, is_in_our_shape
from web.scripted import Script, serving

Scripted = Callable[[Script], AbstractAsyncContextManager[httpx2.AsyncClient]]


class Panic(BaseException):
    """As what panics in Rust arrives in Python: no Exception."""


def check_headers(headers: httpx2.Headers | dict[str, str]) -> None:
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/", 200),
        ("GET", "/openapi.json", 200),
        ("GET", "/healthz", 200),
        ("GET", "/v1/documents", 200),
        ("DELETE", "/v1/documents/none", 404),
        ("GET", "/nowhere", 404),
        ("HEAD", "/nowhere", 404),
        ("PUT", "/v1/chat", 405),
        ("OPTIONS", "/v1/chat", 405),
        ("POST", "/v1/chat", 415),
        ("POST", "/v1/documents", 415),
    ],
)
def test_every_answer_is_what_it_says_it_is_and_is_not_kept(bare: Service, method: str, path: str, status: int) -> None:
    response = bare.client.request(method, path)
    assert response.status_code == status
    check_headers(response.headers)
    if status >= 400 and method != "HEAD":
        assert response.headers["content-type"] == "application/json"
        assert is_in_our_shape(response.json())


def test_so_is_a_stream(bare: Service) -> None:
    with bare.client.stream("POST", "/v1/chat", json={"message": "hello", "stream": True}) as response:
        assert response.status_code == 200
        check_headers(response.headers)
        assert response.headers["x-accel-buffering"] == "no"


@pytest.mark.parametrize(
    ("sends", "status", "kind"),
    [
        (b"nonsense\r\n\r\n", 400, "malformed_request"),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400, "malformed_request"),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 421, "misdirected_request"),
        (b"GET / HTTP/1.1\r\n\r\n", 400, "malformed_request"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n", 400, "malformed_request"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400, "malformed_request"),
        (b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "not_implemented"),
        (b"GET /" + b"a" * 17_000, 431, "headers_too_large"),
        (b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * 17_000, 431, "headers_too_large"),
        (b"GET / HTTP/1.0\r\n\r\n", 421, "misdirected_request"),
        (b"GET http://evil.example/ HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, "not_found"),
        (b"CONNECT localhost:1 HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, "not_found"),
        (
            b"POST /v1/chat HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            b"Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
            400,
            "malformed_request",
        ),
        (
            b"GET /nowhere HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
            404,
            "not_found",
        ),
    ],
    ids=lambda value: value[:24].decode("latin-1") if isinstance(value, bytes) else None,
)
def test_also_the_answer_to_what_is_hardly_a_request(bare: Service, sends: bytes, status: int, kind: str) -> None:
    given, headers, body = answered(bare.client.base_url, sends)
    assert (given, body["error"]["type"]) == (status, kind)
    assert is_in_our_shape(body)
    assert headers["content-type"] == "application/json"
    check_headers(headers)


@pytest.mark.parametrize("error", [Panic("a secret"), RuntimeError("a secret"), BaseExceptionGroup("a secret", [Panic()])])
@pytest.mark.parametrize("stream", [False, True])
async def test_what_breaks_inside_is_a_500_in_our_shape(settings: Settings, error: BaseException, stream: bool) -> None:
    async def breaks(question: Question) -> AsyncIterator[TurnEvent]:
        raise error
        yield StepStarted("never")

    async with serving(settings, breaks) as (_, client):
        response = await client.post("/v1/chat", json={"message": "hi", "stream": stream})
        assert (await client.get("/healthz")).status_code == 200
    assert response.status_code == 500
    assert response.headers["content-type"] == "application/json"
    assert response.json()["error"]["type"] == "internal_error"
    assert "secret" not in response.text
    check_headers(response.headers)


async def test_and_in_a_stream_that_has_begun_an_event(scripted: Scripted) -> None:
    async def breaks(question: Question) -> AsyncIterator[TurnEvent]:
        yield StepStarted("answer")
        raise Panic("a secret")

    async with scripted(breaks) as client:
        response = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    name, data = response.text.rstrip().rsplit("\n\n", 1)[-1].split("\n")
    assert name == "event: error"
    assert json.loads(data.removeprefix("data: "))["error"]["type"] == "internal_error"
    assert "secret" not in response.text


async def test_a_turn_that_does_not_end_when_the_server_stops_is_told_so(settings: Settings) -> None:
    async def endless(question: Question) -> AsyncIterator[TurnEvent]:
        server.should_exit = True
        await asyncio.sleep(3600)
        yield StepStarted("never")

    async with serving(settings, endless) as (server, client):
        response = await client.post("/v1/chat", json={"message": "hi", "stream": True})
    assert (response.status_code, response.json()["error"]["type"]) == (503, "stopping")


def test_one_request_brings_one_file(bare: Service) -> None:
    response = bare.client.post("/v1/documents", files=[("file", (f"{n}.txt", b"text")) for n in range(2)])
    assert response.status_code == 400
    assert is_in_our_shape(response.json())


def test_twenty_faults_are_told_and_how_many_more_there_are(bare: Service) -> None:
    body = {"message": "hi", **{f"field{number}": 1 for number in range(90)}}
    response = bare.client.post("/v1/chat", json=body)
    assert response.status_code == 422
    error = response.json()["error"]
    assert len(error["details"]) == 20
    assert error["message"].endswith("; and 70 more")
    assert len(response.content) < 10_000


def test_a_path_without_end_is_not_sent_back_whole(bare: Service) -> None:
    response = bare.client.get("/" + "a" * 10_000)
    assert response.status_code == 404
    assert len(response.content) < 500
