"""Searches the documents for a text that stands alone: by words, by meaning where it answers in time, what is in force first."""

import asyncio
from collections.abc import Sequence

from ibidem.domain.documents import Principal, SearchFilters
from ibidem.finding.former import in_force_first
from ibidem.finding.fusion import ARM, fuse, near_in_time
from ibidem.finding.passages import Ranking, find_passages
from ibidem.ports.indexes import SearchIndex, VectorIndex


async def search_documents(
    text: str,
    filters: SearchFilters,
    limit: int,
    index: SearchIndex,
    vectors: VectorIndex | None,
    principal: Principal,
    synonyms: Sequence[Sequence[str]] = (),
) -> Ranking:
    """The best `limit` passages for a text, best first, among those that the principal may read."""
    by_words = find_passages(text, (), filters, max(limit, ARM), index, principal, synonyms)
    if vectors is None:
        return in_force_first(text, await by_words)
    ranking, near = await asyncio.gather(by_words, near_in_time(text, (), filters, vectors, principal))
    return in_force_first(text, fuse(text, ranking, near or (), limit))
