"""SQL of the pictures in documents."""

from ibidem.backends.embedded.sql.access_sql import NAMED
from ibidem.backends.embedded.sql.document_sql import DROPPED, OF_VERSION

GET_PICTURE = f"""SELECT p.content, p.blob FROM documents AS d
    JOIN pictures AS p ON p.doc_key = d.doc_key AND p.figure_id = :figure_id WHERE {NAMED}"""

INSERT_PICTURE = "INSERT OR IGNORE INTO pictures (doc_key, figure_id, content, blob) VALUES (?, ?, ?, ?)"

PICTURES_OF = "SELECT figure_id, content, blob FROM pictures WHERE doc_key = ?"

# What the statements that delete documents take with them.
_BLOBS = """SELECT p.blob FROM documents CROSS JOIN pictures AS p ON p.doc_key = documents.doc_key
    WHERE p.blob IS NOT NULL AND"""
BLOBS_OF_VERSION = f"{_BLOBS} {OF_VERSION}"
BLOBS_OF_UNCITED = f"{_BLOBS} {DROPPED}"

BLOB_IN_USE = "SELECT 1 FROM documents WHERE blob = ?1 UNION ALL SELECT 1 FROM pictures WHERE blob = ?1 LIMIT 1"
