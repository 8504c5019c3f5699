"""What takes folders in: the part of the composition root that knows nothing of turns, whose imports take half a second."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path
from types import TracebackType
from typing import Self

from ibidem.backends.meaning import Meaning
from ibidem.backends.registry import open_backend, open_backend_to_read
from ibidem.corpus.folders import list_folder, list_without_pictures
from ibidem.corpus.indexing import Stores, index_folder
from ibidem.corpus.progress import IndexEvent, Pruning
from ibidem.corpus.rehearsing import Rehearsal
from ibidem.corpus.workers import Workers
from ibidem.domain.documents import Principal
from ibidem.ports.stores import Backend, Progress
from ibidem.profile import Profile
from ibidem.settings import Settings


class Intake:
    """A store that folders are indexed into. Whoever opens it decides what the corpus holds."""

    def __init__(self, settings: Settings, profile: Profile, backend: Backend, meaning: Meaning | None = None) -> None:
        self._settings = settings
        self._profile = profile
        self._backend = backend
        self._meaning = meaning
        self._tenant = Principal("local").tenant

    @classmethod
    async def open(cls, settings: Settings, profile: Profile) -> Self:
        """Opens the store in the settings' data folder, or makes one. Raises StoreUnavailable, InvalidInput and SettingsError."""
        backend = await asyncio.to_thread(open_backend, settings.data)
        try:
            return cls(settings, profile, backend, meaning_of(settings, backend))
        except BaseException:
            await asyncio.to_thread(backend.close)
            raise

    async def close(self) -> None:
        """Closes the store."""
        if self._meaning is not None:
            await self._meaning.close()
        await asyncio.to_thread(self._backend.close)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        await self.close()

    def index_folder(self, folder: Path, pruning: Pruning = Pruning.NOTHING) -> AsyncGenerator[IndexEvent]:
        """Indexes a folder, see `corpus.indexing`."""
        return _indexed(self._settings, self._profile, self._backend, folder, pruning, self._tenant)

    async def embed(self, progress: Progress) -> None:
        """Returns once every passage has its vector, where an embedder is configured; `progress` gets passages done and in all.

        Raises ModelUnavailable and ModelRefused: the documents are stored and found by their words all the same.
        """
        if self._meaning is not None:
            await (await self._meaning.opened()).catch_up(progress)


def rehearse_folder(
    settings: Settings, profile: Profile, stored: Rehearsal, folder: Path, pruning: Pruning
) -> AsyncGenerator[IndexEvent]:
    """What `index_folder` would report; nothing is stored."""
    return _indexed(settings, profile, stored, folder, pruning, Principal("local").tenant)


async def rehearsal(settings: Settings) -> Rehearsal:
    """What stands in for the store, and has what is stored there. Raises StoreUnavailable where there is none."""
    backend = await asyncio.to_thread(open_backend_to_read, settings.data)
    tenant = Principal("local").tenant
    try:
        return Rehearsal(await backend.documents.current_versions(tenant), await backend.folders.files(tenant))
    finally:
        await asyncio.to_thread(backend.close)


def meaning_of(settings: Settings, backend: Backend) -> Meaning | None:
    """The embedder that the settings name, and its vectors. Raises SettingsError."""
    return None if settings.embedder is None else Meaning(settings.embedder, settings.embedder_languages, backend)


async def _indexed(
    settings: Settings, profile: Profile, stores: Stores, folder: Path, pruning: Pruning, tenant: str
) -> AsyncGenerator[IndexEvent]:
    listed = list_folder if settings.pictures else list_without_pictures
    async with (
        Workers(profile, settings.workers) as workers,
        aclosing(index_folder(folder, profile, stores, workers, pruning, tenant, listed)) as events,
    ):
        async for event in events:
            yield event
