"""What others than its owner may see of a conversation, in SQLite (ports.TurnsForOthers)."""

from collections.abc import Sequence

from ibidem.backends.embedded.session_store import of_session, page_of, session_of
from ibidem.backends.embedded.sql.turns_for_others_sql import SHARE, SHARED_SESSION, SHARED_TURNS, UNANSWERED
from ibidem.backends.embedded.turn_store import SqliteTurns
from ibidem.backends.stored_turns import require_count
from ibidem.domain.conversation import Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.sharing import opens, shown_to_others
from ibidem.domain.text import require_storable, storable
from ibidem.domain.unanswered import Unanswered, unanswered_of


class SqliteTurnsForOthers(SqliteTurns):
    """The whole turn store of the embedded backend."""

    async def unanswered(self, principal: Principal, most: int) -> Sequence[Unanswered]:
        """See ports.TurnsForOthers."""
        require_count("most", most)
        turns = await self._select_of_all(UNANSWERED, principal, {"administers": principal.administers, "most": most})
        return [one for turn in turns if (one := unanswered_of(turn, principal)) is not None]

    async def share(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        require_storable("link", link)
        await self.session(session_id, principal)
        parameters = {**of_session(session_id, principal), "link": link}
        await self._database.write(lambda c: c.execute(SHARE, parameters))
        return await self.session(session_id, principal)

    async def shared_session(self, session_id: str, link: str, principal: Principal) -> Session:
        """See ports.TurnsForOthers."""
        if not storable(session_id):
            raise NotFound("session", session_id)
        parameters = of_session(session_id, principal)
        row = await self._database.read(lambda c: c.execute(SHARED_SESSION, parameters).fetchone())
        if row is None or not opens(link, row["shared"]):
            raise NotFound("session", session_id)
        return session_of(row)

    async def shared_turns(self, session_id: str, link: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """See ports.TurnsForOthers."""
        page = page_of(limit, offset)
        await self.shared_session(session_id, link, principal)
        return [shown_to_others(turn) for turn in await self._select(SHARED_TURNS, session_id, principal, page)]
