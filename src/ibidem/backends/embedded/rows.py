"""Between rows and nouns."""

import json
import sqlite3
from collections.abc import Iterable
from datetime import datetime

from ibidem.backends.embedded.statements import MAX_ORDER
from ibidem.domain.documents import Chunk, Document, Principal
from ibidem.domain.errors import InvalidInput


def require_storable(field: str, text: str) -> None:
    """Raises InvalidInput for what UTF-8 cannot hold (a lone surrogate), and for NUL, at which C programs end a text."""
    if "\0" in text:
        raise InvalidInput(field, "it holds a NUL character", "text without NUL is allowed")
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InvalidInput(field, "it holds a lone surrogate", "valid Unicode text is allowed") from error


def storable(text: str) -> bool:
    """Whether the store can hold the text: an id that it cannot hold names nothing."""
    try:
        require_storable("id", text)
    except InvalidInput:
        return False
    return True


def as_json(values: Iterable[str]) -> str:
    """A list of strings as JSON."""
    return json.dumps(list(values), ensure_ascii=False)


def gate(principal: Principal) -> dict[str, object]:
    """The parameters that `statements.READABLE` takes."""
    return {"tenant": principal.tenant, "groups": as_json(sorted(filter(storable, principal.groups)))}


def may_read(principal: Principal, tenant: str, readers: str) -> bool:
    """`statements.READABLE`, for a row already at hand; `readers` is the JSON list as stored."""
    return tenant == principal.tenant and (readers == "[]" or not principal.groups.isdisjoint(json.loads(readers)))


def document_of(row: sqlite3.Row) -> Document:
    """A document from `statements.DOCUMENT_COLUMNS`."""
    return Document(
        doc_id=row["doc_id"],
        version=row["version"],
        title=row["title"],
        source=row["source"],
        uri=row["uri"],
        doc_type=row["doc_type"],
        language=row["language"],
        media_type=row["media_type"],
        storage_pointer=row["storage_pointer"],
        indexed_at=datetime.fromisoformat(row["indexed_at"]),
        devices=tuple(json.loads(row["devices"])),
        readers=tuple(json.loads(row["readers"])),
        tenant=row["tenant"],
        pages=row["pages"],
        current=bool(row["current"]),
    )


def chunk_of(row: sqlite3.Row) -> Chunk:
    """A chunk from a row that joins it with the doc_id and version of its document."""
    return Chunk(
        doc_id=row["doc_id"],
        version=row["version"],
        chunk_id=row["chunk_id"],
        order=row["chunk_key"] & MAX_ORDER,
        section=row["section"],
        page=row["page"],
        offset=row["start"],
        text=row["text"],
    )
