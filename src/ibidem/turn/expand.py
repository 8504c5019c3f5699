"""Widens the best passages: by the steps that run on over several chunks, and for a model by the pages around them."""

import re
from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.documents import Chunk, Passage
from ibidem.language.search_text import passage_tokens
from ibidem.language.sentences import is_step
from ibidem.turn.context import TurnContext
from ibidem.turn.values import Evidence, Reading

WIDENED = 3  # passages; an answer quotes steps from the best ones only
REACH = 2  # chunks on either side, some 2,400 characters: more steps than an answer may hold
FIRST_STEP = re.compile(r"\D{0,10}(?:1\D|①|가[.)])")
PAGES, MORE_PAGES = 5, 10  # read around a passage at first, and when a draft from those was not borne out
CHUNKS_A_PAGE = 3  # at most: a page of a PDF is one or two chunks


async def expand(evidence: Evidence, context: TurnContext) -> Reading:
    """For a model, the passages with the pages around the first few; for quoting, those with the steps that run on around them.

    A passage that was joined to a better one is not read twice.
    """
    if context.models is None:
        return await with_steps(evidence, context)
    return await with_pages(evidence, context)


async def with_steps(evidence: Evidence, context: TurnContext) -> Reading:
    """The passages, the first few joined with the chunks of their section that begin or go on with their steps."""
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
    return Reading(evidence.found, replace(ranking, passages=tuple(passages), tokens=tuple(tokens)), frozenset(read))


async def with_pages(evidence: Evidence, context: TurnContext) -> Reading:
    """The passages, the first few joined with the pages around them, as many as the profile lets a model read."""
    passages: list[Passage] = []
    read: set[str] = set()
    ranking = evidence.found.ranking
    room = context.profile.reading_characters * evidence.pages // PAGES
    for place, passage in enumerate(ranking.passages):
        if passage.chunk.chunk_id in read:
            continue
        around = await pages(passage, evidence.pages, context) if place < WIDENED else (passage.chunk,)
        around = fitting(passage.chunk, [chunk for chunk in around if chunk.chunk_id not in read], room)
        if not around:
            continue
        room -= sum(len(chunk.text) for chunk in around)
        read.update(chunk.chunk_id for chunk in around)
        passages.append(joined(passage, around))
    # What is read is not ranked any more: it needs no tokens.
    return Reading(evidence.found, replace(ranking, passages=tuple(passages), tokens=("",) * len(passages)), frozenset(read))


def joined(passage: Passage, around: Sequence[Chunk]) -> Passage:
    """The passage with the text of the chunks around it, which are in their order."""
    if len(around) == 1:
        return passage
    text = "\n".join(chunk.text for chunk in around)
    return replace(passage, chunk=replace(passage.chunk, text=text, offset=around[0].offset))


def fitting(chunk: Chunk, around: Sequence[Chunk], room: int) -> Sequence[Chunk]:
    """The chunk with as many of those around it, the nearest first, as there is room for; none when it does not fit itself."""
    kept: list[Chunk] = []
    for one in sorted(around, key=lambda other: abs(other.order - chunk.order)):
        room -= len(one.text)
        if room < 0:
            break
        kept.append(one)
    return sorted(kept, key=lambda one: one.order)


async def pages(passage: Passage, count: int, context: TurnContext) -> Sequence[Chunk]:
    """The chunks of so many pages around the passage's; where a document has no pages, a chunk stands for one."""
    chunk, reach = passage.chunk, count // 2
    wide = reach * CHUNKS_A_PAGE if chunk.page is not None else reach
    first, last = max(0, chunk.order - wide), chunk.order + wide
    around = await context.documents.chunks(chunk.doc_id, chunk.version, first, last, context.principal)
    if chunk.page is None:
        return around
    return [c for c in around if c.page is not None and abs(c.page - chunk.page) <= reach]


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
