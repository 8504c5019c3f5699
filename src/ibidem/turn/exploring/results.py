"""What the tools give: short, for it is read by a model that pays for each word."""

from collections.abc import Sequence
from datetime import datetime

from pydantic import BaseModel, Field

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import Chunk, Document, Passage
from ibidem.language.shortening import shorten
from ibidem.turn.answers.withheld import notice_of

# Bytes of UTF-8 that one part of a text has at most: some 2,000 tokens in any of the languages.
PART_BYTES = 8_000
# Bytes of each chunk that a search found: enough to see whether it is worth reading.
FOUND_BYTES = 900
LISTED = 300  # characters of a question in a list


class ToolSource(BaseModel):
    """A document that an answer cites."""

    slot: int = Field(description="The n of `[n]` in the answer.")
    doc_id: str
    title: str
    version: str = Field(description="The version that was cited; it stays readable.")
    page: int | None
    snippet: str
    chunk_ids: list[str] = Field(description="The chunks that the answer comes from; read_chunk reads them.")

    @classmethod
    def of(cls, ref: DocRef) -> "ToolSource":
        return cls(
            slot=ref.slot,
            doc_id=ref.doc_id,
            title=ref.title,
            version=ref.version,
            page=ref.page,
            snippet=ref.snippet,
            chunk_ids=list(ref.chunk_ids),
        )


class ToolSources(BaseModel):
    """The documents that a turn cites."""

    sources: list[ToolSource]


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
            question=shorten(content.user_text, LISTED),
            summary=content.summary,
            doc_ids=[ref.doc_id for ref in content.doc_refs],
        )


class ToolTurns(BaseModel):
    """Turns, and how many the session has."""

    session_id: str
    total: int
    turns: list[ToolTurn]


class ToolWholeTurn(BaseModel):
    """A part of a turn's question and answer, word for word, and its sources."""

    turn_id: int
    ts: datetime
    question: str = Field(description="What of the question stands in this part.")
    answer: str = Field(description="What of the answer stands in this part.")
    next_offset: int | None = Field(description="Where the next part begins; null on the last.")
    notice: str | None
    withheld: bool = Field(description="Whether the answer is kept back: it cites what may no longer be read.")
    sources: list[ToolSource]

    @classmethod
    def of(cls, turn: Turn, offset: int) -> "ToolWholeTurn":
        asked, answered = turn.content.user_text, turn.content.assistant_text
        text, end = part_of(asked + answered, offset)
        of_question = max(0, len(asked) - offset)
        return cls(
            turn_id=turn.turn_id,
            ts=turn.ts,
            question=text[:of_question],
            answer=text[of_question:],
            next_offset=end,
            notice=notice_of(turn),
            withheld=turn.withheld,
            sources=[ToolSource.of(ref) for ref in turn.content.doc_refs],
        )


class ToolChunk(BaseModel):
    """A chunk of a document, or the part of it that begins at an offset."""

    chunk_id: str
    title: str
    section: str
    page: int | None
    in_force: bool
    text: str
    next_offset: int | None = Field(description="Where the rest of this chunk begins; null where nothing is left.")

    @classmethod
    def of(cls, passage: Passage, offset: int = 0, most: int = PART_BYTES) -> "ToolChunk":
        chunk = passage.chunk
        text, end = part_of(chunk.text, offset, most)
        return cls(
            chunk_id=chunk.chunk_id,
            title=passage.document.title,
            section=chunk.section,
            page=chunk.page,
            in_force=passage.document.in_force,
            text=text,
            next_offset=end,
        )


class ToolChunks(BaseModel):
    """Chunks: of a search the best first, else in the order of their document."""

    chunks: list[ToolChunk]


class ToolDocument(BaseModel):
    """A document in a list."""

    doc_id: str
    title: str
    doc_type: str
    owner: str | None
    in_force: bool

    @classmethod
    def of(cls, document: Document) -> "ToolDocument":
        return cls(
            doc_id=document.doc_id,
            title=document.title,
            doc_type=document.doc_type,
            owner=document.owner or None,
            in_force=document.in_force,
        )


class ToolDocuments(BaseModel):
    """Documents, and how many there are."""

    total: int
    documents: list[ToolDocument]


def part_of(text: str, offset: int, most: int = PART_BYTES) -> tuple[str, int | None]:
    """The part of a text from `offset` (characters) on that has at most so many bytes, and where the next one begins; None on the
    last. All parts together are the text."""
    part = text[offset : offset + most].encode()[:most].decode(errors="ignore")
    end = offset + len(part)
    return part, end if end < len(text) else None


def nearest_that_fit(chunks: Sequence[Chunk], order: int, most: int) -> Sequence[Chunk]:
    """Those of the chunks around the one of this order that fit into so many bytes, the nearest first chosen, in their order."""
    fitting: list[Chunk] = []
    for chunk in sorted(chunks, key=lambda one: abs(one.order - order)):
        most -= len(chunk.text.encode())
        if most < 0:
            break
        fitting.append(chunk)
    return sorted(fitting, key=lambda one: one.order)
