"""The SQLite file: opened, migrated, read by several threads and written by one."""

import asyncio
import errno
import sqlite3
import threading
import uuid
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from importlib import resources
from pathlib import Path
from typing import TypeVar

from ibidem.backends.embedded.lock import FileLock
from ibidem.domain.errors import InvalidInput, StoreUnavailable

T = TypeVar("T")

# Reads are short; beyond this many at once they only queue on the two or four cores of a small machine.
READERS = 4
# How long a write waits for another process to finish its own; the longest one is a batch of documents.
BUSY_SECONDS = 30.0


@contextmanager
def clear_errors(path: Path) -> Generator[None]:
    """Turns what SQLite and the file system say into StoreUnavailable with a remedy, and unstorable text into InvalidInput."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise InvalidInput("text", "it holds a lone surrogate", "valid Unicode text is allowed") from error
    except (sqlite3.Error, OSError) as error:
        raise StoreUnavailable(_said(path, error)) from error


def _said(path: Path, error: Exception) -> str:
    text = str(error)
    if "disk is full" in text or (isinstance(error, OSError) and error.errno == errno.ENOSPC):
        return f"{path}: the disk is full; make room, nothing half-written was kept"
    if "locked" in text or "busy" in text:
        return f"{path}: another process has been writing for more than {BUSY_SECONDS:.0f} s; try again when it is done"
    if "not a database" in text or "malformed" in text:
        return f"{path}: damaged, or not a database of ibidem ({text}); restore it from a copy"
    if isinstance(error, PermissionError) or "unable to open" in text or "readonly" in text:
        return f"{path}: cannot be written; check who owns the folder and its permissions"
    return f"{path}: {text}"


def migrations() -> list[str]:
    """The scripts of the migrations, the first one first; a database's `user_version` counts those it has been through."""
    folder = resources.files("ibidem.backends.embedded") / "migrations"
    return [
        file.read_text(encoding="utf-8") for file in sorted(folder.iterdir(), key=lambda f: f.name) if file.name.endswith(".sql")
    ]


def statements(script: str) -> Generator[str]:
    """The single statements of a script: `executescript` would commit between them."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


class Database:
    """One SQLite file in WAL mode with synchronous=FULL: a COMMIT that returned is on disk.

    Every thread of the reading pool has a connection of its own; all writes of the process go through one thread, in
    transactions that take SQLite's write lock at their start (BEGIN IMMEDIATE), which serialises them with other processes.
    """

    def __init__(self, path: Path) -> None:
        """Opens or creates the file and migrates it. Raises StoreUnavailable: newer schema, damaged, not writable."""
        self.path = path
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._opening = threading.Lock()
        # Two processes that create the same file would race for its journal mode.
        birth = FileLock(path.with_suffix(".lock"))
        with clear_errors(path):
            birth.acquire()
            try:
                with closing(self._connect()) as connection:
                    self.store_id = self._migrate(connection)
            finally:
                birth.release()
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="ibidem-read")
        self._writer = ThreadPoolExecutor(1, thread_name_prefix="ibidem-write")

    async def read(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` on a connection of the reading pool."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self.read_here, work)

    def read_here(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` in the calling thread."""
        with clear_errors(self.path):
            return work(self._connection())

    async def write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Runs `work` in a transaction: committed and durable when this returns, rolled back whole when `work` raises."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self.write_here, work)

    def write_here(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """As `write`, in the calling thread."""
        with clear_errors(self.path):
            connection = self._connection()
            connection.execute("BEGIN IMMEDIATE")
            try:
                result = work(connection)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
            return result

    def close(self) -> None:
        """Waits for what is running and closes every connection."""
        self._readers.shutdown()
        self._writer.shutdown()
        with self._opening:
            for connection in self._connections:
                connection.close()
            self._connections.clear()

    def size(self) -> int:
        """Bytes on disk, the write-ahead log included."""
        files = (self.path, self.path.with_name(self.path.name + "-wal"))
        return sum(file.stat().st_size for file in files if file.exists())

    def _connection(self) -> sqlite3.Connection:
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None:
            connection = self._local.connection = self._connect()
            with self._opening:
                self._connections.append(connection)
        return connection

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        try:
            connection.row_factory = sqlite3.Row
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            connection.close()
            raise
        return connection

    def _migrate(self, connection: sqlite3.Connection) -> str:
        scripts = migrations()
        connection.execute("BEGIN IMMEDIATE")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > len(scripts):
            raise StoreUnavailable(
                f"{self.path}: written by a newer ibidem (schema {version}, this program knows up to {len(scripts)}); "
                "upgrade ibidem or name another folder"
            )
        for script in scripts[version:]:
            for statement in statements(script):
                connection.execute(statement)
        if version == 0:
            connection.execute("INSERT INTO identity VALUES (?)", (uuid.uuid4().hex,))
        connection.execute(f"PRAGMA user_version = {len(scripts)}")
        connection.execute("COMMIT")
        (store_id,) = connection.execute("SELECT store_id FROM identity").fetchone()
        return store_id
