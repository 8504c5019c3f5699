"""What every vector index answers alike, wherever its vectors are kept (ports.VectorIndex)."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Generic, Protocol, TypeVar

from ibidem.backends.nearness import ChunkText, Nearness, Numbers, Understood, read_stored
from ibidem.domain.documents import Passage, Principal, ScoredChunk, VectorQuery
from ibidem.domain.errors import InvalidInput
from ibidem.domain.health import VectorCounts
from ibidem.domain.text import storable
from ibidem.language.detection import detect_language
from ibidem.ports.indexes import Progress

K = TypeVar("K", bound=Understood)
Given = TypeVar("Given", bound=Understood, covariant=True)
Taken = TypeVar("Taken", bound=Understood, contravariant=True)


class Embeds(Protocol[Given]):
    """Keeps the vectors of passages in step with the documents."""

    nearness: Nearness

    async def begun(self) -> bool:
        """Whether the embedder has ever answered: before that there is no vector of it."""
        ...

    async def known(self) -> Given:
        """Raises ModelUnavailable and ModelRefused, as long as the embedder has never answered."""
        ...

    async def catch_up(self, progress: Progress) -> Given:
        """Returns once each chunk that was stored by then has its vector or was refused one; see ports.KeptVectors."""
        ...

    async def counts(self) -> VectorCounts | None:
        """How far it has come; None while the embedder has never answered."""
        ...

    async def given(self, passages: Sequence[ChunkText]) -> Mapping[ChunkText, bytes | None]:
        """The vectors of the windows of those of the passages that it was asked for, as stored; None for one that it refused."""
        ...

    async def forget(self) -> None:
        """Removes what other embedders gave, and asks again for what this one refused."""
        ...

    def stop(self) -> None:
        """Whoever is catching up returns once the passages that are with the embedder have their vectors."""
        ...


class ComparesTurns(Protocol[Taken]):
    """Keeps the vectors of turns, and compares those of a session."""

    async def catch_up(self, known: Taken) -> None:
        """Returns once each turn has its vector or was refused one. Raises ModelUnavailable and ModelRefused."""
        ...

    async def cosines(self, session_id: str, asked: Numbers, known: Taken, principal: Principal) -> Mapping[int, float]:
        """Those of the session's turns that have vectors, with the question's, (size,), by their numbers."""
        ...

    def stop(self) -> None:
        """Whoever is catching up returns soon."""
        ...


class VectorSearch(ABC, Generic[K]):
    """Documents in a language that the embedder does not understand have no vectors, and questions in one find nothing."""

    def __init__(self, embedding: Embeds[K], turns: ComparesTurns[K]) -> None:
        self.embedding = embedding
        self._turns = turns

    def compare_turns_in(self, turns: ComparesTurns[K]) -> None:
        """From now on the turns and their vectors are those that are kept there."""
        self._turns = turns

    @abstractmethod
    async def found(self, asked: Numbers, query: VectorQuery, known: K, principal: Principal) -> Sequence[ScoredChunk]:
        """The chunks whose windows are nearest to the query's vector, (size,), nearest first; the score is the cosine of the
        nearest window."""

    async def nearest(self, query: VectorQuery, principal: Principal) -> Sequence[ScoredChunk]:
        """See ports.VectorIndex."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        if not await self.embedding.begun():
            return ()
        known = await self.embedding.known()
        scaled = await self.embedding.nearness.asked_and_scaled(query, known)
        if scaled is None:
            return ()
        asked, scale = scaled
        found = await self.found(asked, query, known, principal)
        return [replace(hit, passage=replace(hit.passage, score=scale.nearness(hit.passage.score))) for hit in found]

    async def nearness(self, query: VectorQuery, passages: Sequence[Passage]) -> Sequence[Sequence[float]]:
        """See ports.VectorIndex."""
        nothing: Sequence[Sequence[float]] = [()] * len(passages)
        if not passages or not await self.embedding.begun():
            return nothing
        known = await self.embedding.known()
        scaled = await self.embedding.nearness.asked_and_scaled(query, known)
        if scaled is None:
            return nothing
        asked, scale = scaled
        texts = [ChunkText.of(passage) for passage in passages]
        given = await self.embedding.given(texts)

        def near(vectors: bytes | None) -> Sequence[float]:
            return [scale.nearness(cosine) for cosine in (read_stored([vectors], known.size) @ asked).tolist()] if vectors else ()

        return [near(given.get(text)) for text in texts]

    async def likeness(self, query: VectorQuery, texts: Sequence[str]) -> Sequence[float]:
        """See ports.VectorIndex."""
        if not texts or not await self.embedding.begun():
            return ()
        known = await self.embedding.known()
        scaled = await self.embedding.nearness.asked_and_scaled(query, known)
        if scaled is None:
            return ()
        asked, scale = scaled
        vectors = await self.embedding.nearness.passages(texts, known)
        return [scale.nearness(cosine) for cosine in (vectors @ asked).tolist()]

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> Mapping[int, float]:
        """See ports.VectorIndex."""
        if not storable(session_id) or not await self.embedding.begun():
            return {}
        known = await self.embedding.known()
        if detect_language(question) not in known.languages:
            return {}
        nearness = self.embedding.nearness
        asked, scale = await asyncio.gather(nearness.question(question, known), nearness.scaled(question, known))
        cosines = await self._turns.cosines(session_id, asked, known, principal)
        return {turn_id: scale.nearness(cosine) for turn_id, cosine in cosines.items()}

    async def catch_up(self, progress: Progress = lambda _done, _total: None) -> None:
        """See ports.KeptVectors."""
        await self._turns.catch_up(await self.embedding.catch_up(progress))

    async def counts(self) -> VectorCounts | None:
        """See ports.KeptVectors."""
        return await self.embedding.counts()

    def stop(self) -> None:
        """See ports.KeptVectors."""
        self.embedding.stop()
        self._turns.stop()
