"""Notices that a folder has changed: by looking at it now and then, which works on every file system, network drives included."""

import asyncio
import os
import time
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

# Looking takes some 10 ms a thousand files; with longer pauses after longer looks it never takes more than a twentieth of a core.
_PAUSE_LOOKS = 20

_Look = dict[str, tuple[int, int, int]]


async def changes(folders: Sequence[Path], pause: float) -> AsyncGenerator[Sequence[Path]]:
    """The folders at once, and from then on those that have changed, when two looks, `pause` seconds apart, found the same.

    What changes before the caller comes back is not missed: it is compared with how the folder was when it was given.
    """
    given: dict[Path, _Look] = {}
    before: dict[Path, _Look] = {}
    while True:
        began = time.monotonic()
        now = {folder: await asyncio.to_thread(_look, folder) for folder in folders}
        looked = time.monotonic() - began
        still = [
            folder for folder in folders if now[folder] != given.get(folder) and (not given or now[folder] == before[folder])
        ]
        if still:
            yield still
            given |= {folder: now[folder] for folder in still}
        before = now
        await asyncio.sleep(max(pause, _PAUSE_LOOKS * looked))


def _look(folder: Path) -> _Look:
    """What tells a file from what it was, by its path."""
    found: _Look = {}
    for directory, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = f"{directory}/{name}"
            try:
                status = os.stat(path)  # noqa: PTH116 (to make a Path takes longer than to look)
            except OSError:
                continue  # gone meanwhile, or a link that leads nowhere
            found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found
