"""Whole sessions in Redis: whose they are, listed, named, branched, deleted (a part of ports.TurnStore)."""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from ibidem.backends.conversations import Conversation
from ibidem.backends.redis import places
from ibidem.backends.redis.branching import Branching, branch
from ibidem.backends.redis.places import TurnPlace, micros
from ibidem.backends.redis.rows import STATE, conversation_of, found, required
from ibidem.backends.redis.server import Decision, Read, Server
from ibidem.backends.redis.writing import Writing, removed
from ibidem.backends.stored_turns import require_count, require_page
from ibidem.domain.conversation import Session
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound, StoreUnavailable
from ibidem.domain.text import require_storable, storable
from ibidem.ports.citations import CitedDocuments

logger = logging.getLogger(__name__)


class RedisSessions:
    """The sessions in a Redis server."""

    def __init__(self, server: Server, documents: CitedDocuments) -> None:
        self._server = server
        self._documents = documents

    async def owned(self, session_id: str, principal: Principal) -> bool:
        """See ports.TurnStore."""

        def look() -> bool:
            conversation = conversation_of(self._server.fields(places.session(session_id), [STATE])[0])
            return conversation is None or conversation.belongs_to(principal)

        return not storable(session_id) or await self._server.run(look)

    async def session(self, session_id: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        return (await self._required(session_id, principal)).session

    async def sessions(self, principal: Principal, limit: int, offset: int = 0) -> Sequence[Session]:
        """See ports.TurnStore."""
        require_page(limit, offset)

        def select() -> list[Session]:
            listed = sorted(self._lasting(places.sessions_of(principal)), key=lambda one: (-one[1], one[0]))
            return [one.session for one in self._conversations([id_ for id_, _ in listed[offset : offset + limit]], principal)]

        return await self._server.run(select)

    async def rename_session(self, session_id: str, title: str, principal: Principal) -> Session:
        """See ports.TurnStore."""
        require_storable("title", title)
        return (await self._changed(session_id, principal, lambda conversation: replace(conversation, title=title))).session

    async def count_sessions(self, principal: Principal) -> int:
        """See ports.TurnStore."""
        return len(await self._server.run(lambda: self._lasting(places.sessions_of(principal))))

    async def delete_session(self, session_id: str, principal: Principal) -> None:
        """See ports.TurnStore. Replaced versions of documents that only this session cited go next, in their own store."""

        def decide(read: Read) -> Decision[None]:
            self._own(session_id, principal, read)
            return Decision(None, [removed(session_id)])

        if not storable(session_id):
            raise NotFound("session", session_id)
        await self._server.run(lambda: self._server.change([places.session(session_id)], decide))
        await self._let_go()

    async def branch(
        self, session_id: str, turn_id: int, branch_id: str, principal: Principal, lifetime: timedelta | None = None
    ) -> Session:
        """See ports.TurnStore; how is in `branching`."""
        if not storable(session_id):
            raise NotFound("session", session_id)
        require_storable("branch_id", branch_id)
        wanted = Branching(session_id, turn_id, branch_id, principal, lifetime)
        return (await self._server.run(lambda: branch(self._server, wanted))).session

    async def sweep_expired(self, most: int) -> int:
        """See ports.TurnStore. What they said has gone by itself when they expired: what is swept is what named them."""
        require_count("most", most)

        def sweep() -> int:
            now = micros(datetime.now(UTC))
            ended = self._server.ranked(places.ENDS, high=now, most=most)
            return sum(self._server.write(removed(session_id, now)) for session_id, _ in ended)

        swept = await self._server.run(sweep)
        if swept:
            await self._let_go()
        return swept

    async def _let_go(self) -> None:
        """The session has gone already: that its versions stay for now is no failure of that."""
        try:
            await self._documents.let_go()
        except StoreUnavailable as error:
            logger.warning("what only a deleted session cited stays for now: %s", error)

    async def _required(self, session_id: str, principal: Principal) -> Conversation:
        return await self._server.run(lambda: required(self._server, session_id, principal))

    async def _found(self, session_id: str, principal: Principal) -> Conversation | None:
        return await self._server.run(lambda: found(self._server, session_id, principal))

    async def _changed(
        self, session_id: str, principal: Principal, change: Callable[[Conversation], Conversation]
    ) -> Conversation:
        """The session as it is after the change, which is made while nobody else changes it. Raises NotFound."""

        def decide(read: Read) -> Decision[Conversation]:
            changed = change(self._own(session_id, principal, read))
            return Decision(changed, Writing(changed).change())

        if not storable(session_id):
            raise NotFound("session", session_id)
        return await self._server.run(lambda: self._server.change([places.session(session_id)], decide))

    def _own(self, session_id: str, principal: Principal, read: Read) -> Conversation:
        """The principal's session as a transaction reads it. Raises NotFound."""
        conversation = conversation_of(read(places.session(session_id), [STATE])[0])
        if conversation is None or not conversation.belongs_to(principal):
            raise NotFound("session", session_id)
        return conversation

    def _conversations(self, session_ids: Sequence[str], principal: Principal) -> list[Conversation]:
        """Those of these sessions that are the principal's, and that there are still."""
        rows = self._server.fields_of([(places.session(session_id), [STATE]) for session_id in session_ids])
        there = [conversation_of(state) for (state,) in rows]
        return [one for one in there if one is not None and one.belongs_to(principal)]

    def _lasting(self, index: str, since: float = float("-inf")) -> list[tuple[str, float]]:
        """The sessions of an index that have not expired, with their scores, from `since` on."""
        gone = self._gone()
        return [(session_id, score) for session_id, score in self._server.ranked(index, since) if session_id not in gone]

    def _lasting_turns(self, index: str, since: float = float("-inf")) -> list[tuple[TurnPlace, float]]:
        """The turns of an index whose sessions have not expired, with their scores, from `since` on."""
        gone = self._gone()
        at = ((TurnPlace.of(member), score) for member, score in self._server.ranked(index, since))
        return [(place, score) for place, score in at if place.session_id not in gone]

    def _gone(self) -> frozenset[str]:
        """The sessions that have expired and were not swept yet, of which there are few."""
        return frozenset(session_id for session_id, _ in self._server.ranked(places.ENDS, high=micros(datetime.now(UTC))))
