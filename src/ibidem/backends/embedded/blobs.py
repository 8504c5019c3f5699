"""The large originals: files named by the SHA-256 of what they hold."""

import hashlib
import os
import re
import sqlite3
import time
import uuid
from collections.abc import Iterable
from pathlib import Path

from ibidem.backends.embedded import statements
from ibidem.domain.errors import StoreUnavailable

# What is being written has this ending until it is whole; older ones were left by a process that died.
PARTIAL = ".partial"
WRITING_SECONDS = 3600
# The names that are given here. Nothing under another name is ever touched: the folder may have been somebody's before.
OURS = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}\.partial")


class FolderBlobs:
    """A flat folder of large originals.

    Files are written before the transaction that refers to them and removed after the one that forgot them. Both are settled
    under SQLite's write lock: a writer makes sure there that its files are still present (`ensure`), a remover that nobody
    refers to them (`remove_unused`). So what a row names is always there, and a crash leaves at most a file too many, which
    `sweep` takes.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self) -> None:
        """Makes the folder, where there is none yet."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        _sync(self._folder.parent)

    @staticmethod
    def digest(original: bytes) -> str:
        """The name under which the bytes are kept."""
        return hashlib.sha256(original).hexdigest()

    def ensure(self, originals: Iterable[tuple[str, bytes]]) -> None:
        """Writes (digest, bytes) pairs that are not there yet: once this returned they are on disk, whole."""
        written = False
        for digest, original in originals:
            path = self._folder / digest
            if path.exists():
                continue
            partial = self._folder / f"{uuid.uuid4().hex}{PARTIAL}"
            try:
                # The mode is given here, whatever the umask.
                with os.fdopen(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600), "wb") as file:
                    file.write(original)
                    file.flush()
                    os.fsync(file.fileno())
                partial.replace(path)
            except BaseException:
                partial.unlink(missing_ok=True)
                raise
            written = True
        if written:
            _sync(self._folder)

    def read(self, digest: str) -> bytes:
        """The bytes kept under a digest. Raises StoreUnavailable when the file has been taken away."""
        try:
            return (self._folder / digest).read_bytes()
        except OSError as error:
            raise StoreUnavailable(f"{self._folder / digest}: cannot be read; index the document again") from error

    def remove_unused(self, digests: Iterable[str], connection: sqlite3.Connection) -> None:
        """Removes those to which no document refers any more. Called inside a writing transaction."""
        for digest in digests:
            if connection.execute(statements.BLOB_IN_USE, (digest,)).fetchone() is None:
                (self._folder / digest).unlink(missing_ok=True)

    def sweep(self, connection: sqlite3.Connection) -> None:
        """Removes what a crash left behind under our names. Called inside a writing transaction."""
        used = {digest for (digest,) in connection.execute(statements.BLOBS_IN_USE)}
        for path in list(self._folder.iterdir()):
            unused = OURS.fullmatch(path.name) and path.name not in used
            if unused and path.is_file() and not _being_written(path):
                path.unlink(missing_ok=True)


def _being_written(path: Path) -> bool:
    """Whether the file is a partial one and young; one that has just got its name counts as such."""
    try:
        return path.suffix == PARTIAL and time.time() - path.stat().st_mtime < WRITING_SECONDS
    except FileNotFoundError:
        return True


def _sync(folder: Path) -> None:
    """Makes the names in a folder durable: those of files are not, when only the files are synced."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
