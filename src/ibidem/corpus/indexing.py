"""Takes documents in: what is new or changed is read, cut and stored; what cannot be read is reported, and the rest goes on."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Protocol

from ibidem.corpus.claims import Claims, reading_of
from ibidem.corpus.folders import FoundFile, Listing, list_folder, load, plain_name, root_of
from ibidem.corpus.nesting import adopted, inside, outermost, part
from ibidem.corpus.preparing import SourceFile
from ibidem.corpus.progress import (
    Adopted,
    Complained,
    Completed,
    Gone,
    Indexed,
    IndexEvent,
    LeftOut,
    PartOf,
    Pruned,
    PruneRefused,
    Pruning,
    Reindexed,
    Renamed,
    Started,
    Taken,
    Unchanged,
)
from ibidem.corpus.reading.formats import MOST_BYTES, format_of, is_picture
from ibidem.corpus.workers import Outcome, Workers
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint, InvalidInput, UnreadableDocument, unreadable
from ibidem.domain.folders import IndexedFile
from ibidem.ports.folder_store import FolderStore
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
_KNOWN_EMPTY = "no text was found in it before"


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
    folder: Path,
    profile: Profile,
    stores: Stores,
    workers: Workers,
    pruning: Pruning = Pruning.NOTHING,
    tenant: str = "default",
    listed: Callable[[Path], Listing] = list_folder,
) -> AsyncGenerator[IndexEvent]:
    """Indexes the folder and all below it, in the order of the names, and reports each file once, then what has gone.

    Pictures come last, for they take a hundred times as long: by then everything else is found.
    What an Indexed event reported stays, whatever happens next; ending early (cancelled, or the generator closed) loses only what
    was not yet reported. Raises InvalidInput when the folder is none.
    """
    began = time.monotonic()
    found = await asyncio.to_thread(listed, folder)
    root = await asyncio.to_thread(root_of, folder)
    recorded = await stores.folders.files(tenant)
    outer = outermost(root, recorded)
    found = found.under(here := part(root, outer))
    total = len(found.documents) + len(found.closed)
    yield Started(total, found.others)
    if here:
        yield PartOf(root, outer)
    for inner, files in groupby(inside(outer, recorded), key=lambda file: file.folder):
        yield Adopted(inner, len(list(files)))
    known = await stores.documents.current_versions(tenant)
    recorded = await _adopt(outer, recorded, known, stores, tenant)
    beside = [file.path for file in recorded if file.folder == outer and not file.path.startswith(here)]
    claims = Claims(outer, recorded, [*(file.name for file in found.documents), *beside], known, reading_of(profile))
    run = _Run(stores, claims, tenant, total)
    for complaint in found.closed:
        yield run.complain(complaint)
    pictures = found.pictures
    for files in ([file for file in found.documents if not is_picture(file.name)], pictures):
        async with aclosing(_outcomes(folder, files, claims, workers, tenant)) as outcomes:
            async for outcome in outcomes:
                for event in await run.take(outcome):
                    yield event
        for event in await run.store():
            yield event
        if pictures:
            await stores.index.catch_up()
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
        raise unreadable(result)
    return result


@dataclass(frozen=True, slots=True)
class _Empty:
    """A file that holds no document; `version` is "" where that was known before."""

    complaint: Complaint
    version: str


_Result = Outcome | IndexedFile | _Empty  # what became of a file
_Parcel = list[SourceFile | Complaint | IndexedFile | _Empty]


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
        self._empty: list[IndexedFile] = []
        self._waiting = 0  # chunks in the batch
        self._stored_at = time.monotonic()

    def complain(self, complaint: Complaint) -> Complained:
        """Counts a file that did not become a document."""
        self.complained += 1
        return Complained(complaint, self._done, self._total)

    async def take(self, outcome: _Result) -> list[IndexEvent]:
        """Counts what became of one file, and gives what can be reported by now."""
        match outcome:
            case _Empty(complaint, version):
                self.left_out += 1
                # A document that it was before goes on being found, and is kept with its file.
                if version and self._claims.before(complaint.name) is None:
                    self._empty.append(self._claims.recorded_empty(complaint.name, version))
                return [LeftOut(complaint.name, complaint.problem, self._done, self._total), *await self._store_when_due()]
            case Complaint() as complaint:
                return [self.complain(complaint)]
            case IndexedFile() as file:
                self.unchanged += 1
                return [Unchanged(file.path, file.doc_id, self._done, self._total)]
            case PreparedDocument(document):
                claimed = self._claims.settle(document.source, document.doc_id, document.version)
                taken = Taken(document.source, document.doc_id, claimed.holder, claimed.doc_id)
                self._batch.append(outcome if document.doc_id == claimed.doc_id else outcome.under(claimed.doc_id))
                self._waiting += len(outcome.chunks)
                return [*([taken] if claimed.holder else []), *await self._store_when_due()]

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
        if self._empty:
            await self._stores.folders.record(self._empty, self.tenant)
        self._batch, self._empty, self._waiting = [], [], 0
        self._stored_at = time.monotonic()
        return events

    async def _store_when_due(self) -> list[IndexEvent]:
        due = self._waiting >= _BATCH_CHUNKS or time.monotonic() - self._stored_at > _BATCH_SECONDS
        return await self.store() if due else []

    @property
    def _done(self) -> int:
        return self.indexed + self.unchanged + self.complained + self.left_out

    def _indexed(self, one: PreparedDocument) -> IndexEvent:
        self.indexed += 1
        self.chunks += len(one.chunks)
        document = one.document
        event = Indexed if self._claims.before(document.source) is None else Reindexed
        return event(document.source, document.doc_id, len(one.chunks), self._done, self._total, document.unread_pages)


async def _adopt(
    outer: str, recorded: Sequence[IndexedFile], known: Mapping[str, str], stores: Stores, tenant: str
) -> Sequence[IndexedFile]:
    """What is recorded once the files of folders inside a folder are its own; of a file stored twice that document stays."""
    nested = inside(outer, recorded)
    if not nested:
        return recorded
    taken = frozenset(nested)
    others = [file for file in recorded if file not in taken]
    ids = {file.doc_id for file in others}
    own = {file.path for file in others if file.folder == outer}
    both = list(zip(nested, adopted(outer, nested), strict=True))
    twice = [file for file, now in both if now.path in own and file.doc_id not in ids]
    await stores.documents.remove([file.doc_id for file in twice if known.get(file.doc_id) == file.version], tenant)
    files = [now for _, now in both if now.path not in own]
    await stores.folders.record(files, tenant)
    await stores.folders.forget(nested, tenant)
    return [*others, *files]


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
    if forgotten := [*forgotten, *claims.absent_empty()]:
        await stores.folders.forget(forgotten, run.tenant)


async def _outcomes(
    folder: Path, files: Sequence[FoundFile], claims: Claims, workers: Workers, tenant: str
) -> AsyncGenerator[_Result]:
    """What becomes of each file, in their order; several parcels are read at a time."""
    parcels = _parcels(folder, files, claims, workers)
    ahead: deque[tuple[asyncio.Task[list[_Result]], int]] = deque()
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


def _parcels(folder: Path, files: Sequence[FoundFile], claims: Claims, workers: Workers) -> Iterator[_Parcel]:
    """The files in their order: those to be read with their bytes, of the others what became of them; each picture alone.

    A version says that the bytes are the same, and with them everything that a file says of itself: nothing of it is parsed here.
    """
    parcel: _Parcel = []
    for file in files:
        try:
            source = load(file, folder)
            if claims.empty(file.name, source.version):
                parcel.append(_Empty(Complaint(file.name, _KNOWN_EMPTY, "", nothing=True), ""))
            else:
                parcel.append(claims.unchanged(file.name, workers.version(source)) or source)
        except UnreadableDocument as error:
            parcel.append(error.complaint)
        if len(parcel) >= _PARCEL_FILES or _size(parcel) >= _PARCEL_BYTES or is_picture(file.name):
            yield parcel
            parcel = []
    if parcel:
        yield parcel


async def _read(parcel: _Parcel, workers: Workers, tenant: str) -> list[_Result]:
    sources = [one for one in parcel if isinstance(one, SourceFile)]
    results = iter(await workers.prepare(sources, tenant) if sources else ())
    return [_result(one, next(results)) if isinstance(one, SourceFile) else one for one in parcel]


def _result(source: SourceFile, outcome: Outcome) -> _Result:
    match outcome:
        case Complaint(nothing=True):
            return _Empty(outcome, source.version)
        case _:
            return outcome


def _size(parcel: _Parcel) -> int:
    sources = [one for one in parcel if isinstance(one, SourceFile)]
    return sum(len(one.original) + sum(len(content) for _, content in one.beside) for one in sources)
