"""The search index follows the op-log: one process at a time applies what the store has acknowledged."""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from ibidem.backends.embedded import index_files
from ibidem.backends.embedded.database import Database, clear_errors
from ibidem.backends.embedded.index_files import IndexDamaged
from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.sql import search_sql
from ibidem.backends.embedded.sql.document_sql import ORDER_BITS
from ibidem.backends.embedded.text_index import FORMAT, IndexedDocument, TextIndex, Watermark, Writing
from ibidem.backends.soundness import MAX_ORDER
from ibidem.domain.errors import StoreUnavailable

logger = logging.getLogger(__name__)

# Operations read at a time, and chunks added before a commit: large enough that commits do not count, small enough that
# somebody who searches meanwhile sees the corpus grow, and that a crash repeats seconds of work.
OPERATIONS = 500
CHUNKS_PER_COMMIT = 50_000
# Two threads build 1.7 times as fast as one; but each leaves a segment at every commit, and syncing their files to disk is what a
# small change costs.
THREADS = 2
FEW = 100
# How often to look whether the process that is indexing is through, in seconds.
POLL = 0.02
# Seconds until a damaged index is tried again that could not be built anew, such as on a full disk.
PATIENCE = 30.0


@dataclass(frozen=True, slots=True)
class Operation:
    """A line of the op-log."""

    seq: int
    doc_key: int
    opid: str


class Indexer:
    """Applies operations to the index, in a thread of its own, while it holds the lock between processes.

    An operation says only that something about a document changed; applying it deletes that document's chunks and adds those of
    its current state, so it may be applied twice. A watermark that the op-log does not know (a restored copy, another store,
    another format) means that the index followed another history: it is built anew.
    """

    def __init__(self, database: Database, index: TextIndex, lock: FileLock) -> None:
        self._database = database
        self._index = index
        self._lock = lock
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="ibidem-index")
        self._closing = threading.Event()
        self._mend = threading.Lock()
        self._mending: Future[None] | None = None
        self._not_before = 0.0

    def catch_up(self, target: int) -> Future[None]:
        """Done once operation `target` and all before it show in the index. Merging segments goes on after that, in the
        indexer's thread. When another process is indexing, waits for it, and takes over if it ends early."""
        return self._submit(lambda searchable: self._bring_up_to(target, searchable))

    def rebuild(self, progress: Callable[[int, int], None]) -> Future[None]:
        """Builds the index anew beside the present one, then takes its place. `progress` gets chunks done and chunks in all."""

        def run(_: Future[None]) -> None:
            while not self._acquired():
                self._wait()
            try:
                self._build_anew(progress)
            finally:
                self._lock.release()

        return self._submit(run)

    def mend(self, damage: IndexDamaged) -> None:
        """Has a damaged index built anew in the background, and logs it once."""
        with self._mend:
            if self._mending is not None or self._closing.is_set() or time.monotonic() < self._not_before:
                return
            logger.error("%s", damage)
            self._mending = self._submit(lambda searchable: self._bring_up_to(0, searchable))
        self._mending.add_done_callback(self._mended)

    def _mended(self, mending: Future[None]) -> None:
        self._mending = None
        failure = None if mending.cancelled() else mending.exception()
        if failure is None:
            logger.info("the search index was built anew")
        elif not self._closing.is_set():
            self._not_before = time.monotonic() + PATIENCE
            logger.error("the search index could not be built anew: %s", failure)

    def close(self) -> None:
        """Lets what is being applied end; a caller that still waits for another process gets StoreUnavailable."""
        self._closing.set()
        self._thread.shutdown()

    def indexed(self) -> int | None:
        """The number of the last operation that the index holds; None when it must be built anew."""
        try:
            watermark = self._index.snapshot().watermark()
        except IndexDamaged:
            return None
        if watermark is None or not self._database.read_here(lambda c: _knows(c, self._database.store_id, watermark)):
            return None
        return watermark.seq

    def _submit(self, work: Callable[[Future[None]], None]) -> Future[None]:
        """Runs `work` in the indexer's thread; the future that it gets, and that is returned, is done when it says so or ends."""
        outcome: Future[None] = Future()

        def run() -> None:
            if not outcome.set_running_or_notify_cancel():
                return
            try:
                work(outcome)
            except BaseException as error:
                if outcome.done():
                    unexpected = None if isinstance(error, StoreUnavailable) else error
                    logger.error("The index could not be tended after its commit: %s", error, exc_info=unexpected)
                else:
                    outcome.set_exception(error)
            else:
                if not outcome.done():
                    outcome.set_result(None)

        self._thread.submit(run)
        return outcome

    def _acquired(self) -> bool:
        """Takes the lock, or returns False while somebody else holds it. Raises StoreUnavailable, also for a link."""
        with clear_errors(self._index.folder.parent):
            return self._lock.try_acquire()

    def _wait(self) -> None:
        if self._closing.wait(POLL):
            raise StoreUnavailable("the store was closed while another process was indexing; what is stored will be found later")

    def _bring_up_to(self, target: int, searchable: Future[None]) -> None:
        while not self._reached(target):
            if self._acquired():
                try:
                    self._apply(target, searchable)
                finally:
                    self._lock.release()
            else:
                self._wait()

    def _reached(self, target: int) -> bool:
        indexed = self.indexed()
        return indexed is not None and indexed >= target

    def _apply(self, target: int, searchable: Future[None]) -> None:
        """Replays the op-log to its end, or builds anew what cannot be replayed."""
        start = self.indexed()
        if start is not None:
            try:
                self._follow(start, target, searchable)
            except IndexDamaged as error:
                logger.warning("The search index cannot be written: %s", error)
            else:
                return
        self._build_anew(lambda _done, _total: None)

    def _follow(self, start: int, target: int, searchable: Future[None]) -> None:
        backlog = self._database.read_here(_acknowledged) - start
        with self._index.writing(1 if backlog <= FEW else THREADS) as writing:
            for done in self._replay(start, writing):
                start = done
                if done >= target and not searchable.done():
                    searchable.set_result(None)
        self._database.write_here(lambda connection: connection.execute(search_sql.PRUNE, (start,)))

    def _replay(self, start: int, writing: Writing) -> Generator[int]:
        """Applies the operations after `start`; yields how far each commit came."""
        waiting = 0
        operations = self._operations_after(start)
        while operations:
            keys = list(dict.fromkeys(operation.doc_key for operation in operations))
            writing.delete(keys)
            for document, chunks in self._current(keys):
                writing.add(document, chunks)
                waiting += len(chunks)
            last = operations[-1]
            operations = self._operations_after(last.seq)
            if waiting >= CHUNKS_PER_COMMIT or not operations:
                writing.commit(Watermark(self._database.store_id, last.seq, last.opid))
                waiting = 0
                yield last.seq

    def _operations_after(self, seq: int) -> list[Operation]:
        def select(connection: sqlite3.Connection) -> list[Operation]:
            rows = connection.execute(search_sql.OPERATIONS_AFTER, (seq, OPERATIONS))
            return [Operation(row["seq"], row["doc_key"], row["opid"]) for row in rows]

        return self._database.read_here(select)

    def _build_anew(self, progress: Callable[[int, int], None]) -> None:
        folder = self._index.folder
        with index_files.clear_errors(folder):
            for leftover in (folder.with_name(f"{folder.name}.new"), *folder.parent.glob(f"{folder.name}.old*")):
                index_files.remove(leftover)
        watermark, total = self._database.read_here(self._start)
        fresh = TextIndex.made(folder.with_name(f"{folder.name}.new"))
        try:
            self._fill(fresh, watermark, total, progress)
        except BaseException:
            index_files.remove(fresh.folder)
            raise
        self._index.replace(fresh.folder)

    def _fill(self, fresh: TextIndex, watermark: Watermark, total: int, progress: Callable[[int, int], None]) -> None:
        done, key = 0, 0
        with fresh.writing(THREADS) as writing:
            while keys := self._database.read_here(lambda c, after=key: _current_keys(c, after)):
                for document, chunks in self._current(keys):
                    writing.add(document, chunks)
                    done += len(chunks)
                progress(done, max(done, total))
                key = keys[-1]
                if self._closing.is_set():
                    raise StoreUnavailable("the store was closed while the search index was being built; it will be built later")
            writing.commit(watermark)

    def _start(self, connection: sqlite3.Connection) -> tuple[Watermark, int]:
        """Where a rebuild stands: changes made while it runs have larger numbers and are replayed after it."""
        connection.execute("BEGIN")
        try:
            seq = _acknowledged(connection)
            row = connection.execute(search_sql.OPERATION, (seq,)).fetchone()
            total = connection.execute(search_sql.COUNT_CHUNKS).fetchone()[0]
        finally:
            connection.execute("COMMIT")
        return Watermark(self._database.store_id, seq, "" if row is None else row["opid"]), total

    def _current(self, keys: Sequence[int]) -> Iterable[tuple[IndexedDocument, list[tuple[int, str]]]]:
        """Those of the documents that are current, each with its chunks as (key, tokens)."""

        def documents(connection: sqlite3.Connection) -> list[IndexedDocument]:
            rows = connection.execute(search_sql.INDEXABLE, (json.dumps(keys),))
            return [
                IndexedDocument(
                    row["doc_key"],
                    row["tenant"],
                    row["doc_id"],
                    row["doc_type"],
                    tuple(json.loads(row["devices"])),
                    tuple(json.loads(row["readers"])),
                    row["owner"],
                )
                for row in rows
            ]

        for document in self._database.read_here(documents):
            first = document.doc_key << ORDER_BITS
            rows = self._database.read_here(lambda c, f=first: c.execute(search_sql.TOKENS, (f, f + MAX_ORDER)).fetchall())
            yield document, [(row["chunk_key"], row["tokens"]) for row in rows]


