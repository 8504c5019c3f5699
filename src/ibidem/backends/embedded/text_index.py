"""The tantivy index: what stands in it, how it is searched, and how far it has come."""

import json
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from tantivy import Document, FieldType, Index, IndexWriter, Occur, Query, Schema, SchemaBuilder, Searcher

from ibidem.backends.embedded import index_files
from ibidem.backends.embedded.index_files import FileState, IndexDamaged, clear_errors
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.plain_files import NO_LINK
from ibidem.domain.documents import Principal, SearchFilters, WeightedTerm
from ibidem.domain.text import storable

# Raised whenever the fields below change: an index of another format is rebuilt.
FORMAT = 1

# What each thread of a writer fills before it writes a segment, in bytes; it does not start with it. Some 600,000 chunks of 120
# tokens: a million are searched a sixth faster in few segments than in fourteen.
HEAP = 250_000_000

ANY = "*"  # what stands in `device` and `reader` when a document names none
NAME = "="  # goes before a name there, so that none can be taken for ANY

# While another process puts a new index in the place of this one, there is none; how often to look again, every so many seconds.
LOOKS, POLL = 5, 0.02


@dataclass(frozen=True, slots=True)
class Watermark:
    """How far an index has followed the op-log of which store. It is a document of the index itself, replaced in the same commit
    as the operations that it covers, because tantivy does not show the payload of a commit to Python."""

    store_id: str
    seq: int
    opid: str
    format: int = FORMAT


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """What a search can be narrowed by, as stored (devices and readers are tuples of names)."""

    doc_key: int
    tenant: str
    doc_id: str
    doc_type: str
    devices: tuple[str, ...]
    readers: tuple[str, ...]
    owner: str


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a search is narrowed to: what a principal may read and the filters let through; of that only the `documents` with
    these keys, where they are given."""

    principal: Principal
    filters: SearchFilters
    documents: Sequence[int] | None = None


@dataclass(frozen=True, slots=True)
class IndexHit:
    """A chunk's key and its score."""

    chunk_key: int
    score: float


