"""The JSON of a turn as it is stored."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerDegree, LookupSource, Mode, Turn
from ibidem.domain.languages import Language
from ibidem.shapes.pages import paged
from ibidem.shapes.parts import PartShape
from ibidem.shapes.pauses import StoredPause
from ibidem.shapes.sources import StoredSource
from ibidem.shapes.traces import TraceShape
from ibidem.turn.answers.withheld import notice_of


class TurnShape(BaseModel):
    """A stored turn."""

    session_id: str
    turn_id: int
    ts: datetime = Field(description="When it was stored (UTC).")
    user_text: str
    assistant_text: str
    parts: list[PartShape] = Field(description="The pieces of a quoted answer.")
    found: AnswerDegree
    summary: str
    summary_model: str | None
    language: Language
    route: str
    lookup_source: LookupSource | None
    notice: str | None
    mode: Mode
    doc_refs: list[StoredSource]
    pause: StoredPause | None = Field(description="What it waited for, or still does.")
    client_turn_id: str | None
    withheld: bool = Field(description="Whether the answer is kept back: it cites a document that may no longer be read.")
    trace: TraceShape
    schema_version: int

    @classmethod
    def of(cls, turn: Turn, last: int, pause_hours: float) -> "TurnShape":
        """A turn of a session that has `last` turns."""
        content = turn.content
        return cls(
            session_id=content.session_id,
            turn_id=turn.turn_id,
            ts=turn.ts,
            user_text=content.user_text,
            assistant_text=content.assistant_text,
            parts=[PartShape.of(part) for part in content.parts],
            found=content.found,
            summary=content.summary,
            summary_model=content.summary_model,
            language=content.language,
            route=content.route,
            lookup_source=content.lookup_source,
            notice=notice_of(turn),
            mode=content.mode,
            doc_refs=[StoredSource.of(ref) for ref in content.doc_refs],
            pause=StoredPause.in_session(turn, last, pause_hours),
            client_turn_id=content.client_turn_id,
            withheld=turn.withheld,
            trace=TraceShape.of(content.trace),
            schema_version=turn.schema_version,
        )


class TurnList(BaseModel):
    """Turns of a session, in their order; `next_offset` is where the next page begins, null on the last."""

    turns: list[TurnShape]
    next_offset: int | None

    @classmethod
    def of(cls, found: Sequence[Turn], limit: int, offset: int, last: int, pause_hours: float) -> "TurnList":
        """A page, of what was found with a limit one higher, in a session that has `last` turns."""
        shown, next_offset = paged(found, limit, offset)
        return cls(turns=[TurnShape.of(turn, last, pause_hours) for turn in shown], next_offset=next_offset)
