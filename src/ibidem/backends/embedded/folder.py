"""The data folder: what in it is ours, and who may look at it. Nothing that is not ours is ever changed or removed."""

import logging
import os
import re
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from ibidem.backends.embedded import blobs, index_files
from ibidem.backends.embedded.database import clear_errors, is_store
from ibidem.backends.embedded.plain_files import NO_LINK
from ibidem.backends.embedded.secret import secret_in
from ibidem.domain.errors import InvalidInput, StoreUnavailable
from ibidem.domain.health import Remark

logger = logging.getLogger(__name__)

DATABASE = "ibidem.sqlite3"
ORIGINALS = "originals"
INDEX = "index"
SECRET = "secret.key"
LOCK = "ibidem.lock"
NAMED = 5  # at most so many files that are not ours are named

# What stands in a folder while a store is being made in it; the first folder below it is made once the database is one of ours.
_BEGUN = re.compile(r"ibidem\.lock|ibidem\.sqlite3(-wal|-shm|-journal)?")
_SYSTEM = "lost+found"  # stands in the first folder of many file systems, and belongs to nobody
_OURS = re.compile(
    rf"{_BEGUN.pattern}|(index|vectors)\.lock|secret\.key(\.new)?|{ORIGINALS}|{INDEX}(\.new|\.old(-\d+)?|\.unreadable-\d+)?"
)
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def require_ours(folder: Path) -> None:
    """Raises InvalidInput when the folder is a file, holds what is not ours and no store, or a link under a name of ours;
    StoreUnavailable when it cannot be read, or its database is damaged or of another program."""
    if folder.exists() and not folder.is_dir():
        raise InvalidInput("data", f"{folder} is a file", "a folder, or a path where one can be made, is allowed")
    if folder.is_symlink() and not folder.exists():
        raise InvalidInput(
            "data", f"{folder} is a link to what does not exist", "a folder, or a path where one can be made, is allowed"
        )
    _require_no_links(folder)
    with clear_errors(folder):
        # Listed before the database is looked at: somebody may be making a store here.
        names = {path.name for path in folder.iterdir()} - {_SYSTEM} if folder.exists() else set[str]()
    others = sorted(name for name in names if not _BEGUN.fullmatch(name))
    if not is_store(folder / DATABASE) and others:
        raise InvalidInput(
            "data",
            f"{folder} holds other files ({others[0]}) and no store of ibidem",
            "an empty folder, or a path where one can be made, is allowed (--data or IBIDEM_DATA)",
        )


def require_store(folder: Path) -> None:
    """As `require_ours`, and raises StoreUnavailable where no store has been made yet."""
    require_ours(folder)
    if not is_store(folder / DATABASE):
        raise StoreUnavailable(
            "there is no store here yet; `ibidem index FOLDER` makes one, --data or IBIDEM_DATA names another", folder
        )


def share_secret(source: Path, target: Path) -> None:
    """Copies the secret of one folder to another one, which is made where there is none. Raises InvalidInput where that has
    another secret, and StoreUnavailable."""
    with clear_errors(target):
        if source == target or not os.path.lexists(source / SECRET):
            return
        make_private(target)
        shared = secret_in(source / SECRET, source / LOCK)
        if secret_in(target / SECRET, target / LOCK, shared) != shared:
            raise InvalidInput(
                "data",
                f"{target / SECRET} is another secret than that of {source}",
                "a folder without one is allowed (--data or IBIDEM_DATA)",
            )


def make_private(folder: Path) -> None:
    """Makes the folder, or takes away what others may do in one that is there. `ibidem doctor` reports where that failed."""
    if not folder.exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not open_to_others(folder):
        return
    held = [Path(entry.path) for entry, ours in _entries(folder) if ours and not entry.is_symlink()]
    try:
        for path in (folder, *held):
            with suppress(FileNotFoundError):  # somebody is indexing
                path.chmod(stat.S_IMODE(path.stat().st_mode) & ~_OTHERS)
    except OSError as error:
        logger.warning("%s can be read by other users of this machine, and that cannot be changed (%s)", folder, error)
    else:
        if held:
            logger.warning("%s could be read by other users of this machine; now only its owner may", folder)


def remarks(folder: Path) -> Iterator[Remark]:
    """What in a data folder somebody should know of."""
    if open_to_others(folder):
        found = f"other users of this machine may look into {folder}"
        yield Remark(about="privacy", found=found, remedy="`ibidem index` or `ibidem serve` closes it to them")
    others = strangers(folder)
    if others:
        named = ", ".join(map(str, others[:NAMED])) + (", ..." if len(others) > NAMED else "")
        found = f"{len(others):,} in {folder} are not of ibidem, which leaves them alone: {named}"
        yield Remark(about="other files", found=found, remedy="keep them elsewhere")
    for kept in set_aside(folder):
        found = f"{kept.name} is a search index that could not be read, and another one was built"
        yield Remark(about="index kept", found=found, remedy="remove it when nobody needs to look at it")


def open_to_others(folder: Path) -> bool:
    """Whether other users of this machine may do anything in the folder."""
    return bool(folder.stat().st_mode & _OTHERS)


def strangers(folder: Path) -> list[Path]:
    """What lies in a data folder and is not ours, relative to it."""
    return sorted(Path(entry.path).relative_to(folder) for entry, ours in _entries(folder) if not ours)


def set_aside(folder: Path) -> list[Path]:
    """Search indexes that could not be read and were kept."""
    return sorted(folder.glob(f"{INDEX}.unreadable-*"))


def _require_no_links(folder: Path) -> None:
    """Raises InvalidInput for what is under a name of ours and leads elsewhere: what is written, cleaned up or removed under
    that name would be somebody else's."""
    if not folder.exists():
        return
    with clear_errors(folder):
        link = next((entry.path for entry, ours in _entries(folder) if ours and entry.is_symlink()), None)
    if link is not None:
        raise InvalidInput("data", f"{link} {NO_LINK}", "files and folders of its own are allowed in a data folder")


def _entries(folder: Path) -> Iterator[tuple[os.DirEntry[str], bool]]:
    """What is in the folder and in those of its folders that are ours, and whether its name is one that is given here."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.name == _SYSTEM:
                continue
            ours = _OURS.fullmatch(entry.name) is not None
            yield entry, ours
            if ours and entry.is_dir(follow_symlinks=False):
                names = blobs.OURS if entry.name == ORIGINALS else index_files.OURS
                with suppress(FileNotFoundError), os.scandir(entry.path) as held:  # an index may just have been replaced
                    yield from ((one, names.fullmatch(one.name) is not None) for one in held)
