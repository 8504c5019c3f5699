"""The door of the Model Context Protocol holds nothing for anybody, and what is asked of it in vain is no fault."""

import json
import logging
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx2
import pytest

from ibidem.domain.access import Scope
from journeys.doors import Cli, Service, served
from security.doors import connected, few_descriptors
from security.locked import MINA, Locked, bearing, locked

SPOKEN = {"Accept": "application/json, text/event-stream", "Host": "localhost"}
STREAM = b"GET /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
IN_VAIN = (
    ("prompts/get", {"name": "x" * 500}),
    ("tools/call", {"name": "nothing", "arguments": {}}),
    ("tools/call", {"name": "ask", "arguments": {"message": 5}}),
    ("tools/call", {"name": "read_document", "arguments": {"doc_id": "nothing"}}),
    ("resources/read", {"uri": "file:///etc/passwd"}),
    ("subscriptions/listen", {"notifications": {"toolsListChanged": True}}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {"name": "a", "value": "b"}}),
    ("no/such/method", {}),
    ("tools/call", {}),
    ("tools/call", {"name": ["x"]}),
)


async def asked(here: Locked, key: str, method: str, params: dict[str, Any]) -> httpx2.Response:
    body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    return await here.client.post("/mcp", json=body, headers={**SPOKEN, **bearing(key)})


@pytest.mark.parametrize("method", ["GET", "HEAD", "DELETE", "PUT", "OPTIONS"])
async def test_only_a_request_of_the_protocol_is_answered(tmp_path: Path, method: str) -> None:
    async with locked(tmp_path / "data") as here:
        refused = await here.client.request(method, "/mcp", headers={**SPOKEN, **bearing(await here.key(MINA))})
    assert refused.status_code == 405 and refused.headers["allow"] == "POST"


def test_whoever_asks_for_streams_keeps_nobody_out(tmp_path: Path) -> None:
    with ExitStack() as stack:
        with few_descriptors(256):
            service = stack.enter_context(served(Cli(tmp_path)))
        for _ in range(300):
            stack.enter_context(connected(service.client.base_url, STREAM))
        for _ in range(3):
            with httpx2.Client(base_url=service.client.base_url, timeout=10) as client:
                assert client.get("/healthz").status_code == 200
                assert client.get("/mcp", headers=SPOKEN).status_code == 405


@pytest.mark.parametrize("scopes", [{"metrics"}, {"write"}, {"metrics", "write"}])
async def test_a_key_that_may_use_no_tool_is_refused_before_anything_is_begun(tmp_path: Path, scopes: set[Scope]) -> None:
    async with locked(tmp_path / "data") as here:
        refused = await asked(here, await here.key(MINA, frozenset(scopes)), "tools/list", {})
        assert refused.status_code == 403
        assert "'ask' or 'read'" in refused.json()["error"]["message"]
        for scope in ("ask", "read"):
            assert (await asked(here, await here.key(MINA, frozenset({scope})), "tools/list", {})).status_code == 200


@pytest.mark.parametrize(("method", "params"), IN_VAIN)
async def test_what_is_asked_for_in_vain_is_answered_and_no_traceback(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, method: str, params: dict[str, Any]
) -> None:
    async with locked(tmp_path / "data") as here:
        with caplog.at_level(logging.INFO):
            answered = await asked(here, await here.key(MINA), method, params)
    assert answered.status_code < 500
    assert '"error":{' in answered.text or '"isError":true' in answered.text, answered.text
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("body", ["[" * 100_000, '{"a":' * 40_000, "{", "\x00", '"\\ud800"', "[]", "5"])
async def test_nor_for_a_body_that_is_no_message(tmp_path: Path, caplog: pytest.LogCaptureFixture, body: str) -> None:
    async with locked(tmp_path / "data") as here:
        headers = {**SPOKEN, **bearing(await here.key(MINA)), "Content-Type": "application/json"}
        answered = await here.client.post("/mcp", content=body, headers=headers)
    assert answered.status_code == 400, answered.text
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_a_body_that_is_begun_and_left_is_no_fault(bare: Service) -> None:
    head = b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nAccept: application/json, text/event-stream\r\n"
    head += b"Content-Type: application/json\r\nContent-Length: 20000\r\n\r\n{"
    before = len(bare.log.read_text())
    for _ in range(3):
        with connected(bare.client.base_url, head):
            time.sleep(0.2)
    deadline = time.monotonic() + 10
    left: list[str] = []
    while len(left) < 3 and time.monotonic() < deadline:
        time.sleep(0.05)
        left = [line for line in bare.log.read_text()[before:].splitlines() if '"/mcp"' in line]
    assert [json.loads(line)["status"] for line in left] == [499] * 3
    assert "Traceback" not in bare.log.read_text()[before:]
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert bare.client.post("/mcp", json=body, headers=SPOKEN).status_code == 200


async def test_a_name_that_is_listed_reaches_it(tmp_path: Path) -> None:
    async with locked(tmp_path / "data", allowed_hosts="docs.example.org") as here:
        body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
        for host, status in (("docs.example.org", 200), ("127.0.0.1", 200), ("other.example.org", 421)):
            headers = {**SPOKEN, **bearing(await here.key(MINA)), "Host": host}
            assert (await here.client.post("/mcp", json=body, headers=headers)).status_code == status, host
