"""Answers a question again from a selection of the documents found for it."""

from ibidem.domain.documents import Chunk, Passage
from ibidem.domain.errors import NotFound
from ibidem.domain.trace import Candidate
from ibidem.turn.context import TurnContext
from ibidem.turn.inquiry import Inquiry


def reusable_candidates(inquiry: Inquiry) -> tuple[Candidate, ...]:
    """The passages that the last turn kept of the documents selected now, if it asked the same question; else none."""
    doc_ids = inquiry.filters.doc_ids
    if not doc_ids or not inquiry.history:
        return ()
    last = inquiry.history[-1].content
    if last.user_text.strip() != inquiry.message.strip():
        return ()
    return tuple(one for one in last.trace.candidates if one.doc_id in doc_ids)


async def passages_of(candidates: tuple[Candidate, ...], context: TurnContext) -> tuple[Passage, ...]:
    """The passages as stored, without those that may no longer be read."""
    found: list[Passage] = []
    for one in candidates:
        chunk = await _chunk(one, context)
        if chunk is not None:
            try:
                document = await context.documents.get(one.doc_id, context.principal, one.version)
            except NotFound:
                continue
            found.append(Passage(chunk, document, one.score, one.match))
    return tuple(found)


async def _chunk(candidate: Candidate, context: TurnContext) -> Chunk | None:
    order = candidate.order
    chunks = await context.documents.chunks(candidate.doc_id, candidate.version, order, order, context.principal)
    return chunks[0] if chunks else None
