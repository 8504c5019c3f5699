"""Text search: found by tantivy, checked and fetched in SQLite (ports.SearchIndex)."""

import asyncio
import json
import sqlite3
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from math import ceil

from ibidem.backends.embedded.database import Database
from ibidem.backends.embedded.index_files import IndexDamaged
from ibidem.backends.embedded.indexer import Indexer
from ibidem.backends.embedded.rows import chunk_of, document_of, gate, narrowed_fields
from ibidem.backends.embedded.shelf import Shelf
from ibidem.backends.embedded.sql import document_sql, search_sql, vector_sql
from ibidem.backends.embedded.text_index import IndexHit, Narrowing, TextIndex
from ibidem.backends.narrowing import informative_terms, passes
from ibidem.domain.documents import (
    Chunk,
    Document,
    Passage,
    Principal,
    ScoredChunk,
    SearchFilters,
    TextHits,
    TextQuery,
)
from ibidem.domain.errors import InvalidInput
from ibidem.domain.text import storable

# By how much the next attempt asks for more when hits had to be dropped, because the index lags behind the store.
WIDER = 4
# Narrowed, tantivy cannot skip postings and takes two to three times as long. Where a search may find at least this share of all
# chunks, it is quicker to search them all for so many more hits, and to drop what is not wanted; should too few be left, because
# the question and the filters are about different things, the search is narrowed after all.
LARGE_SHARE = 0.2
SPARE = 2
CHUNK_WIDTH = len(document_sql.CHUNK_COLUMNS.split(","))


class EmbeddedSearch:
    """The search index of the embedded backend.

    Scores are BM25 with k1 = 1.2 and b = .75, tantivy's constants, the factor (k1 + 1) included, of the words that were searched
    for: see `LEAST_SHARE`.
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

        def find(connection: sqlite3.Connection) -> TextHits:
            with self._mended():
                return self._search(connection, query, principal)

        return await self._database.read(find)

    async def in_step(self) -> bool:
        """Whether the index has followed everything that the store has acknowledged."""

        def compare(connection: sqlite3.Connection) -> bool:
            (acknowledged,) = connection.execute(search_sql.ACKNOWLEDGED).fetchone()
            indexed = self._indexer.indexed()
            return indexed is not None and indexed >= acknowledged

        return await self._database.read(compare)

    async def check(self) -> None:
        """Raises StoreUnavailable while the index cannot be searched; it is built anew in the background then."""

        def look(_: sqlite3.Connection) -> None:
            with self._mended():
                self._index.snapshot()

        await self._database.read(look)

    async def catch_up(self) -> None:
        """See ports.SearchIndex."""
        target = await self._database.read(lambda connection: connection.execute(search_sql.ACKNOWLEDGED).fetchone()[0])
        await asyncio.wrap_future(self._indexer.catch_up(target))

    @contextmanager
    def _mended(self) -> Generator[None]:
        try:
            yield
        except IndexDamaged as error:
            self._indexer.mend(error)
            raise

    def _search(self, connection: sqlite3.Connection, query: TextQuery, principal: Principal) -> TextHits:
        totals = self._shelf.totals(connection)
        readable = self._shelf.readable(connection, principal).chunks(query.filters)
        share = readable / totals.chunks if totals.chunks else 1.0
        snapshot = self._index.snapshot()
        # Chunks deleted since the last merge are still counted by tantivy, and a part cannot be more than the whole.
        counted = snapshot.frequencies([term.token for term in query.terms])
        frequencies = {token: min(count, totals.chunks) for token, count in counted.items()}
        terms = informative_terms(query.terms, frequencies, totals.chunks)
        found: list[ScoredChunk] = []
        documents = named_keys(connection, query.filters, principal) if query.filters.fields else None
        for narrowing, asked in _attempts(query, Narrowing(principal, query.filters, documents), share):
            hits = snapshot.search(terms, narrowing, asked)
            found = []
            # A piece at a time: the spare hits are seldom needed, and fetching it would cost more than finding it.
            for start in range(0, len(hits), query.limit):
                found += hydrated(connection, hits[start : start + query.limit], query.filters, principal)
                if len(found) >= query.limit:
                    break
            if len(found) >= query.limit or len(hits) < asked:
                break
        return TextHits(
            hits=tuple(found[: query.limit]),
            chunks=totals.chunks,
            mean_length=totals.tokens / totals.chunks if totals.chunks else 0.0,
            frequencies=frequencies,
        )


def _attempts(query: TextQuery, narrowing: Narrowing, share: float) -> Iterator[tuple[Narrowing | None, int]]:
    """How to search, and for how many hits, until enough of them are left. Hits are dropped where they do not pass the filters or
    may not be read, and where the index lags behind the store."""
    named = bool(query.filters.doc_ids or query.filters.fields)
    everything = share == 1 and not named
    if not everything and share >= LARGE_SHARE and not named:
        yield None, ceil(query.limit / share * SPARE)
    asked = query.limit
    while True:
        yield None if everything else narrowing, asked
        asked *= WIDER


def named_keys(connection: sqlite3.Connection, filters: SearchFilters, principal: Principal) -> list[int] | None:
    """The keys of the readable documents that pass the filters on ids and fields; None where neither narrows."""
    if not filters.doc_ids and not filters.fields:
        return None
    doc_ids = json.dumps([doc_id for doc_id in filters.doc_ids if storable(doc_id)]) if filters.doc_ids else None
    wanted = {"doc_ids": doc_ids, "fields": narrowed_fields(filters), **gate(principal)}
    return [key for (key,) in connection.execute(vector_sql.READABLE_KEYS, wanted)]


def hydrated(
    connection: sqlite3.Connection, hits: Sequence[IndexHit], filters: SearchFilters, principal: Principal
) -> list[ScoredChunk]:
    """Those hits that pass the filters and are chunks of current versions that the principal may read, in their order."""
    parameters = {"keys": json.dumps([hit.chunk_key for hit in hits]), **gate(principal)}
    fetched: dict[int, tuple[Chunk, Document, str]] = {}
    documents: dict[int, Document] = {}
    for row in connection.execute(search_sql.HYDRATE, parameters):
        doc_key, tokens, columns = row[0], row[-CHUNK_WIDTH - 1], row[-CHUNK_WIDTH:]
        document = documents.get(doc_key)
        if document is None:
            document = documents[doc_key] = document_of(row[1 : -CHUNK_WIDTH - 1])
        if passes(document, filters):
            fetched[columns[0]] = (chunk_of(document.doc_id, document.version, columns), document, tokens)
    found: list[ScoredChunk] = []
    for hit in hits:
        if hit.chunk_key in fetched:
            chunk, document, tokens = fetched[hit.chunk_key]
            found.append(ScoredChunk(Passage(chunk, document, hit.score), tokens))
    return found
