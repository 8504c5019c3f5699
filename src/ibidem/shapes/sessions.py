"""The JSON of conversations as they are listed."""

from collections.abc import Sequence
from datetime import date, datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import BranchPoint, Session, SessionDocument
from ibidem.domain.documents import Document
from ibidem.shapes.pages import paged


class BranchPointShape(BaseModel):
    """Where a conversation was branched off."""

    session_id: str = Field(description="The conversation that it was branched from, which may be gone.")
    turn_id: int = Field(description="The last turn that was copied.")

    @classmethod
    def of(cls, point: BranchPoint | None) -> "BranchPointShape | None":
        return None if point is None else cls(session_id=point.session_id, turn_id=point.turn_id)


class SessionShape(BaseModel):
    """A conversation as listed."""

    session_id: str
    started: datetime
    last_turn: datetime
    turns: int = Field(description="How many turns it has.")
    first_question: str
    title: str = Field(description="The title that a person gave it, or empty.")
    branched_from: BranchPointShape | None = Field(description="The turn of another conversation that it began as a copy of.")
    expires: datetime | None = Field(description="When it is gone, unless it goes on before; null: never.")
    shared: bool = Field(description="Whether a link opens it to others.")

    @classmethod
    def of(cls, session: Session) -> "SessionShape":
        return cls(
            session_id=session.session_id,
            started=session.started,
            last_turn=session.last_turn,
            turns=session.turns,
            first_question=session.first_question,
            title=session.title,
            branched_from=BranchPointShape.of(session.branched_from),
            expires=session.expires,
            shared=session.shared != "",
        )


class SessionWithTurn(SessionShape):
    """A conversation, with the last of its turns that cites documents."""

    last_doc_turn_id: int | None = Field(description="The last turn that cites documents; null without one.")

    @classmethod
    def of(cls, session: Session) -> "SessionWithTurn":
        return cls(**SessionShape.of(session).model_dump(), last_doc_turn_id=session.last_doc_turn_id)


class SessionList(BaseModel):
    """Sessions, the one that moved last first; `next_offset` is where the next page begins, null on the last."""

    sessions: list[SessionShape]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")

    @classmethod
    def of(cls, found: Sequence[Session], limit: int, offset: int, total: int) -> "SessionList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        return cls(sessions=[SessionShape.of(session) for session in shown], next_offset=next_offset, total=total)


class SessionDocumentShape(BaseModel):
    """A document under its number in the whole session."""

    number: int = Field(description='The n of "document n of the whole session": 1 was cited first.')
    doc_id: str
    turns: list[int] = Field(description="The turns that cited it.")
    current_version: str | None = Field(description="Its version now; null where it is gone, or may no longer be read.")
    in_force: bool = Field(description="Whether that version is in force now; false without one.")
    effective: date | None = Field(description="The day from which that version is in force, where it says so.")
    indexed_at: datetime | None = Field(description="When that version was indexed.")
    owner: str = Field(description='Whose document it is; "" where nothing says so.')

    @classmethod
    def of(cls, found: SessionDocument, current: Document | None) -> "SessionDocumentShape":
        return cls(
            number=found.number,
            doc_id=found.doc_id,
            turns=list(found.turns),
            current_version=current and current.version,
            in_force=current is not None and current.in_force,
            effective=current and current.effective,
            indexed_at=current and current.indexed_at,
            owner="" if current is None else current.owner,
        )


class SessionDocumentList(BaseModel):
    """Documents of a session by their numbers; `next_offset` is where the next page begins, null on the last."""

    documents: list[SessionDocumentShape]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")
