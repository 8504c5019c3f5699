"""The tantivy index: what stands in it, how it is searched, and how far it has come."""

import json
import shutil
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from tantivy import Document, FieldType, Index, IndexWriter, Occur, Query, Schema, SchemaBuilder, Searcher

from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.rows import storable
from ibidem.domain.documents import Principal, SearchFilters, WeightedTerm
from ibidem.domain.errors import StoreUnavailable

# Raised whenever the fields below change: an index of another format is rebuilt.
FORMAT = 1

# What each thread of a writer fills before it writes a segment, in bytes; it does not start with it. Some 600,000 chunks of 120
# tokens: a million are searched a sixth faster in few segments than in fourteen.
HEAP = 250_000_000

ANY = "*"  # what stands in `device` and `reader` when a document names none
NAME = "="  # goes before a name there, so that none can be taken for ANY


class IndexDamaged(StoreUnavailable):
    """tantivy cannot read or write its files. Whoever indexes next builds the index anew."""


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


@dataclass(frozen=True, slots=True)
class Narrowing:
    """What a search is narrowed to: what a principal may read and the filters let through."""

    principal: Principal
    filters: SearchFilters


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
    for name in ("tenant", "doc_id", "doc_type", "device", "reader", "kind"):
        builder.add_text_field(name, tokenizer_name="raw", index_option="basic")
    builder.add_text_field("watermark", stored=True, tokenizer_name="raw", index_option="basic")
    return builder.build()


SCHEMA = _schema()
WATERMARK = Query.term_query(SCHEMA, "kind", "watermark", "basic")


class Snapshot:
    """The index as of one commit: every call on it sees the same chunks."""

    def __init__(self, searcher: Searcher) -> None:
        self._searcher = searcher

    def watermark(self) -> Watermark | None:
        """How far this commit has come; None when the index is new or not ours."""
        hits = self._searcher.search(WATERMARK, 1, count=False).hits
        if not hits:
            return None
        return Watermark(**json.loads(self._searcher.doc(hits[0][1])["watermark"][0]))

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
        # tantivy makes room for as many hits as are asked for, before it looks.
        hits = self._searcher.search(terms, max(1, min(limit, self._searcher.num_docs)), count=False).hits
        keys = self._searcher.fast_field_values("chunk", [address for _, address in hits])
        return [IndexHit(int(key), score) for key, (score, _) in zip(keys, hits, strict=True) if key is not None]

    def frequencies(self, tokens: Sequence[str]) -> dict[str, int]:
        """In how many chunks each token stands (chunks deleted since the last merge included)."""
        return {token: self._searcher.doc_freq("text", token) if storable(token) else 0 for token in tokens}

    def chunk_keys(self, first: int, last: int) -> set[int]:
        """The keys of the chunks whose document's key is in first..last."""
        wanted = Query.range_query(SCHEMA, "document", FieldType.Unsigned, first, last)
        hits = self._searcher.search(wanted, max(self._searcher.num_docs, 1), count=False).hits
        return {
            int(key) for key in self._searcher.fast_field_values("chunk", [address for _, address in hits]) if key is not None
        }


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


class TextIndex:
    """A folder with a tantivy index, created when there is none."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._seen: tuple[int, int] | None = None
        self._index = self._opened()

    @classmethod
    def recovered(cls, folder: Path, lock: FileLock) -> "TextIndex":
        """The index in the folder, or an empty one in its place when it is missing or cannot be opened: it is only derived."""
        with _clear_errors(folder):
            if usable(folder):
                return cls(folder)
            # Missing may mean that another process is about to put it in its place: that happens under the lock.
            lock.acquire()
            try:
                if not usable(folder):
                    shutil.rmtree(folder, ignore_errors=True)
                return cls(folder)
            finally:
                lock.release()

    def snapshot(self) -> Snapshot:
        """The latest commit, of whichever process. Raises StoreUnavailable when the index is damaged."""
        with _clear_errors(self.folder):
            state = self._state()
            if state != self._seen:
                self._index.reload()
                self._seen = state
            return Snapshot(self._index.searcher())

    @contextmanager
    def writing(self, threads: int) -> Generator[Writing]:
        """A writer of so many threads. Leaving the block waits for the merges that its commits began: segments would pile up."""
        with _clear_errors(self.folder):
            writer = self._index.writer(threads * HEAP, threads)
            try:
                # A commit that was cut off leaves files under the very names that the next one wants to use.
                writer.garbage_collect_files()
                yield Writing(writer)
            except BaseException:
                writer.rollback()
                raise
            finally:
                writer.wait_merging_threads()

    def replace(self, other: Path) -> None:
        """Puts the index in the folder `other` in the place of this one. Readers in other processes follow by themselves."""
        old = self.folder.with_name(self.folder.name + ".old")
        shutil.rmtree(old, ignore_errors=True)
        with _clear_errors(self.folder):
            self.folder.rename(old)
            other.rename(self.folder)
            self._index = self._opened()
            self._seen = None
        shutil.rmtree(old, ignore_errors=True)

    def size(self) -> int:
        """Bytes on disk."""
        return sum(file.stat().st_size for file in self.folder.iterdir() if file.is_file())

    def _opened(self) -> Index:
        self.folder.mkdir(parents=True, exist_ok=True)
        index = Index(SCHEMA, path=str(self.folder))
        # Reloading is ours (`snapshot`): the default watches the folder from a thread of its own, half a second late.
        index.config_reader("manual")
        return index

    def _state(self) -> tuple[int, int] | None:
        """tantivy replaces meta.json at each commit, so its inode and time tell whether there is something to reload. In the
        moment in which another process replaces the whole folder there is none, and what is open still serves."""
        try:
            found = (self.folder / "meta.json").stat()
        except FileNotFoundError:
            return self._seen
        return found.st_ino, found.st_mtime_ns


def usable(folder: Path) -> bool:
    """Whether the folder holds an index that opens and has the present fields."""
    try:
        if not Index.exists(str(folder)):
            return False
        Index(SCHEMA, path=str(folder)).searcher()
    except (ValueError, OSError):
        return False
    return True


def _filters(narrowing: Narrowing) -> list[Query]:
    principal, filters = narrowing.principal, narrowing.filters
    allowed = {
        "tenant": [principal.tenant],
        "reader": [ANY, *(NAME + group for group in sorted(principal.groups))],
        "doc_id": filters.doc_ids,
        "doc_type": filters.doc_types,
        "device": [ANY, *(NAME + device for device in filters.devices)] if filters.devices else (),
    }
    return [
        Query.const_score_query(Query.term_set_query(SCHEMA, field, [v for v in values if storable(v)]), 0.0)
        for field, values in allowed.items()
        if values
    ]


@contextmanager
def _clear_errors(folder: Path) -> Generator[None]:
    try:
        yield
    except (ValueError, OSError) as error:
        text = str(error)
        if "No space left" in text:
            raise StoreUnavailable(f"{folder}: the disk is full; make room, the search index catches up by itself") from error
        raise IndexDamaged(f"{folder}: the search index cannot be used ({text}); run `ibidem rebuild`") from error
