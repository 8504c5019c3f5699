"""The JSON of the pieces of an answer."""

from pydantic import BaseModel, Field

from ibidem.domain.conversation import AnswerPart, PartKind


class PartShape(BaseModel):
    """A piece of a quoted answer, in the order of the answer."""

    text: str = Field(description="As it stands in the document.")
    kind: PartKind = Field(description="What answers (sentence, step, row), or what stands around it (context).")
    slot: int | None = Field(description="The source that it is quoted from.")
    chunk_id: str | None
    start: int | None = Field(description="Where it begins in the whole text of its document, in characters.")
    end: int | None = Field(description="Where it ends there.")

    @classmethod
    def of(cls, part: AnswerPart) -> "PartShape":
        return cls(text=part.text, kind=part.kind, slot=part.slot, chunk_id=part.chunk_id, start=part.start, end=part.end)
