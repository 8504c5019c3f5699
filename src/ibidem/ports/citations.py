"""What documents and conversations ask of each other, where they are kept in two places."""

from collections.abc import Sequence, Set
from typing import Protocol

from ibidem.domain.documents import Principal, VersionName


class Citations(Protocol):
    """What the turns cite that are kept elsewhere: asked before a version of a document is removed."""

    def cited(self, versions: Sequence[VersionName]) -> frozenset[VersionName]:
        """Those of the versions that a turn cites, of anybody's session that has not expired.

        Waits for the answer, so it is called in a thread. Raises StoreUnavailable; then nothing is removed.
        """
        ...


class CitedDocuments(Protocol):
    """Documents, as far as the turns that are kept elsewhere need to know of them."""

    async def unreadable(self, cited: Set[tuple[str, str]], principal: Principal) -> frozenset[tuple[str, str]]:
        """Those (doc_id, version) of documents that the principal may not read. What is gone was open to everybody."""
        ...

    async def let_go(self) -> None:
        """Removes the versions that no turn cites and that need not be kept any longer. Raises StoreUnavailable."""
        ...
