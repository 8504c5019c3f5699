"""The store's own secret: a file beside the database, so that whoever holds a copy of the one does not have the other."""

import os
import secrets
from contextlib import suppress
from pathlib import Path

from ibidem.backends.embedded.lock import FileLock
from ibidem.backends.embedded.plain_files import opened, read
from ibidem.domain.errors import StoreUnavailable

BYTES = 32


def secret_in(path: Path, lock: Path, fresh_bytes: bytes | None = None) -> bytes:
    """The bytes of the file, which is made where there is none, of these bytes or by chance; only its owner may read it.
    Raises OSError, and StoreUnavailable for a file that is no secret.

    Written whole under another name first. Two processes that make it at once wait for each other at the `lock`.
    """
    with suppress(FileNotFoundError):
        return _whole(path)
    making = FileLock(lock)
    making.acquire()
    try:
        if not os.path.lexists(path):
            fresh = path.with_name(f"{path.name}.new")
            with os.fdopen(opened(fresh, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), "wb") as file:
                file.write(fresh_bytes or secrets.token_bytes(BYTES))
                file.flush()
                os.fsync(file.fileno())
            fresh.replace(path)
        return _whole(path)
    finally:
        making.release()


def require_whole(path: Path) -> None:
    """Raises StoreUnavailable where there is a file that is no secret, and OSError. Where there is none, one will be made."""
    with suppress(FileNotFoundError):
        _whole(path)


def _whole(path: Path) -> bytes:
    secret = read(path)
    if len(secret) != BYTES:
        raise StoreUnavailable(
            f"holds {len(secret)} bytes, and a secret of ibidem has {BYTES}; restore it from a copy, or remove it: "
            "another one is made then, by which values that were masked before are not recognised",
            path,
        )
    return secret
