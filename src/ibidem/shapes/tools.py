"""What the tools give that other programs call: short, for it is read by a model that pays for each word."""

from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import Passage
from ibidem.shapes.answers import ChatResponse
from ibidem.turn.answers.withheld import notice_of


class ToolSource(BaseModel):
    """A document that an answer cites."""

    slot: int = Field(description="The n of `[n]` in the answer.")
    doc_id: str
    title: str
    version: str = Field(description="The version that was cited; it stays readable.")
    page: int | None
    snippet: str

    @classmethod
    def of(cls, ref: DocRef) -> "ToolSource":
        return cls(slot=ref.slot, doc_id=ref.doc_id, title=ref.title, version=ref.version, page=ref.page, snippet=ref.snippet)


class ToolSources(BaseModel):
    """The documents that a turn cites."""

    sources: list[ToolSource]


class ToolAnswer(BaseModel):
    """An answer, or a question back: then the next message in the session is the reply."""

    status: Literal["answered", "needs_input"]
    session_id: str = Field(description="Give it with the next question of the same conversation.")
    turn_id: int
    answer: str
    found: str = Field(description="`answered`, `closest`: only the closest passages, or `none`: the documents do not say.")
    notice: str | None
    sources: list[ToolSource]
    document: str | None = Field(description="The text, or a page of it, of a document that was asked for whole.")

    @classmethod
    def of(cls, response: ChatResponse) -> "ToolAnswer":
        return cls(
            status=response.status,
            session_id=response.session_id,
            turn_id=response.turn_id,
            answer=response.answer,
            found=response.meta.found,
            notice=response.meta.notice,
            sources=[
                ToolSource.model_validate(source.model_dump(include=set(ToolSource.model_fields))) for source in response.sources
            ],
            document=None if response.document is None else response.document.text,
        )


class ToolPassage(BaseModel):
    """A passage that a search found."""

    doc_id: str
    title: str
    version: str
    page: int | None
    section: str
    in_force: bool
    offset: int = Field(description="Where it begins in the text; read_document reads on there.")
    text: str

    @classmethod
    def of(cls, passage: Passage) -> "ToolPassage":
        chunk, document = passage.chunk, passage.document
        return cls(
            doc_id=chunk.doc_id,
            title=document.title,
            version=chunk.version,
            page=chunk.page,
            section=chunk.section,
            in_force=document.in_force,
            offset=chunk.offset,
            text=chunk.text,
        )


class ToolPassages(BaseModel):
    """Passages, best first."""

    passages: list[ToolPassage]


class ToolText(BaseModel):
    """A page of a document."""

    doc_id: str
    title: str
    version: str
    offset: int
    text: str
    next_offset: int | None = Field(description="Where the next page begins; null on the last.")


class ToolTurn(BaseModel):
    """A turn of a conversation, without its sources."""

    turn_id: int
    ts: datetime
    question: str
    summary: str
    doc_ids: list[str]

    @classmethod
    def of(cls, turn: Turn) -> "ToolTurn":
        content = turn.content
        return cls(
            turn_id=turn.turn_id,
            ts=turn.ts,
            question=content.user_text,
            summary=content.summary,
            doc_ids=[ref.doc_id for ref in content.doc_refs],
        )


class ToolTurns(BaseModel):
    """Turns, and how many the session has."""

    session_id: str
    total: int
    turns: list[ToolTurn]


class ToolWholeTurn(ToolTurn):
    """A turn with its whole answer."""

    answer: str
    notice: str | None
    withheld: bool = Field(description="Whether the answer is kept back: it cites what may no longer be read.")
    sources: list[ToolSource]

    @classmethod
    def of(cls, turn: Turn) -> "ToolWholeTurn":
        return cls(
            **ToolTurn.of(turn).model_dump(),
            answer=turn.content.assistant_text,
            notice=notice_of(turn),
            withheld=turn.withheld,
            sources=[ToolSource.of(ref) for ref in turn.content.doc_refs],
        )
