"""The JSON of what a turn waits for a person to say."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from ibidem.domain.conversation import HeldDraft, PauseKind, Turn
from ibidem.shapes.pages import paged
from ibidem.shapes.rendering import written_html
from ibidem.shapes.sources import SourceShape
from ibidem.turn.pauses.expiry import expired, expires_at

PauseState = Literal["open", "closed", "expired"]


class ChoiceShape(BaseModel):
    """A document or a device to choose."""

    number: int = Field(description="What to answer to choose it.", examples=[1])
    title: str = Field(description="The title of the document, or the name of the device.")
    doc_id: str | None = Field(description="Null where it is not a document but a device.")
    page: int | None = Field(default=None, description="Of a source to be confirmed: the page that was found.")
    snippet: str | None = Field(default=None, description="Of a source to be confirmed: how the passage found begins.")


class DraftShape(BaseModel):
    """A draft that waits for its review."""

    text: str = Field(description="`[n]` names the source with that slot.")
    html: str = Field(description="The draft as HTML that is safe to show.")
    sources: list[SourceShape]
    issues: list[str] = Field(description="What could not be verified.")
    model: str

    @classmethod
    def of(cls, draft: HeldDraft) -> "DraftShape":
        sources = SourceShape.of_answer(draft.refs)
        return cls(text=draft.text, html=written_html(draft.text), sources=sources, issues=list(draft.issues), model=draft.model)


class PauseShape(BaseModel):
    """What the turn waits for a person to say. It is open until the conversation goes on, or until it expires."""

    pause_id: str = Field(examples=["s-1~3"])
    kind: PauseKind = Field(
        description="`reference`: which document is meant. `offer`: yes or no to what the answer offers. `device`: which device "
        "is meant. `sources`: whether to answer from these. `review`: whether the draft may be used."
    )
    question: str
    choices: list[ChoiceShape]
    draft: DraftShape | None = Field(default=None, description="The draft to be reviewed.")
    expires_at: datetime = Field(description="Until when it may be answered (UTC).")

    @classmethod
    def of(cls, turn: Turn, pause_hours: float) -> "PauseShape | None":
        pause = turn.content.pause
        if pause is None:
            return None
        choices = [
            ChoiceShape(number=number, title=choice.title, doc_id=choice.doc_id, page=choice.page, snippet=choice.snippet or None)
            for number, choice in zip(pause.numbers, pause.choices, strict=True)
        ]
        draft = pause.work.draft if pause.work is not None else None
        return cls(
            pause_id=f"{turn.content.session_id}~{turn.turn_id}",
            kind=pause.kind,
            question=pause.question,
            choices=choices,
            draft=None if draft is None else DraftShape.of(draft),
            expires_at=expires_at(turn, pause_hours),
        )


class WaitingTurn(BaseModel):
    """A turn that waits for a person."""

    session_id: str
    turn_id: int
    user_text: str
    pause: PauseShape


class WaitingList(BaseModel):
    """Turns that wait, the oldest first; `next_offset` is where the next page begins, null on the last."""

    waiting: list[WaitingTurn]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")

    @classmethod
    def of(cls, found: Sequence[Turn], limit: int, offset: int, total: int, pause_hours: float) -> "WaitingList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        waiting = [
            WaitingTurn(session_id=turn.content.session_id, turn_id=turn.turn_id, user_text=turn.content.user_text, pause=pause)
            for turn in shown
            if (pause := PauseShape.of(turn, pause_hours)) is not None
        ]
        return cls(waiting=waiting, next_offset=next_offset, total=total)


class StoredPause(PauseShape):
    """What a stored turn waited for, or still does."""

    state: PauseState = Field(description="`closed` once it was answered, or the conversation went on without an answer.")

    @classmethod
    def in_session(cls, turn: Turn, last: int, pause_hours: float) -> "StoredPause | None":
        """The pause of a turn whose session has `last` turns."""
        shape = PauseShape.of(turn, pause_hours)
        if shape is None:
            return None
        state = "closed" if turn.turn_id != last else "expired" if expired(turn, pause_hours) else "open"
        return cls(**dict(shape), state=state)
