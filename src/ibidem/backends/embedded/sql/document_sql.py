"""SQL of documents, their versions, fields and chunks."""

from ibidem.backends.embedded.sql.access_sql import NAMED, NOT_RESTRICTED_SINCE, OF_THEIR_READERS, READABLE
from ibidem.backends.soundness import MAX_ORDER

# The documents that pass each of :fields, a JSON list of {name, spans}; a span is [first, last], both included.
OF_FIELDS = """SELECT p.doc_key FROM json_each(:fields) AS f CROSS JOIN json_each(f.value, '$.spans') AS s
    CROSS JOIN field_places AS p ON p.name = json_extract(f.value, '$.name')
        AND p.place BETWEEN json_extract(s.value, '$[0]') AND json_extract(s.value, '$[1]')
    GROUP BY p.doc_key HAVING count(DISTINCT f.key) = json_array_length(:fields)"""

INSERT_PLACE = "INSERT OR IGNORE INTO field_places (doc_key, name, place, value) VALUES (?, ?, ?, ?)"

# A chunk's key is its document's key and its order in one integer (see migrations/0001_initial.sql).
ORDER_BITS = MAX_ORDER.bit_length()

# Of a date to come, it is not in force yet; nor does it supersede another before that. Days are those of this machine.
_IN_FORCE = """d.in_force AND (d.effective IS NULL OR d.effective <= date('now', 'localtime')) AND NOT EXISTS (
    SELECT 1 FROM supersessions AS s JOIN documents AS n ON n.doc_key = s.doc_key
    WHERE s.tenant = d.tenant AND s.doc_id = d.doc_id AND n.current
        AND (n.effective IS NULL OR n.effective <= date('now', 'localtime')))"""

DOCUMENT_COLUMNS = f"""d.tenant, d.doc_id, d.version, d.current, d.title, d.source, d.uri, d.doc_type, d.language, d.media_type,
    d.storage_pointer, d.indexed_at, d.devices, d.readers, d.pages, d.recognised,
    {_IN_FORCE} AS in_force, d.effective, d.supersedes, d.owner, d.fields, d.metadata, d.unread_pages, d.figures"""

CHUNK_COLUMNS = "c.chunk_key, c.chunk_id, c.section, c.page, c.start, c.text, c.head"

GET_DOCUMENT = f"SELECT {DOCUMENT_COLUMNS} FROM documents AS d WHERE {NAMED}"

VERSIONS = f"""SELECT {DOCUMENT_COLUMNS} FROM documents AS d
    WHERE d.doc_id = :doc_id AND {READABLE} AND {NOT_RESTRICTED_SINCE}
    ORDER BY d.current DESC, d.indexed_at DESC, d.version"""

GET_ORIGINAL = f"SELECT t.original, d.blob FROM documents AS d JOIN texts AS t ON t.doc_key = d.doc_key WHERE {NAMED}"

GET_TEXT = f"SELECT t.text FROM documents AS d JOIN texts AS t ON t.doc_key = d.doc_key WHERE {NAMED}"

# No text of the document leaves the store by this: also what is hidden may be replaced or deleted by its readers.
OF_READER = f"SELECT d.doc_key FROM documents AS d WHERE d.doc_id = :doc_id AND d.current AND {OF_THEIR_READERS}"

READABLE_IDS = f"""SELECT d.doc_id FROM documents AS d
    WHERE d.doc_id IN (SELECT value FROM json_each(:doc_ids)) AND d.current AND {READABLE}"""

_NARROWED = f"""documents AS d WHERE d.current AND {READABLE}
        AND (:doc_ids IS NULL OR d.doc_id IN (SELECT value FROM json_each(:doc_ids)))
        AND (:doc_types IS NULL OR d.doc_type IN (SELECT value FROM json_each(:doc_types)))
        AND (:devices IS NULL OR EXISTS (SELECT 1 FROM json_each(d.devices) AS named, json_each(:devices) AS wanted
            WHERE named.value = wanted.value))
        AND (:owners IS NULL OR d.owner IN (SELECT value FROM json_each(:owners)))
        AND (:fields IS NULL OR d.doc_key IN ({OF_FIELDS}))"""

