"""What the corpus holds, in sums: read from a small table, and again only when a document has changed."""

import json
import sqlite3
import threading
from dataclasses import dataclass, field

from ibidem.backends.embedded.sql import document_sql, search_sql
from ibidem.backends.kinds import Kind, Readable, Totals, readable_of, totals_of
from ibidem.domain.documents import Principal

# Principals with the same tenant and groups share an entry; beyond this many the memory starts anew.
REMEMBERED = 1000


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
            found = readable_of(remembered.kinds, principal)
            if len(remembered.readable) >= REMEMBERED:
                remembered.readable.clear()
            remembered.readable[key] = found
        return found

    def _fresh(self, connection: sqlite3.Connection) -> _Remembered:
        # The number is read first: should a document change in between, what is remembered is only too young.
        (acknowledged,) = connection.execute(search_sql.ACKNOWLEDGED).fetchone()
        with self._lock:
            if self._remembered is None or self._remembered.acknowledged != acknowledged:
                kinds = tuple(
                    Kind(tenant, readers, doc_type, language, frozenset(json.loads(devices)), *rest)
                    for tenant, readers, doc_type, language, devices, *rest in connection.execute(document_sql.SHELF)
                )
                totals = totals_of(kinds)
                self._remembered = _Remembered(acknowledged, kinds, totals)
            return self._remembered
