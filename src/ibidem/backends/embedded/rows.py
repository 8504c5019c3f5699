"""Between rows and nouns."""

import json
import sqlite3
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from functools import lru_cache
from typing import Any

from ibidem.backends.embedded.sql.access_sql import UNREADABLE
from ibidem.backends.soundness import MAX_ORDER
from ibidem.domain.documents import Chunk, Document, Figure, Principal, SearchFilters
from ibidem.domain.fields import DocumentField
from ibidem.domain.text import storable


def as_json(values: Iterable[str]) -> str:
    """A list of strings as JSON."""
    return json.dumps(list(values), ensure_ascii=False)


def gate(principal: Principal) -> dict[str, object]:
    """The parameters that `access_sql.READABLE` takes."""
    return {"tenant": principal.tenant, "groups": as_json(sorted(filter(storable, principal.reads_as)))}


def narrowed_fields(filters: SearchFilters) -> str | None:
    """What statements take as :fields: JSON, or None where fields do not narrow."""
    wanted = [{"name": one.name, "spans": [span for span in one.spans if all(map(storable, span))]} for one in filters.fields]
    return json.dumps(wanted, ensure_ascii=False) if wanted else None


def fields_as_json(document: Document) -> str:
    """Its fields, as they are stored in its row."""
    return json.dumps([[one.name, one.kind, one.values] for one in document.fields], ensure_ascii=False)


def figures_as_json(document: Document) -> str:
    """Its figures, as they are stored in its row."""
    rows = [(one.figure_id, one.offset, one.media_type, one.width, one.height, one.caption) for one in document.figures]
    return json.dumps(rows, ensure_ascii=False)


def unreadable(
    connection: sqlite3.Connection, cited: Sequence[tuple[str, str]], principal: Principal
) -> frozenset[tuple[str, str]]:
    """Those (doc_id, version) of documents that the principal may not read."""
    rows = connection.execute(UNREADABLE, {**gate(principal), "cited": json.dumps(cited)})
    return frozenset(cited[int(key)] for (key,) in rows)


@lru_cache(maxsize=1024)
def _names(stored: str) -> tuple[str, ...]:
    """The strings of a JSON list. A corpus has few lists that differ, and a turn reads hundreds of documents."""
    return tuple(json.loads(stored))


@lru_cache(maxsize=1024)
def _fields(stored: str) -> tuple[DocumentField, ...]:
    return tuple(DocumentField(name, kind, tuple(values)) for name, kind, values in json.loads(stored))


@lru_cache(maxsize=1024)
def _figures(stored: str) -> tuple[Figure, ...]:
    return tuple(Figure(*one) for one in json.loads(stored))


@lru_cache(maxsize=1024)
def _metadata(stored: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, tuple(values)) for name, values in json.loads(stored))


def document_of(row: Sequence[Any]) -> Document:
    """A document from `document_sql.DOCUMENT_COLUMNS`, in their order: by name, thirty hits would cost twice as much."""
    tenant, doc_id, version, current, title, source, uri, doc_type, language, media_type, *others = row
    pointer, at, devices, readers, pages, recognised, in_force, effective, supersedes, owner, *described = others
    fields, metadata, unread_pages, figures = described
    return Document(
        doc_id=doc_id,
        version=version,
        title=title,
        source=source,
        uri=uri,
        doc_type=doc_type,
        language=language,
        media_type=media_type,
        storage_pointer=pointer,
        indexed_at=datetime.fromisoformat(at),
        devices=_names(devices),
        readers=_names(readers),
        tenant=tenant,
        pages=pages,
        current=bool(current),
        recognised=bool(recognised),
        in_force=bool(in_force),
        effective=date.fromisoformat(effective) if effective else None,
        supersedes=_names(supersedes),
        owner=owner,
        fields=_fields(fields),
        metadata=_metadata(metadata),
        unread_pages=tuple(json.loads(unread_pages)),
        figures=_figures(figures),
    )


def chunk_of(doc_id: str, version: str, row: Sequence[Any]) -> Chunk:
    """A chunk of that version from `document_sql.CHUNK_COLUMNS`, in their order."""
    chunk_key, chunk_id, section, page, start, text, head = row
    return Chunk(doc_id, version, chunk_id, chunk_key & MAX_ORDER, section, page, start, text, head)
