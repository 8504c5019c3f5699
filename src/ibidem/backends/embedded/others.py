"""What others than its owner may see of a conversation, in SQLite (ports.TurnsForOthers)."""

from collections.abc import Sequence

from ibidem.backends.embedded.other_statements import UNANSWERED
from ibidem.backends.embedded.turns import SqliteTurns
from ibidem.backends.stored_turns import require_count
from ibidem.domain.documents import Principal
from ibidem.domain.unanswered import Unanswered, unanswered_of


class SqliteTurnsForOthers(SqliteTurns):
    """The whole turn store of the embedded backend."""

    async def unanswered(self, principal: Principal, most: int) -> Sequence[Unanswered]:
        """See ports.TurnsForOthers."""
        require_count("most", most)
        turns = await self._select_of_all(UNANSWERED, principal, {"administers": principal.administers, "most": most})
        return [one for turn in turns if (one := unanswered_of(turn, principal)) is not None]
