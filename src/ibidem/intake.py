"""What takes folders in: the part of the composition root that knows nothing of turns, whose imports take half a second."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes
from types import TracebackType
from typing import TYPE_CHECKING, Self

from ibidem.backends.local.packed_file import NAME
from ibidem.backends.meaning import Meaning
from ibidem.backends.pii.finder import RuleFinder
from ibidem.backends.registry import open_backend, open_backend_to_read
from ibidem.corpus.progress import IndexEvent, Pruning
from ibidem.domain.documents import Document, PreparedDocument, Principal
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.fields import DocumentField
from ibidem.ports.backend import Backend
from ibidem.ports.indexes import Progress
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.privacy.masker import Masker
from ibidem.privacy.session_masking import Maskings
from ibidem.profile import Profile
from ibidem.settings import Settings

# What reads documents is imported where it is needed: a question, which needs none of it, is answered that much sooner.
if TYPE_CHECKING:
    from ibidem.corpus.indexing import Stores
    from ibidem.corpus.rehearsing import Rehearsal
    from ibidem.corpus.workers import Workers

logger = logging.getLogger(__name__)


class Intake:
    """A store that folders are indexed into. Whoever opens it decides what the corpus holds."""

    def __init__(self, settings: Settings, profile: Profile, backend: Backend, meaning: Meaning | None = None) -> None:
        self._settings = settings
        self._profile = profile
        self._backend = backend
        self._meaning = meaning

    @classmethod
    async def open(cls, settings: Settings, profile: Profile) -> Self:
        """Opens the store in the settings' data folder, or makes one. Raises StoreUnavailable, InvalidInput and SettingsError."""
        backend = await asyncio.to_thread(open_backend, settings.storage, profile.masking.of_documents)
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
        masking = Maskings(self._profile.masking, RuleFinder(), self._backend).documents
        return _indexed(self._settings, self._profile, self._backend, folder, pruning, masking)

    async def embed(self, progress: Progress) -> None:
        """Returns once every passage has its vector, where an embedder is configured; `progress` gets passages done and in all.

        Raises ModelUnavailable and ModelRefused: the documents are stored and found by their words all the same.
        """
        if self._meaning is not None:
            await (await self._meaning.opened()).catch_up(progress)


