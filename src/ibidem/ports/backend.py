"""The backend, which has everything that is kept."""

from collections.abc import Sequence
from typing import Protocol

from ibidem.domain.health import Differences, Health, Remark
from ibidem.domain.languages import Language
from ibidem.ports.collection_store import CollectionStore
from ibidem.ports.document_store import DocumentStore
from ibidem.ports.folder_store import FolderStore
from ibidem.ports.holdings import Holdings
from ibidem.ports.indexes import KeptVectors, Progress, SearchIndex
from ibidem.ports.key_store import KeyStore
from ibidem.ports.models import Embedder
from ibidem.ports.turn_store import TurnStore


class Backend(Protocol):
    """Everything that is kept, as one thing: the stores see each other, so that what a turn cites stays, and what the documents
    hold is found. Several processes may use one backend at once."""

    @property
    def turns(self) -> TurnStore:
        """Sessions and their turns."""
        ...

    @property
    def documents(self) -> DocumentStore:
        """Documents, their versions and their texts."""
        ...

    @property
    def folders(self) -> FolderStore:
        """The files of the folders that were indexed."""
        ...

    @property
    def keys(self) -> KeyStore:
        """The API keys that were made."""
        ...

    @property
    def collections(self) -> CollectionStore:
        """What people have saved of the library."""
        ...

    @property
    def index(self) -> SearchIndex:
        """Text search over the current chunks."""
        ...

    @property
    def holdings(self) -> Holdings:
        """Everything that is kept, for whoever moves it to another backend."""
        ...

    def search_by_meaning(self, embedder: "Embedder", languages: frozenset[Language] = frozenset()) -> KeptVectors:
        """From now on there are vectors of this embedder, which is used for these languages; without any, for those that it is
        found to understand. The caller closes the embedder. Raises SettingsError where the backend cannot."""
        ...

    @property
    def secret(self) -> bytes:
        """32 random bytes, the same as long as the store lives, kept apart from what it keeps. Raises StoreUnavailable."""
        ...

    async def in_step(self) -> bool:
        """Whether everything that the document store has acknowledged can be found. Raises StoreUnavailable."""
        ...

    async def check(self) -> None:
        """Raises StoreUnavailable while the documents cannot be searched; what can be done about it is being done then."""
        ...

    async def obstacle(self) -> str:
        """What keeps everything from being stored now, while searches go on; empty where nothing is known to."""
        ...

    async def health(self) -> Health:
        """How it stands. Raises StoreUnavailable."""
        ...

    async def differences(self) -> Differences:
        """Where the search index and the document store disagree. Raises StoreUnavailable."""
        ...

    async def remarks(self) -> Sequence[Remark]:
        """What is worth knowing of the place where things are kept. Raises StoreUnavailable."""
        ...

    async def rebuild(self, progress: Progress) -> None:
        """Builds the search index anew from the stored documents and removes what nothing refers to any more; the old one is
        searched until then. `progress` gets chunks done and chunks in all, from any thread. Raises StoreUnavailable."""
        ...

    def close(self) -> None:
        """Waits for what is being written, and lets go of everything. Nothing may be called afterwards."""
        ...
