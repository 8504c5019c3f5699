"""Whole sessions in a cluster: whose they are, listed, named, branched, deleted (a part of ports.TurnStore)."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import timedelta

from ibidem.backends.conversations import Conversation
from ibidem.backends.elastic import places
from ibidem.backends.elastic.appending import ATTEMPTS
from ibidem.backends.elastic.branching import Branching, branch
from ibidem.backends.elastic.cluster import Cluster, Found, Json, Operation
from ibidem.backends.elastic.conversations import conversation_in, conversation_of, existing
from ibidem.backends.elastic.ending import end
from ibidem.backends.elastic.originals import OriginalFiles
from ibidem.backends.elastic.schema import SESSIONS
from ibidem.backends.elastic.turn_queries import begun_by, expired
from ibidem.backends.elastic.versions import Versions
from ibidem.backends.stored_turns import require_count, require_page
from ibidem.domain.conversation import Session
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound, StoreUnavailable
from ibidem.domain.text import require_storable, storable


class ElasticSessions:
    """The sessions of a cluster."""

    def __init__(self, cluster: Cluster, files: OriginalFiles, noticed: Callable[[int], None]) -> None:
        """`noticed` is called with how often the documents have changed: what a turn asks first is read together with it."""
        self._cluster = cluster
        self._versions = Versions(cluster, files)
        self._noticed = noticed

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """See ports.TurnStore."""

        def look() -> bool:
            if not storable(session_id):
                return True
            found, changes = self._cluster.get_all([places.session(session_id), places.WATERMARK])
            self._noticed(0 if changes is None else changes.version)
            conversation = None if found is None else conversation_in(found)
            return conversation is None or not conversation.exists or conversation.belongs_to(principal)

        return await self._cluster.run(look)

    async def session(self, session_id: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        return (await self._cluster.run(lambda: self._required(session_id, principal))).session

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[Session]:
            self._cluster.refresh(SESSIONS)
            sort: list[str | Json] = [{"last_turn": "desc"}, "session_id"]
            hits = self._cluster.page(SESSIONS, begun_by(principal), sort, limit, offset)
            return [Conversation.of_source(row).session for row in hits]

        return await self._cluster.run(select)

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        require_storable("title", title)
        return (await self._change(session_id, principal, lambda conversation: replace(conversation, title=title))).session

    async def count_sessions(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return await self._count(SESSIONS, lambda: begun_by(principal))

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore. Replaced versions of documents that only this session cited go with it."""

        def remove() -> None:
            for _ in range(ATTEMPTS):
                if end(self._cluster, self._found(session_id, principal)[0]):
                    return self._versions.sweep()
            raise _busy(session_id)

        await self._cluster.run(remove)

    async def branch(
        self, session_id: str, turn_id: int, branch_id: str, principal: Principal, lifetime: timedelta | None = None
    ) -> Session:
        """See ports.TurnStore; how is in `branching`."""

        def copy() -> Session:
            for _ in range(ATTEMPTS):
                origin = self._required(session_id, principal)
                if not origin.has_turn(turn_id):
                    raise NotFound("turn", f"{session_id}/{turn_id}")
                require_storable("branch_id", branch_id)
                made = branch(self._cluster, Branching(origin, turn_id, branch_id, lifetime))
                if made is not None:
                    return made.session
            raise _busy(branch_id)

        return await self._cluster.run(copy)

    async def sweep_expired(self, most: int) -> int:
        """See ports.TurnStore."""
        require_count("most", most)

        def sweep() -> int:
            self._cluster.refresh(SESSIONS)
            rows = self._cluster.page(SESSIONS, expired(), ["expires", "session_id"], most, 0, ["session_id"])
            found = self._cluster.get_all([places.session(row["session_id"]) for row in rows])
            # One that is stored anew since it was found is not what was found.
            gone = [one for one in found if one is not None and not conversation_in(one).exists]
            ended = sum(end(self._cluster, one) for one in gone)
            if ended:
                self._versions.sweep()
            return ended

        return await self._cluster.run(sweep)

    async def _change(
        self, session_id: str, principal: Principal, change: Callable[[Conversation], Conversation]
    ) -> Conversation:
        """The session as it is after the change, which is made while nobody else changes it. Raises NotFound."""

        def store() -> Conversation:
            for _ in range(ATTEMPTS):
                found, conversation = self._found(session_id, principal)
                changed = change(conversation)
                if self._cluster.write(Operation("index", places.session(session_id), changed.stored(), found.seen)):
                    return changed
            raise _busy(session_id)

        return await self._cluster.run(store)

    async def _count(self, index: str, query: Callable[[], Json]) -> int:
        def count() -> int:
            self._cluster.refresh(index)
            return self._cluster.count(index, query())

        return await self._cluster.run(count)

    def _conversation(self, session_id: str, principal: Principal) -> Conversation | None:
        """The principal's session; None without one."""
        return conversation_of(self._cluster, session_id, principal)

    def _required(self, session_id: str, principal: Principal) -> Conversation:
        return self._found(session_id, principal)[1]

    def _found(self, session_id: str, principal: Principal) -> tuple[Found, Conversation]:
        found = existing(self._cluster, session_id)
        if found is None or not found[1].belongs_to(principal):
            raise NotFound("session", session_id)
        return found


def _busy(session_id: str) -> StoreUnavailable:
    return StoreUnavailable(f"session {session_id!r} is being written by others all the time; try again later")
