"""The JSON of a turn as it is stored."""

from collections.abc import Sequence
from datetime import datetime
from typing import Self

from pydantic import BaseModel, Field

from ibidem.answering.edition_lines import disagreeing
from ibidem.domain.conversation import AnswerDegree, Feedback, LookupSource, Mode, Rating, ShownDocument, Turn
from ibidem.domain.languages import Language
from ibidem.shapes.pages import paged
from ibidem.shapes.parts import PartShape
from ibidem.shapes.pauses import StoredPause
from ibidem.shapes.rendering import answer_html
from ibidem.shapes.sources import StoredSource
from ibidem.shapes.traces import TraceShape
from ibidem.turn.answers.withheld import notice_of


class ShownShape(BaseModel):
    """A document that was shown whole, or a page of it."""

    doc_id: str
    version: str
    offset: int

    @classmethod
    def of(cls, shown: ShownDocument | None) -> "ShownShape | None":
        return None if shown is None else cls(doc_id=shown.doc_id, version=shown.version, offset=shown.offset)


class FeedbackShape(BaseModel):
    """What a person thought of an answer."""

    rating: Rating
    comment: str

    @classmethod
    def of(cls, feedback: Feedback | None) -> "FeedbackShape | None":
        return None if feedback is None else cls(rating=feedback.rating, comment=feedback.comment)


class TurnShape(BaseModel):
    """A stored turn."""

    session_id: str
    turn_id: int
    ts: datetime = Field(description="When it was stored (UTC).")
    user_text: str
    assistant_text: str
    answer_html: str = Field(description="The answer as HTML that is safe to show.")
    parts: list[PartShape] = Field(description="The pieces of a quoted answer.")
    found: AnswerDegree
    summary: str
    summary_model: str | None
    summary_ts: datetime | None = Field(description="When a model summed it up, or nothing of that was needed; null until then.")
    language: Language
    route: str
    lookup_source: LookupSource | None
    notice: str | None
    mode: Mode
    doc_refs: list[StoredSource]
    pause: StoredPause | None = Field(description="What it waited for, or still does.")
    shown: ShownShape | None = Field(description="The document that it showed whole.")
    feedback: FeedbackShape | None = Field(description="What a person thought of the answer.")
    client_turn_id: str | None
    replaces: int | None = Field(description="The turn before it, whose question it asks anew.")
    replaced_by: int | None = Field(
        description="The turn that asks its question anew; the conversation goes on without this one."
    )
    disagreeing: list[int] = Field(
        description="The slots of sources that disagree: lines are quoted from them that say the same of different figures, and "
        "the documents are not about different devices."
    )
    withheld: bool = Field(description="Whether the answer is kept back: it cites a document that may no longer be read.")
    trace: TraceShape
    schema_version: int

    @classmethod
    def of(cls, turn: Turn, last: int, pause_hours: float) -> Self:
        """A turn of a session that has `last` turns."""
        content = turn.content
        return cls(
            session_id=content.session_id,
            turn_id=turn.turn_id,
            ts=turn.ts,
            user_text=content.user_text,
            assistant_text=content.assistant_text,
            answer_html=answer_html(content.assistant_text, content.parts),
            parts=[PartShape.of(part) for part in content.parts],
            found=content.found,
            summary=content.summary,
            summary_model=content.summary_model,
            summary_ts=turn.summary_ts,
            language=content.language,
            route=content.route,
            lookup_source=content.lookup_source,
            notice=notice_of(turn),
            mode=content.mode,
            doc_refs=StoredSource.of_turn(content.doc_refs),
            pause=StoredPause.in_session(turn, last, pause_hours),
            shown=ShownShape.of(content.shown),
            feedback=FeedbackShape.of(turn.feedback),
            client_turn_id=content.client_turn_id,
            replaces=content.replaces,
            replaced_by=turn.replaced_by,
            disagreeing=list(disagreeing(content.parts, content.doc_refs)),
            withheld=turn.withheld,
            trace=TraceShape.of(content.trace),
            schema_version=turn.schema_version,
        )


class FollowUps(BaseModel):
    """Questions that can be asked next."""

    questions: list[str] = Field(description="Up to two, which the cited documents answer.")


class RatedTurn(BaseModel):
    """A question, its answer and what a person thought of it: a row of a data set."""

    session_id: str
    turn_id: int
    question: str
    language: Language
    answer: str
    doc_ids: list[str] = Field(description="The documents that the answer cites.")
    found: AnswerDegree
    rating: Rating
    comment: str

    @classmethod
    def of(cls, turn: Turn, feedback: Feedback) -> "RatedTurn":
        content = turn.content
        return cls(
            session_id=content.session_id,
            turn_id=turn.turn_id,
            question=content.user_text,
            language=content.language,
            answer=content.assistant_text,
            doc_ids=[ref.doc_id for ref in content.doc_refs],
            found=content.found,
            rating=feedback.rating,
            comment=feedback.comment,
        )


class RatedList(BaseModel):
    """Turns with feedback, the one rated last first; `next_offset` is where the next page begins, null on the last."""

    feedback: list[RatedTurn]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")

    @classmethod
    def of(cls, found: Sequence[Turn], limit: int, offset: int, total: int) -> "RatedList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        rated = [RatedTurn.of(turn, turn.feedback) for turn in shown if turn.feedback is not None]
        return cls(feedback=rated, next_offset=next_offset, total=total)


class TurnList(BaseModel):
    """Turns of a session, in their order; `next_offset` is where the next page begins, null on the last."""

    turns: list[TurnShape]
    next_offset: int | None
    total: int = Field(description="How many there are on all pages.")

    @classmethod
    def of(cls, found: Sequence[Turn], limit: int, offset: int, last: int, pause_hours: float) -> "TurnList":
        """A page, of what was found with a limit one higher, in a session that has `last` turns."""
        shown, next_offset = paged(found, limit, offset)
        return cls(turns=[TurnShape.of(turn, last, pause_hours) for turn in shown], next_offset=next_offset, total=last)
