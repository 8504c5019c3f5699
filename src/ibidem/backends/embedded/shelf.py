"""What the corpus holds, in sums: read from a small table, and again only when a document has changed."""

import json
import sqlite3
import threading
from dataclasses import dataclass, field
from typing import cast

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.rows import may_read
from ibidem.domain.documents import CorpusWords, Principal
from ibidem.domain.languages import LANGUAGES, Language

# Principals with the same tenant and groups share an entry; beyond this many the memory starts anew.
REMEMBERED = 1000


@dataclass(frozen=True, slots=True)
class Readable:
    """What a principal may read: the words of it, and whether that is everything there is."""

    words: CorpusWords
    everything: bool


@dataclass(frozen=True, slots=True)
class Totals:
    """The whole corpus, readable or not: current documents, their chunks, and the tokens of these."""

    documents: int
    chunks: int
    tokens: int


@dataclass(slots=True)
class _Remembered:
    acknowledged: int
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
        """The sums over what the principal may read."""
        remembered = self._fresh(connection)
        key = (principal.tenant, principal.groups)
        found = remembered.readable.get(key)
        if found is None:
            found = _readable(connection, principal)
            if len(remembered.readable) >= REMEMBERED:
                remembered.readable.clear()
            remembered.readable[key] = found
        return found

    def _fresh(self, connection: sqlite3.Connection) -> _Remembered:
        # The number is read first: should a document change in between, what is remembered is only too young.
        (acknowledged,) = connection.execute(statements.ACKNOWLEDGED).fetchone()
        with self._lock:
            if self._remembered is None or self._remembered.acknowledged != acknowledged:
                self._remembered = _Remembered(acknowledged, Totals(*connection.execute(statements.TOTALS).fetchone()))
            return self._remembered


def _readable(connection: sqlite3.Connection, principal: Principal) -> Readable:
    devices: set[str] = set()
    doc_types: set[str] = set()
    languages: set[Language] = set()
    documents = 0
    everything = True
    for row in connection.execute(statements.SHELF):
        if not may_read(principal, row["tenant"], row["readers"]):
            everything = False
            continue
        devices.update(cast("list[str]", json.loads(row["devices"])))
        doc_types.add(row["doc_type"])
        languages.add(row["language"])
        documents += row["documents"]
    in_order = tuple(sorted(languages, key=LANGUAGES.index))
    return Readable(CorpusWords(tuple(sorted(devices)), tuple(sorted(doc_types)), in_order, documents), everything)