LIST_DOCUMENTS = f"SELECT {DOCUMENT_COLUMNS} FROM {_NARROWED} ORDER BY d.doc_id LIMIT :limit OFFSET :offset"
COUNT_DOCUMENTS = f"SELECT count(*) FROM {_NARROWED}"

FIELD_VALUES = f"""SELECT DISTINCT p.value FROM field_places AS p JOIN documents AS d ON d.doc_key = p.doc_key
    WHERE p.name = :name AND d.current AND {READABLE} ORDER BY p.value LIMIT :most"""

CURRENT_VERSIONS = "SELECT doc_id, version FROM documents WHERE tenant = ? AND current"
CURRENT_VERSION = "SELECT version FROM documents WHERE tenant = ? AND doc_id = ? AND current"

SHELF = "SELECT tenant, readers, doc_type, language, devices, owner, documents, chunks, tokens FROM shelf"

GET_CHUNKS = f"""SELECT {CHUNK_COLUMNS} FROM documents AS d JOIN chunks AS c
        ON c.chunk_key BETWEEN (d.doc_key << {ORDER_BITS}) + :first AND (d.doc_key << {ORDER_BITS}) + :last
    WHERE {NAMED} ORDER BY c.chunk_key"""

INSERT_DOCUMENT = """INSERT INTO documents (tenant, doc_id, current, kept_until, version, title, source, uri, doc_type, language,
    media_type, storage_pointer, blob, indexed_at, devices, readers, pages, recognised, in_force, effective, supersedes, owner,
    fields, metadata, unread_pages, figures, chunks, tokens)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

INSERT_TEXT = "INSERT INTO texts (doc_key, text, original) VALUES (?, ?, ?)"
INSERT_CHUNK = """INSERT INTO chunks (chunk_key, chunk_id, section, page, start, text, head, tokens)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""

# The version about to be stored again goes at once; the current one only stops being current.
OF_VERSION = "tenant = ? AND doc_id = ? AND version = ?"
DELETE_SAME_VERSION = f"DELETE FROM documents WHERE {OF_VERSION} RETURNING doc_key, blob"

RETIRE_CURRENT = "UPDATE documents SET current = 0, kept_until = ? WHERE tenant = ? AND doc_id = ? AND current RETURNING doc_key"

KEEP_LONGER = """UPDATE documents SET kept_until = CASE WHEN current THEN NULL ELSE ? END
    WHERE tenant = ? AND doc_id = ? AND version = ? RETURNING doc_key"""

WITHDRAW = """INSERT INTO withdrawn (tenant, doc_id, readers)
    SELECT tenant, doc_id, readers FROM documents WHERE tenant = ? AND doc_id = ? AND current AND readers <> '[]'"""

STORED_ANEW = "DELETE FROM withdrawn WHERE tenant = ? AND doc_id = ?"

# A document that is deleted takes its earlier versions along.
KEEP_NO_LONGER = "UPDATE documents SET kept_until = ? WHERE tenant = ? AND doc_id = ? AND NOT current"

UNCITED = """SELECT doc_key, tenant, doc_id, version FROM documents WHERE kept_until <= ? AND NOT EXISTS (SELECT 1
    FROM citations AS c WHERE c.tenant = documents.tenant AND c.doc_id = documents.doc_id AND c.version = documents.version)"""
DROPPED = "documents.doc_key IN (SELECT value FROM json_each(?))"
DROP_UNCITED = f"DELETE FROM documents WHERE {DROPPED} RETURNING blob"

SET_FIELDS = "UPDATE documents SET fields = ? WHERE doc_key = ?"

FORGET_PLACES = "DELETE FROM field_places WHERE doc_key = ? AND name = ?"

OF_KEY = f"SELECT {DOCUMENT_COLUMNS} FROM documents AS d WHERE d.doc_key = ?"

WITH_ORIGINAL = f"""SELECT {DOCUMENT_COLUMNS} FROM documents AS d
    WHERE d.storage_pointer = :pointer AND d.current AND {READABLE} ORDER BY d.doc_id"""
