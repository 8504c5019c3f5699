"""The JSON of a conversation that is shared by a link."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerDegree, Session, Turn
from ibidem.domain.languages import Language
from ibidem.shapes.pages import paged
from ibidem.shapes.parts import PartShape
from ibidem.shapes.rendering import answer_html
from ibidem.shapes.sources import StoredSource


class LinkShape(BaseModel):
    """What opens a conversation to others."""

    link: str = Field(description="What the link holds.", examples=["hJtXIZ2uSN5kbQfbtTNWbA"])
    address: str = Field(description="Where the page shows it, below the address of the service.")

    @classmethod
    def of(cls, session: Session) -> "LinkShape":
        return cls(link=session.shared, address=f"/#/shared/{session.session_id}/{session.shared}")


class SharedTurn(BaseModel):
    """A turn of somebody's conversation, as far as you may read it."""

    turn_id: int
    ts: datetime
    language: Language
    user_text: str
    assistant_text: str
    answer_html: str = Field(description="The answer as HTML that is safe to show.")
    parts: list[PartShape]
    found: AnswerDegree
    doc_refs: list[StoredSource]
    replaced_by: int | None
    withheld: bool = Field(description="Whether question and answer are kept back: it cites a document that you may not read.")

    @classmethod
    def of(cls, turn: Turn) -> "SharedTurn":
        content = turn.content
        return cls(
            turn_id=turn.turn_id,
            ts=turn.ts,
            language=content.language,
            user_text=content.user_text,
            assistant_text=content.assistant_text,
            answer_html=answer_html(content.assistant_text, content.parts),
            parts=[PartShape.of(part) for part in content.parts],
            found=content.found,
            doc_refs=StoredSource.of_turn(content.doc_refs),
            replaced_by=turn.replaced_by,
            withheld=turn.withheld,
        )


class SharedSession(BaseModel):
    """A conversation that somebody shares, and a page of its turns."""

    session_id: str
    title: str = Field(description="The title that its owner gave it, or empty.")
    started: datetime
    last_turn: datetime
    turns: list[SharedTurn]
    next_offset: int | None
    total: int = Field(description="How many turns there are on all pages.")

    @classmethod
    def of(cls, session: Session, found: Sequence[Turn], limit: int, offset: int) -> "SharedSession":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        return cls(
            session_id=session.session_id,
            title=session.title,
            started=session.started,
            last_turn=session.last_turn,
            turns=[SharedTurn.of(turn) for turn in shown],
            next_offset=next_offset,
            total=session.turns,
        )
