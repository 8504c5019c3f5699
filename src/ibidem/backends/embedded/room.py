"""Whether anything can be written where a data folder is."""

import os
from pathlib import Path

# Less is none: SQLite needs 32 KiB of shared memory to open a database, a turn with its trace some hundred KiB, twice.
LEAST_ROOM = 1 << 20
FULL = "the disk is full; make room, nothing half-written was kept"
READ_ONLY = "the file system is read-only; mount it to be written, or name another folder with --data or IBIDEM_DATA"


def obstacle(path: Path) -> str:
    """What keeps everything from being written there, or where it would be made; empty where the file system is no obstacle.
    Raises OSError."""
    while not path.exists() and path != path.parent:
        path = path.parent
    found = os.statvfs(path)
    if found.f_flag & os.ST_RDONLY:
        return READ_ONLY
    return FULL if found.f_bavail * found.f_frsize < LEAST_ROOM else ""
