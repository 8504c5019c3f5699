"""SQL of the op-log, and of what the search index is made from and answers with."""

from ibidem.backends.embedded.sql.access_sql import READABLE
from ibidem.backends.embedded.sql.document_sql import CHUNK_COLUMNS, DOCUMENT_COLUMNS, ORDER_BITS
from ibidem.backends.soundness import MAX_ORDER

LOG = "INSERT INTO oplog (doc_key, opid) VALUES (?, ?)"

ACKNOWLEDGED = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'oplog'), 0)"

OPERATION = "SELECT opid FROM oplog WHERE seq = ?"

OPERATIONS_AFTER = "SELECT seq, doc_key, opid FROM oplog WHERE seq > ? ORDER BY seq LIMIT ?"

# The row that the watermark names stays: it is what the next opening compares the index with.
PRUNE = "DELETE FROM oplog WHERE seq < ?"

INDEXABLE = """SELECT doc_key, tenant, doc_id, doc_type, devices, owner, readers FROM documents
    WHERE doc_key IN (SELECT value FROM json_each(?)) AND current ORDER BY doc_key"""

CURRENT_KEYS_AFTER = "SELECT doc_key FROM documents WHERE current AND doc_key > ? ORDER BY doc_key LIMIT ?"

TOKENS = "SELECT chunk_key, tokens FROM chunks WHERE chunk_key BETWEEN ? AND ? ORDER BY chunk_key"

CURRENT_CHUNK_KEYS = f"""SELECT c.chunk_key FROM documents AS d JOIN chunks AS c
    ON c.chunk_key BETWEEN (d.doc_key << {ORDER_BITS}) AND (d.doc_key << {ORDER_BITS}) + {MAX_ORDER}
    WHERE d.current AND d.doc_key BETWEEN ? AND ?"""

LAST_DOCUMENT_KEY = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'documents'), 0)"

COUNT_CHUNKS = "SELECT coalesce(sum(chunks), 0) FROM shelf"

# The columns of the chunk come last, after its tokens. CROSS JOIN keeps SQLite to this order: no text is read of what may not be.
HYDRATE = f"""SELECT d.doc_key, {DOCUMENT_COLUMNS}, c.tokens, {CHUNK_COLUMNS}
    FROM json_each(:keys) AS k CROSS JOIN documents AS d ON d.doc_key = k.value >> {ORDER_BITS}
    CROSS JOIN chunks AS c ON c.chunk_key = k.value
    WHERE d.current AND {READABLE}"""
