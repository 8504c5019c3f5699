"""The SQLite file: opened, migrated, read by several threads and written by one."""

import asyncio
import errno
import os
import sqlite3
import threading
import uuid
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import TypeVar

from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.plain_files import LINKS, NO_LINK, opened
from ibidem.backends.embedded.room import FULL, obstacle
from ibidem.backends.stored_turns import question_key
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.text import HALF_A_PAIR

T = TypeVar("T")

# Reads are short; beyond this many at once they only queue on the two or four cores of a small machine.
READERS = 4
# How long a write waits for another process to finish its own; the longest one is a batch of documents.
BUSY_SECONDS = 30.0
# Distinguishes our databases from those of other programs (https://www.sqlite.org/fileformat2.html#application_id): "ibid". Those
# that were made before it was written have none, and are known by their tables.
APPLICATION_ID = 0x69626964
NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


@contextmanager
def clear_errors(path: Path) -> Generator[None]:
    """Turns what SQLite and the file system say into StoreUnavailable with a remedy, and unstorable text into InvalidInput."""
    try:
        yield
    except UnicodeEncodeError as error:
        raise InvalidInput("text", HALF_A_PAIR.problem, HALF_A_PAIR.allowed) from error
    except (sqlite3.Error, OSError) as error:
        if isinstance(error, OSError) and error.errno in LINKS:
            raise StoreUnavailable(NO_LINK, error.filename or path) from error
        raise StoreUnavailable(_said(path, error), path) from error


def _said(path: Path, error: Exception) -> str:
    text = str(error)
    if "disk is full" in text or (isinstance(error, OSError) and error.errno in NO_ROOM):
        return FULL
    if "locked" in text or "busy" in text:
        return f"another process has been writing for more than {BUSY_SECONDS:.0f} s; try again when it is done"
    if "not a database" in text or "malformed" in text:
        return f"damaged, or not a database of ibidem ({text}); restore it from a copy"
    # Of either, SQLite says things like "disk I/O error" and "unable to open database file".
    with suppress(OSError):
        if why := obstacle(path):
            return why
    if isinstance(error, PermissionError) or "unable to open" in text or "readonly" in text:
        return "cannot be written; check who owns the folder and its permissions"
    return str(error.strerror) if isinstance(error, OSError) and error.strerror else text


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

    def __init__(self, path: Path, masking: str = "") -> None:
        """Opens the file, of which `statements.READABLE` shows documents of this masking alone, where one is given.

        Raises StoreUnavailable: newer schema, damaged, of another program, not to be had."""
        self.path = path
        self._masking = masking
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._opening = threading.Lock()
        with clear_errors(path):
            self.store_id = self._settled()
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
            # Without an argument and deterministic: SQLite calls it once a statement.
            connection.create_function("masking", 0, lambda: self._masking, deterministic=True)
            with self._opening:
                self._connections.append(connection)
        return connection

    def _settled(self) -> str:
        """Makes or migrates the file; returns the id of the store."""
        # Two processes that create the same file would race for its journal mode.
        birth = FileLock(self.path.with_suffix(".lock"))
        birth.acquire()
        try:
            with suppress(FileExistsError):  # made here for its mode, which SQLite gives to the files beside it
                os.close(opened(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL))
            with closing(self._connect()) as connection:
                return self._migrate(connection)
        finally:
            birth.release()

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
        connection.create_function("question_key", 3, question_key, deterministic=True)
        connection.execute("BEGIN IMMEDIATE")
        version = _version(connection, self.path)
        for script in scripts[version:]:
            for statement in statements(script):
                connection.execute(statement)
        if version == 0:
            connection.execute("INSERT INTO identity VALUES (?)", (uuid.uuid4().hex,))
        if version < len(scripts):  # else nothing is written: a store on a full disk can be opened
            connection.execute(f"PRAGMA user_version = {len(scripts)}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        connection.execute("COMMIT")
        return _store_id(connection)


class DatabaseToRead(Database):
    """The file as it stands, beside whoever writes it: nothing is made, migrated or written."""

    def write_here(self, work: Callable[[sqlite3.Connection], T]) -> T:  # noqa: ARG002
        """Raises StoreUnavailable."""
        raise StoreUnavailable("was opened to be read only", self.path)

    def _settled(self) -> str:
        with closing(self._connect()) as connection:
            version, known = _version(connection, self.path), len(migrations())
            if version < known:
                raise StoreUnavailable(
                    f"written by an earlier ibidem (schema {version}, this program reads {known}); "
                    "`ibidem rebuild` or `ibidem serve` brings it up to date",
                    self.path,
                )
            return _store_id(connection)

    def _connect(self) -> sqlite3.Connection:
        return connect_to_read(self.path)


def connect_to_read(path: Path) -> sqlite3.Connection:
    """A connection that cannot change what the file holds, and leaves no file behind that was not there.

    What somebody has written and not yet taken over stands in the write-ahead log, with which SQLite opens a file for reading
    alone. Where there is none SQLite makes an empty log, and only a connection that may write takes it away again; where nobody
    may write, nothing can change meanwhile.
    """
    log = path.with_name(path.name + "-wal")
    if log.exists() and log.stat().st_size:
        access = "mode=ro"
    else:
        access = "mode=rw" if os.access(path.parent, os.W_OK) else "mode=ro&immutable=1"
    address = f"{path.absolute().as_uri()}?{access}"
    connection = sqlite3.connect(address, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False, uri=True)
    try:
        connection.row_factory = sqlite3.Row
        connection.execute("PRAGMA query_only = ON")
    except BaseException:
        connection.close()
        raise
    return connection


def is_store(path: Path) -> bool:
    """Whether the file holds a store of ours, and not only what was begun of one. Raises StoreUnavailable when it is damaged."""
    with clear_errors(path):
        if not path.exists():
            return False
        with closing(connect_to_read(path)) as connection:
            return _version(connection, path) > 0


def _version(connection: sqlite3.Connection, path: Path) -> int:
    """How many migrations the database has been through; 0 when it is empty. Raises StoreUnavailable when it is none of ours, or
    of a newer program."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    (program,) = connection.execute("PRAGMA application_id").fetchone()
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if program not in (0, APPLICATION_ID) or (tables and "identity" not in tables):
        raise StoreUnavailable("the database of another program; name another folder with --data or IBIDEM_DATA", path)
    if version > len(migrations()):
        raise StoreUnavailable(
            f"written by a newer ibidem (schema {version}, this program knows up to {len(migrations())}); "
            "upgrade ibidem or name another folder",
            path,
        )
    return version if tables else 0


def _store_id(connection: sqlite3.Connection) -> str:
    return connection.execute("SELECT store_id FROM identity").fetchone()[0]
