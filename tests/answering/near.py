"""A vector index without an encoder."""

from collections.abc import Sequence

from ibidem.domain.documents import Passage, Principal, ScoredChunk, VectorQuery


class Near:
    """One in which texts with a word are near, and others are not; a question that it does not understand is near nothing."""

    def __init__(self, word: str, *, understands: bool = True) -> None:
        self.word, self.understands = word, understands
        self.compared: list[str] = []

    async def nearest(self, query: VectorQuery, principal: Principal) -> Sequence[ScoredChunk]:
        return ()

    async def nearness(self, query: VectorQuery, passages: Sequence[Passage]) -> Sequence[Sequence[float]]:
        return [()] * len(passages)

    async def likeness(self, query: VectorQuery, texts: Sequence[str]) -> Sequence[float]:
        self.compared += texts
        return [float(self.word in text) for text in texts] if self.understands else ()

    async def near_turns(self, session_id: str, question: str, principal: Principal) -> dict[int, float]:
        return {}

    async def catch_up(self) -> None:
        pass
