"""Takes documents in: what is new or changed is read, cut and stored; what cannot be read is told, and the rest goes on."""

import asyncio
import time
from collections import defaultdict, deque
from collections.abc import AsyncGenerator, Iterator, Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from pathlib import Path

from ibidem.corpus.folders import FoundFile, find_files, load, plain_name
from ibidem.corpus.metadata import given_metadata, identify, version_of
from ibidem.corpus.preparing import AlreadyStored, SourceFile
from ibidem.corpus.reading.formats import MOST_BYTES, format_of
from ibidem.corpus.workers import Outcome, Workers
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint, InvalidInput, UnreadableDocument
from ibidem.ports import DocumentStore, SearchIndex
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


@dataclass(frozen=True, slots=True)
class Started:
    """So many files were found."""

    total: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """This document is stored, durably; it is the `done`-th of `total` files."""

    name: str
    doc_id: str
    chunks: int
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Unchanged:
    """This document is stored already, as it stands in the file."""

    name: str
    doc_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Complained:
    """This file did not become a document."""

    complaint: Complaint
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Completed:
    """All is stored and can be found. The last event."""

    indexed: int
    unchanged: int
    complained: int
    chunks: int
    seconds: float


IndexEvent = Started | Indexed | Unchanged | Complained | Completed


async def index_folder(
    folder: Path, profile: Profile, documents: DocumentStore, index: SearchIndex, workers: Workers, tenant: str = "default"
) -> AsyncGenerator[IndexEvent]:
    """Indexes the folder and all below it, in the order of the names, and tells of each file once.

    Of two files with one doc_id the first is taken. What an Indexed event told of stays, whatever happens next; ending early
    (cancelled, or the generator closed) loses only what was not yet told. Raises InvalidInput when the folder is none.
    """
    began = time.monotonic()
    if not folder.is_dir():
        raise InvalidInput("folder", f"{str(folder)!r} is not a folder", "name a folder that exists and may be read")
    files = await asyncio.to_thread(find_files, folder)
    yield Started(len(files))
    run = _Run(documents, len(files))
    known = await documents.current_versions(tenant)
    async with aclosing(_outcomes(folder, files, profile, known, workers, tenant)) as outcomes:
        async for outcome in outcomes:
            for event in await run.take(outcome):
                yield event
    for event in await run.store():
        yield event
    await index.catch_up()
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
    assert isinstance(result, PreparedDocument), "nothing was said of what is stored"
    return result


class _Run:
    """What happened so far in one run, and what is read and not stored yet."""

    def __init__(self, documents: DocumentStore, total: int) -> None:
        self.indexed = self.unchanged = self.complained = self.chunks = 0
        self._documents = documents
        self._total = total
        self._names: dict[str, str] = {}  # by doc_id, of the file that it was found in
        self._batch: list[PreparedDocument] = []
        self._waiting = 0  # chunks in the batch
        self._stored_at = time.monotonic()

    async def take(self, outcome: Outcome) -> list[IndexEvent]:
        """Counts what became of one file, and gives what can be told by now."""
        match self._first_of_its_id(outcome):
            case Complaint() as complaint:
                self.complained += 1
                return [Complained(complaint, self._done, self._total)]
            case AlreadyStored(name, doc_id):
                self.unchanged += 1
                return [Unchanged(name, doc_id, self._done, self._total)]
            case PreparedDocument() as prepared:
                self._batch.append(prepared)
                self._waiting += len(prepared.chunks)
                due = self._waiting >= _BATCH_CHUNKS or time.monotonic() - self._stored_at > _BATCH_SECONDS
                return await self.store() if due else []

    async def store(self) -> list[IndexEvent]:
        """Stores what was read, durably, and tells of it."""
        events: list[IndexEvent] = []
        if self._batch:
            await self._documents.put(self._batch)
        for one in self._batch:
            self.indexed += 1
            self.chunks += len(one.chunks)
            events.append(Indexed(one.document.source, one.document.doc_id, len(one.chunks), self._done, self._total))
        self._batch, self._waiting = [], 0
        self._stored_at = time.monotonic()
        return events

    @property
    def _done(self) -> int:
        return self.indexed + self.unchanged + self.complained

    def _first_of_its_id(self, outcome: Outcome) -> Outcome:
        match outcome:
            case Complaint():
                return outcome
            case AlreadyStored(name, doc_id):
                pass
            case PreparedDocument(document):
                name, doc_id = document.source, document.doc_id
        first = self._names.setdefault(doc_id, name)
        if first == name:
            return outcome
        remedy = "rename one of them, or give it a doc_id of its own in front matter or a sidecar"
        return Complaint(name, f"its id {doc_id} is already that of {first}", remedy)


async def _outcomes(
    folder: Path, files: Sequence[FoundFile], profile: Profile, known: Mapping[str, str], workers: Workers, tenant: str
) -> AsyncGenerator[Outcome]:
    """What becomes of each file, in their order; several parcels are read at a time."""
    parcels = _parcels(folder, files, profile, known)
    ahead: deque[tuple[asyncio.Task[list[Outcome]], int]] = deque()
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


def _parcels(
    folder: Path, files: Sequence[FoundFile], profile: Profile, known: Mapping[str, str]
) -> Iterator[list[SourceFile | Outcome]]:
    """The files in their order: those to be read with their bytes, of the others what became of them."""
    stored = _by_version(known)
    parcel: list[SourceFile | Outcome] = []
    for file in files:
        try:
            parcel.append(_unless_stored(load(file, folder), profile, stored))
        except UnreadableDocument as error:
            parcel.append(error.complaint)
        if len(parcel) >= _PARCEL_FILES or _size(parcel) >= _PARCEL_BYTES:
            yield parcel
            parcel = []
    if parcel:
        yield parcel


def _by_version(known: Mapping[str, str]) -> Mapping[str, frozenset[str]]:
    ids: defaultdict[str, set[str]] = defaultdict(set)
    for doc_id, version in known.items():
        ids[version].add(doc_id)
    return {version: frozenset(found) for version, found in ids.items()}


def _unless_stored(source: SourceFile, profile: Profile, stored: Mapping[str, frozenset[str]]) -> SourceFile | AlreadyStored:
    """A version tells that the bytes are the same, not that the id is.

    Where the name gives an id under which these bytes are stored, it is that one: had they said another, they were stored under
    it alone. Else it is for a worker to look into them, for nothing of a file is parsed here.
    """
    stored_as = stored.get(version_of(source.original, source.sidecar), frozenset[str]())
    named = identify(source.name, given_metadata(source.name, "", b""), profile)[0] if stored_as else ""
    return AlreadyStored(source.name, named) if named in stored_as else replace(source, stored_as=stored_as)


async def _read(parcel: Sequence[SourceFile | Outcome], workers: Workers, tenant: str) -> list[Outcome]:
    sources = [one for one in parcel if isinstance(one, SourceFile)]
    results = iter(await workers.prepare(sources, tenant) if sources else ())
    return [next(results) if isinstance(one, SourceFile) else one for one in parcel]


def _size(parcel: Sequence[SourceFile | Outcome]) -> int:
    return sum(len(one.original) for one in parcel if isinstance(one, SourceFile))
