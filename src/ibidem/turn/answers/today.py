"""A stored answer, beside what its documents say today: what was quoted then, and the line that stands in its place."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from ibidem.answering.edition_lines import Line, line_in_place_of, lines_of_chunks, says_the_same
from ibidem.domain.conversation import DocRef, NewTurn
from ibidem.domain.documents import Chunk, Document, Principal, order_of
from ibidem.domain.errors import NotFound
from ibidem.ports.document_store import DocumentReader
from ibidem.privacy.turn_masking import TextMasking
from ibidem.turn.documents.successors import successors

Change = Literal["changed", "superseded", "not_in_force", "gone"]

MOST_LINES = 5  # of one source: what an answer quotes of a document, with steps counted one by one, is seldom more
_WRITTEN_FROM = 2  # lines of a passage that a model's answer is compared with: those that share most words with it
_LAST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class StandingLine:
    """A line as it was quoted, and the one in its place; None where there is none."""

    was: str
    now: Line | None


@dataclass(frozen=True, slots=True)
class SourceToday:
    """A source of which something is another today: `instead` is what holds now, the current version or the document that
    supersedes it; `lines` are the quoted ones that do not stand there as they were."""

    ref: DocRef
    change: Change
    instead: Document | None = None
    lines: tuple[StandingLine, ...] = ()


class Today:
    """Looks at the sources of stored turns again. The lines of today are masked as the answers were."""

    def __init__(self, documents: DocumentReader, principal: Principal, masking: TextMasking) -> None:
        self._documents = documents
        self._principal = principal
        self._masking = masking

    async def of(self, turn: NewTurn) -> tuple[SourceToday, ...]:
        """Those sources of a turn that changed since, were superseded, are no longer in force, or are gone."""
        found = [await self._of_source(turn, ref) for ref in turn.doc_refs]
        return tuple(one for one in found if one is not None)

    async def _of_source(self, turn: NewTurn, ref: DocRef) -> SourceToday | None:
        cited = await self._document(ref.doc_id, ref.version)
        if cited is not None and cited.excerpt:
            return None  # what is kept elsewhere has no version of today here
        current = await self._document(ref.doc_id, None)
        if current is None:
            return SourceToday(ref, "gone")
        if ref.in_force and not current.in_force:
            later = await successors(self._documents, ref.doc_id, self._principal)
            if not later:
                return SourceToday(ref, "not_in_force")
            return SourceToday(ref, "superseded", later[0], await self._changed(turn, ref, later[0]))
        if current.version == ref.version:
            return None
        lines = await self._changed(turn, ref, current)
        return SourceToday(ref, "changed", current, lines) if lines else None

    async def _document(self, doc_id: str, version: str | None) -> Document | None:
        try:
            return await self._documents.get(doc_id, self._principal, version)
        except NotFound:
            return None

    async def _changed(self, turn: NewTurn, ref: DocRef, instead: Document) -> tuple[StandingLine, ...]:
        """The quoted lines of a source that do not stand in another document as they were."""
        lines = lines_of_chunks(await self._chunks(instead.doc_id, instead.version, 0, _LAST))
        found: list[StandingLine] = []
        for text, section in await self._quoted(turn, ref):
            now = line_in_place_of(text, section, lines)
            safe = now and replace(now, text=self._masking.text(now.text))
            if safe is None or not says_the_same(text, safe.text):
                found.append(StandingLine(text, safe))
        return tuple(found)

    async def _quoted(self, turn: NewTurn, ref: DocRef) -> Sequence[tuple[str, str]]:
        """What was taken from a source, with its section: the lines that answer; of an answer that a model wrote, the lines of
        the passages that are most like it."""
        orders = sorted({order_of(chunk_id) for chunk_id in ref.chunk_ids})
        chunks = [one for order in orders for one in await self._chunks(ref.doc_id, ref.version, order, order)]
        sections = {one.chunk_id: one.section for one in chunks}
        first = chunks[0].section if chunks else ""
        if turn.parts:
            parts = [one for one in turn.parts if one.slot == ref.slot and one.kind not in ("context", "notice")]
            return [(one.text, sections.get(one.chunk_id or "", first)) for one in parts[:MOST_LINES]]
        words = frozenset(turn.assistant_text.split())
        near = sorted(lines_of_chunks(chunks), key=lambda line: -len(words.intersection(line.text.split())))
        return [(self._masking.text(line.text), line.section) for line in near[:_WRITTEN_FROM]]

    async def _chunks(self, doc_id: str, version: str, first: int, last: int) -> Sequence[Chunk]:
        return await self._documents.chunks(doc_id, version, first, last, self._principal)