class Uploads:
    """Takes single documents in, and out. `keep_up` is called when there is something new to embed."""

    def __init__(self, profile: Profile, backend: Backend, maskings: Maskings, keep_up: Callable[[], None]) -> None:
        self._profile = profile
        self._backend = backend
        self._maskings = maskings
        self._keep_up = keep_up
        self._workers: Workers | None = None

    async def close(self) -> None:
        """Ends the reading processes."""
        if self._workers is not None:
            await asyncio.to_thread(self._workers.close)

    async def read(self, filename: str, content: bytes, principal: Principal) -> PreparedDocument:
        """Reads one file as a document that `add` stores. Raises UnreadableDocument, InvalidInput and ReadersBusy."""
        from ibidem.corpus.indexing import prepare_upload
        from ibidem.corpus.workers import UPLOAD_LIMITS, UPLOADS_AT_ONCE, Workers

        if self._workers is None:
            self._workers = Workers(self._profile, UPLOADS_AT_ONCE, UPLOAD_LIMITS, self._maskings.documents)
        return await prepare_upload(filename, content, self._workers, principal.tenant)

    async def known(self, filename: str, content: bytes, principal: Principal) -> Document | None:
        """The document that was read from the same bytes, of the same format, under another name, where the principal may read
        it. Raises UnreadableDocument for a name of no format."""
        from ibidem.corpus.folders import plain_name
        from ibidem.corpus.preparing import pointer_of
        from ibidem.corpus.reading.formats import format_of

        name = plain_name(filename)
        found = await self._backend.documents.with_original(await asyncio.to_thread(pointer_of, content), principal)
        if not found or any(one.source == name for one in found):
            return None
        media_type = format_of(name).media_type
        return next((one for one in found if one.media_type == media_type), None)

    async def add(self, prepared: PreparedDocument, principal: Principal) -> Document:
        """Stores a document; durable when it returns, and searchable where the backend is `in_step`.

        Beside a document of another file that has its id it gets another one, unless the file itself gives it. Raises
        InvalidInput when its doc_id is, or was last, that of a document that the principal may not read, and when it supersedes
        one of those.
        """
        await self._require_readable(prepared.document.supersedes, principal)
        doc_id = await self._backend.documents.put_for(prepared, principal)
        await self._follow()
        self._keep_up()
        return prepared.under(doc_id).document

    async def _require_readable(self, superseded: Sequence[str], principal: Principal) -> None:
        """To be superseded changes how a document is found and shown, as to be replaced does. An id of nothing is left: what it
        names may come later."""
        documents = self._backend.documents
        readable = await documents.readable(superseded, principal)
        for doc_id in superseded:
            if doc_id not in readable and await documents.current_version(doc_id, principal.tenant) is not None:
                raise InvalidInput("supersedes", f"{doc_id} is taken", "ids of documents that you may read are allowed")

    async def set_field(self, doc_ids: Sequence[str], field: DocumentField, principal: Principal) -> Sequence[Document]:
        """Has all of these documents say this under the name of a field, or none of them; returns those that may be read, as they
        are now. Raises NotFound and InvalidInput."""
        masking = self._maskings.documents
        if masking is not None and field.kind not in ("number", "date"):
            field = replace(field, values=tuple(map(masking.piece, field.values)))
        documents = self._backend.documents
        await documents.set_field(doc_ids, field, principal)
        readable = await documents.readable(doc_ids, principal)
        return [await documents.get(doc_id, principal) for doc_id in dict.fromkeys(doc_ids) if doc_id in readable]

    async def delete(self, doc_id: str, principal: Principal) -> None:
        """Takes a document out of the corpus; it is no longer found when this returns. Raises NotFound."""
        await self._backend.documents.delete(doc_id, principal)
        await self._follow()

    async def _follow(self) -> None:
        """Has the index follow what the store holds already: an error now would say that it does not."""
        try:
            await self._backend.index.catch_up()
        except StoreUnavailable as error:
            logger.error("The search index will follow later: %s", error)


def rehearse_folder(
    settings: Settings, profile: Profile, stored: "Rehearsal", folder: Path, pruning: Pruning
) -> AsyncGenerator[IndexEvent]:
    """What `index_folder` would report; nothing is stored."""
    policy = profile.masking
    masker = Masker(RuleFinder(), policy.kinds, policy.patterns)
    masking = DocumentMasking(policy.of_documents, masker, token_bytes(32)) if policy.of_documents else None
    return _indexed(settings, profile, stored, folder, pruning, masking)


async def rehearsal(settings: Settings) -> "Rehearsal":
    """What stands in for the store, and has what is stored there. Raises StoreUnavailable where there is none."""
    from ibidem.corpus.rehearsing import Rehearsal

    backend = await asyncio.to_thread(open_backend_to_read, settings.storage)
    tenant = Principal("local").tenant
    try:
        return Rehearsal(await backend.documents.current_versions(tenant), await backend.folders.files(tenant))
    finally:
        await asyncio.to_thread(backend.close)


def meaning_of(settings: Settings, backend: Backend) -> Meaning | None:
    """The embedder that the settings name, and its vectors. Raises SettingsError."""
    if settings.lacks_weights:
        logger.warning("Documents are found by their words alone until `ibidem fetch-encoder` brings the weights of %s", NAME)
    return None if settings.embedder is None else Meaning(settings.embedder, settings.embedder_languages, backend)


async def _indexed(
    settings: Settings,
    profile: Profile,
    stores: "Stores",
    folder: Path,
    pruning: Pruning,
    masking: DocumentMasking | None,
) -> AsyncGenerator[IndexEvent]:
    from ibidem.corpus.folders import list_folder, list_without_pictures
    from ibidem.corpus.indexing import index_folder
    from ibidem.corpus.workers import Workers

    listed = list_folder if settings.pictures else list_without_pictures
    async with (
        Workers(profile, settings.workers, masking=masking) as workers,
        aclosing(index_folder(folder, profile, stores, workers, pruning, Principal("local").tenant, listed)) as events,
    ):
        async for event in events:
            yield event
