"""A conversation and the documents as tools. Each method is one; its signature and docstring are what an assistant reads of it,
its signature and `tool_wording` what a model that explores does.

What a principal may not read answers as if it did not exist: every id goes through the stores.
"""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import BaseModel, Field

from ibidem.domain.conversation import Turn, TurnQuery
from ibidem.domain.documents import Passage, Principal, SearchFilters
from ibidem.domain.errors import NotFound
from ibidem.domain.gate import check_text
from ibidem.finding.find_turns import find_turns
from ibidem.finding.searching import search_documents
from ibidem.language.bounding import bounded
from ibidem.ports.document_store import DocumentReader
from ibidem.ports.indexes import SearchIndex, VectorIndex
from ibidem.ports.turn_store import TurnStore
from ibidem.privacy.turn_masking import TextMasking, Unmasked
from ibidem.turn.exploring.results import (
    FOUND_BYTES,
    PART_BYTES,
    ToolChunk,
    ToolChunks,
    ToolDocument,
    ToolDocuments,
    ToolSource,
    ToolSources,
    ToolTurn,
    ToolTurns,
    ToolWholeTurn,
    nearest_that_fit,
)
from ibidem.turn.exploring.toolbox import LARGEST

TurnId = Annotated[int, Field(ge=1, le=LARGEST, description="The number of the turn in its session; 1 is the first.")]
Limit = Annotated[int, Field(ge=1, le=100, description="How many at most.")]
Few = Annotated[int, Field(ge=1, le=20, description="How many at most.")]
Offset = Annotated[int, Field(ge=0, le=LARGEST, description="How many to pass over.")]
From = Annotated[int, Field(ge=0, le=LARGEST, description="Where to begin, in characters: next_offset of the part before.")]
Query = Annotated[str, Field(description="A few words of what is looked for.")]
ChunkId = Annotated[str, Field(max_length=1_000, description="As search_chunks and get_turn_docs give it.")]
Neighbours = Annotated[int, Field(ge=0, le=5, description="How many chunks before and after it are read too.")]


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """A session as its principal may read it. Every method raises NotFound where the session is not the principal's."""

    session_id: str
    store: TurnStore
    vectors: VectorIndex | None
    principal: Principal
    masking: TextMasking = field(default_factory=Unmasked)

    async def list_turns(self, limit: Limit = 20, offset: Offset = 0) -> ToolTurns:
        """List the turns of a conversation in their order, each with its question and a summary of its answer."""
        found = await self.store.turns(self.session_id, self.principal, limit, offset)
        return await self._listed([turn for turn in found if turn.replaced_by is None])

    async def search_turns(self, query: Query, limit: Limit = 5) -> ToolTurns:
        """Find the turns of a conversation that are about something, best first, however long it is."""
        text = bounded(self.masking.text(check_text("query", query)))
        found = await find_turns(TurnQuery(self.session_id, text, limit), self.store, self.vectors, self.principal)
        # A turn may be found for those around it, or in words of another language; it is shown only where no other holds a word.
        return await self._listed([one.turn for one in found if one.held > 0] or [one.turn for one in found])

    async def get_turn(self, turn_id: TurnId, offset: From = 0) -> ToolWholeTurn:
        """Read one turn of a conversation, word for word and a part at a time: the question, the answer, and its sources."""
        return ToolWholeTurn.of(await self.turn(turn_id), offset)

    async def get_turn_docs(self, turn_id: TurnId) -> ToolSources:
        """List the documents that a turn of a conversation cites, under their slots."""
        return ToolSources(sources=[ToolSource.of(ref) for ref in (await self.turn(turn_id)).content.doc_refs])

    async def turn(self, turn_id: int) -> Turn:
        """The turn as it is stored."""
        return await self.store.turn(self.session_id, turn_id, self.principal)

    async def _listed(self, turns: Sequence[Turn]) -> ToolTurns:
        session = await self.store.session(self.session_id, self.principal)
        return ToolTurns(session_id=self.session_id, total=session.turns, turns=[ToolTurn.of(turn) for turn in turns])


@dataclass(frozen=True, slots=True, kw_only=True)
class Library:
    """The documents as a principal may read them."""

    store: DocumentReader
    index: SearchIndex
    vectors: VectorIndex | None
    principal: Principal
    synonyms: Sequence[Sequence[str]] = ()
    masking: TextMasking = field(default_factory=Unmasked)

    async def search_chunks(self, query: Query, limit: Few = 5) -> ToolChunks:
        """Find chunks of the documents for a query, best first; of each its beginning."""
        text = bounded(self.masking.text(check_text("query", query)))
        filters = SearchFilters()
        found = await search_documents(text, filters, limit, self.index, self.vectors, self.principal, self.synonyms)
        return ToolChunks(chunks=[ToolChunk.of(passage, most=FOUND_BYTES) for passage in found.passages[:limit]])

    async def read_chunk(self, chunk_id: ChunkId, neighbours: Neighbours = 1, offset: From = 0) -> ToolChunks:
        """Read a chunk of a document, with those around it as far as they fit; from an offset on, its rest alone."""
        passage = await self.passage(chunk_id)
        chunk = passage.chunk
        if offset or not neighbours:
            return ToolChunks(chunks=[ToolChunk.of(passage, offset)])
        first, last = max(0, chunk.order - neighbours), chunk.order + neighbours
        around = await self.store.chunks(chunk.doc_id, chunk.version, first, last, self.principal)
        shown = nearest_that_fit(around, chunk.order, PART_BYTES) or [chunk]
        return ToolChunks(chunks=[ToolChunk.of(Passage(one, passage.document, 0.0)) for one in shown])

    async def list_documents(self, limit: Limit = 30, offset: Offset = 0) -> ToolDocuments:
        """List the documents by their ids."""
        found = await self.store.documents(self.principal, limit, offset)
        total = await self.store.count(self.principal)
        return ToolDocuments(total=total, documents=[ToolDocument.of(document) for document in found])

    async def passage(self, chunk_id: str) -> Passage:
        """The chunk, with its document in the version that the id names. Raises NotFound."""
        document_and_version, _, order = chunk_id.rpartition("#")
        doc_id, _, version = document_and_version.rpartition("@")
        if not (doc_id and version and order.isascii() and order.isdigit() and len(order) < len(str(LARGEST))):
            raise NotFound("chunk", chunk_id)
        chunks = await self.store.chunks(doc_id, version, int(order), int(order), self.principal)
        if not chunks:
            raise NotFound("chunk", chunk_id)
        try:
            return Passage(chunks[0], await self.store.get(doc_id, self.principal, version), 1.0)
        except NotFound:
            raise NotFound("chunk", chunk_id) from None


# What an assistant is offered, and a model that explores.
TURN_TOOLS: Sequence[Callable[..., Awaitable[BaseModel]]] = (
    Conversation.list_turns,
    Conversation.search_turns,
    Conversation.get_turn,
    Conversation.get_turn_docs,
)
DOCUMENT_TOOLS: Sequence[Callable[..., Awaitable[BaseModel]]] = (Library.search_chunks, Library.read_chunk)
