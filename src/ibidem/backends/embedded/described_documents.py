"""What is said of documents, and by what they are recognised, in SQLite (ports.DescribedDocuments)."""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace

from ibidem.backends.embedded.document_store import SqliteDocuments
from ibidem.backends.embedded.rows import document_of, fields_as_json, gate
from ibidem.backends.embedded.sql import document_sql
from ibidem.backends.embedded.sql.document_sql import FORGET_PLACES, INSERT_PLACE, OF_KEY, SET_FIELDS, WITH_ORIGINAL
from ibidem.domain.documents import Document, Principal
from ibidem.domain.errors import NotFound
from ibidem.domain.fields import DocumentField
from ibidem.domain.text import require_storable, storable


class SqliteDescribedDocuments(SqliteDocuments):
    """The whole document store of the embedded backend."""

    async def set_field(self, doc_ids: Sequence[str], field: DocumentField, principal: Principal) -> None:
        """See ports.DescribedDocuments."""
        for text in (field.name, *field.values):
            require_storable("field", text)

        def change(connection: sqlite3.Connection) -> None:
            for doc_id in dict.fromkeys(doc_ids):
                key, document = _replaceable(connection, doc_id, principal)
                changed = replace(document, fields=document.with_field(field))
                connection.execute(SET_FIELDS, (fields_as_json(changed), key))
                connection.execute(FORGET_PLACES, (key, field.name))
                places = zip(field.places, field.values, strict=True)
                connection.executemany(INSERT_PLACE, [(key, field.name, place, value) for place, value in places])

        await self._database.write(change)

    async def with_original(self, storage_pointer: str, principal: Principal) -> Sequence[Document]:
        """See ports.DescribedDocuments."""
        parameters = {"pointer": storage_pointer, **gate(principal)}

        def select(connection: sqlite3.Connection) -> list[Document]:
            return [document_of(row) for row in connection.execute(WITH_ORIGINAL, parameters)]

        return await self._database.read(select) if storable(storage_pointer) else ()


def _replaceable(connection: sqlite3.Connection, doc_id: str, principal: Principal) -> tuple[int, Document]:
    """The key of what is current under the id, and the document. Raises NotFound where the principal may not replace it."""
    named = {"doc_id": doc_id, **gate(principal)}
    row = connection.execute(document_sql.OF_READER, named).fetchone() if storable(doc_id) else None
    if row is None:
        raise NotFound("document", doc_id)
    return row["doc_key"], document_of(connection.execute(OF_KEY, (row["doc_key"],)).fetchone())
