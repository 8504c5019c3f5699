"""What a client can make happen as often as it likes does not fill the log, and what it sends cannot write there."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from ibidem.web.logs import JsonLines, OnceHandler, log_to_stderr
from journeys.doors import Cli, Service, served
from security.doors import answered


@pytest.fixture
def logger() -> Iterator[tuple[logging.Logger, OnceHandler, io.StringIO]]:
    handler, written = OnceHandler(), io.StringIO()
    handler.setStream(written)
    handler.setFormatter(JsonLines())
    logger = logging.Logger("asyncio")
    logger.addHandler(handler)
    yield logger, handler, written
    handler.close()


def lines(written: io.StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in written.getvalue().splitlines()]


def at(seconds: float, message: str, **more: object) -> logging.LogRecord:
    record = logging.LogRecord("asyncio", logging.ERROR, "file", 1, message, None, None)
    record.created = seconds
    record.__dict__.update(more)
    return record


def test_what_repeats_is_told_once_with_how_often_it_did(logger: tuple[logging.Logger, OnceHandler, io.StringIO]) -> None:
    log, handler, written = logger
    for _ in range(10_000):
        try:
            raise OSError(24, "Too many open files")
        except OSError:
            log.exception("socket.accept() out of system resource")
        log.warning("Invalid HTTP request received.")
    log.error("something else")
    handler.close()
    told = [(line["message"], line.get("repeated"), "traceback" in line) for line in lines(written)]
    assert told == [
        ("socket.accept() out of system resource", None, True),
        ("Invalid HTTP request received.", None, False),
        ("something else", None, False),
        ("socket.accept() out of system resource", 9999, False),
        ("Invalid HTTP request received.", 9999, False),
    ]


def test_after_ten_seconds_it_is_told_again(logger: tuple[logging.Logger, OnceHandler, io.StringIO]) -> None:
    _, handler, written = logger
    for second in (0, 1, 2, 11, 12):
        handler.handle(at(second, "full"))
    handler.handle(at(40, "other"))
    assert [(line["message"], line.get("repeated")) for line in lines(written)] == [
        ("full", None),
        ("full", 2),
        ("full", None),
        ("full", 1),
        ("other", None),
    ]


def test_what_differs_is_written_and_only_so_much_is_remembered(
    logger: tuple[logging.Logger, OnceHandler, io.StringIO],
) -> None:
    _, handler, written = logger
    for number in range(1000):
        handler.handle(at(number / 1000, f"message {number}"))
    for _ in range(3):
        handler.handle(at(2, "request", request={"path": "/healthz", "ms": 0.1}))
    assert len(lines(written)) == 1003
    assert len(handler.__dict__["_written"]) <= 100


def test_a_thousand_broken_requests_leave_a_few_lines(bare: Service) -> None:
    before = bare.log.read_text().count("\n")
    for _ in range(200):
        assert answered(bare.client.base_url, b"nonsense\r\n\r\n")[0] == 400
    assert bare.log.read_text().count("\n") - before < 5


def test_a_path_is_cut_and_obeyed_by_no_terminal(bare: Service) -> None:
    size = len(bare.log.read_text())
    bare.client.get("/" + "a" * 5000)
    bare.client.get("/%1b%5b2J%c2%9b31m%0a%7b%22x%22:1%7d%e2%80%ae%e2%80%a8%ed%a0%80끝")
    written = bare.log.read_text()[size:].rstrip("\n")
    assert all(line.isprintable() for line in written.split("\n"))
    long, odd = (json.loads(line)["path"] for line in written.split("\n"))
    assert long == "/" + "a" * 199 + "…"
    assert odd.startswith('/\x1b[2J\x9b31m\n{"x":1}\u202e\u2028') and odd.endswith("끝"), "nothing of it is lost"


def test_a_key_in_an_address_is_in_no_line(bare: Service) -> None:
    key = "ibk_" + "aB3_-" * 8 + "xyz"
    spelt = key.replace("_", "%5F")
    for path in (f"/{key}", f"/v1/sessions/{key}", f"/v1/{'x' * 170}{key}", f"/healthz?key={key}", f"/v1/documents/{spelt}/text"):
        bare.client.get(path)
        bare.client.post(path, json={"message": key, "session_id": key})
    bare.client.post("/v1/chat", json={"message": "hello", "session_id": key})
    log = bare.log.read_text()
    assert log.count("ibk_") == 0 and "aB3_-aB3" not in log
    assert '"path": "/v1/sessions/***"' in log


def test_a_key_in_an_address_or_an_id_is_in_no_answer_and_no_file(tmp_path: Path) -> None:
    key = "ibk_" + "aB3_-" * 8 + "xyz"
    with served(Cli(tmp_path)) as service:
        client = service.client
        answers = [client.request(method, path) for method in ("GET", "POST", "DELETE") for path in paths_with(key)]
        chat = {"message": "hello", "session_id": "s"}
        for body in (
            {**chat, "session_id": key},
            {**chat, "client_turn_id": f"id-{key}"},
            {**chat, key: 1},
            {**chat, "mode": key},
            {**chat, "chat_history": [{"role": key, "content": "x"}]},
        ):
            answers.append(client.post("/v1/chat", json=body))
            assert answers[-1].status_code == 422, answers[-1].text
        messages = [{"role": "user", "content": "hello"}]
        for body in ({"model": key}, {"model": "ibidem", "metadata": {"session_id": key}}):
            answers.append(client.post("/v1/chat/completions", json={"messages": messages, **body}))
        assert all(answer.status_code >= 400 for answer in answers)
        for answer in answers:
            assert "aB3_-aB3" not in answer.text + str(answer.headers), answer.text
    for path in tmp_path.rglob("*"):
        assert not path.is_file() or b"aB3_-aB3" not in path.read_bytes(), path


def paths_with(key: str) -> list[str]:
    return [
        *(f"/{key}", f"/v1/sessions/{key}", f"/v1/sessions/{key}/turns/1", f"/v1/models/{key}", f"/v1/documents/{key}"),
        *(f"/v1/{'x' * 170}{key}", f"/v1/documents/{key.replace('_', '%5F')}/text", f"/v1/pauses/{key}", f"/v1/sessions/s/{key}"),
    ]


SAID = {"ko": "내 상여금은 얼마인가요?", "en": "what is my bonus this year?", "ja": "私の賞与はいくらですか。"}


def test_at_no_level_a_line_holds_what_was_said(tmp_path: Path) -> None:
    """Libraries write what they send and get where one lets them."""
    with served(Cli(tmp_path), IBIDEM_LOG_LEVEL="debug") as service:
        for language, said in SAID.items():
            service.ask(said, session_id=language)
            messages = [{"role": "user", "content": said}]
            service.client.post("/v1/chat/completions", json={"model": "ibidem", "messages": messages})
            for tool, arguments in (("ask", {"message": said}), ("list_turns", {"session_id": language})):
                body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
                called = service.client.post("/mcp", json=body, headers={"Accept": "application/json, text/event-stream"})
                assert called.status_code == 200 and (said in called.text) == (tool == "list_turns")
        log = service.log.read_text()
    for said in SAID.values():
        assert said not in log and json.dumps(said)[1:-1] not in log and repr(said.encode())[2:-1] not in log


def test_at_debug_our_own_modules_write_more_and_libraries_do_not() -> None:
    root, ours = logging.getLogger(), logging.getLogger("ibidem")
    before = root.handlers[:], root.level, ours.level
    try:
        for level, most, mine in (("debug", logging.INFO, logging.DEBUG), ("warning", logging.WARNING, logging.WARNING)):
            log_to_stderr(level)
            assert logging.getLogger("sse_starlette.sse").getEffectiveLevel() == most
            assert logging.getLogger("ibidem.web.logs").getEffectiveLevel() == mine
    finally:
        root.handlers[:], root.level, ours.level = before
        ours.setLevel(before[2])  # forgets what was cached
        root.setLevel(before[1])
