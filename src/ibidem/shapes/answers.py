"""The JSON of an answer: what `POST /v1/chat` gives back."""

from collections.abc import Mapping, Sequence
from typing import Literal
from urllib.parse import quote

from pydantic import BaseModel, Field

from ibidem.domain.access import Access
from ibidem.domain.conversation import AnswerDegree, DocRef, LookupSource, Mode, ShownDocument, Turn
from ibidem.domain.events import ShownPage, TurnDone
from ibidem.domain.languages import Language
from ibidem.domain.trace import Decision
from ibidem.profile_parts import ResponseForm
from ibidem.shapes.parts import PartShape
from ibidem.shapes.pauses import PauseShape
from ibidem.shapes.rendering import answer_html
from ibidem.shapes.sources import SourceShape
from ibidem.shapes.traces import timings
from ibidem.turn.answers.withheld import notice_of, notice_without_document


class WholeDocument(BaseModel):
    """A document that was asked for whole, or a page of it when it is long: the first, and then those that are asked for."""

    doc_id: str
    title: str
    version: str
    text: str
    offset: int = Field(description="Where `text` begins in the document, in characters; 0 unless a further page was asked for.")
    length: int = Field(description="How long the whole document is, in characters.")
    next: str | None = Field(description="Where the rest is, when `text` does not reach the end.", examples=[None])


class TokenUse(BaseModel):
    """Tokens of the models that were called; 0 without a model."""

    input: int = 0
    output: int = 0


class MetaShape(BaseModel):
    """How the answer came about."""

    route: str = Field(
        description="The route of the profile that the question took; or, where the profile has names for them, the way in which "
        "the answer came about.",
        examples=["general"],
    )
    domain: str | None = Field(default=None, description="The profile's domain of the question.", examples=["POLICY"])
    language: Language
    found: AnswerDegree = Field(
        description="Whether the documents answer: they do (answered), this is only the closest (closest), they do not (none)."
    )
    confidence: float | None = Field(
        default=None, description="The probability that what is quoted answers, 0 to 1; null where no reader read it."
    )
    lookup_source: LookupSource | Literal[""] | None = Field(description="Where a document that was pointed at was found.")
    rag_used: bool = Field(description="True when the answer stands on documents.")
    rag_source_count: int
    notice: str | None = Field(description="What the person should know besides the answer.")
    understood: str | None = Field(
        default=None,
        description="What was understood of the question: devices and kinds of document.",
        examples=["Understood and searched as: SUPRA XP."],
    )
    mode: Mode
    attempts: int = Field(default=1, description="How many drafts it took.")
    faithful: bool | None = Field(default=None, description="The verdict of the check, where one was made.")
    reviewed: Decision | Literal[""] | None = Field(
        default=None, description="What a person decided on the draft that is answered with."
    )
    model: str | None = Field(default=None, description="The model that wrote the answer; null: passages, quoted as they stand.")
    tokens: TokenUse = Field(default_factory=TokenUse)
    timings_ms: dict[str, float] = Field(description="Milliseconds by step.")
    pii: list[str] = Field(default_factory=list[str], description="The kinds of personal data that were masked.")

    def without_nulls(self) -> "MetaShape":
        """The same with an empty value in place of each null: an empty text, zero, false."""
        return self.model_copy(update={name: empty for name, empty in EMPTY.items() if getattr(self, name) is None})


EMPTY: Mapping[str, object] = {
    **dict.fromkeys(("domain", "lookup_source", "notice", "understood", "reviewed", "model"), ""),
    "confidence": 0.0,
    "faithful": False,
}


def whole_document(shown: ShownDocument, refs: Sequence[DocRef], page: ShownPage) -> WholeDocument:
    """A document as a turn showed it: its page of the text, and where the rest is."""
    title = next((ref.title for ref in refs if ref.doc_id == shown.doc_id), shown.doc_id)
    rest = None if page.next_offset is None else text_address(shown.doc_id, shown.version, page.next_offset)
    return WholeDocument(
        doc_id=shown.doc_id,
        title=title,
        version=shown.version,
        text=page.text,
        offset=shown.offset,
        length=page.length,
        next=rest,
    )


