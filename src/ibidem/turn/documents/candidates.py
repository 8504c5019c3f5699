"""What was found for a question, as its turn keeps it."""

from collections.abc import Iterable

from ibidem.domain.documents import Passage
from ibidem.domain.trace import Candidate


def candidates(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Passages as a turn keeps them."""
    return tuple(
        Candidate(p.document.doc_id, p.document.version, p.document.title, p.chunk.chunk_id, p.chunk.order, round(p.score, 4))
        for p in passages
    )
