"""The summaries of turns, stored once the turn was."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime

from ibidem.backends.embedded.session_store import of_session
from ibidem.backends.embedded.sql import turn_sql
from ibidem.backends.stored_turns import CONTENT
from ibidem.domain.conversation import ModelSummary
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.text import require_storable


def store_summary(
    connection: sqlite3.Connection, session_id: str, turn_id: int, summary: ModelSummary | None, principal: Principal
) -> None:
    """Puts the summary into the turn, and writes down when; without one, only when. Raises NotFound for a turn of others or none,
    InvalidInput for unsuitable text."""
    row = connection.execute(turn_sql.GET_TURN, {**of_session(session_id, principal), "turn_id": turn_id}).fetchone()
    if row is None:
        raise NotFound("turn", f"{session_id}/{turn_id}")
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    stored = row["content"]
    if summary is not None:
        require_storable("summary", summary.text)
        content = replace(CONTENT.validate_json(stored), summary=summary.text, summary_model=summary.model)
        stored = CONTENT.dump_json(content).decode()
    connection.execute(turn_sql.SUM_UP, (stored, now, session_id, turn_id))
