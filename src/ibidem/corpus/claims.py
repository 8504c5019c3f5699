"""Which file has which id: the one it had before, and never that of another file; and which files have gone from a folder."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ibidem.corpus.ids import path_ids
from ibidem.corpus.reading.formats import recognition_of
from ibidem.domain.folders import IndexedFile
from ibidem.profile import Profile


@dataclass(frozen=True, slots=True)
class Claimed:
    """The id that a file has, and whose the one is that it asked for: "" where it has that one."""

    doc_id: str
    holder: str


def reading_of(profile: Profile) -> str:
    """16 hex digits that change with what the profile says of ids, devices and fields."""
    return hashlib.sha256(repr((profile.ids, profile.devices, profile.fields)).encode()).hexdigest()[:16]


class Claims:
    """The ids of one folder's files, in the light of what was recorded of all folders.

    `known` are the current versions by doc_id. An id of another folder is free where that folder is no more: it was moved. It is
    shared where both folders have the same file.
    """

    def __init__(
        self, folder: str, recorded: Sequence[IndexedFile], paths: Iterable[str], known: Mapping[str, str], reading: str
    ) -> None:
        self._folder = folder
        self._known = known
        self._reading = reading
        self._present = present = frozenset(paths)
        documents = [file for file in recorded if file.doc_id]
        self._empty = {file.path: file for file in recorded if file.folder == folder and not file.doc_id}
        self._known_empty = {(file.version, file.reading) for file in recorded if not file.doc_id}
        own = {file.path: file for file in documents if file.folder == folder}
        self._before = {file.path: file for file in documents if not file.folder and file.path in present} | own
        self._holders = {file.doc_id: path for path, file in self._before.items() if path in present}
        folders = {file.folder for file in documents} - {"", folder}
        there = {one for one in folders if Path(one).is_dir()}
        self._elsewhere = {file.doc_id: file for file in documents if file.folder in there}

    @property
    def count(self) -> int:
        """How many documents were recorded of this folder."""
        return len(self._before)

    def before(self, path: str) -> IndexedFile | None:
        """What was recorded of the file, if it became a document."""
        return self._before.get(path)

    def unchanged(self, path: str, version: str) -> IndexedFile | None:
        """What was recorded of the file, where it would become the same document again."""
        file = self._before.get(path)
        same = file is not None and (file.version, file.reading) == (version, self._reading)
        return file if same and file is not None and self._known.get(file.doc_id) == version else None

    def settle(self, path: str, wanted: str, version: str) -> Claimed:
        """The id of a file that was read: the one it wants, unless that is taken, else one by its path."""
        own, before = path_ids(path), self._before.get(path)
        kept = (before.doc_id,) if before is not None and before.doc_id in own else ()
        candidates = (*kept, wanted, *own) if wanted in own else (wanted, *kept, *own)
        doc_id = next((one for one in candidates if not self._holder(one, path, version)), own[-1])
        holder = "" if doc_id == wanted else self._holder(wanted, path, version)
        if before is not None and self._holders.get(before.doc_id) == path:
            del self._holders[before.doc_id]
        self._holders[doc_id] = path
        return Claimed(doc_id, holder)

    def recorded(self, path: str, doc_id: str, version: str) -> IndexedFile:
        """What is to be recorded of a file."""
        return IndexedFile(self._folder, path, doc_id, version, self._reading)

    def empty(self, path: str, version: str) -> bool:
        """Whether the file is known to hold no document, here or elsewhere."""
        return (version, recognition_of(path)) in self._known_empty

    def recorded_empty(self, path: str, version: str) -> IndexedFile:
        """What is to be recorded of a file that holds no document."""
        return IndexedFile(self._folder, path, "", version, recognition_of(path))

    def absent(self) -> list[IndexedFile]:
        """The documents that were recorded of this folder and are not in it, in the order of the paths."""
        return [file for path, file in sorted(self._before.items()) if path not in self._present]

    def absent_empty(self) -> list[IndexedFile]:
        """As `absent`, the files without a document."""
        return [file for path, file in self._empty.items() if path not in self._present]

    def answers(self, file: IndexedFile) -> bool:
        """Whether the document of a file that is absent is still its own, and no other file has become it since."""
        return (
            self._known.get(file.doc_id) == file.version
            and file.doc_id not in self._holders
            and file.doc_id not in self._elsewhere
        )

    def _holder(self, doc_id: str, path: str, version: str) -> str:
        """Whose the id is, if not this file's."""
        holder = self._holders.get(doc_id, path)
        if holder != path:
            return holder
        other = self._elsewhere.get(doc_id)
        theirs = other is not None and other.version != version and self._known.get(doc_id) == other.version
        return f"{other.folder}/{other.path}" if theirs and other is not None else ""