class IndexerAtRest(Indexer):
    """Of a store that is only read: it reports the progress of the index, and changes nothing."""

    def _submit(self, work: Callable[[Future[None]], None]) -> Future[None]:  # noqa: ARG002
        refused: Future[None] = Future()
        refused.set_exception(StoreUnavailable("was opened to be read only", self._index.folder))
        return refused

    def mend(self, damage: IndexDamaged) -> None:
        """Leaves it as it is."""


def _acknowledged(connection: sqlite3.Connection) -> int:
    return connection.execute(search_sql.ACKNOWLEDGED).fetchone()[0]


def _knows(connection: sqlite3.Connection, store_id: str, watermark: Watermark) -> bool:
    """Whether the watermark is a point of this store's history, of which what follows is still in the op-log."""
    if watermark.store_id != store_id or watermark.format != FORMAT:
        return False
    row = connection.execute(search_sql.OPERATION, (watermark.seq,)).fetchone()
    return row["opid"] == watermark.opid if row else watermark.seq == 0 and _nothing_pruned(connection)


def _nothing_pruned(connection: sqlite3.Connection) -> bool:
    return connection.execute(search_sql.OPERATION, (1,)).fetchone() is not None or _acknowledged(connection) == 0


def _current_keys(connection: sqlite3.Connection, after: int) -> list[int]:
    return [key for (key,) in connection.execute(search_sql.CURRENT_KEYS_AFTER, (after, OPERATIONS))]
