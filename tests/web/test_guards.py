"""Who may be addressed, how much may be sent, and how the log looks."""

import json
import logging
import re
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager

import httpx2
import pytest

from ibidem.domain.access import is_loopback
from ibidem.domain.conversation import Question
from ibidem.domain.events import TurnDone, TurnEvent
from ibidem.settings import Settings, load_settings
from ibidem.web.completions import BODY_LIMIT
from ibidem.web.logs import JsonLines, PlainLines, log_to_stderr
from ibidem.web.server import create_api
from web.scripted import Script, ScriptedApp, client_of, turn_of

Scripted = Callable[[Script], AbstractAsyncContextManager[httpx2.AsyncClient]]


async def well(question: Question) -> AsyncIterator[TurnEvent]:
    yield TurnDone(turn_of(question, "fine"))


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "localhost", "LOCALHOST:1", "[::1]:8765", "127.9.9.9"])
async def test_a_server_on_loopback_answers_to_the_names_of_loopback(scripted: Scripted, host: str) -> None:
    async with scripted(well) as client:
        assert (await client.get("/healthz", headers={"host": host})).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "", "[::1", "a b", "127.0.0.1@evil"]
)
async def test_and_to_no_other_name(scripted: Scripted, host: str) -> None:
    async with scripted(well) as client:
        response = await client.get("/healthz", headers={"host": host})
    assert response.status_code == 421
    assert response.json()["error"]["type"] == "misdirected_request"


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1.evil.example"])
async def test_another_sites_page_cannot_send_here(scripted: Scripted, origin: str) -> None:
    async with scripted(well) as client:
        response = await client.post("/v1/chat", json={"message": "hi"}, headers={"origin": origin})
    assert response.status_code == 421


async def test_further_names_may_be_allowed(settings: Settings) -> None:
    allowing = load_settings(data=settings.data, allowed_hosts="docs.example.com")

    async def opened() -> ScriptedApp:
        return ScriptedApp(allowing, well)

    headers = {"host": "docs.example.com", "origin": "https://docs.example.com"}
    async with client_of(create_api(allowing, opened)) as client:  # pyright: ignore[reportArgumentType]
        assert (await client.post("/v1/chat", json={"message": "hi"}, headers=headers)).status_code == 200


async def test_a_server_that_was_told_to_serve_others_answers_to_any_address_and_listed_name(settings: Settings) -> None:
    open_to_all = load_settings(data=settings.data, host="0.0.0.0", allowed_hosts="docs.example.com")

    async def opened() -> ScriptedApp:
        return ScriptedApp(open_to_all, well)

    async with client_of(create_api(open_to_all, opened)) as client:  # pyright: ignore[reportArgumentType]
        for host in ("docs.example.com", "192.0.2.7:8765", "ibidem:8765"):
            assert (await client.get("/healthz", headers={"host": host})).status_code == 200
        assert (await client.get("/healthz", headers={"host": "evil.example"})).status_code == 421


def test_loopback_is_an_address_or_localhost_and_no_name_that_looks_like_one() -> None:
    assert is_loopback("::1") and is_loopback("127.0.0.1") and is_loopback("localhost")
    assert not is_loopback("0.0.0.0") and not is_loopback("127.0.0.1.example") and not is_loopback("")


async def test_a_body_that_is_too_large_is_refused_by_its_length_and_while_it_arrives(scripted: Scripted) -> None:
    async def dripping() -> AsyncIterator[bytes]:
        yield b'{"message": "'
        for _ in range(BODY_LIMIT // 1000 + 10):
            yield b"a" * 1000
        yield b'"}'

    async with scripted(well) as client:
        declared = await client.post("/v1/chat", json={"message": "a" * BODY_LIMIT})
        chunked = await client.post("/v1/chat", content=dripping(), headers={"content-type": "application/json"})
        upload = await client.post("/v1/documents", files={"file": ("a.txt", b"a" * 2_000_000)})
        just_over = await client.post("/v1/documents", files={"file": ("a.txt", b"a" * (2**20 + 1))})
    assert [r.status_code for r in (declared, chunked, upload, just_over)] == [413] * 4
    assert {r.json()["error"]["type"] for r in (declared, chunked, upload, just_over)} == {"too_large"}


async def test_before_the_app_is_open_the_process_lives_and_is_not_ready(settings: Settings) -> None:
    async def never() -> ScriptedApp:
        raise RuntimeError("this store does not open")

    async with client_of(create_api(settings, never)) as client:  # pyright: ignore[reportArgumentType]
        assert (await client.get("/healthz")).status_code == 200
        for response in (await client.get("/readyz"), await client.post("/v1/chat", json={"message": "hi"})):
            assert response.status_code == 503
            assert response.json()["error"]["type"] == "starting"
            assert response.headers["retry-after"] == "1"


async def test_the_app_is_closed_when_the_server_stops(settings: Settings) -> None:
    app = ScriptedApp(settings, well)

    async def opened() -> ScriptedApp:
        return app

    async with client_of(create_api(settings, opened)):  # pyright: ignore[reportArgumentType]
        assert not app.closed
    assert app.closed


def test_a_log_line_for_a_person_is_one_printable_line() -> None:
    record = logging.LogRecord("ibidem.access", logging.WARNING, "file", 1, "다음\n줄 %s", ("\x1b[2J\u202e",), None)
    time, text = PlainLines().format(record).split(" ", 1)
    assert re.fullmatch(r"\d\d:\d\d:\d\d", time)
    assert text == "warning: 다음\\n줄 \\u001b[2J\\u202e"
    record = logging.LogRecord("ibidem.access", logging.INFO, "file", 1, "request", (), None)
    record.request = {"method": "POST", "path": "/v1/chat", "status": 200, "ms": 12.3, "turn": "s/1"}
    record.repeated = 3
    assert PlainLines().format(record).split(" ", 1)[1] == "POST /v1/chat 200 12.3 ms (and 3 times more)"


@pytest.mark.parametrize(("terminal", "formatter"), [(True, PlainLines), (False, JsonLines)])
def test_on_a_terminal_the_log_is_for_people(monkeypatch: pytest.MonkeyPatch, terminal: bool, formatter: type) -> None:
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [])
    monkeypatch.setattr(sys.stderr, "isatty", lambda: terminal, raising=False)
    before = root.level
    log_to_stderr("warning")
    root.setLevel(before)
    assert [type(handler.formatter) for handler in root.handlers] == [formatter]


def test_a_log_line_is_one_json_object_in_utc() -> None:
    record = logging.LogRecord("ibidem.access", logging.INFO, "file", 1, "request %s", ("다음\n줄",), None)
    record.created, record.msecs = 0.0, 0.0
    record.request = {"path": "/v1/chat", "status": 200}
    line = JsonLines().format(record)
    assert "\n" not in line
    assert json.loads(line) == {
        "ts": "1970-01-01T00:00:00.000Z",
        "level": "info",
        "logger": "ibidem.access",
        "message": "request 다음\n줄",
        "path": "/v1/chat",
        "status": 200,
    }
