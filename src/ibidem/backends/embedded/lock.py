"""A lock between processes that the kernel releases when its holder dies."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from ibidem.backends.embedded.plain_files import opened


class FileLock:
    """An exclusive `flock` on a file, which holds the process id of the last holder. Not reentrant, and not shared by threads.

    Taking it raises OSError where the file cannot be opened, or is a link.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor: int | None = None

    def try_acquire(self) -> bool:
        """Takes the lock, or returns False at once when somebody else holds it."""
        return self._lock(fcntl.LOCK_EX | fcntl.LOCK_NB)

    def acquire(self) -> None:
        """Waits until the lock is free, and takes it."""
        self._lock(fcntl.LOCK_EX)

    def release(self) -> None:
        """Gives the lock back."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None

    def holder(self) -> int | None:
        """The process id of whoever holds the lock now, or None when it is free."""
        if not self._path.exists():
            return None
        with self._path.open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                written = file.read(20)
                return int(written) if written.isdigit() else None
        return None

    def _lock(self, operation: int) -> bool:
        descriptor = opened(self._path, os.O_RDWR | os.O_CREAT)
        try:
            fcntl.flock(descriptor, operation)
        except BaseException as error:
            os.close(descriptor)
            if isinstance(error, BlockingIOError):
                return False
            raise
        with suppress(OSError):  # a full disk: the lock's holder is only reported to a person
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
        self._descriptor = descriptor
        return True
