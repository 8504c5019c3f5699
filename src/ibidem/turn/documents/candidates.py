"""The passages found for a question, as stored with its turn."""

from collections.abc import Iterable
from dataclasses import replace

from ibidem.domain.documents import Passage
from ibidem.domain.trace import Candidate


def candidates(passages: Iterable[Passage]) -> tuple[Candidate, ...]:
    """Passages in their stored form."""
    return tuple(map(_candidate, passages))


def _candidate(passage: Passage) -> Candidate:
    document, chunk, match = passage.document, passage.chunk, passage.match
    by_words, by_meaning, by_reader = map(_rounded, (match.by_words, match.by_meaning, match.by_reader))
    rounded = replace(match, by_words=by_words, by_meaning=by_meaning, by_reader=by_reader)
    score = round(passage.score, 4)
    return Candidate(document.doc_id, document.version, document.title, chunk.chunk_id, chunk.order, score, rounded)


def _rounded(score: float | None) -> float | None:
    return None if score is None else round(score, 4)
