"""The store's own secret: a file beside the database, so that whoever holds a copy of the one does not have the other."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from ibidem.backends.embedded.lock import FileLock

BYTES = 32


def secret_in(path: Path, lock: Path, fresh_bytes: bytes | None = None) -> bytes:
    """The bytes of the file, which is made where there is none, of these bytes or by chance; only its owner may read it.
    Raises OSError.

    Written whole under another name first. Two processes that make it at once wait for each other at the `lock`.
    """
    with suppress(FileNotFoundError):
        return path.read_bytes()
    making = FileLock(lock)
    making.acquire()
    try:
        if not path.exists():
            fresh = path.with_name(f"{path.name}.new")
            with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600), "wb") as file:
                file.write(fresh_bytes or secrets.token_bytes(BYTES))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        return path.read_bytes()
    finally:
        making.release()
