"""What stands around the passages that were found: for a model, the pages around the very best."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Chunk, Passage
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.relevance_cutoff import PAGES, without_tail, worth_growing, worth_reading
from ibidem.turn.values.searching import Evidence, Reading

WIDENED = 3  # passages; an answer quotes steps from the best ones only
NEAR = 0.9  # of a passage's score, for each chunk between
CHUNKS_A_PAGE = 3  # at most: a page of a PDF is one or two chunks


async def with_pages(evidence: Evidence, context: TurnContext) -> Reading:
    """The passages near the best and, within the profile's limit for a model, the pages around the very best; each chunk
    separately. Of documents that the person chose, every passage is read; of a question that names several devices or owners, was
    searched for by further queries, or has no answer in what was read, those of all documents near the best."""
    plan, ranking = evidence.found.plan, evidence.found.ranking
    parsed, chosen = plan.parsed, plan.filters.doc_ids
    several = len(parsed.devices) > 1 or len(parsed.owners) > 1 or bool(parsed.excluded or plan.further or evidence.attempts.read)
    worth = worth_reading(ranking.passages) if several else without_tail(ranking)
    room = context.profile.reading_characters * evidence.pages // PAGES
    read: dict[str, Passage] = {}
    for passage in ranking.passages if chosen else worth:
        if not read or len(passage.chunk.text) <= room:
            room -= len(passage.chunk.text)
            read[passage.chunk.chunk_id] = passage
    grown = worth_growing(ranking.passages)[:WIDENED]
    for passage, around in zip(grown, await asyncio.gather(*(pages(one, evidence.pages, context) for one in grown)), strict=True):
        for chunk in sorted(around, key=lambda one: abs(one.order - passage.chunk.order)):
            if chunk.chunk_id not in read and len(chunk.text) <= room:
                room -= len(chunk.text)
                read[chunk.chunk_id] = near(passage, chunk)
    passages = tuple(read.values())
    # No further ranking follows, so no tokens are needed.
    widened = replace(ranking, passages=passages, tokens=("",) * len(passages))
    return Reading(evidence.found, widened, evidence.attempts, frozenset(read))


def near(passage: Passage, chunk: Chunk) -> Passage:
    """A chunk read because it is near a passage; its score falls with the distance."""
    return replace(passage, chunk=chunk, score=passage.score * NEAR ** abs(chunk.order - passage.chunk.order))


async def pages(passage: Passage, count: int, context: TurnContext) -> Sequence[Chunk]:
    """The chunks of so many pages around the passage's; where a document has no pages, a chunk counts as one."""
    chunk, reach = passage.chunk, count // 2
    wide = reach * CHUNKS_A_PAGE if chunk.page is not None else reach
    first, last = max(0, chunk.order - wide), chunk.order + wide
    around = await context.documents.chunks(chunk.doc_id, chunk.version, first, last, context.principal)
    if chunk.page is None:
        return around
    return [c for c in around if c.page is not None and abs(c.page - chunk.page) <= reach]
