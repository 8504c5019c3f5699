"""The audit log: nobody waits for it, and what it loses is counted."""

import asyncio
import logging
import os
import stat
import threading
from pathlib import Path

import pytest

from ibidem.backends.audit import AuditLog, open_audit_log
from ibidem.domain.errors import SettingsError
from ibidem.testing.loopback import Exchange, serving


def test_events_become_lines_in_their_order(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    log = open_audit_log(str(path), tmp_path / "data")
    for number in range(50):
        log.add(f'{{"n": {number}}}')
    log.close()
    assert path.read_text() == "".join(f'{{"n": {number}}}\n' for number in range(50)) and log.lost == 0
    assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_what_does_not_fit_is_lost_counted_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    writing, go_on, written = threading.Event(), threading.Event(), list[str]()

    def slow(event: str) -> None:
        writing.set()
        go_on.wait()
        written.append(event)

    log = AuditLog(slow, lambda: None, "slow", waiting=2)
    log.add("1")
    writing.wait()
    with caplog.at_level(logging.ERROR):
        for event in "2345":
            log.add(event)
    assert log.lost == 2 and "too many wait" in caplog.text
    go_on.set()
    log.close()
    assert written == ["1", "2", "3"]


async def test_a_server_gets_each_event_and_its_failures_are_counted() -> None:
    got: list[str] = []

    async def take(exchange: Exchange) -> None:
        got.append(exchange.body.decode())
        await exchange.answer(500 if len(got) == 2 else 200, {})

    async with serving(take) as server:
        log = open_audit_log(f"{server.url}/events", Path("data"))
        for number in range(3):
            log.add(f'{{"n": {number}}}')
        await asyncio.to_thread(log.close)
    assert got == ['{"n": 0}', '{"n": 1}', '{"n": 2}'] and log.lost == 1


@pytest.mark.parametrize("where", ["/no/such/folder/audit.jsonl", "http://", "https://user:secret@:80"])
def test_where_nothing_can_be_written(where: str) -> None:
    with pytest.raises(SettingsError, match="audit") as refused:
        open_audit_log(where, Path("data"))
    assert "secret" not in str(refused.value)


def test_a_folder_and_a_pipe_that_nobody_reads_are_no_log(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for where in (tmp_path, tmp_path / "pipe"):
        with pytest.raises(SettingsError, match=f"audit: {where} cannot be written"):
            open_audit_log(str(where), tmp_path / "data")


def test_a_link_is_followed_anywhere_but_in_the_data_folder(tmp_path: Path) -> None:
    data, target = tmp_path / "data", tmp_path / "target"
    data.mkdir()
    target.write_text("somebody's\n")
    (data / "audit.jsonl").symlink_to(target)
    (tmp_path / "same").symlink_to(data)
    for where in (data / "audit.jsonl", tmp_path / "same" / "audit.jsonl"):
        with pytest.raises(SettingsError, match="audit"):
            open_audit_log(str(where), data)
    assert target.read_text() == "somebody's\n"
    (tmp_path / "audit.jsonl").symlink_to(target)
    log = open_audit_log(str(tmp_path / "audit.jsonl"), data)
    log.add("{}")
    log.close()
    assert target.read_text() == "somebody's\n{}\n"
