"""The passages found for a question, as stored with its turn."""

from collections.abc import Iterable

from ibidem.domain.documents import Passage
from ibidem.domain.trace import Candidate


def candidates(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Passages in their stored form."""
    return tuple(
        Candidate(p.document.doc_id, p.document.version, p.document.title, p.chunk.chunk_id, p.chunk.order, round(p.score, 4))
        for p in passages
    )
