"""The summaries of turns, stored once the turn was."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime

from ibidem.backends.embedded.sql import turn_sql
from ibidem.backends.stored_turns import CONTENT
from ibidem.domain.conversation import ModelSummary
from ibidem.domain.text import require_storable


def store_summary(connection: sqlite3.Connection, session_id: str, turn_id: int, summary: ModelSummary | None) -> None:
    """Puts the summary into the turn, where it still exists, and writes down when. Raises InvalidInput for unsuitable text."""
    row = connection.execute(turn_sql.TURN_CONTENT, (session_id, turn_id)).fetchone()
    if row is None:
        return
    content = CONTENT.validate_json(row["content"])
    if summary is not None:
        require_storable("summary", summary.text)
        content = replace(content, summary=summary.text, summary_model=summary.model)
    now = datetime.now(UTC).isoformat(timespec="microseconds")
    connection.execute(turn_sql.SUM_UP, (CONTENT.dump_json(content).decode(), now, session_id, turn_id))
