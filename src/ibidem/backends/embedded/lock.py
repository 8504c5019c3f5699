"""A lock between processes that the kernel takes back when its holder dies."""

import fcntl
import os
from pathlib import Path
from typing import BinaryIO


class FileLock:
    """An exclusive `flock` on a file, which holds the process id of the last holder. Not reentrant, and not shared by threads."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def try_acquire(self) -> bool:
        """Takes the lock, or returns False at once when somebody else holds it."""
        return self._lock(fcntl.LOCK_EX | fcntl.LOCK_NB)

    def acquire(self) -> None:
        """Waits until the lock is free, and takes it."""
        self._lock(fcntl.LOCK_EX)

    def release(self) -> None:
        """Gives the lock back."""
        if self._file is not None:
            self._file.close()
            self._file = None

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
        file = self._path.open("ab")
        try:
            fcntl.flock(file, operation)
        except BlockingIOError:
            file.close()
            return False
        file.truncate(0)
        file.write(str(os.getpid()).encode())
        file.flush()
        self._file = file
        return True
