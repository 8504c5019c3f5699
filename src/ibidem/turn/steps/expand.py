"""Selects what is read: the best passages, with steps that continue over several chunks; for a model, the pages around them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Chunk, Passage, joined_chunks
from ibidem.language.search_text import passage_tokens
from ibidem.language.sentences import is_step
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.around import WIDENED, with_pages
from ibidem.turn.values.searching import Evidence, Reading

REACH = 2  # chunks on either side, some 2,400 characters: more steps than an answer may hold
FIRST_STEP = re.compile(r"\D{0,10}(?:1\D|①|가[.)])")


async def expand(evidence: Evidence, context: TurnContext) -> Reading:
    """For a model, the passages near the best with the pages around; for quoting, with the steps that continue around them."""
    if context.models is None:
        return await with_steps(evidence, context)
    return await with_pages(evidence, context)


async def with_steps(evidence: Evidence, context: TurnContext) -> Reading:
    """The passages, the first few joined with the chunks of their section that contain the rest of their steps.

    A passage that was joined to a better one is not read twice.
    """
    passages: list[Passage] = []
    tokens: list[str] = []
    read: set[str] = set()
    ranking = evidence.found.ranking
    for place, (passage, stored) in enumerate(zip(ranking.passages, ranking.tokens, strict=True)):
        if passage.chunk.chunk_id in read:
            continue
        around = await neighbours(passage, context) if place < WIDENED else (passage.chunk,)
        around = [chunk for chunk in around if chunk.chunk_id not in read]
        read.update(chunk.chunk_id for chunk in around)
        if len(around) > 1:
            passage = joined(passage, around)
            stored = passage_tokens(passage.chunk.text, passage.document.title)
        passages.append(passage)
        tokens.append(stored)
    widened = replace(ranking, passages=tuple(passages), tokens=tuple(tokens))
    return Reading(evidence.found, widened, evidence.attempts, frozenset(read))


def joined(passage: Passage, around: Sequence[Chunk]) -> Passage:
    """The passage with the text of the chunks around it, which are in order; every character keeps its offset in the document."""
    if len(around) == 1:
        return passage
    whole = joined_chunks(around)
    return replace(passage, chunk=replace(passage.chunk, text=whole.text, offset=whole.offset, head=whole.head))


async def neighbours(passage: Passage, context: TurnContext) -> Sequence[Chunk]:
    """The passage's chunk with those around it that belong to the same steps; the chunk alone where none does."""
    chunk = passage.chunk
    lines = [line.strip() for line in chunk.text.splitlines() if line.strip()]
    steps = [line for line in lines if is_step(line)]
    before = REACH if steps and not FIRST_STEP.match(steps[0]) else 0
    after = REACH if steps and is_step(lines[-1]) else 0
    if not before and not after:
        return (chunk,)
    first, last = max(0, chunk.order - before), chunk.order + after
    around = await context.documents.chunks(chunk.doc_id, chunk.version, first, last, context.principal)
    return [c for c in around if c.section == chunk.section]
