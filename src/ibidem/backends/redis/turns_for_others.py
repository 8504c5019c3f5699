"""What others than its owner may see of a conversation, in Redis (ports.TurnsForOthers)."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from ibidem.backends.conversations import Conversation, opened_by
from ibidem.backends.redis import places
from ibidem.backends.redis.places import TurnPlace, micros
from ibidem.backends.redis.rows import STATE, conversation_of, standing_at
from ibidem.backends.redis.turn_store import RedisTurns
from ibidem.backends.stored_turns import require_count, require_page
from ibidem.domain.conversation import Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.sharing import shown_to_others
from ibidem.domain.text import require_storable, storable
from ibidem.domain.unanswered import Unanswered, unanswered_of

# There is no index of what was not answered: of the latest turns so many are looked through.
LOOKED_THROUGH, AT_ONCE = 5_000, 200


class RedisTurnsForOthers(RedisTurns):
    """The whole turn store in Redis."""

    async def unanswered(self, principal: Principal, most: int) -> Sequence[Unanswered]:
        """See ports.TurnsForOthers."""
        require_count("most", most)
        at = await self._server.run(lambda: self._latest(principal))
        found: list[Unanswered] = []
        for start in range(0, len(at), AT_ONCE):
            if len(found) >= most:
                break
            window = at[start : start + AT_ONCE]
            turns = await self._server.run(lambda window=window: standing_at(self._server, window))
            readable = await self._readable(turns, principal)
            found += [one for turn in readable if (one := unanswered_of(turn, principal)) is not None]
        return found[:most]

    async def share(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        require_storable("link", link)
        return (await self._changed(session_id, principal, lambda conversation: replace(conversation, shared=link))).session

    async def shared_session(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        return (await self._opened(session_id, link, principal)).session

    async def shared_turns(self, session_id: str, link: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnsForOthers."""
        require_page(limit, offset)
        conversation = await self._opened(session_id, link, principal)
        page = range(offset + 1, min(offset + limit, conversation.turns) + 1)
        turns = await self._numbered(conversation, page, principal)
        return [shown_to_others(turn) for turn in turns]

    async def _opened(self, session_id: str, link: str, principal: Principal) -> Conversation:
        state = None
        if storable(session_id):
            (state,) = await self._server.run(lambda: self._server.fields(places.session(session_id), [STATE]))
        return opened_by(conversation_of(state), session_id, link, principal)

    def _latest(self, principal: Principal) -> list[TurnPlace]:
        """The latest turns of the principal, or of everybody in its tenant, the last one first; copies in branches are none."""
        people = self._people(principal) if principal.administers else [principal]
        listed = [one for person in people for one in self._lasting_turns(places.turns_of(person))]
        ordered = sorted(listed, key=lambda one: (-one[1], one[0].session_id, -one[0].number))
        return [place for place, _ in ordered[:LOOKED_THROUGH]]

    def _people(self, principal: Principal) -> list[Principal]:
        """Everybody in the principal's tenant who has a session."""
        lasting = self._server.ranked(places.ENDS, micros(datetime.now(UTC)) + 1)
        states = self._server.fields_of([(places.session(session_id), [STATE]) for session_id, _ in lasting])
        there = [conversation for (state,) in states if (conversation := conversation_of(state)) is not None]
        names = {one.owner for one in there if one.tenant == principal.tenant}
        return [Principal(name, tenant=principal.tenant) for name in sorted(names)]
