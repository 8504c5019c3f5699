"""The files of the search index: which are tantivy's, whether they are unchanged, and how they are removed or renamed."""

import errno
import json
import logging
import os
import re
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from ibidem.backends.embedded.room import obstacle
from ibidem.domain.errors import StoreUnavailable

logger = logging.getLogger(__name__)

# The names that tantivy gives to its files. Nothing under another name is ever removed.
OURS = re.compile(
    r"meta\.json|\.managed\.json|\.tantivy-(meta|writer)\.lock|\.tmp\w+"
    r"|[0-9a-f]{32}(\.\d+)?\.(idx|pos|term|store|fast|fieldnorm|del)(\.temp)?"
)
# How Rust ends the text of an error of the system when the disk, or what one may have of it, is full.
FULL = re.compile(rf"\(os error ({errno.ENOSPC}|{errno.EDQUOT}|{errno.EFBIG})\)|StorageFull|QuotaExceeded|FileTooLarge")

# A file's size and modification time: they differ when it has changed. tantivy never writes into a file that it has finished.
FileState = tuple[int, int]


class IndexDamaged(StoreUnavailable):
    """tantivy cannot read or write its files. The next indexer renames them and rebuilds the index."""

    def __init__(self, folder: Path, problem: str) -> None:
        remedy = "it is built anew from the documents: ask again in a while, or run `ibidem rebuild`"
        super().__init__(f"the search index cannot be used; {remedy}", f"{folder} ({problem})")
        self.damage = problem


@contextmanager
def clear_errors(folder: Path) -> Generator[None]:
    """Cleans up after an error that has been reported."""
    try:
        yield
    except BaseException as error:
        if not is_tantivys(error):
            raise
        text = str(error)
        if FULL.search(text):
            raise StoreUnavailable("the disk is full; make room, the search index catches up by itself", folder) from error
        with suppress(OSError):
            if why := obstacle(folder):  # it cannot be used, and is not damaged
                raise StoreUnavailable(why, folder) from error
        raise IndexDamaged(folder, text) from error


def is_tantivys(error: BaseException) -> bool:
    """Whether tantivy raised it. Its panics come as an exception of the bridge to Rust, which is no Exception."""
    return isinstance(error, ValueError | OSError) or type(error).__module__ == "pyo3_runtime"


def quietly(act: Callable[[], object]) -> None:
    """Cleans up after an error that has been reported."""
    try:
        act()
    except BaseException as error:
        if not is_tantivys(error):
            raise


def state_of(folder: Path) -> FileState | None:
    """The state of meta.json, which tantivy replaces at each commit. None while there is no index."""
    try:
        found = (folder / "meta.json").stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_ino, found.st_mtime_ns


def segments_of(folder: Path) -> frozenset[str]:
    """What the names of the files of the last commit begin with. Raises ValueError when meta.json is none."""
    try:
        meta = json.loads((folder / "meta.json").read_bytes())
        return frozenset(segment["segment_id"].replace("-", "") for segment in meta["segments"])
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError("meta.json is not tantivy's") from error


def files_of(folder: Path, segments: frozenset[str]) -> dict[str, FileState]:
    """The files of these segments that do not change while they are in use; deletions are written anew at each commit."""
    files: dict[str, FileState] = {}
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name[:32] in segments and not entry.name.endswith(".del"):
                with suppress(FileNotFoundError):
                    found = entry.stat()
                    files[entry.name] = found.st_size, found.st_mtime_ns
    return files


def are_whole(folder: Path, files: Mapping[str, FileState]) -> bool:
    """Whether these files are there and unchanged. tantivy maps them into memory, and to read from one that was cut short since
    ends the process. Costs some two microseconds a file."""
    place = f"{folder}{os.sep}"
    try:
        for name, state in files.items():
            found = os.stat(place + name)  # noqa: PTH116  (a Path would take half of the time)
            if (found.st_size, found.st_mtime_ns) != state:
                return False
    except OSError:
        return False
    return True


def is_folder(path: Path) -> bool:
    """Whether it is a folder, and no link to one."""
    return path.is_dir() and not path.is_symlink()


def held(folder: Path) -> list[Path]:
    """Tantivy's files in a folder."""
    return [path for path in folder.iterdir() if OURS.fullmatch(path.name) and not path.is_dir()] if is_folder(folder) else []


def in_the_way(folder: Path) -> bool:
    """Whether something that is no folder stands where the index belongs."""
    return os.path.lexists(folder) and not is_folder(folder)


def remove(folder: Path) -> None:
    """Removes tantivy's files, and the folder when nothing else is in it."""
    for path in held(folder):
        path.unlink(missing_ok=True)
    with suppress(OSError):
        folder.rmdir()


def set_aside(folder: Path) -> Path:
    """Gives an index that cannot be read another name, under which it stays; returns that. A link gets one that is not ours, or
    the next start would be refused for it."""
    if folder.is_symlink():
        place = folder.rename(unused(folder, "link"))
        logger.warning("%s is a link, which is not followed: it is now %s, and an index built in its place", folder, place.name)
        return place
    place = folder.rename(unused(folder, "unreadable"))
    logger.warning("%s could not be read: it is kept as %s, and built anew from the documents", folder, place.name)
    return place


def unused(folder: Path, ending: str) -> Path:
    """A name that is not taken yet: `index.old-1`."""
    number = 1
    while os.path.lexists(place := folder.with_name(f"{folder.name}.{ending}-{number}")):
        number += 1
    return place


def carry_strangers(old: Path, new: Path) -> None:
    """Moves what is not tantivy's from where the index was put to where it is now, so that it stays where somebody put it."""
    for path in list(old.iterdir()) if is_folder(old) else ():
        if not OURS.fullmatch(path.name) and not (new / path.name).exists():
            path.rename(new / path.name)
