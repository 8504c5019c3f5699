"""The JSON of conversations as they are listed."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import Session
from ibidem.shapes.pages import paged


class SessionShape(BaseModel):
    """A conversation as listed."""

    session_id: str
    started: datetime
    last_turn: datetime
    turns: int = Field(description="How many turns it has.")
    first_question: str

    @classmethod
    def of(cls, session: Session) -> "SessionShape":
        return cls(
            session_id=session.session_id,
            started=session.started,
            last_turn=session.last_turn,
            turns=session.turns,
            first_question=session.first_question,
        )


class SessionList(BaseModel):
    """Sessions, the one that moved last first; `next_offset` is where the next page begins, null on the last."""

    sessions: list[SessionShape]
    next_offset: int | None

    @classmethod
    def of(cls, found: Sequence[Session], limit: int, offset: int) -> "SessionList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        return cls(sessions=[SessionShape.of(session) for session in shown], next_offset=next_offset)