def _schema() -> Schema:
    builder = SchemaBuilder()
    # Tokens are stored ready-made: nothing is analysed here, and without positions, which the second phase reads from the tokens.
    builder.add_text_field("text", tokenizer_name="whitespace", index_option="freq")
    builder.add_unsigned_field("chunk", fast=True)
    builder.add_unsigned_field("document", indexed=True, fast=True)
    for name in ("tenant", "doc_id", "doc_type", "device", "owner", "reader", "kind"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("watermark", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


SCHEMA = _schema()
WATERMARK = Query.term_query(SCHEMA, "kind", "watermark", "basic")


class Snapshot:
    """The index as of one commit: every call on it sees the same chunks. Each raises IndexDamaged where that shows."""

    def __init__(self, searcher: Searcher, guarded: Callable[[], AbstractContextManager[None]]) -> None:
        self._searcher = searcher
        self._guarded = guarded

    def watermark(self) -> Watermark | None:
        """How far this commit has come; None when the index is new or not ours."""
        with self._guarded():
            hits = self._searcher.search(WATERMARK, 1, count=False).hits
            return Watermark(**json.loads(self._searcher.doc(hits[0][1])["watermark"][0])) if hits else None

    def search(self, query: Sequence[WeightedTerm], narrowing: Narrowing | None, limit: int) -> list[IndexHit]:
        """The best `limit` chunks, best first, of everything or of what it is narrowed to."""
        weighted = [
            (Occur.Should, Query.boost_query(Query.term_query(SCHEMA, "text", term.token, "freq"), term.weight))
            for term in query
            if term.weight > 0 and storable(term.token)
        ]
        if not weighted:
            return []
        # A union of boosted terms at the top is what tantivy searches with Block-WAND; narrowed, it reads all their postings.
        terms = Query.boolean_query(weighted)
        if narrowing is not None:
            terms = Query.boolean_query([(Occur.Must, terms), *((Occur.Must, one) for one in _filters(narrowing))])
        with self._guarded():
            # tantivy makes room for as many hits as are asked for, before it looks.
            hits = self._searcher.search(terms, max(1, min(limit, self._searcher.num_docs)), count=False).hits
            keys = self._searcher.fast_field_values("chunk", [address for _, address in hits])
        return [IndexHit(int(key), score) for key, (score, _) in zip(keys, hits, strict=True) if key is not None]

    def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        """In how many chunks each token stands (chunks deleted since the last merge included)."""
        with self._guarded():
            return {token: self._searcher.doc_freq("text", token) if storable(token) else 0 for token in tokens}

    def chunk_keys(self, first: int, last: int) -> set[int]:
        """The keys of the chunks whose document's key is in first..last."""
        wanted = Query.range_query(SCHEMA, "document", FieldType.Unsigned, first, last)
        with self._guarded():
            hits = self._searcher.search(wanted, max(self._searcher.num_docs, 1), count=False).hits
            keys = self._searcher.fast_field_values("chunk", [address for _, address in hits])
        return {int(key) for key in keys if key is not None}


class Writing:
    """A writer of the index, open: changes show when `commit` returns, all of them or none."""

    def __init__(self, writer: IndexWriter) -> None:
        self._writer = writer

    def delete(self, doc_keys: Sequence[int]) -> None:
        """Deletes the chunks of these documents."""
        if doc_keys:
            self._writer.delete_documents_by_query(Query.term_set_query(SCHEMA, "document", list(doc_keys)))

    def add(self, document: IndexedDocument, chunks: Sequence[tuple[int, str]]) -> None:
        """Adds chunks (key, tokens) of a document."""
        for chunk_key, tokens in chunks:
            entry = Document()
            entry.add_text("text", tokens)
            entry.add_unsigned("chunk", chunk_key)
            entry.add_unsigned("document", document.doc_key)
            entry.add_text("tenant", document.tenant)
            entry.add_text("doc_id", document.doc_id)
            entry.add_text("doc_type", document.doc_type)
            entry.add_text("owner", document.owner)
            for field, names in (("device", document.devices), ("reader", document.readers)):
                for name in [NAME + n for n in names] or [ANY]:
                    entry.add_text(field, name)
            self._writer.add_document(entry)

    def commit(self, watermark: Watermark) -> None:
        """Makes the changes durable and visible, together with how far they come."""
        self._writer.delete_documents_by_query(WATERMARK)
        entry = Document()
        entry.add_text("kind", "watermark")
        entry.add_text("watermark", json.dumps(asdict(watermark)))
        self._writer.add_document(entry)
        self._writer.commit()


@dataclass(frozen=True, slots=True)
class _Commit:
    """What is open: an index as of one meta.json, and the files that it stands in."""

    index: Index
    state: FileState
    files: dict[str, FileState]


@dataclass(frozen=True, slots=True)
class _Damage:
    """Why the index cannot be used, and as of which meta.json: with another one it is tried again."""

    problem: str
    state: FileState | None


class TextIndex:
    """A folder with a tantivy index, opened when something is first asked of it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._commit: _Commit | None = None
        self._damage: _Damage | None = None

    @classmethod
    def made(cls, folder: Path) -> "TextIndex":
        """An empty index in the folder, or the one that is there. Raises StoreUnavailable."""
        with clear_errors(folder):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            _require_folder(folder)
            Index(SCHEMA, path=str(folder))
        return cls(folder)

    @classmethod
    def recovered(cls, folder: Path, lock: FileLock) -> "TextIndex":
        """The index in the folder, or an empty one in its place when it is missing or cannot be opened: it is only derived."""
        if usable(folder):
            return cls(folder)
        with clear_errors(folder):
            # Missing may mean that another process is about to put it in its place: that happens under the lock.
            lock.acquire()
            try:
                if usable(folder):
                    return cls(folder)
                spoilt = index_files.held(folder) or index_files.in_the_way(folder)
                old = index_files.set_aside(folder) if spoilt else folder
                index = cls.made(folder)
                if old != folder:
                    index_files.carry_strangers(old, folder)
                return index
            finally:
                lock.release()

    def snapshot(self) -> Snapshot:
        """The latest commit, of whichever process. Raises IndexDamaged, until another index is in this one's place."""
        state = index_files.state_of(self.folder)
        damage = self._damage
        if damage is not None and damage.state == state:
            raise IndexDamaged(self.folder, damage.problem)
        with self._guarded(state):
            commit = self._latest(state)
            while not index_files.are_whole(self.folder, commit.files):
                # A file may be gone because there is a later commit, which does without it.
                later = self._latest(index_files.state_of(self.folder))
                if later is commit:
                    raise IndexDamaged(self.folder, "files of it are gone or were changed")
                commit = later
            return Snapshot(commit.index.searcher(), partial(self._guarded, commit.state))

    @contextmanager
    def writing(self, threads: int) -> Generator[Writing]:
        """A writer of so many threads. Leaving the block waits for the merges that its commits began: segments would pile up.

        Raises StoreUnavailable. What cannot be written may still be read, so it is not taken for damaged.
        """
        with clear_errors(self.folder):
            writer = _open(self.folder).writer(threads * HEAP, threads)
            try:
                # A commit that was cut off leaves files under the very names that the next one wants to use.
                writer.garbage_collect_files()
                yield Writing(writer)
            except BaseException:
                index_files.quietly(writer.rollback)
                index_files.quietly(writer.wait_merging_threads)
                raise
            writer.wait_merging_threads()

    def replace(self, other: Path) -> None:
        """Puts the index in the folder `other` in the place of this one, which is removed, or renamed when unreadable.
        Readers in other processes follow by themselves."""
        spoilt = index_files.in_the_way(self.folder) or (
            index_files.held(self.folder) and (self._damage is not None or not usable(self.folder))
        )
        with clear_errors(self.folder):
            if not spoilt:
                self.folder.mkdir(mode=0o700, exist_ok=True)  # it may be gone
            old = index_files.set_aside(self.folder) if spoilt else self.folder.rename(index_files.unused(self.folder, "old"))
            other.rename(self.folder)
            self._commit = self._damage = None
            index_files.carry_strangers(old, self.folder)
            if not spoilt:
                index_files.remove(old)

    def size(self) -> int:
        """Bytes on disk."""
        return (
            sum(file.stat().st_size for file in self.folder.iterdir() if file.is_file())
            if index_files.is_folder(self.folder)
            else 0
        )

    def _latest(self, state: FileState | None) -> _Commit:
        """What is open, or what there is now."""
        for _ in range(LOOKS):
            if state is not None:
                break
            time.sleep(POLL)
            state = index_files.state_of(self.folder)
        if state is None:
            raise IndexDamaged(self.folder, "it is gone")
        commit = self._commit
        if commit is None or commit.state != state:
            commit = self._commit = self._opened(commit, state)
        return commit

    def _opened(self, before: _Commit | None, state: FileState) -> _Commit:
        while True:
            segments = index_files.segments_of(self.folder)
            if before is None:
                index = _open(self.folder)
            else:
                # tantivy goes on with the files that it has open, so they have to be what they were.
                kept = {name: state for name, state in before.files.items() if name[:32] in segments}
                if not index_files.are_whole(self.folder, kept):
                    raise IndexDamaged(self.folder, "files of it are gone or were changed")
                index = before.index
                index.reload()
            files = index_files.files_of(self.folder, segments)
            now = index_files.state_of(self.folder)
            if now is None or now == state:
                return _Commit(index, state, files)
            state = now

    @contextmanager
    def _guarded(self, state: FileState | None) -> Generator[None]:
        """As `clear_errors`; what is found damaged stays so until there is another meta.json than this."""
        try:
            with clear_errors(self.folder):
                yield
        except IndexDamaged as error:
            self._damage = _Damage(error.damage, state)
            raise


def usable(folder: Path) -> bool:
    """Whether the folder holds an index that opens and has the present fields."""
    try:
        with clear_errors(folder):
            _open(folder).searcher()
    except IndexDamaged:
        return False
    return True


def _require_folder(folder: Path) -> None:
    if folder.is_symlink():
        raise ValueError(f"it {NO_LINK}")


def _open(folder: Path) -> Index:
    """Opens an index. Raises what tantivy raises, and ValueError when it has other fields or is a link."""
    _require_folder(folder)
    index = Index.open(str(folder))
    if index.schema != SCHEMA:
        raise ValueError("it has other fields")
    # Reloading is ours (`snapshot`): the default watches the folder from a thread of its own, half a second late.
    index.config_reader("manual")
    return index


def _filters(narrowing: Narrowing) -> list[Query]:
    principal, filters = narrowing.principal, narrowing.filters
    allowed = {
        "tenant": [principal.tenant],
        "reader": [ANY, *(NAME + group for group in sorted(principal.reads_as))],
        "doc_id": filters.doc_ids,
        "doc_type": filters.doc_types,
        "owner": filters.owners,
        "device": [ANY, *(NAME + device for device in filters.devices)] if filters.devices else (),
    }
    sets = [Query.term_set_query(SCHEMA, name, [v for v in values if storable(v)]) for name, values in allowed.items() if values]
    if narrowing.documents is not None:
        sets.append(Query.term_set_query(SCHEMA, "document", list(narrowing.documents)))
    return [Query.const_score_query(one, 0.0) for one in sets]
