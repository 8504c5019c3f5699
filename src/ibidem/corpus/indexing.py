"""Takes documents in: what is new or changed is read, cut and stored; what cannot be read is told, and the rest goes on."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Protocol

from ibidem.corpus.claims import Claims, reading_of
from ibidem.corpus.folders import FoundFile, list_folder, load, plain_name, root_of
from ibidem.corpus.metadata import version_of
from ibidem.corpus.preparing import SourceFile, under
from ibidem.corpus.progress import (
    Complained,
    Completed,
    Gone,
    Indexed,
    IndexEvent,
    LeftOut,
    Pruned,
    PruneRefused,
    Pruning,
    Reindexed,
    Renamed,
    Started,
    Taken,
    Unchanged,
)
from ibidem.corpus.reading.formats import MOST_BYTES, format_of
from ibidem.corpus.workers import Outcome, Workers
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint, InvalidInput, UnreadableDocument
from ibidem.domain.folders import IndexedFile
from ibidem.ports import FolderStore
from ibidem.profile import Profile

# Small files go to a worker in parcels, for an exchange with it costs about as much as reading one of them.
_PARCEL_FILES = 32
_PARCEL_BYTES = 64 * 1024
# Parcels on their way at a time: enough that one slow file does not idle the other workers, within this many bytes.
_PARCELS_AHEAD = 16
_BYTES_AHEAD = 64 * 1024 * 1024
# A transaction costs a sync of the disk, so many chunks share one; nothing read waits longer than this to be safe.
_BATCH_CHUNKS = 2_000
_BATCH_SECONDS = 1.0


class Stored(Protocol):
    """What indexing needs of a `ports.DocumentStore`."""

    async def put(self, prepared: Sequence[PreparedDocument]) -> None:
        """See ports.DocumentStore."""
        ...

    async def remove(self, doc_ids: Sequence[str], tenant: str) -> None:
        """See ports.DocumentStore."""
        ...

    async def current_versions(self, tenant: str) -> Mapping[str, str]:
        """See ports.DocumentStore."""
        ...


class Followed(Protocol):
    """What indexing needs of a `ports.SearchIndex`."""

    async def catch_up(self) -> None:
        """See ports.SearchIndex."""
        ...


class Stores(Protocol):
    """Where documents go: a `ports.Backend`, or what stands in for one."""

    @property
    def documents(self) -> Stored:
        """The documents."""
        ...

    @property
    def folders(self) -> FolderStore:
        """What was recorded of folders."""
        ...

    @property
    def index(self) -> Followed:
        """The search index."""
        ...


async def index_folder(
    folder: Path, profile: Profile, stores: Stores, workers: Workers, pruning: Pruning = Pruning.NOTHING, tenant: str = "default"
) -> AsyncGenerator[IndexEvent]:
    """Indexes the folder and all below it, in the order of the names, and reports each file once, then what has gone.

    What an Indexed event reported stays, whatever happens next; ending early (cancelled, or the generator closed) loses only what
    was not yet reported. Raises InvalidInput when the folder is none.
    """
    began = time.monotonic()
    found = await asyncio.to_thread(list_folder, folder)
    total = len(found.documents) + len(found.closed)
    yield Started(total, found.others)
    known = await stores.documents.current_versions(tenant)
    recorded = await stores.folders.files(tenant)
    paths = [file.name for file in found.documents]
    claims = Claims(await asyncio.to_thread(root_of, folder), recorded, paths, known, reading_of(profile))
    run = _Run(stores, claims, tenant, total)
    for complaint in found.closed:
        yield run.complain(complaint)
    async with aclosing(_outcomes(folder, found.documents, claims, workers, tenant)) as outcomes:
        async for outcome in outcomes:
            for event in await run.take(outcome):
                yield event
    for event in await run.store():
        yield event
    async with aclosing(_depart(claims, run, stores, pruning, [f"{one.name}/" for one in found.closed])) as departures:
        async for event in departures:
            yield event
    await stores.index.catch_up()
    yield Completed(run.indexed, run.unchanged, run.complained, run.chunks, time.monotonic() - began)


async def prepare_upload(filename: str, original: bytes, workers: Workers, tenant: str) -> PreparedDocument:
    """Makes bytes that a client sent a document of this tenant, within the same limits as a file's. The name is only ever read.

    Raises InvalidInput for a name that is none, ReadersBusy when no worker is free in time, UnreadableDocument for the rest.
    """
    name = plain_name(filename)
    if not name:
        raise InvalidInput("file", "has no name", "send the file's name with it, such as manual.pdf")
    format_of(name)
    if len(original) > MOST_BYTES:
        raise UnreadableDocument(name, f"larger than {MOST_BYTES >> 20} MB", "split it into parts")
    result = (await workers.prepare([SourceFile(name, original)], tenant))[0]
    if isinstance(result, Complaint):
        raise UnreadableDocument(result.name, result.problem, result.remedy)
    return result


class _Run:
    """What happened so far in one run, and what is read and not stored yet."""

    def __init__(self, stores: Stores, claims: Claims, tenant: str, total: int) -> None:
        self.indexed = self.unchanged = self.complained = self.left_out = self.chunks = 0
        self.tenant = tenant
        self.new: dict[str, IndexedFile] = {}  # files that were not recorded before, by version
        self._stores = stores
        self._claims = claims
        self._total = total
        self._batch: list[PreparedDocument] = []
        self._waiting = 0  # chunks in the batch
        self._stored_at = time.monotonic()

    def complain(self, complaint: Complaint) -> Complained:
        """Counts a file that did not become a document."""
        self.complained += 1
        return Complained(complaint, self._done, self._total)

    async def take(self, outcome: Outcome | IndexedFile) -> list[IndexEvent]:
        """Counts what became of one file, and gives what can be reported by now."""
        match outcome:
            case Complaint(name, nothing=True):
                self.left_out += 1
                return [LeftOut(name, self._done, self._total)]
            case Complaint() as complaint:
                return [self.complain(complaint)]
            case IndexedFile() as file:
                self.unchanged += 1
                return [Unchanged(file.path, file.doc_id, self._done, self._total)]
            case PreparedDocument(document):
                claimed = self._claims.settle(document.source, document.doc_id, document.version)
                taken = Taken(document.source, document.doc_id, claimed.holder, claimed.doc_id)
                self._batch.append(outcome if document.doc_id == claimed.doc_id else under(outcome, claimed.doc_id))
                self._waiting += len(outcome.chunks)
                due = self._waiting >= _BATCH_CHUNKS or time.monotonic() - self._stored_at > _BATCH_SECONDS
                return ([taken] if claimed.holder else []) + (await self.store() if due else [])

    async def store(self) -> list[IndexEvent]:
        """Stores what was read, durably, and reports it. The ids that files had before go with it."""
        if self._batch:
            await self._stores.documents.put(self._batch)
        events = [self._indexed(one) for one in self._batch]
        documents = [one.document for one in self._batch]
        before = [file for one in documents if (file := self._claims.before(one.source)) is not None]
        if left := [file.doc_id for file in before if self._claims.answers(file)]:
            await self._stores.documents.remove(left, self.tenant)
        if documents:
            files = [self._claims.recorded(one.source, one.doc_id, one.version) for one in documents]
            await self._stores.folders.record(files, self.tenant)
            self.new |= {file.version: file for file in files if self._claims.before(file.path) is None}
        self._batch, self._waiting = [], 0
        self._stored_at = time.monotonic()
        return events

    @property
    def _done(self) -> int:
        return self.indexed + self.unchanged + self.complained + self.left_out

    def _indexed(self, one: PreparedDocument) -> IndexEvent:
        self.indexed += 1
        self.chunks += len(one.chunks)
        document = one.document
        event = Indexed if self._claims.before(document.source) is None else Reindexed
        return event(document.source, document.doc_id, len(one.chunks), self._done, self._total)


async def _depart(
    claims: Claims, run: _Run, stores: Stores, pruning: Pruning, closed: Sequence[str]
) -> AsyncGenerator[IndexEvent]:
    """Reports what was in the folder and is there no more, and takes it out where that is wanted."""
    absent = [file for file in claims.absent() if not file.path.startswith(tuple(closed))]
    answering = [file for file in absent if claims.answers(file)]
    for file in absent:
        if (now := run.new.get(file.version)) is not None:
            yield Renamed(now.path, now.doc_id, file.path, file.doc_id)
        elif file in answering:
            yield Gone(file.path, file.doc_id)
    gone = [file for file in answering if file.version not in run.new]
    if pruning is Pruning.NOTHING:
        forgotten = [file for file in absent if file not in answering]
    elif pruning is Pruning.GONE and 2 * len(gone) > claims.count:
        yield PruneRefused(len(gone), claims.count)
        forgotten = []
    else:
        forgotten = absent
        await stores.documents.remove([file.doc_id for file in answering], run.tenant)
        if answering:
            yield Pruned(len(answering))
    if forgotten:
        await stores.folders.forget(forgotten, run.tenant)


async def _outcomes(
    folder: Path, files: Sequence[FoundFile], claims: Claims, workers: Workers, tenant: str
) -> AsyncGenerator[Outcome | IndexedFile]:
    """What becomes of each file, in their order; several parcels are read at a time."""
    parcels = _parcels(folder, files, claims)
    ahead: deque[tuple[asyncio.Task[list[Outcome | IndexedFile]], int]] = deque()
    try:
        while (parcel := await asyncio.to_thread(next, parcels, None)) is not None:
            ahead.append((asyncio.create_task(_read(parcel, workers, tenant)), _size(parcel)))
            while len(ahead) > _PARCELS_AHEAD or sum(size for _, size in ahead) > _BYTES_AHEAD:
                for outcome in await ahead[0][0]:
                    yield outcome
                ahead.popleft()
        while ahead:
            for outcome in await ahead[0][0]:
                yield outcome
            ahead.popleft()
    finally:
        for task, _ in ahead:
            task.cancel()
        await asyncio.gather(*(task for task, _ in ahead), return_exceptions=True)


def _parcels(folder: Path, files: Sequence[FoundFile], claims: Claims) -> Iterator[list[SourceFile | Complaint | IndexedFile]]:
    """The files in their order: those to be read with their bytes, of the others what became of them.

    A version says that the bytes are the same, and with them everything that a file says of itself: nothing of it is parsed here.
    """
    parcel: list[SourceFile | Complaint | IndexedFile] = []
    for file in files:
        try:
            source = load(file, folder)
            parcel.append(claims.unchanged(file.name, version_of(source.original, source.sidecar)) or source)
        except UnreadableDocument as error:
            parcel.append(error.complaint)
        if len(parcel) >= _PARCEL_FILES or _size(parcel) >= _PARCEL_BYTES:
            yield parcel
            parcel = []
    if parcel:
        yield parcel


async def _read(
    parcel: Sequence[SourceFile | Complaint | IndexedFile], workers: Workers, tenant: str
) -> list[Outcome | IndexedFile]:
    sources = [one for one in parcel if isinstance(one, SourceFile)]
    results = iter(await workers.prepare(sources, tenant) if sources else ())
    return [next(results) if isinstance(one, SourceFile) else one for one in parcel]


def _size(parcel: Sequence[SourceFile | Complaint | IndexedFile]) -> int:
    return sum(len(one.original) for one in parcel if isinstance(one, SourceFile))
