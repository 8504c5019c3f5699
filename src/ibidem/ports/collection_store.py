"""What a person has saved of the library."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.collections import Collection
from ibidem.domain.documents import Principal


class CollectionStore(Protocol):
    """Saved filters, each for the person who saved it. They open nothing: what is read within one is decided as anywhere else."""

    async def collections(self, principal: Principal) -> Sequence[Collection]:
        """The principal's, by their names (by code points)."""
        ...

    async def save(self, collection: Collection, principal: Principal) -> None:
        """Stores a collection, durably, in place of the principal's one of the same name. Raises InvalidInput for text that
        cannot be stored, and for one more than MOST_COLLECTIONS."""
        ...

    async def delete(self, name: str, principal: Principal) -> None:
        """Raises NotFound."""
        ...
