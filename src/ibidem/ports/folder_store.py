"""What a folder held when it was read last."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.folders import IndexedFile


class FolderStore(Protocol):
    """The files of the folders that were indexed, for the indexer alone: what a folder held when it was read last."""

    async def files(self, tenant: str) -> Sequence[IndexedFile]:
        """The files of all folders, by folder and path."""
        ...

    async def record(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """Stores each under its folder and path, in place of what stood there, also of a file whose folder was unknown."""
        ...

    async def forget(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """Files that are gone. Their documents stay."""
        ...
