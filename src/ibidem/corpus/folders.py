"""The files of a folder: which are documents, which are sidecars, and which are left alone. The only part that opens files."""

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from ibidem.corpus.metadata import SIDECAR_ENDINGS
from ibidem.corpus.preparing import SourceFile
from ibidem.corpus.reading.blocks import tidy
from ibidem.corpus.reading.formats import MOST_BYTES, format_of
from ibidem.domain.errors import UnreadableDocument


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below the folder: its path as shown to people, and where it and its sidecar are."""

    name: str
    path: Path
    sidecar: Path | None


def find_files(folder: Path) -> list[FoundFile]:
    """All files below the folder in the order of their names.

    Hidden files and folders, and sidecars, are left out; linked folders are not entered.
    """
    found: list[FoundFile] = []
    for directory, folders, files in os.walk(folder, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(directory)
        present = set(files)
        for name in files:
            if name.startswith(".") or _is_sidecar(name, present):
                continue
            path = here / name
            sidecar = next((here / (name + ending) for ending in SIDECAR_ENDINGS if name + ending in present), None)
            found.append(FoundFile(_shown(path.relative_to(folder)), path, sidecar))
    return sorted(found, key=lambda file: file.path.relative_to(folder).parts)


def load(file: FoundFile, folder: Path) -> SourceFile:
    """The bytes of a file and of its sidecar.

    Raises UnreadableDocument for what is no regular file inside the folder, is too large, has an extension that is not read, or
    may not be read.
    """
    format_of(file.name)
    root = folder.resolve()
    try:
        for path in filter(None, (file.path, file.sidecar)):
            if not path.resolve(strict=True).is_relative_to(root):
                raise UnreadableDocument(file.name, "a link that leads out of the folder", "copy the file into the folder")
        status = file.path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise UnreadableDocument(file.name, "not a regular file", "leave it out")
        if status.st_size > MOST_BYTES:
            raise UnreadableDocument(file.name, f"larger than {MOST_BYTES >> 20} MB", "split it into parts")
        return SourceFile(file.name, file.path.read_bytes(), file.sidecar.read_bytes() if file.sidecar is not None else b"")
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        reason = error.strerror if isinstance(error, OSError) and error.strerror else "links in a circle"
        raise UnreadableDocument(file.name, f"cannot be opened ({reason})", "see that it exists and may be read") from error


def plain_name(filename: str) -> str:
    """The last 255 characters of the last part of a name that a client gave, without control characters; "" when none is left."""
    last = tidy(filename).replace("\\", "/").rstrip("/").rpartition("/")[2].replace("\n", " ").replace("\t", " ").strip()
    return "" if last in (".", "..") else last[-255:]


def _is_sidecar(name: str, present: set[str]) -> bool:
    return any(name.endswith(ending) and name.removesuffix(ending) in present for ending in SIDECAR_ENDINGS)


def _shown(path: Path) -> str:
    """The path as text that can always be printed, also where the name's bytes are in no known encoding."""
    return tidy(os.fsencode(path.as_posix()).decode("utf-8", "replace")).replace("\n", " ")
