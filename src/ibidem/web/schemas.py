"""The JSON that goes back over the wire. `ibidem --json` prints the same shapes."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal, TypeVar

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef, Session
from ibidem.domain.documents import Document, Passage
from ibidem.domain.languages import Language

T = TypeVar("T")
MAX_LIMIT, MAX_OFFSET = 1000, 2**31 - 1


def paged(found: Sequence[T], limit: int, offset: int) -> tuple[Sequence[T], int | None]:
    """The page, of what was looked up with a limit one higher than its own, and where the next page begins; None on the last."""
    return found[:limit], offset + limit if len(found) > limit else None


class SourceShape(BaseModel):
    """A document that the answer cites, under the number by which the answer cites it."""

    slot: int = Field(description="The n of `[n]` in this answer; 1 is the first.", examples=[1])
    doc_id: str = Field(examples=["sop_1203"])
    title: str = Field(examples=["게이트 밸브 교체"])
    page: int | None = Field(description="The page that was used, in formats that have pages.")
    score: float | None
    snippet: str
    uri: str
    version: str = Field(description="The version that was cited (a checksum); it stays readable.")
    chunk_ids: list[str]

    @classmethod
    def of(cls, ref: DocRef) -> "SourceShape":
        return cls(
            slot=ref.slot,
            doc_id=ref.doc_id,
            title=ref.title,
            page=ref.page,
            score=ref.score,
            snippet=ref.snippet,
            uri=ref.uri,
            version=ref.version,
            chunk_ids=list(ref.chunk_ids),
        )


class StoredSource(SourceShape):
    """A source as it is kept with its turn."""

    source: str
    retrieval_method: str

    @classmethod
    def of(cls, ref: DocRef) -> "StoredSource":
        return cls(**SourceShape.of(ref).model_dump(), source=ref.source, retrieval_method=ref.retrieval_method)


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


class DocumentShape(BaseModel):
    """One version of a document."""

    doc_id: str = Field(examples=["sop_1203"])
    title: str
    version: str = Field(description="A checksum over what it was read from.", examples=["9f86d081884c7d65"])
    source: str = Field(description="The name of the file that it was read from.")
    uri: str
    doc_type: str
    devices: list[str]
    language: Language
    readers: list[str] = Field(description="The groups that may read it; empty: everyone.")
    pages: int | None
    media_type: str
    indexed_at: datetime
    current: bool = Field(description="False: an earlier version, kept because a turn cites it.")

    @classmethod
    def of(cls, document: Document) -> "DocumentShape":
        return cls(
            doc_id=document.doc_id,
            title=document.title,
            version=document.version,
            source=document.source,
            uri=document.uri,
            doc_type=document.doc_type,
            devices=list(document.devices),
            language=document.language,
            readers=list(document.readers),
            pages=document.pages,
            media_type=document.media_type,
            indexed_at=document.indexed_at,
            current=document.current,
        )


class StoredDocument(DocumentShape):
    """A document that was uploaded: durable, and found by the next search."""

    searchable: Literal[True] = True


class DocumentWithText(DocumentShape):
    """A document with its whole text."""

    text: str


class TextPage(BaseModel):
    """A page of a document's whole text."""

    doc_id: str
    version: str
    offset: int = Field(description="Where the page begins, in characters.")
    text: str
    next: str | None = Field(description="Where the next page is; null on the last one.")


class DocumentList(BaseModel):
    """Documents by their ids; `next_offset` is where the next page begins, null on the last."""

    documents: list[DocumentShape]
    next_offset: int | None

    @classmethod
    def of(cls, found: Sequence[Document], limit: int, offset: int) -> "DocumentList":
        """A page, of what was found with a limit one higher."""
        shown, next_offset = paged(found, limit, offset)
        return cls(documents=[DocumentShape.of(document) for document in shown], next_offset=next_offset)


class PassageShape(BaseModel):
    """A piece of a document as found by a search."""

    doc_id: str
    version: str
    title: str
    doc_type: str
    devices: list[str]
    language: Language
    uri: str
    chunk_id: str
    order: int = Field(description="Which piece of its document it is, counted from 0.")
    section: str
    page: int | None
    offset: int = Field(description="Where it begins in the whole text, in characters.")
    score: float
    text: str

    @classmethod
    def of(cls, passage: Passage) -> "PassageShape":
        chunk, document = passage.chunk, passage.document
        return cls(
            doc_id=chunk.doc_id,
            version=chunk.version,
            title=document.title,
            doc_type=document.doc_type,
            devices=list(document.devices),
            language=document.language,
            uri=document.uri,
            chunk_id=chunk.chunk_id,
            order=chunk.order,
            section=chunk.section,
            page=chunk.page,
            offset=chunk.offset,
            score=passage.score,
            text=chunk.text,
        )


class SearchResponse(BaseModel):
    """Passages, best first."""

    results: list[PassageShape]


class Liveness(BaseModel):
    """The process runs."""

    status: Literal["ok"] = "ok"


class Readiness(BaseModel):
    """The service answers questions."""

    status: Literal["ready"] = "ready"


class FieldProblem(BaseModel):
    """What is wrong with one field of a request."""

    field: str = Field(examples=["message"])
    problem: str = Field(examples=["is empty"])
    allowed: str | None = Field(default=None, examples=["write at least one character"])


class ErrorBody(BaseModel):
    """What went wrong, for a program (`type`) and for a person (`message`)."""

    type: str = Field(examples=["invalid_input"])
    message: str = Field(examples=["message: is empty; write at least one character"])
    details: list[FieldProblem] = Field(default_factory=list[FieldProblem])


class ErrorResponse(BaseModel):
    """The one shape of every error."""

    error: ErrorBody
