"""The large originals: files named by the SHA-256 of what they hold, in the data folder; or objects elsewhere."""

import asyncio
import hashlib
import logging
import os
import re
import sqlite3
import stat
import time
import uuid
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from ibidem.backends.embedded.database import Database, clear_errors
from ibidem.backends.embedded.plain_files import opened, opened_folder, read
from ibidem.backends.embedded.sql import picture_sql
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import StoreUnavailable
from ibidem.ports.originals import SMALL_ORIGINAL, InUse, Originals

logger = logging.getLogger(__name__)

# What is being written has this ending until it is whole; older ones were left by a process that died.
PARTIAL = ".partial"
WRITING_SECONDS = 3600
# The names that are given here. Nothing under another name is ever touched: the folder may have been somebody's before.
OURS = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}\.partial")
# What a row's name of an original begins with that lies outside the folder.
OUTSIDE = "s3/"

Held = Sequence[tuple[str, bytes]]


class FolderBlobs:
    """A flat folder of large originals (ports.Originals). It is opened anew each time, and never through a link."""

    # The whole texts of the data folder are in its database.
    takes_texts = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def make(self) -> None:
        """Makes the folder, where there is none yet."""
        self._folder.mkdir(mode=0o700, exist_ok=True)
        with opened_folder(self._folder.parent) as above:
            os.fsync(above)

    def ensure(self, originals: Iterable[tuple[str, bytes]]) -> None:
        """See ports.Originals."""
        with clear_errors(self._folder), ExitStack() as stack:
            folder, written = None, False
            for digest, original in originals:
                if folder is None:
                    folder = stack.enter_context(opened_folder(self._folder))
                written |= _write(folder, digest, original)
            if folder is not None and written:
                os.fsync(folder)

    def read(self, digest: str) -> bytes:
        """See ports.Originals."""
        path = self._folder / digest
        try:
            with opened_folder(self._folder) as folder:
                original = read(digest, folder)
        except OSError as error:
            raise StoreUnavailable("the original cannot be read; index the document again", path) from error
        if hashlib.sha256(original).hexdigest() != digest:
            raise StoreUnavailable("the original is damaged; restore it from a copy, or index the document again", path)
        return original

    def remove(self, digests: Sequence[str], in_use: InUse) -> None:
        """See ports.Originals; called inside a writing transaction, in which `in_use` looks."""
        with clear_errors(self._folder), opened_folder(self._folder) as folder:
            for digest in set(digests) - in_use(digests):
                _unlink(folder, digest)

    def sweep(self, in_use: InUse) -> None:
        """See ports.Originals; called as `remove`."""
        with clear_errors(self._folder), opened_folder(self._folder) as folder:
            with os.scandir(folder) as entries:
                ours = [one.name for one in entries if OURS.fullmatch(one.name) and one.is_file(follow_symlinks=False)]
            used = in_use(ours)
            for name in ours:
                if name not in used and not _being_written(folder, name):
                    _unlink(folder, name)


def _write(folder: int, name: str, original: bytes) -> bool:
    """Writes a file whole, and returns True, where it is not there yet; a link in its place is replaced, not followed."""
    if _is_file(folder, name):
        return False
    partial = f"{uuid.uuid4().hex}{PARTIAL}"
    try:
        # The mode is given here, whatever the umask.
        with os.fdopen(opened(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, folder), "wb") as file:
            file.write(original)
            file.flush()
            os.fsync(file.fileno())
        os.replace(partial, name, src_dir_fd=folder, dst_dir_fd=folder)
    except BaseException:
        _unlink(folder, partial)
        raise
    return True


def _unlink(folder: int, name: str) -> None:
    with suppress(FileNotFoundError):
        os.unlink(name, dir_fd=folder)


def _is_file(folder: int, name: str) -> bool:
    try:
        return stat.S_ISREG(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode)
    except FileNotFoundError:
        return False


