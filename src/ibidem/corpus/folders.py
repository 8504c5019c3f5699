"""The files of a folder: which are documents, which are sidecars, and which are left alone. The only part that opens files."""

import os
import stat
from collections.abc import Callable, Iterator, Set
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path, PurePath

from ibidem.corpus.figures import MOST_BYTES_IN_ALL
from ibidem.corpus.metadata import FOLDER_SIDECARS, MOST_METADATA_BYTES, SIDECAR_ENDINGS
from ibidem.corpus.picture_files import possible_pictures, shows_files
from ibidem.corpus.preparing import SourceFile
from ibidem.corpus.reading.blocks import MOST_FIGURES, MOST_PICTURE_BYTES, tidy
from ibidem.corpus.reading.formats import MOST_BYTES, format_of, is_picture
from ibidem.domain.errors import Complaint, InvalidInput, UnreadableDocument

_SEE = "see that it exists and may be read"
# Formats of documents that may not be read: such a file is reported, while a picture or a program is no document at all.
_NOT_READ = {"docm", "dot", "dotx", "pptm", "wpd"} | {
    "key",
    "mht",
    "mobi",
    "numbers",
    "one",
    "pages",
    "ps",
}


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file below the folder: its path as shown to people, where it and its sidecar are, and those of the folders above it, the
    outermost first."""

    name: str
    path: Path
    sidecar: Path | None
    above: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """What stands in a folder: documents, the names of files that are none, and the folders that cannot be looked into."""

    documents: tuple[FoundFile, ...]
    others: tuple[str, ...]
    closed: tuple[Complaint, ...]

    def under(self, part: str) -> "Listing":
        """The same with names that begin with `part`, the way from another folder to this one."""
        documents = tuple(replace(file, name=part + file.name) for file in self.documents)
        closed = tuple(replace(one, name=part + one.name) for one in self.closed)
        return Listing(documents, tuple(part + name for name in self.others), closed)

    @property
    def pictures(self) -> tuple[FoundFile, ...]:
        """The documents that are pictures."""
        return tuple(file for file in self.documents if is_picture(file.name))


def list_without_pictures(folder: Path) -> Listing:
    """As `list_folder`; pictures are no documents."""
    found = list_folder(folder)
    pictures = {file.name for file in found.pictures}
    documents = tuple(file for file in found.documents if file.name not in pictures)
    return Listing(documents, tuple(sorted((*found.others, *pictures))), found.closed)


def list_folder(folder: Path) -> Listing:
    """All files below the folder in the order of their names.

    Hidden files and folders, and sidecars, are left out; linked folders are not entered. Raises InvalidInput when the folder is
    none, or cannot be looked into.
    """
    try:
        next(folder.iterdir(), None)
    except OSError as error:
        problem = "is not a folder" if not folder.is_dir() else f"cannot be opened ({error.strerror})"
        raise InvalidInput("folder", f"{str(folder)!r} {problem}", "name a folder that exists and may be read") from error
    documents: list[FoundFile] = []
    others: list[Path] = []
    errors: list[OSError] = []
    above: dict[Path, tuple[Path, ...]] = {}
    for directory, folders, files in os.walk(folder, onerror=errors.append, followlinks=False):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        here = Path(directory)
        present = set(files)
        own = next(((here / name,) for name in FOLDER_SIDECARS if name in present), ())
        above[here] = (*above.get(here.parent, ()), *own)
        for name in files:
            if name.startswith(".") or name in FOLDER_SIDECARS or _is_sidecar(name, present):
                continue
            path = here / name
            if _is_document(name):
                sidecar = next((here / (name + ending) for ending in SIDECAR_ENDINGS if name + ending in present), None)
                documents.append(FoundFile(_shown(path.relative_to(folder)), path, sidecar, above[here]))
            else:
                others.append(path.relative_to(folder))
    documents.sort(key=lambda file: file.path.relative_to(folder).parts)
    return Listing(
        tuple(documents),
        tuple(_shown(path) for path in sorted(others)),
        tuple(Complaint(_shown(Path(e.filename).relative_to(folder)), _not_opened(e), _SEE) for e in errors),
    )


def root_of(folder: Path) -> str:
    """The folder as it is recorded."""
    return _shown(folder.resolve())


def load(file: FoundFile, folder: Path) -> SourceFile:
    """The bytes of a file, of its sidecar and of those of the folders above it, and the pictures in the folder that it may show.

    Raises UnreadableDocument for what is no regular file inside the folder, is too large, has an extension that is not read, or
    may not be read.
    """
    format_of(file.name)
    root = folder.resolve()
    original = _content(file.path, root, MOST_BYTES, partial(UnreadableDocument, file.name))

    def beside(sidecar: Path) -> bytes:
        def refused(problem: str, remedy: str) -> UnreadableDocument:
            return UnreadableDocument(file.name, f"its sidecar {_shown(Path(sidecar.name))}: {problem}", remedy)

        return _content(sidecar, root, MOST_METADATA_BYTES, refused)

    sidecar = beside(file.sidecar) if file.sidecar else b""
    pictures = tuple(_pictures(file, root, original)) if shows_files(file.name) else ()
    return SourceFile(file.name, original, sidecar, tuple(map(beside, file.above)), pictures)


def _pictures(file: FoundFile, root: Path, original: bytes) -> Iterator[tuple[str, bytes]]:
    """The pictures below `root` that the file may show, by their paths from its folder. None is reached through a link; what
    cannot be read is left out, and so is what may be for other readers than the file."""
    here, left, room = file.path.parent.resolve(), MOST_FIGURES, MOST_BYTES_IN_ALL
    rules = frozenset(sidecar.parent.resolve() / sidecar.name for sidecar in file.above)
    for path in possible_pictures(original):
        if not left:
            return
        place = Path(os.path.normpath(f"{root}{path}" if path.startswith("/") else here / path))
        try:
            if place.resolve(strict=True) != place or not place.is_file() or _has_rules_of_its_own(place, root, rules):
                continue
            content = _content(place, root, min(MOST_PICTURE_BYTES, room), partial(UnreadableDocument, file.name))
        except (OSError, RuntimeError, UnreadableDocument):
            continue
        yield path, content
        left, room = left - 1, room - len(content)


def _has_rules_of_its_own(picture: Path, root: Path, rules: Set[Path]) -> bool:
    """Whether a picture below `root` has a sidecar, or stands under a folder's that is none of these: who may read what it shows
    is said there, and a document shows it to its own readers."""
    if any(os.path.lexists(f"{picture}{ending}") for ending in SIDECAR_ENDINGS):
        return True
    for folder in picture.parents:
        if not folder.is_relative_to(root):
            break
        own = next((folder / name for name in FOLDER_SIDECARS if os.path.lexists(folder / name)), None)
        if own is not None and own not in rules:
            return True
    return False


def _content(path: Path, root: Path, most: int, refused: Callable[[str, str], UnreadableDocument]) -> bytes:
    """The bytes of a regular file below `root`, `most` at the most. Never waits, as on a pipe that nobody writes into."""
    try:
        real = path.resolve(strict=True)
        if not real.is_relative_to(root):
            raise refused("a link that leads out of the folder", "copy the file into the folder")
        if not stat.S_ISREG(real.stat().st_mode):
            raise refused("not a regular file", "leave it out")
        # What was a file a moment ago may be a link or a pipe by now.
        descriptor = os.open(real, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_NOFOLLOW | os.O_CLOEXEC)
        with os.fdopen(descriptor, "rb") as file:
            status = os.fstat(descriptor)
            if not stat.S_ISREG(status.st_mode):
                raise refused("not a regular file", "leave it out")
            if status.st_size > most:
                size = f"{most >> 20} MB" if most >> 20 else f"{most >> 10} KB"
                raise refused(f"larger than {size}", "shorten it, or split it into parts")
            return file.read(status.st_size)  # and no more of one that grows
    except (OSError, RuntimeError) as error:  # RuntimeError: links in a circle
        raise refused(_not_opened(error), _SEE) from error


def _not_opened(error: OSError | RuntimeError) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "links in a circle"
    return f"cannot be opened ({reason})"


def plain_name(filename: str) -> str:
    """The last 255 characters of the last part of a name that a client gave, without control characters; "" when none is left."""
    last = tidy(filename).replace("\\", "/").rstrip("/").rpartition("/")[2].replace("\n", " ").replace("\t", " ").strip()
    return "" if last in (".", "..") else last[-255:]


def _is_document(name: str) -> bool:
    """Whether people keep documents in files with such an ending, whether it can be read or not."""
    if name.endswith(SIDECAR_ENDINGS):
        return False  # of a document that is gone
    try:
        format_of(name)
    except UnreadableDocument:
        return PurePath(name).suffix.lower().removeprefix(".") in _NOT_READ
    return True


def _is_sidecar(name: str, present: set[str]) -> bool:
    return any(name.endswith(ending) and name.removesuffix(ending) in present for ending in SIDECAR_ENDINGS)


def _shown(path: Path) -> str:
    """The path as text that can always be printed, also where the name's bytes are in no known encoding."""
    return tidy(os.fsencode(path.as_posix()).decode("utf-8", "replace")).replace("\n", " ")
