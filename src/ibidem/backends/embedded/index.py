"""Text search: found by tantivy, checked and fetched in SQLite (ports.SearchIndex)."""

import asyncio
import json
import sqlite3
from collections.abc import Sequence

from ibidem.backends.embedded import statements
from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.indexer import Indexer
from ibidem.backends.embedded.rows import chunk_of, document_of, gate
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.text_index import Audience, IndexHit, TextIndex
from ibidem.domain.documents import Document, Passage, Principal, ScoredChunk, TextHits, TextQuery
from ibidem.domain.errors import InvalidInput

# By how much the next attempt asks for more when hits had to be dropped, because the index lags behind the store.
WIDER = 4


class EmbeddedSearch:
    """The search index of the embedded backend.

    Scores are BM25 with k1 = 1.2 and b = .75, tantivy's constants, the factor (k1 + 1) included.
    """

    def __init__(self, database: Database, index: TextIndex, indexer: Indexer, shelf: Shelf) -> None:
        self._database = database
        self._index = index
        self._indexer = indexer
        self._shelf = shelf

    async def search(self, query: TextQuery, principal: Principal) -> TextHits:
        """See ports.SearchIndex. Raises InvalidInput for a limit below 1, StoreUnavailable when the index is damaged."""
        if query.limit < 1:
            raise InvalidInput("limit", f"it is {query.limit}", "1 or more is allowed")
        return await self._database.read(lambda connection: self._search(connection, query, principal))

    async def catch_up(self) -> None:
        """See ports.SearchIndex."""
        target = await self._database.read(lambda connection: connection.execute(statements.ACKNOWLEDGED).fetchone()[0])
        await asyncio.wrap_future(self._indexer.catch_up(target))

    def _search(self, connection: sqlite3.Connection, query: TextQuery, principal: Principal) -> TextHits:
        totals = self._shelf.totals(connection)
        # Filtering costs the shortcut by which tantivy skips most of the postings: not where it would keep nothing back.
        everything = self._shelf.readable(connection, principal).everything
        audience = None if everything else Audience(principal.tenant, principal.groups)
        snapshot = self._index.snapshot()
        asked = query.limit
        found: list[ScoredChunk] = []
        seen = 0
        while True:
            hits = snapshot.search(query, audience, asked)
            found += _hydrated(connection, hits[seen:], principal)
            seen = len(hits)
            if len(found) >= query.limit or seen < asked:
                break
            asked *= WIDER
        frequencies = snapshot.frequencies([term.token for term in query.terms])
        return TextHits(
            hits=tuple(found[: query.limit]),
            chunks=totals.chunks,
            mean_length=totals.tokens / totals.chunks if totals.chunks else 0.0,
            # Chunks deleted since the last merge are still counted by tantivy, and a part cannot be more than the whole.
            frequencies={token: min(count, totals.chunks) for token, count in frequencies.items()},
        )


def _hydrated(connection: sqlite3.Connection, hits: Sequence[IndexHit], principal: Principal) -> list[ScoredChunk]:
    """The hits that are chunks of current versions that the principal may read, in their order."""
    parameters = {"keys": json.dumps([hit.chunk_key for hit in hits]), **gate(principal)}
    rows = {row["chunk_key"]: row for row in connection.execute(statements.HYDRATE, parameters)}
    documents: dict[int, Document] = {}
    found: list[ScoredChunk] = []
    for hit in hits:
        row = rows.get(hit.chunk_key)
        if row is None:
            continue
        document = documents.get(row["doc_key"])
        if document is None:
            document = documents[row["doc_key"]] = document_of(row)
        found.append(ScoredChunk(Passage(chunk_of(row), document, hit.score), row["tokens"]))
    return found