class Blobs:
    """The large originals of a data folder. A row names one by its digest, behind `s3/` where it lies outside.

    They are written before the transaction that refers to them and removed after the one that forgot them. In the folder both
    are settled under SQLite's write lock: a writer makes sure there that its files are still present (`settle`), a remover that
    nobody refers to them. So what a row names is always there, and a crash leaves at most a file too many, which `sweep` takes.
    Nothing outside is asked for under that lock: there, what is young is not removed.
    """

    def __init__(self, database: Database, folder: FolderBlobs, outside: Originals | None) -> None:
        self._database = database
        self._folder = folder
        self._outside = outside

    def name(self, original: bytes) -> str | None:
        """How a row names this original; None where it is small enough to lie beside its text."""
        if len(original) <= SMALL_ORIGINAL:
            return None
        return ("" if self._outside is None else OUTSIDE) + hashlib.sha256(original).hexdigest()

    def large(self, prepared: Iterable[PreparedDocument]) -> list[tuple[str, bytes]]:
        """The originals and pictures of these documents that do not lie beside a text, each under its name."""
        held = (content for one in prepared for content in (one.original, *one.pictures))
        return [(name, content) for content in held if (name := self.name(content)) is not None]

    def ensure(self, originals: Held) -> None:
        """Stores (name, bytes) pairs: once this returned they are there, whole. Raises StoreUnavailable."""
        self.settle(originals)
        outside = [(name.removeprefix(OUTSIDE), original) for name, original in originals if name.startswith(OUTSIDE)]
        if outside:
            self._opened(outside[0][0]).ensure(outside)

    def settle(self, originals: Held) -> None:
        """As `ensure`, for those in the folder; called inside a writing transaction."""
        self._folder.ensure((name, original) for name, original in originals if not name.startswith(OUTSIDE))

    def read(self, name: str) -> bytes:
        """The bytes of this name. Raises StoreUnavailable when they were taken away or changed, or cannot be had now."""
        if name.startswith(OUTSIDE):
            return self._opened(name).read(name.removeprefix(OUTSIDE))
        return self._folder.read(name)

    async def remove_unused(self, names: set[str]) -> None:
        """Removes those to which nothing refers. What was stored or forgotten is so whether this succeeds or not: what it leaves
        is swept later."""
        inside = [name for name in names if not name.startswith(OUTSIDE)]
        outside = [name.removeprefix(OUTSIDE) for name in names if name.startswith(OUTSIDE)]
        try:
            if inside:
                await self._database.write(lambda c: self._folder.remove(inside, _used_in(c)))
            if outside and self._outside is not None:
                await asyncio.to_thread(self._outside.remove, outside, self._used_outside)
        except StoreUnavailable as error:
            logger.warning("originals that nobody needs stay for now: %s", error)

    async def sweep(self) -> None:
        """Removes what a crash left behind under our names. Raises StoreUnavailable."""
        await self._database.write(lambda c: self._folder.sweep(_used_in(c)))
        if self._outside is not None:
            await asyncio.to_thread(self._outside.sweep, self._used_outside)

    def _opened(self, name: str) -> Originals:
        if self._outside is None:
            raise StoreUnavailable(f"the original {name} lies in S3: set IBIDEM_ORIGINALS to where it was stored")
        return self._outside

    def _used_outside(self, digests: Sequence[str]) -> set[str]:
        def used(connection: sqlite3.Connection) -> set[str]:
            return {name.removeprefix(OUTSIDE) for name in _used_in(connection)([OUTSIDE + one for one in digests])}

        return self._database.read_here(used)


def _used_in(connection: sqlite3.Connection) -> Callable[[Sequence[str]], set[str]]:
    return lambda names: {name for name in names if connection.execute(picture_sql.BLOB_IN_USE, (name,)).fetchone()}


def _being_written(folder: int, name: str) -> bool:
    """Whether the file is a partial one and young; one that has just got its name counts as such."""
    try:
        written = os.stat(name, dir_fd=folder, follow_symlinks=False).st_mtime
    except FileNotFoundError:
        return True
    return name.endswith(PARTIAL) and time.time() - written < WRITING_SECONDS
