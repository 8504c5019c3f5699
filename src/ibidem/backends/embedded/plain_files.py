"""Files of the data folder. A link in it may name any file of this machine, and is never followed."""

import errno
import os
from pathlib import Path

# What Linux and macOS say of a link that is not to be followed; FreeBSD says EMLINK.
LINKS = frozenset({errno.ELOOP, errno.EMLINK})
NO_LINK = "is a link, which is never followed in a data folder; put there what it leads to, or remove it"


def opened(path: Path, flags: int) -> int:
    """A descriptor of the file itself, for its owner alone where it is made. Raises OSError, ELOOP or EMLINK for a link."""
    return os.open(path, flags | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)


def read(path: Path) -> bytes:
    """The bytes of the file. Raises OSError as `opened`."""
    with os.fdopen(opened(path, os.O_RDONLY), "rb") as file:
        return file.read()
