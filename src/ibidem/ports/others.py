"""What others than its owner may see of a conversation."""

from collections.abc import Sequence
from typing import Protocol

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