def text_address(doc_id: str, version: str, offset: int) -> str:
    """Where a page of a document's text is."""
    return f"/v1/documents/{quote(doc_id, safe='')}/text?version={version}&offset={offset}"


class ChatResponse(BaseModel):
    """One turn: the answer, and what it stands on."""

    status: Literal["answered", "needs_input"]
    session_id: str
    turn_id: int = Field(description="The number of the turn in its session; 1 is the first.")
    answer: str = Field(description="Markdown. `[n]` names the source with that slot.")
    answer_html: str = Field(description="The answer as HTML that is safe to show: no script, no link, no picture.")
    parts: list[PartShape] = Field(description="The pieces of a quoted answer; none where a model wrote it.")
    summary: str = Field(description="At most 150 characters, never cut inside a word.")
    refs: list[str] = Field(description="The titles of the sources: by their slots, or the best first, as the profile has it.")
    ref_doc_ids: list[str] = Field(description="The ids of the sources, in the same order.")
    sources: list[SourceShape]
    document: WholeDocument | None = Field(default=None, description="The document, when one was asked for whole.")
    meta: MetaShape
    pause: PauseShape | None = Field(default=None, description="What the turn waits for, or what it offers.")

    @classmethod
    def of(cls, done: TurnDone, pause_hours: float, access: Access, form: ResponseForm) -> "ChatResponse":
        """The response to whoever has this access: a document that was asked for is shown to those who may read documents."""
        turn, content = done.turn, done.turn.content
        kept_back = done.document is not None and "read" not in access.scopes
        ordered = content.doc_refs if form.refs == "slots" else ranked(content.doc_refs)
        meta = meta_of(turn, notice_without_document(turn) if kept_back else notice_of(turn))
        return cls(
            status="needs_input" if content.needs_input else "answered",
            session_id=content.session_id,
            turn_id=turn.turn_id,
            answer=content.assistant_text,
            answer_html=answer_html(content.assistant_text, content.parts),
            parts=[PartShape.of(part) for part in content.parts],
            summary=content.summary,
            refs=[ref.title for ref in ordered],
            ref_doc_ids=[ref.doc_id for ref in ordered],
            sources=SourceShape.of_answer(content.doc_refs),
            document=None
            if done.document is None or content.shown is None or kept_back
            else whole_document(content.shown, content.doc_refs, done.document),
            pause=PauseShape.of(turn, pause_hours),
            meta=meta if form.nulls else meta.without_nulls(),
        )


def ranked(refs: Sequence[DocRef]) -> Sequence[DocRef]:
    """The sources, the best first, by how relevant they are where that is known of any; those without a score as they stand."""
    relevant = any(ref.relevance is not None for ref in refs)
    return sorted(refs, key=lambda ref: -((ref.relevance if relevant else ref.score) or 0.0))


def meta_of(turn: Turn, notice: str | None) -> MetaShape:
    """How the answer of a turn came about, with the notice to the person."""
    content, trace = turn.content, turn.content.trace
    return MetaShape(
        route=trace.route_name or content.route,
        domain=trace.domain or None,
        language=content.language,
        found=content.found,
        confidence=trace.probability,
        lookup_source=content.lookup_source,
        rag_used=bool(content.doc_refs),
        rag_source_count=len(content.doc_refs),
        notice=notice,
        understood=trace.understood or None,
        mode=content.mode,
        attempts=max(1, sum(attempt.drafted for attempt in trace.attempts)),
        faithful=trace.faithful,
        reviewed=trace.reviewed,
        model=trace.model,
        tokens=TokenUse(
            input=sum(call.input_tokens for call in trace.calls), output=sum(call.output_tokens for call in trace.calls)
        ),
        timings_ms=timings(trace),
        pii=sorted({placeholder.kind for placeholder in content.placeholders}),
    )
