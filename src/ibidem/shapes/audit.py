"""The JSON of a turn for the record: one line of the audit log."""

from datetime import UTC, datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerDegree, Mode, Turn
from ibidem.domain.languages import Language
from ibidem.shapes.answers import TokenUse
from ibidem.shapes.traces import timings


class AuditSource(BaseModel):
    """A document that the answer cites."""

    slot: int
    doc_id: str
    version: str
    title: str
    page: int | None


class AuditEvent(BaseModel):
    """A turn as it was stored, its texts masked as they are there; `error` is the type of the error of one that failed, of which
    no text is kept."""

    ts: datetime
    session_id: str
    turn_id: int | None = None
    principal: str = ""
    route: str
    domain: str | None = None
    language: Language | None = None
    mode: Mode | None = None
    found: AnswerDegree | None = None
    message: str = ""
    answer: str = ""
    notice: str | None = None
    rag_used: bool = False
    rag_source_count: int = 0
    sources: list[AuditSource] = Field(default_factory=list[AuditSource])
    model: str | None = None
    tokens: TokenUse = Field(default_factory=TokenUse)
    troubles: list[str] = Field(default_factory=list[str])
    timings_ms: dict[str, float] = Field(default_factory=dict[str, float])
    error: str | None = None

    @classmethod
    def of(cls, turn: Turn) -> "AuditEvent":
        content, trace = turn.content, turn.content.trace
        return cls(
            ts=turn.ts,
            session_id=content.session_id,
            turn_id=turn.turn_id,
            principal=turn.principal,
            route=trace.route_name or content.route,
            domain=trace.domain or None,
            language=content.language,
            mode=content.mode,
            found=content.found,
            message=content.user_text,
            answer=content.assistant_text,
            notice=content.notice,
            rag_used=bool(content.doc_refs),
            rag_source_count=len(content.doc_refs),
            sources=[
                AuditSource(slot=ref.slot, doc_id=ref.doc_id, version=ref.version, title=ref.title, page=ref.page)
                for ref in content.doc_refs
            ],
            model=trace.model,
            tokens=TokenUse(
                input=sum(call.input_tokens for call in trace.calls), output=sum(call.output_tokens for call in trace.calls)
            ),
            troubles=list(trace.troubles),
            timings_ms=timings(trace),
        )

    @classmethod
    def of_failure(cls, session_id: str, error: str, route: str) -> "AuditEvent":
        return cls(ts=datetime.now(UTC), session_id=session_id, route=route, error=error)
