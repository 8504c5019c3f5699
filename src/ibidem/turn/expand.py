"""Widens the best passages where they stop in the middle of something: the steps of a procedure that run over several chunks."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Chunk, Passage
from ibidem.language.search_text import passage_tokens
from ibidem.language.sentences import is_step
from ibidem.turn.context import TurnContext
from ibidem.turn.values import Found, Reading

WIDENED = 3  # passages; an answer quotes steps from the best ones only
REACH = 2  # chunks on either side, some 2,400 characters: more steps than an answer may hold
FIRST_STEP = re.compile(r"\D{0,10}(?:1\D|①|가[.)])")


async def expand(found: Found, context: TurnContext) -> Reading:
    """The passages, the first few joined with the chunks of their section that begin or go on with their steps.

    A passage that was joined to a better one is not read twice.
    """
    passages: list[Passage] = []
    tokens: list[str] = []
    read: set[str] = set()
    for place, (passage, stored) in enumerate(zip(found.ranking.passages, found.ranking.tokens, strict=True)):
        if passage.chunk.chunk_id in read:
            continue
        around = await neighbours(passage, context) if place < WIDENED else (passage.chunk,)
        around = [chunk for chunk in around if chunk.chunk_id not in read]
        read.update(chunk.chunk_id for chunk in around)
        if len(around) > 1:
            text = "\n".join(chunk.text for chunk in around)
            passage = replace(passage, chunk=replace(passage.chunk, text=text, offset=around[0].offset))
            stored = passage_tokens(text, passage.document.title)
        passages.append(passage)
        tokens.append(stored)
    return Reading(found, replace(found.ranking, passages=tuple(passages), tokens=tuple(tokens)))


async def neighbours(passage: Passage, context: TurnContext) -> Sequence[Chunk]:
    """The passage's chunk among those before and after it that belong to the same steps; the chunk alone where none does."""
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
