"""What is logged in a turn names its session."""

import json
import logging
from collections.abc import AsyncGenerator

import pytest

from ibidem.domain.events import StepStarted, TurnEvent
from ibidem.web.logs import JsonLines, SessionInLog, session


@pytest.mark.parametrize("session_id", ["s-1", None])
async def test_a_line_names_the_session_of_its_turn(session_id: str | None) -> None:
    lines: list[dict[str, object]] = []

    async def turn() -> AsyncGenerator[TurnEvent]:
        record = logging.makeLogRecord({"name": "ibidem.app", "levelname": "ERROR", "msg": "a turn failed"})
        lines.append(json.loads(JsonLines().format(record)))
        yield StepStarted("answer")

    before = session.set(None)
    events = turn() if session_id is None else SessionInLog().turn(turn(), session_id, "비밀")
    assert [event async for event in events] == [StepStarted("answer")]
    session.reset(before)
    assert lines[0].get("session") == session_id and "비밀" not in str(lines)
