"""Files of the data folder. A link in it may name any file of this machine, and is never followed."""

import errno
import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

# What Linux and macOS say of a link that is not to be followed; FreeBSD says EMLINK.
LINKS = frozenset({errno.ELOOP, errno.EMLINK})
NO_LINK = "is a link, which is never followed in a data folder; put there what it leads to, or remove it"


def opened(path: Path | str, flags: int, folder: int | None = None) -> int:
    """A descriptor of the file itself, for its owner alone where it is made; of a name in an opened folder where that is given.
    Raises OSError, ELOOP or EMLINK for a link."""
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600, dir_fd=folder)


@contextmanager
def opened_folder(path: Path) -> Generator[int]:
    """A descriptor of the folder itself: what is done with names in it is done there, whatever takes the folder's place
    meanwhile. Raises OSError as `opened`."""
    try:
        descriptor = opened(path, os.O_RDONLY | os.O_DIRECTORY)
    except NotADirectoryError as error:
        if path.is_symlink():  # which Linux says of a link, too
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path)) from error
        raise
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def read(path: Path | str, folder: int | None = None) -> bytes:
    """The bytes of the file. Raises OSError as `opened`."""
    with os.fdopen(opened(path, os.O_RDONLY, folder), "rb") as file:
        return file.read()
