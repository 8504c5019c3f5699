"""What the tools give that other programs call, beside what `turn.exploring` gives to them and to a model alike."""

from typing import Literal

from pydantic import BaseModel, Field

from ibidem.domain.documents import Passage
from ibidem.shapes.answers import ChatResponse
from ibidem.turn.exploring.results import ToolSource


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
