"""Folders in folders: a file belongs to one indexed folder, the outermost, so that no document is stored twice."""

from collections.abc import Sequence
from dataclasses import replace

from ibidem.domain.folders import IndexedFile


def outermost(folder: str, recorded: Sequence[IndexedFile]) -> str:
    """The indexed folder that holds this one, else the folder itself."""
    return min((one for one in {file.folder for file in recorded} if part(folder, one)), key=len, default=folder)


def part(folder: str, outer: str) -> str:
    """The way from the outer folder to the other, with a `/` at its end; "" where indexing the outer one does not lead there.

    What stands in hidden folders is of the folder that was named.
    """
    way = folder.removeprefix(outer.rstrip("/") + "/") + "/" if outer else "/"
    hidden = any(name.startswith(".") for name in way.split("/"))
    return "" if way.startswith("/") or hidden else way


def inside(folder: str, recorded: Sequence[IndexedFile]) -> list[IndexedFile]:
    """What was recorded of folders in this one."""
    return [file for file in recorded if part(file.folder, folder)]


def adopted(folder: str, files: Sequence[IndexedFile]) -> list[IndexedFile]:
    """Files of folders in this one as its own, which are to be read anew, for their ids are other ones here."""
    return [replace(file, folder=folder, path=part(file.folder, folder) + file.path, reading="") for file in files]
