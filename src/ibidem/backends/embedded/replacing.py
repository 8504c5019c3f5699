"""Under which id a principal stores a document, and what may be replaced there."""

import json
import sqlite3

from ibidem.backends.embedded.rows import gate
from ibidem.backends.embedded.sql.access_sql import OF_THEIR_READERS, READERS
from ibidem.backends.embedded.sql.document_sql import CURRENT_VERSION
from ibidem.backends.file_ids import beside_others, wanted_ids
from ibidem.backends.soundness import taken
from ibidem.domain.documents import PreparedDocument, Principal

# From which files the documents with these ids were read that the principal may replace.
_SOURCES = f"""SELECT d.doc_id, d.source FROM documents AS d
    WHERE d.doc_id IN (SELECT value FROM json_each(:doc_ids)) AND d.current AND {OF_THEIR_READERS}"""

# Whether others alone may read what has the id, or had it last.
_OF_OTHERS = f"""SELECT 1 FROM documents AS d
    WHERE d.tenant = :tenant AND d.doc_id = :doc_id AND d.current AND NOT {READERS.format("d")}
    UNION ALL SELECT 1 FROM withdrawn AS w WHERE w.tenant = :tenant AND w.doc_id = :doc_id AND NOT {READERS.format("w")}"""


def under_its_id(connection: sqlite3.Connection, prepared: PreparedDocument, principal: Principal) -> PreparedDocument:
    """The document under the id that it gets (see ports.DocumentStore.put_for). Raises InvalidInput."""
    named = {"doc_ids": json.dumps(wanted_ids(prepared)), **gate(principal)}
    one = beside_others(prepared, dict(connection.execute(_SOURCES, named).fetchall()))
    doc_id = one.document.doc_id
    if connection.execute(_OF_OTHERS, {"doc_id": doc_id, **gate(principal)}).fetchone() is not None:
        raise taken(doc_id)
    return one


def is_there(connection: sqlite3.Connection, prepared: PreparedDocument) -> bool:
    """Whether this version is current."""
    document = prepared.document
    held = connection.execute(CURRENT_VERSION, (document.tenant, document.doc_id)).fetchone()
    return held is not None and held["version"] == document.version
