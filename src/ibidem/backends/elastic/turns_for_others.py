"""What others than its owner may see of a conversation, in a cluster (ports.TurnsForOthers)."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.backends.conversations import Conversation, opened_by
from ibidem.backends.elastic import places
from ibidem.backends.elastic.cluster import Json
from ibidem.backends.elastic.conversations import conversation_in, existing
from ibidem.backends.elastic.schema import SESSIONS, TURNS
from ibidem.backends.elastic.turn_queries import taken_by
from ibidem.backends.elastic.turn_rows import readable_turns, turn_of
from ibidem.backends.elastic.turn_store import ElasticTurns
from ibidem.backends.stored_turns import require_count, require_page
from ibidem.domain.conversation import Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.sharing import shown_to_others
from ibidem.domain.text import require_storable
from ibidem.domain.unanswered import Unanswered, unanswered_of

# What an answer was is not indexed: of the latest turns so many are looked through, without their texts.
LOOKED_THROUGH = 5_000
LOOKED_AT = ["session", "session_id", "turn_id", "feedback.rating", "content.found"]
AT_ONCE = 100


class ElasticTurnsForOthers(ElasticTurns):
    """The whole turn store of a cluster."""

    async def unanswered(self, principal: Principal, most: int) -> Sequence[Unanswered]:
        """See ports.TurnsForOthers."""
        require_count("most", most)

        def select() -> list[Unanswered]:
            self._cluster.refresh(SESSIONS)
            self._cluster.refresh(TURNS)
            sort: list[str | Json] = [{"ts.exact": "desc"}, "session_id", {"turn_id": "desc"}]
            rows = self._cluster.page(TURNS, taken_by(principal), sort, LOOKED_THROUGH, 0, LOOKED_AT)
            rows = [row for row in rows if _is_bad(row)]
            found: list[Unanswered] = []
            for start in range(0, len(rows), AT_ONCE):
                turns = readable_turns(self._cluster, self._standing(rows[start : start + AT_ONCE]), principal)
                found += [one for turn in turns if (one := unanswered_of(turn, principal)) is not None]
                if len(found) >= most:
                    break
            return found[:most]

        return await self._cluster.run(select)

    async def share(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        require_storable("link", link)
        return (await self._change(session_id, principal, lambda conversation: replace(conversation, shared=link))).session

    async def shared_session(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        return (await self._opened(session_id, link, principal)).session

    async def shared_turns(self, session_id: str, link: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnsForOthers."""
        require_page(limit, offset)
        conversation = await self._opened(session_id, link, principal)
        page = range(offset + 1, min(offset + limit, conversation.turns) + 1)
        turns = await self._cluster.run(lambda: self._numbered(conversation, page, principal))
        return [shown_to_others(turn) for turn in turns]

    async def _opened(self, session_id: str, link: str, principal: Principal) -> Conversation:
        def find() -> Conversation:
            found = existing(self._cluster, session_id)
            return opened_by(None if found is None else found[1], session_id, link, principal)

        return await self._cluster.run(find)

    def _standing(self, rows: Sequence[Json]) -> list[Turn]:
        """The turns of these rows whose sessions are there and have not asked them anew."""
        sessions = self._cluster.get_all([places.session(row["session_id"]) for row in rows])
        there = [
            row
            for row, session in zip(rows, sessions, strict=True)
            if session is not None and conversation_in(session).has_standing(row["session"], row["turn_id"])
        ]
        stored = self._cluster.get_all([places.turn(row["session_id"], row["session"], row["turn_id"]) for row in there])
        return [turn_of(one.source) for one in stored if one is not None]


def _is_bad(row: Json) -> bool:
    feedback = row.get("feedback")
    return row["content"].get("found") == "none" if feedback is None else feedback["rating"] != "helpful"
