"""Excerpts: the passages that a service outside found, held as documents so that a later turn can refer to them."""

import hashlib
import json
from collections.abc import Sequence
from datetime import UTC, datetime

from ibidem.domain.documents import (
    EXCERPT,
    Chunk,
    Document,
    Passage,
    PreparedDocument,
    Principal,
    ScoredChunk,
    SearchableChunk,
)
from ibidem.domain.passage_sources import SourcePassage
from ibidem.language.detection import detect_language
from ibidem.language.search_text import passage_tokens

GAP = "\n\n"  # between the passages of an excerpt
VERSION_LENGTH = 16
# What a service gives no score for counts by its place: the first as half of what is certain.
UNSCORED = 0.5


def excerpts_of(
    found: Sequence[SourcePassage], source: str, doc_type: str, principal: Principal, masking: str = ""
) -> tuple[PreparedDocument, ...]:
    """One excerpt a document, with its passages in the order of their pages. Only this principal may read it: another one may
    not find the same passages. `masking` is the policy by which the passages are masked."""
    by_document: dict[str, list[SourcePassage]] = {}
    for passage in found:
        held = by_document.setdefault(passage.doc_id, [])
        if all(passage.text != other.text for other in held):
            held.append(passage)
    return tuple(_excerpt(passages, source, doc_type, principal, masking) for passages in by_document.values())


def scored_chunks(excerpts: Sequence[PreparedDocument], found: Sequence[SourcePassage]) -> tuple[ScoredChunk, ...]:
    """The chunks of the excerpts with the scores of the service, the best first."""
    scores = {(one.doc_id, one.text): UNSCORED / place if one.score is None else one.score for place, one in enumerate(found, 1)}
    chunks = [
        ScoredChunk(Passage(one.chunk, excerpt.document, scores[one.chunk.doc_id, one.chunk.text]), one.tokens)
        for excerpt in excerpts
        for one in excerpt.chunks
    ]
    return tuple(sorted(chunks, key=lambda chunk: -chunk.passage.score))


def _excerpt(found: Sequence[SourcePassage], source: str, doc_type: str, principal: Principal, masking: str) -> PreparedDocument:
    passages = sorted(found, key=lambda one: one.page or 0)
    first = passages[0]
    text = GAP.join(one.text for one in passages)
    described = [principal.person, source, first.title, first.uri, *((one.page, one.text) for one in passages)]
    original = text.encode()
    document = Document(
        doc_id=first.doc_id,
        version=hashlib.sha256(json.dumps(described).encode()).hexdigest()[:VERSION_LENGTH] + masking,
        title=first.title,
        source=source,
        uri=first.uri,
        doc_type=doc_type,
        language=detect_language(text),
        media_type=EXCERPT,
        storage_pointer=f"sha256:{hashlib.sha256(original).hexdigest()}",
        indexed_at=datetime.now(UTC),
        readers=(principal.person,),
        tenant=principal.tenant,
        current=False,
    )
    return PreparedDocument(document, original, text, tuple(_chunks(document, passages)))


def _chunks(document: Document, passages: Sequence[SourcePassage]) -> list[SearchableChunk]:
    chunks: list[SearchableChunk] = []
    offset = 0
    for order, one in enumerate(passages):
        chunk_id = f"{document.doc_id}@{document.version}#{order}"
        chunk = Chunk(document.doc_id, document.version, chunk_id, order, "", one.page, offset, one.text)
        chunks.append(SearchableChunk(chunk, passage_tokens(one.text, document.title)))
        offset += len(one.text) + len(GAP)
    return chunks
