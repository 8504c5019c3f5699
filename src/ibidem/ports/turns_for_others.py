"""What others than its owner may see of a conversation."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.conversation import Session, Turn
from ibidem.domain.documents import Principal
from ibidem.domain.unanswered import Unanswered


class TurnsForOthers(Protocol):
    """A part of `TurnStore`."""

    async def unanswered(self, principal: Principal, most: int) -> Sequence[Unanswered]:
        """The questions that the documents did not answer, and those whose answers were rated as wrong, at most `most`, the last
        one first: the principal's own, and, of a principal that administers, those of everybody in its tenant.

        Copies in a branch, turns that were replaced, small talk, and what quotes documents that the principal may not read are
        none of them. A store may look through the latest turns alone, some thousands. Raises InvalidInput for a negative `most`.
        """
        ...

    async def share(self, session_id: str, link: str, principal: Principal) -> Session:
        """Has this link open the principal's session to others of its tenant, in place of the one before; an empty one ends it.
        Raises NotFound, and InvalidInput for text that cannot be stored."""
        ...

    async def shared_session(self, session_id: str, link: str, principal: Principal) -> Session:
        """Anybody's session of the principal's tenant that this link opens. Raises NotFound, also where it is not shared."""
        ...

    async def shared_turns(self, session_id: str, link: str, principal: Principal, limit: int, offset: int = 0) -> Sequence[Turn]:
        """Its turns as `turns` gives them, each as far as this principal may read it (`domain.sharing.shown_to_others`).
        Raises NotFound as `shared_session`, and InvalidInput for a negative limit or offset."""
        ...
