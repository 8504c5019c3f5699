"""Stored answers as one text with one list of sources, to be written in another form."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ibidem.domain.conversation import DocRef, Turn
from ibidem.domain.documents import Passage
from ibidem.turn.context import TurnContext
from ibidem.turn.documents.fetching import readable
from ibidem.turn.documents.numbering import shown

_CITED = re.compile(r"\[(\d{1,3})\]")
_PASSAGES = 8  # of a source; an answer cites fewer


@dataclass(frozen=True, slots=True)
class FormerAnswers:
    """The text of stored answers, and the sources that it cites by their slots."""

    text: str
    refs: tuple[DocRef, ...]


def together(turns: Sequence[Turn]) -> FormerAnswers:
    """The answers of these turns, each under its question where there are several; a document has one slot in all of them."""
    refs: dict[tuple[str, str], DocRef] = {}
    texts: list[str] = []
    for turn in turns:
        slots: dict[str, int] = {}
        for ref in turn.content.doc_refs:
            kept = refs.setdefault((ref.doc_id, ref.version), replace(ref, slot=len(refs) + 1))
            slots[str(ref.slot)] = kept.slot
        text = _CITED.sub(lambda found, slots=slots: f"[{slots.get(found[1], found[1])}]", turn.content.assistant_text)
        texts.append(text if len(turns) == 1 else f"Q: {turn.content.user_text}\n{text}")
    return FormerAnswers("\n\n".join(texts), tuple(refs.values()))


async def sources_of(refs: Sequence[DocRef], context: TurnContext) -> dict[int, str] | None:
    """The passages that were cited, by slot, with title and id; None where one of the documents may no longer be read."""
    texts: dict[int, str] = {}
    for ref in refs:
        document = await readable(ref.doc_id, ref.version, context)
        if document is None:
            return None
        passages: list[Passage] = []
        for chunk_id in ref.chunk_ids[:_PASSAGES]:
            order = chunk_id.rpartition("#")[2]
            if order.isdecimal():
                chunks = await context.documents.chunks(ref.doc_id, ref.version, int(order), int(order), context.principal)
                passages += [Passage(chunk, document, 0.0) for chunk in chunks]
        texts[ref.slot] = shown(passages) if passages else f"{document.title} ({document.doc_id})\n{ref.snippet}"
    return texts
