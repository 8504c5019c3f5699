"""What finds: the indexes over documents and turns."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ibidem.domain.documents import (
    Passage,
    Principal,
    ScoredChunk,
    TextHits,
    TextQuery,
    VectorQuery,
)
from ibidem.domain.health import VectorCounts

NOTHING_NEAR: Mapping[int, float] = {}

# Called with what is done and what there is in all.
Progress = Callable[[int, int], None]


class SearchIndex(Protocol):
    """Text search over the current chunks."""

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        """The best chunks for the query among those the principal may read, best first.

        A lagging index can neither leak nor resurrect: every hit is a chunk of a current, readable version in the document store.
        Raises InvalidInput for a limit below 1.
        """
        ...

    async def catch_up(self) -> None:
        """Returns once everything that the document store had acknowledged by then can be found, or no longer be found."""
        ...


class VectorIndex(Protocol):
    """Search by meaning over the current chunks, where an embedder is configured."""

    async def nearest(self, query: VectorQuery, principal: Principal) -> Sequence[ScoredChunk]:
        """The chunks nearest in meaning to the query among those the principal may read, nearest first; the score is how
        near: about 0 for a question and what does not answer it, about 1 for a question and its answer.

        A chunk is as near as the nearest of its windows (finding.windows).

        A lagging index can neither leak nor resurrect, as with SearchIndex; a chunk that has no vector yet is not found, nor is
        anything in a language that the embedder does not understand, or for a question in one. Raises InvalidInput for a limit
        below 1, ModelUnavailable and ModelRefused when the question cannot be embedded.
        """
        ...

    async def nearness(self, query: VectorQuery, passages: Sequence[Passage]) -> Sequence[Sequence[float]]:
        """How near each window of each passage is to the query, as the score of `nearest`; of a passage without vectors yet none.

        Filters and limit do not count. Raises ModelUnavailable and ModelRefused when the question cannot be embedded.
        """
        ...

    async def likeness(self, query: VectorQuery, texts: Sequence[str]) -> Sequence[float]:
        """How near each of the texts is to the query, as the score of `nearest`; none where the embedder does not understand the
        question's language. They are embedded for this. Raises ModelUnavailable and ModelRefused.
        """
        ...

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        """How near each turn of a session is to the question in meaning, by its number, as the score of `nearest`.

        Not in it is a turn that has no vector yet, or that quotes what the principal may no longer read; empty for a session that
        is not the principal's. Raises ModelUnavailable and ModelRefused.
        """
        ...

    async def catch_up(self) -> None:
        """Returns once every current chunk and every turn, in a language of the embedder, has its vector, or was refused one.

        Raises ModelUnavailable and ModelRefused: what has its vector by then keeps it.
        """
        ...


class KeptVectors(VectorIndex, Protocol):
    """A vector index as whoever keeps it up sees it."""

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> None:
        """See VectorIndex; `progress` gets chunks done and chunks in all."""
        ...

    async def counts(self) -> VectorCounts | None:
        """How far it has come; None while the embedder has never answered. Raises StoreUnavailable."""
        ...

    def stop(self) -> None:
        """Whoever is catching up returns soon: what is with the embedder is still stored, and nothing more is asked of it."""
        ...
