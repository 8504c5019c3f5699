"""The whole list of steps that a step is of, from its document: an answer has room for the first ones only."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ibidem.answering.lines import is_lead
from ibidem.answering.steps import lists_of_steps
from ibidem.domain.conversation import AnswerPart
from ibidem.domain.documents import Chunk, joined_chunks, order_of
from ibidem.language.sentences import is_step, sentence_spans
from ibidem.turn.context import TurnContext

_REACH = 30  # chunks on either side, some 36,000 characters


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a list, or what only announces others; `start` is its offset in the text, in characters."""

    text: str
    start: int
    lead: bool


async def procedure_of(step: AnswerPart, doc_id: str, version: str, context: TurnContext) -> tuple[AnswerPart, ...]:
    """The steps of the list that a quoted step is of, and what stands between them, in their order; none where the document can
    no longer be read."""
    order = order_of(step.chunk_id or "")
    chunks = await context.documents.chunks(doc_id, version, max(0, order - _REACH), order + _REACH, context.principal)
    around = _of_one_section(chunks, step.start or 0)
    return await asyncio.to_thread(_list_among, around, step) if around else ()


def _list_among(chunks: Sequence[Chunk], step: AnswerPart) -> tuple[AnswerPart, ...]:
    """The list of the chunks of a section that a step is of."""
    at = (step.start or 0) - chunks[0].offset
    for steps in lists_of_steps(tuple(_lines(joined_chunks(chunks)))):
        if any(line.start == at for line in steps):
            return tuple(_part(line, chunks, step.slot) for line in steps)
    return ()


def count_of_steps(parts: Sequence[AnswerPart]) -> int:
    """How many of the parts are steps."""
    return sum(part.kind == "step" for part in parts)


def _of_one_section(chunks: Sequence[Chunk], start: int) -> list[Chunk]:
    """The chunks around the one that holds this place of the document, as far as its section goes."""
    at = max((place for place, chunk in enumerate(chunks) if chunk.offset <= start), default=None)
    if at is None:
        return []
    first = last = at
    while first and chunks[first - 1].section == chunks[at].section:
        first -= 1
    while last + 1 < len(chunks) and chunks[last + 1].section == chunks[at].section:
        last += 1
    return list(chunks[first : last + 1])


def _lines(chunk: Chunk) -> Iterator[_Line]:
    spans = sentence_spans(chunk.text)
    for order, (start, end) in enumerate(spans):
        yield _Line(chunk.text[start:end], start, is_lead(chunk, spans, order))


def _part(line: _Line, chunks: Sequence[Chunk], slot: int | None) -> AnswerPart:
    """A line of the joined chunks as a part of an answer, found in the chunk that it begins in."""
    start = chunks[0].offset + line.start
    holding = next(chunk for chunk in reversed(chunks) if chunk.offset <= start)
    kind = "step" if is_step(line.text) else "sentence"
    return AnswerPart(line.text, kind, slot, holding.chunk_id, start, start + len(line.text))
