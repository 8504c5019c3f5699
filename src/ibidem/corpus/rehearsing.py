"""Stands in for a store, so that indexing shows what it would do, and does nothing."""

from collections.abc import Mapping, Sequence

from ibidem.domain.documents import PreparedDocument
from ibidem.domain.folders import IndexedFile


class Rehearsal:
    """What is stored, and no more: what comes is let go."""

    def __init__(self, versions: Mapping[str, str], recorded: Sequence[IndexedFile]) -> None:
        self._versions = versions
        self._recorded = recorded

    @property
    def documents(self) -> "Rehearsal":
        """Itself."""
        return self

    @property
    def folders(self) -> "Rehearsal":
        """Itself."""
        return self

    @property
    def index(self) -> "Rehearsal":
        """Itself."""
        return self

    async def current_versions(self, tenant: str) -> Mapping[str, str]:  # noqa: ARG002
        """See ports.DocumentStore."""
        return self._versions

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """Stores nothing."""

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """Takes nothing out."""

    async def files(self, tenant: str) -> Sequence[IndexedFile]:  # noqa: ARG002
        """See ports.FolderStore."""
        return self._recorded

    async def record(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """Stores nothing."""

    async def forget(self, files: Sequence[IndexedFile], tenant: str) -> None:
        """Forgets nothing."""

    async def catch_up(self) -> None:
        """Has nothing to follow."""
