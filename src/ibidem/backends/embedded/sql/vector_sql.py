"""SQL of vectors of chunks, and of the embedders that made them."""

from ibidem.backends.embedded.sql.access_sql import MASKED, READABLE
from ibidem.backends.embedded.sql.document_sql import OF_FIELDS, ORDER_BITS
from ibidem.backends.soundness import MAX_ORDER

EMBEDDER = "SELECT embedder_key, size, languages FROM embedders WHERE name = ?"

INSERT_EMBEDDER = "INSERT INTO embedders (name, size) VALUES (?, ?) ON CONFLICT DO NOTHING"

UNDERSTANDS = "UPDATE embedders SET languages = ? WHERE name = ?"

# Chunks of current documents in these languages that the embedder was not asked for yet, after one that is known to have been.
_WITHOUT_VECTOR = f"""FROM documents AS d CROSS JOIN chunks AS c
        ON c.chunk_key BETWEEN (d.doc_key << {ORDER_BITS}) AND (d.doc_key << {ORDER_BITS}) + {MAX_ORDER}
    LEFT JOIN vectors AS v ON v.chunk_key = c.chunk_key AND v.embedder_key = :embedder
    WHERE d.current AND d.doc_key >= :after >> {ORDER_BITS} AND c.chunk_key > :after
        AND d.language IN (SELECT value FROM json_each(:languages)) AND v.vector_key IS NULL
        AND {MASKED.format("d.version")}"""
WITHOUT_VECTOR = f"""SELECT c.chunk_key, d.title, c.section, c.text, c.head {_WITHOUT_VECTOR}
    ORDER BY d.doc_key, c.chunk_key LIMIT :limit"""
COUNT_WITHOUT_VECTOR = f"SELECT count(*) {_WITHOUT_VECTOR}"

SAME_TEXT = "SELECT vector FROM vectors WHERE embedder_key = ? AND digest = ? LIMIT 1"

# The chunk may have been deleted while its text was with the embedder.
INSERT_VECTOR = """INSERT INTO vectors (embedder_key, chunk_key, digest, vector)
    SELECT :embedder, :chunk, :digest, :vector WHERE EXISTS (SELECT 1 FROM chunks WHERE chunk_key = :chunk)
    ON CONFLICT DO NOTHING"""

LAST_VECTOR = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'vectors'), 0)"

# In their order; `current` is returned, not filtered by, to show where reading stopped. The plus keeps SQLite from an
# index by embedder, after which it would have to sort them all.
VECTORS_AFTER = f"""SELECT v.vector_key, v.chunk_key, v.vector, d.current, d.tenant, d.readers, d.doc_type, d.devices, d.owner
    FROM vectors AS v CROSS JOIN documents AS d ON d.doc_key = v.chunk_key >> {ORDER_BITS}
    WHERE v.vector_key > ? AND +v.embedder_key = ? AND v.vector IS NOT NULL ORDER BY v.vector_key LIMIT ?"""

VECTORS_OF = """SELECT v.chunk_key, v.vector FROM json_each(?) AS k CROSS JOIN vectors AS v ON v.chunk_key = k.value
    WHERE v.embedder_key = ? AND v.vector IS NOT NULL"""

# Of the documents that are named, or of all, those that pass each of the fields.
READABLE_KEYS = f"""SELECT d.doc_key FROM documents AS d WHERE d.current AND {READABLE}
    AND (:doc_ids IS NULL OR d.doc_id IN (SELECT value FROM json_each(:doc_ids)))
    AND (:fields IS NULL OR d.doc_key IN ({OF_FIELDS}))"""

CURRENT_AMONG = (
    f"""SELECT k.value FROM json_each(?) AS k CROSS JOIN documents AS d ON d.doc_key = k.value >> {ORDER_BITS} WHERE d.current"""
)

COUNT_VECTORS = "SELECT count(vector), count(*) - count(vector) FROM vectors WHERE embedder_key = ?"

# Asked for anew: what the embedder once did not take, and all that was computed by others.
FORGET_VECTORS = "DELETE FROM vectors WHERE vector IS NULL OR embedder_key <> ?"
FORGET_EMBEDDERS = "DELETE FROM embedders WHERE embedder_key <> ?"
