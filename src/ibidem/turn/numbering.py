"""The passages of a reading as a model is shown them, one number a document, and the slots that its citations become."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ibidem.domain.conversation import DocRef
from ibidem.domain.documents import Passage
from ibidem.language.shortening import shorten
from ibidem.turn.doc_refs import SNIPPET, doc_ref
from ibidem.turn.values import Reading

# A bracketed number in a document would be taken for one of ours.
BRACKETED = re.compile(r"[\[［【](\d{1,3})[\]］】]")


@dataclass(frozen=True, slots=True)
class Numbered:
    """What a model reads: `documents[n - 1]` are the passages of the document that it is shown as n."""

    documents: tuple[tuple[Passage, ...], ...]

    def text(self) -> str:
        """The passages under their numbers."""
        return "\n\n".join(f"[{n}] {shown(passages)}" for n, passages in enumerate(self.documents, 1))


def numbered(reading: Reading) -> Numbered:
    """The passages of each document together, the documents in the order of their best passage."""
    by_document: dict[str, list[Passage]] = {}
    for passage in reading.ranking.passages:
        by_document.setdefault(passage.document.doc_id, []).append(passage)
    return Numbered(tuple(tuple(sorted(ps, key=lambda p: p.chunk.order)) for ps in by_document.values()))


def shown(passages: Sequence[Passage]) -> str:
    """The passages of one document with its title and id, in the order of the document, each under its section and page."""
    document = passages[0].document
    about = ", ".join((document.doc_id, *document.devices))
    parts = [f"{document.title} ({about})"]
    for passage in passages:
        chunk = passage.chunk
        where = ", ".join(part for part in (chunk.section, f"p. {chunk.page}" if chunk.page is not None else "") if part)
        parts.append(f"({where})\n{chunk.text}" if where else chunk.text)
    return BRACKETED.sub(r"(\1)", "\n".join(parts))


def slots(order: Sequence[int], documents: Numbered, method: str) -> tuple[DocRef, ...]:
    """The slots of an answer that cited the shown numbers in this order."""
    return tuple(slot(place, documents.documents[number - 1], method) for place, number in enumerate(order, 1))


def slot(number: int, passages: Sequence[Passage], method: str) -> DocRef:
    """The slot of the document that these passages are from: page, snippet and score are those of the best one."""
    best_first = sorted(passages, key=lambda passage: -passage.score)
    best = best_first[0]
    return doc_ref(number, best.document, shorten(best.chunk.text, SNIPPET), method, best_first)
