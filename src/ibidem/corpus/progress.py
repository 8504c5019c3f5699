"""What indexing a folder reports, file by file."""

from dataclasses import dataclass
from enum import Enum

from ibidem.domain.errors import Complaint


class Pruning(Enum):
    """Which documents are taken out whose files have gone: none; all, unless they are more than half of the folder's; all."""

    NOTHING = "nothing"
    GONE = "gone"
    EVERYTHING = "everything"


@dataclass(frozen=True, slots=True)
class Started:
    """So many documents were found; the `others` are files that are none."""

    total: int
    others: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PartOf:
    """The folder is part of another one that is indexed: its files are taken as that folder's."""

    folder: str
    outer: str


@dataclass(frozen=True, slots=True)
class Adopted:
    """This folder is part of the one that is being indexed: its files, so many, are taken as that folder's from now on."""

    folder: str
    count: int


@dataclass(frozen=True, slots=True)
class Indexed:
    """This document is stored, durably, from a file that is new; it is the `done`-th of `total` files. Much of the text of the
    `unread` pages could not be read."""

    name: str
    doc_id: str
    chunks: int
    done: int
    total: int
    unread: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Reindexed(Indexed):
    """As Indexed, from a file that changed."""


@dataclass(frozen=True, slots=True)
class Taken:
    """The id that this file asks for is that of `holder`; it was given another one."""

    name: str
    wanted: str
    holder: str
    doc_id: str


@dataclass(frozen=True, slots=True)
class Unchanged:
    """This document is stored already, as it stands in the file."""

    name: str
    doc_id: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Complained:
    """This file did not become a document."""

    complaint: Complaint
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class LeftOut:
    """This file holds no document, for this reason."""

    name: str
    reason: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Gone:
    """This file is no longer in the folder, and its document is still found."""

    name: str
    doc_id: str


@dataclass(frozen=True, slots=True)
class Renamed:
    """This file is what another one was, which is gone; `before` and `id_before` are its name and its id."""

    name: str
    doc_id: str
    before: str
    id_before: str


@dataclass(frozen=True, slots=True)
class Pruned:
    """So many documents whose files have gone were taken out."""

    count: int


@dataclass(frozen=True, slots=True)
class PruneRefused:
    """Nothing was taken out: so many of the folder's documents have gone that it may not be the right folder."""

    gone: int
    of: int


@dataclass(frozen=True, slots=True)
class Completed:
    """All is stored and can be found. The last event."""

    indexed: int
    unchanged: int
    complained: int
    chunks: int
    seconds: float


IndexEvent = (
    Started
    | PartOf
    | Adopted
    | Indexed
    | Taken
    | Unchanged
    | Complained
    | LeftOut
    | Gone
    | Renamed
    | Pruned
    | PruneRefused
    | Completed
)
