"""What the corpus holds, in sums: read from a small table, and again only when a document has changed."""

import json
import sqlite3
import threading
from collections import Counter
from dataclasses import dataclass, field

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.rows import may_read
from ibidem.domain.documents import CorpusWords, DocumentKind, Principal, SearchFilters
from ibidem.domain.languages import LANGUAGES, Language

# Principals with the same tenant and groups share an entry; beyond this many the memory starts anew.
REMEMBERED = 1000


@dataclass(frozen=True, slots=True)
class Kind:
    """All current documents that are alike in what may narrow a search: how many, with how many chunks and tokens."""

    tenant: str
    readers: str
    doc_type: str
    language: Language
    devices: frozenset[str]
    owner: str
    documents: int
    chunks: int
    tokens: int

    def passes(self, filters: SearchFilters) -> bool:
        """Whether these documents pass the filters on devices, types and owners."""
        return (
            (not filters.doc_types or self.doc_type in filters.doc_types)
            and (not filters.devices or not self.devices or not self.devices.isdisjoint(filters.devices))
            and (not filters.owners or self.owner in filters.owners)
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """The whole corpus, readable or not: current documents, their chunks, and the tokens of these."""

    documents: int
    chunks: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Readable:
    """What a principal may read: its kinds of document, and the words of it."""

    kinds: tuple[Kind, ...]
    words: CorpusWords

    def chunks(self, filters: SearchFilters) -> int:
        """How many chunks a search with these filters on devices, types and owners may find."""
        return sum(kind.chunks for kind in self.kinds if kind.passes(filters))


@dataclass(slots=True)
class _Remembered:
    acknowledged: int
    kinds: tuple[Kind, ...]
    totals: Totals
    readable: dict[tuple[str, frozenset[str]], Readable] = field(default_factory=dict[tuple[str, frozenset[str]], Readable])


class Shelf:
    """The sums, remembered until the op-log grows. Safe to ask from several threads."""

    def __init__(self) -> None:
        self._remembered: _Remembered | None = None
        self._lock = threading.Lock()

    def totals(self, connection: sqlite3.Connection) -> Totals:
        """The sums over everything."""
        return self._fresh(connection).totals

    def readable(self, connection: sqlite3.Connection, principal: Principal) -> Readable:
        """What the principal may read of it."""
        remembered = self._fresh(connection)
        key = (principal.tenant, principal.reads_as)
        found = remembered.readable.get(key)
        if found is None:
            kinds = tuple(kind for kind in remembered.kinds if may_read(principal, kind.tenant, kind.readers))
            found = Readable(kinds, _words(kinds))
            if len(remembered.readable) >= REMEMBERED:
                remembered.readable.clear()
            remembered.readable[key] = found
        return found

    def _fresh(self, connection: sqlite3.Connection) -> _Remembered:
        # The number is read first: should a document change in between, what is remembered is only too young.
        (acknowledged,) = connection.execute(statements.ACKNOWLEDGED).fetchone()
        with self._lock:
            if self._remembered is None or self._remembered.acknowledged != acknowledged:
                kinds = tuple(
                    Kind(tenant, readers, doc_type, language, frozenset(json.loads(devices)), *rest)
                    for tenant, readers, doc_type, language, devices, *rest in connection.execute(statements.SHELF)
                )
                totals = Totals(sum(k.documents for k in kinds), sum(k.chunks for k in kinds), sum(k.tokens for k in kinds))
                self._remembered = _Remembered(acknowledged, kinds, totals)
            return self._remembered


def _words(kinds: tuple[Kind, ...]) -> CorpusWords:
    return CorpusWords(
        devices=tuple(sorted({device for kind in kinds for device in kind.devices})),
        doc_types=tuple(sorted({kind.doc_type for kind in kinds})),
        languages=tuple(sorted({kind.language for kind in kinds}, key=LANGUAGES.index)),
        documents=sum(kind.documents for kind in kinds),
        kinds=tuple(
            DocumentKind(doc_type, devices, documents, owner)
            for (doc_type, devices, owner), documents in sorted(alike_of(kinds).items())
        ),
        owners=tuple(sorted({kind.owner for kind in kinds} - {""})),
    )


def alike_of(kinds: tuple[Kind, ...]) -> Counter[tuple[str, tuple[str, ...], str]]:
    """The number of documents by type, devices and owner."""
    counts: Counter[tuple[str, tuple[str, ...], str]] = Counter()
    for kind in kinds:
        counts[kind.doc_type, tuple(sorted(kind.devices)), kind.owner] += kind.documents
    return counts
