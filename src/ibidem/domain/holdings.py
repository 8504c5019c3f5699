"""Everything that a store keeps, as records that move from one store to another, whoever may read them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

from ibidem.domain.access import ApiKey
from ibidem.domain.collections import KeptCollections
from ibidem.domain.conversation import Session, Turn
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.folders import IndexedFile
from ibidem.domain.personal_data import Placeholder

# In this order they are moved: who may read a deleted document before its versions, and these before the turns that cite them.
RecordKind = Literal["withdrawn", "versions", "sessions", "keys", "files", "collections"]
RECORD_KINDS: tuple[RecordKind, ...] = get_args(RecordKind)


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """Who could read a document when it was deleted; its versions are for them alone. Where everybody could, nothing is kept."""

    tenant: str
    doc_id: str
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KeptVersion:
    """A version of a document, with all that belongs to it. `kept_until`, in seconds since 1970, is None for the current version
    alone; only its chunks have search tokens. `in_force` is what the document says of itself."""

    prepared: PreparedDocument
    kept_until: float | None


@dataclass(frozen=True, slots=True)
class KeptTurn:
    """A turn, and when its answer was rated, where it was."""

    turn: Turn
    rated: datetime | None


@dataclass(frozen=True, slots=True)
class KeptSession:
    """A session, whose it is, all of its turns in their order, and its placeholders by kind and number."""

    session: Session
    tenant: str
    owner: str
    turns: tuple[KeptTurn, ...]
    placeholders: tuple[Placeholder, ...]


@dataclass(frozen=True, slots=True)
class KeptKey:
    """An API key, and its digest."""

    key: ApiKey
    digest: str


@dataclass(frozen=True, slots=True)
class KeptFile:
    """A file of an indexed folder, and the tenant that it is stored for."""

    tenant: str
    file: IndexedFile


Record = Withdrawn | KeptVersion | KeptSession | KeptKey | KeptFile | KeptCollections


@dataclass(frozen=True, slots=True)
class Arrival:
    """How far a migration has come at its target: from which store (`Holdings.identity`), and up to which record of which kind,
    by its position there; "" before the first one."""

    source: str
    kind: RecordKind
    position: str = ""
    finished: bool = False
