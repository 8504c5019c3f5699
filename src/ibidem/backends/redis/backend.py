"""Conversations in Redis, and everything else where a backend of its own keeps it (ports.Backend)."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ibidem.backends.citations import LendsDocuments
from ibidem.backends.redis import places
from ibidem.backends.redis.citations import RedisCitations
from ibidem.backends.redis.holdings import HoldingsWithSessions
from ibidem.backends.redis.server import Server, ServerToRead
from ibidem.backends.redis.turns_for_others import RedisTurnsForOthers
from ibidem.domain.health import Differences, Health, Remark
from ibidem.domain.languages import Language
from ibidem.ports.indexes import Progress
from ibidem.ports.models import Embedder
from ibidem.ports.turn_store import TurnStore

if TYPE_CHECKING:
    from ibidem.backends.vector_search import VectorSearch

ABOUT = "conversations"


class BackendWithSessions:
    """Several processes, on several machines, may use one server and one store at once. The two know of each other only what
    `ports.citations` says; no transaction spans them."""

    turns: TurnStore

    def __init__(self, rest: LendsDocuments, server: Server) -> None:
        """`rest` keeps everything but the conversations, and is closed with them."""
        self._rest = rest
        self._server = server
        self._lent = rest.cited_from(RedisCitations(server))
        self.turns = RedisTurnsForOthers(server, self._lent)
        self.documents = rest.documents
        self.folders = rest.folders
        self.keys = rest.keys
        self.collections = rest.collections
        self.index = rest.index
        self.holdings = HoldingsWithSessions(rest.holdings, server)

    def search_by_meaning(self, embedder: Embedder, languages: frozenset[Language] = frozenset()) -> "VectorSearch[Any]":
        """See ports.Backend."""
        # Imported here: numpy takes a tenth of a second, and most commands do without.
        from ibidem.backends.redis.turn_vectors import TurnVectors

        vectors = self._rest.search_by_meaning(embedder, languages)
        vectors.compare_turns_in(TurnVectors(self._server, self._lent, vectors.embedding.nearness))
        return vectors

    @property
    def secret(self) -> bytes:
        """See ports.Backend."""
        return self._rest.secret

    async def in_step(self) -> bool:
        """See ports.Backend."""
        return await self._rest.in_step()

    async def check(self) -> None:
        """See ports.Backend: nothing is answered without the conversation that it belongs to."""
        await asyncio.gather(self._rest.check(), self._server.run(lambda: self._server.stands("server")))

    async def obstacle(self) -> str:
        """See ports.Backend; of Redis only a write shows it."""
        return await self._rest.obstacle()

    async def health(self) -> Health:
        """See ports.Backend."""
        lengths = await self._server.run(lambda: self._server.ranked(places.LENGTHS))
        return replace(await self._rest.health(), turns=sum(int(turns) for _, turns in lengths))

    async def differences(self) -> Differences:
        """See ports.Backend."""
        return await self._rest.differences()

    async def remarks(self) -> Sequence[Remark]:
        """See ports.Backend."""
        kept, memory = await self._server.run(lambda: (self._server.stands("persistence"), self._server.stands("memory")))
        found: list[Remark] = []
        if not kept.get("aof_enabled"):
            problem = f"{self._server.name} does not write what it keeps to disk as it comes: a restart loses conversations"
            found.append(Remark(about=ABOUT, found=problem, remedy="set appendonly yes in its configuration"))
        if memory.get("maxmemory_policy", "noeviction") != "noeviction":
            problem = f"{self._server.name} drops conversations when its memory is full ({memory['maxmemory_policy']})"
            found.append(Remark(about=ABOUT, found=problem, remedy="set maxmemory-policy noeviction, and watch its memory"))
        return [*await self._rest.remarks(), *found]

    async def rebuild(self, progress: Progress) -> None:
        """See ports.Backend."""
        await self._rest.rebuild(progress)

    def close(self) -> None:
        """See ports.Backend."""
        self._rest.close()
        self._server.close()


def with_sessions(rest: LendsDocuments, url: str) -> BackendWithSessions:
    """The backend whose conversations are at this address of a Redis server; closes `rest` where that is none. Nobody is asked
    yet. Raises SettingsError."""
    return BackendWithSessions(rest, _opened(rest, Server, url))


def with_sessions_to_read(rest: LendsDocuments, url: str) -> BackendWithSessions:
    """As `with_sessions`, for what is stored already: what would write raises StoreUnavailable."""
    return BackendWithSessions(rest, _opened(rest, ServerToRead, url))


def answering(url: str) -> str:
    """The server at this address as a person may see it, once it has answered. Raises StoreUnavailable and SettingsError."""
    server = Server(url)
    try:
        server.stands("server")
    finally:
        server.close()
    return server.name


def _opened(rest: LendsDocuments, kind: Callable[[str], Server], url: str) -> Server:
    try:
        return kind(url)
    except BaseException:
        rest.close()
        raise
