"""Every SQL statement of the embedded backend but the schema itself (migrations/) and those of whole sessions."""

from ibidem.backends.embedded.field_statements import OF_FIELDS
from ibidem.backends.soundness import MAX_ORDER

# A chunk's key is its document's key and its order in one integer (see migrations/0001_initial.sql).
ORDER_BITS = MAX_ORDER.bit_length()

# What Principal's docstring says, as a condition on a document `d`; takes :tenant and :groups (a JSON list).
READERS = """({0}.readers = '[]' OR EXISTS (
    SELECT 1 FROM json_each({0}.readers) AS r WHERE r.value IN (SELECT value FROM json_each(:groups))))"""
OF_THEIR_READERS = f"d.tenant = :tenant AND {READERS.format('d')}"

# A version ends with the policy by which its text was masked, behind 16 digits (see privacy.document_masking). masking() is that
# of the profile, "" where it leaves documents as they are. What was stored under another one is hidden until it is read anew.
_MASKED = "(masking() = '' OR substr({0}, 17) = masking())"
READABLE = f"{OF_THEIR_READERS} AND {_MASKED.format('d.version')}"

# Restricting a document restricts its earlier versions with it, also when it is deleted: what may not be read now is not read as
# it was.
_NOT_RESTRICTED_SINCE = f"""NOT EXISTS (
    SELECT 1 FROM documents AS now WHERE now.tenant = d.tenant AND now.doc_id = d.doc_id AND now.current
        AND NOT {READERS.format("now")})
    AND NOT EXISTS (
    SELECT 1 FROM withdrawn AS w WHERE w.tenant = d.tenant AND w.doc_id = d.doc_id AND NOT {READERS.format("w")})"""

# Which of :cited, a JSON list of [doc_id, version], may not be read, by their places in it. What is gone was open to everybody.
UNREADABLE = f"""SELECT k.key FROM json_each(:cited) AS k WHERE EXISTS (
    SELECT 1 FROM documents AS d WHERE d.tenant = :tenant AND d.doc_id = json_extract(k.value, '$[0]')
        AND (d.current OR d.version = json_extract(k.value, '$[1]')) AND NOT {READERS.format("d")})
    OR EXISTS (
    SELECT 1 FROM withdrawn AS w WHERE w.tenant = :tenant AND w.doc_id = json_extract(k.value, '$[0]')
        AND NOT {READERS.format("w")})
    OR NOT {_MASKED.format("json_extract(k.value, '$[1]')")}"""

# Of a date to come, it is not in force yet; nor does it supersede another before that. Days are those of this machine.
_IN_FORCE = """d.in_force AND (d.effective IS NULL OR d.effective <= date('now', 'localtime')) AND NOT EXISTS (
    SELECT 1 FROM supersessions AS s JOIN documents AS n ON n.doc_key = s.doc_key
    WHERE s.tenant = d.tenant AND s.doc_id = d.doc_id AND n.current
        AND (n.effective IS NULL OR n.effective <= date('now', 'localtime')))"""

DOCUMENT_COLUMNS = f"""d.tenant, d.doc_id, d.version, d.current, d.title, d.source, d.uri, d.doc_type, d.language, d.media_type,
    d.storage_pointer, d.indexed_at, d.devices, d.readers, d.pages, d.recognised,
    {_IN_FORCE} AS in_force, d.effective, d.supersedes, d.owner, d.fields, d.metadata, d.unread_pages, d.figures"""

CHUNK_COLUMNS = "c.chunk_key, c.chunk_id, c.section, c.page, c.start, c.text, c.head"

# The version named, or the current one when :version is NULL.
NAMED = f"""d.doc_id = :doc_id AND (d.version = :version OR :version IS NULL AND d.current) AND {READABLE}
    AND {_NOT_RESTRICTED_SINCE}"""

GET_DOCUMENT = f"SELECT {DOCUMENT_COLUMNS} FROM documents AS d WHERE {NAMED}"

VERSIONS = f"""SELECT {DOCUMENT_COLUMNS} FROM documents AS d
    WHERE d.doc_id = :doc_id AND {READABLE} AND {_NOT_RESTRICTED_SINCE}
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

# Indexed folders.

INDEXED_FILES = "SELECT folder, path, doc_id, version, reading FROM indexed_files WHERE tenant = ? ORDER BY folder, path"

RECORD_FILE = """INSERT INTO indexed_files (tenant, folder, path, doc_id, version, reading) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET doc_id = excluded.doc_id, version = excluded.version, reading = excluded.reading"""

# The folder of this file was not known.
ADOPT_FILE = "DELETE FROM indexed_files WHERE tenant = ? AND folder = '' AND path = ?"

FORGET_FILE = "DELETE FROM indexed_files WHERE tenant = ? AND folder = ? AND path = ?"

# The op-log.

LOG = "INSERT INTO oplog (doc_key, opid) VALUES (?, ?)"

ACKNOWLEDGED = "SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'oplog'), 0)"

OPERATION = "SELECT opid FROM oplog WHERE seq = ?"

OPERATIONS_AFTER = "SELECT seq, doc_key, opid FROM oplog WHERE seq > ? ORDER BY seq LIMIT ?"

# The row that the watermark names stays: it is what the next opening compares the index with.
PRUNE = "DELETE FROM oplog WHERE seq < ?"

# The search index.

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

# Vectors.

EMBEDDER = "SELECT embedder_key, size, languages FROM embedders WHERE name = ?"

INSERT_EMBEDDER = "INSERT INTO embedders (name, size) VALUES (?, ?) ON CONFLICT DO NOTHING"

UNDERSTANDS = "UPDATE embedders SET languages = ? WHERE name = ?"

# Chunks of current documents in these languages that the embedder was not asked for yet, after one that is known to have been.
_WITHOUT_VECTOR = f"""FROM documents AS d CROSS JOIN chunks AS c
        ON c.chunk_key BETWEEN (d.doc_key << {ORDER_BITS}) AND (d.doc_key << {ORDER_BITS}) + {MAX_ORDER}
    LEFT JOIN vectors AS v ON v.chunk_key = c.chunk_key AND v.embedder_key = :embedder
    WHERE d.current AND d.doc_key >= :after >> {ORDER_BITS} AND c.chunk_key > :after
        AND d.language IN (SELECT value FROM json_each(:languages)) AND v.vector_key IS NULL
        AND {_MASKED.format("d.version")}"""
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

# Turns.

# The principal's own session `s`, as long as it has not expired; takes :tenant, :owner and :now.
NOT_EXPIRED = "({0}expires IS NULL OR {0}expires > :now)"
OWN = f"s.tenant = :tenant AND s.owner = :owner AND {NOT_EXPIRED.format('s.')}"

SESSION_OWNER = f"SELECT tenant, owner, turns FROM sessions WHERE session_id = :session AND {NOT_EXPIRED.format('')}"

BEGIN_SESSION = """INSERT INTO sessions (session_id, tenant, owner, started, last_turn, turns, first_question, expires)
    VALUES (?, ?, ?, ?, ?, 0, ?, NULL)"""

MOVE_SESSION = "UPDATE sessions SET turns = ?, last_turn = ?, expires = ? WHERE session_id = ?"

INSERT_TURN = """INSERT INTO turns (session_id, turn_id, ts, principal, schema_version, client_turn_id, content, asked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""

REPLACE_TURN = "UPDATE turns SET replaced_by = ? WHERE session_id = ? AND turn_id = ?"

# A session goes by the first question that was not asked anew.
NAME_ANEW = """UPDATE sessions SET first_question = :asked WHERE session_id = :session AND NOT EXISTS (
    SELECT 1 FROM turns WHERE session_id = :session AND turn_id < :number AND replaced_by IS NULL)"""

CITE = "INSERT OR IGNORE INTO citations VALUES (?, ?, ?, ?, ?)"

_TURN_COLUMNS = "t.turn_id, t.ts, t.principal, t.schema_version, t.content, t.summary_ts, t.replaced_by"

TURNS_OF_SESSIONS = f"""SELECT {_TURN_COLUMNS}, f.rating, f.comment FROM turns AS t
    JOIN sessions AS s ON s.session_id = t.session_id
    LEFT JOIN feedback AS f ON f.session_id = t.session_id AND f.turn_id = t.turn_id"""

_TURNS = f"{TURNS_OF_SESSIONS} WHERE t.session_id = :session AND {OWN}"

ANSWERED = f"{_TURNS} AND t.client_turn_id = :client_turn_id"

GET_TURN = f"{_TURNS} AND t.turn_id = :turn_id"

LAST_TURNS = f"""{_TURNS} AND t.replaced_by IS NULL AND (:before IS NULL OR t.turn_id < :before)
    ORDER BY t.turn_id DESC LIMIT :count"""

# Turns are numbered without gaps: what is passed over is not read.
PAGE_OF_TURNS = f"{_TURNS} AND t.turn_id > :offset ORDER BY t.turn_id LIMIT :limit"

TURN_MOMENTS = f"""SELECT t.turn_id, t.ts, json_extract(t.content, '$.route') AS route FROM turns AS t
    JOIN sessions AS s ON s.session_id = t.session_id
    WHERE t.session_id = :session AND {OWN} AND t.replaced_by IS NULL ORDER BY t.turn_id"""

NOT_SUMMED_UP = f"{_TURNS} AND t.summary_ts IS NULL ORDER BY t.turn_id DESC LIMIT :limit"

TURN_CONTENT = "SELECT content FROM turns WHERE session_id = ? AND turn_id = ?"

SUM_UP = "UPDATE turns SET content = ?, summary_ts = ? WHERE session_id = ? AND turn_id = ?"

_WAITING = f"""FROM sessions AS s JOIN turns AS t ON t.session_id = s.session_id AND t.turn_id = s.turns
    WHERE {OWN} AND t.ts >= :since AND json_extract(t.content, '$.pause') IS NOT NULL"""
WAITING_TURNS = f"""SELECT {_TURN_COLUMNS}, NULL AS rating, NULL AS comment
    {_WAITING} ORDER BY t.ts, t.session_id LIMIT :limit OFFSET :offset"""
COUNT_WAITING = f"SELECT count(*) {_WAITING}"

# The offset counts distinct turns in the order of an index by session and turn: none where nothing is cited, however long the
# session is.
CITING_TURN = f"""{_TURNS} AND t.turn_id IN (
    SELECT DISTINCT c.turn_id FROM citations AS c JOIN turns AS o ON o.session_id = c.session_id AND o.turn_id = c.turn_id
    WHERE c.session_id = :session AND o.replaced_by IS NULL AND (:before IS NULL OR c.turn_id < :before)
    ORDER BY c.turn_id LIMIT 1 OFFSET :offset)"""
CITING_TURN_BACK = CITING_TURN.replace("ORDER BY c.turn_id", "ORDER BY c.turn_id DESC")

NUMBER_DOCUMENT = """INSERT OR IGNORE INTO session_documents
    SELECT :session, 1 + COALESCE(MAX(number), 0), :doc_id, :turn_id FROM session_documents WHERE session_id = :session"""

_DOCUMENTS = f"""SELECT d.doc_id, {_TURN_COLUMNS}, NULL AS rating, NULL AS comment
    FROM session_documents AS d
    JOIN turns AS t ON t.session_id = d.session_id AND t.turn_id = d.turn_id
    JOIN sessions AS s ON s.session_id = d.session_id
    WHERE d.session_id = :session AND {OWN}"""
CITED_DOCUMENT = f"{_DOCUMENTS} AND d.number = :number"
CITED_DOCUMENT_BACK = f"{_DOCUMENTS} ORDER BY d.number DESC LIMIT 1 OFFSET :offset"

CITED_DOCUMENTS = """SELECT d.number, d.doc_id, group_concat(DISTINCT c.turn_id) AS turns FROM session_documents AS d
    JOIN citations AS c ON c.session_id = d.session_id AND c.doc_id = d.doc_id
    WHERE d.session_id = :session GROUP BY d.number ORDER BY d.number LIMIT :limit OFFSET :offset"""
COUNT_CITED_DOCUMENTS = "SELECT count(*) FROM session_documents WHERE session_id = ?"

# Searching the turns of a session.

INSERT_TURN_SEARCH = "INSERT INTO turn_search (session_id, turn_id, held) VALUES (?, ?, ?)"

# Turns whose terms are yet to be made, of which a session has few.
NOT_SEARCHABLE = """SELECT q.search_key, t.content FROM turn_search AS q
    CROSS JOIN turns AS t ON t.session_id = q.session_id AND t.turn_id = q.turn_id
    WHERE q.session_id = ? AND q.terms IS NULL ORDER BY q.turn_id LIMIT ?"""

MAKE_SEARCHABLE = "UPDATE turn_search SET held = ?, terms = ? WHERE search_key = ?"

# Few differ. What a turn stored before 0011 quotes is '' until its terms are made.
HELD = f"""SELECT DISTINCT q.held FROM sessions AS s CROSS JOIN turn_search AS q ON q.session_id = s.session_id
    WHERE s.session_id = :session AND {OWN}"""

TURNS_HOLDING = """SELECT turn_id FROM turn_search
    WHERE session_id = :session AND held IN (SELECT value FROM json_each(:held))"""

SEARCHABLE_TURNS = f"""SELECT t.turn_id, t.ts, q.terms FROM sessions AS s
    CROSS JOIN turns AS t INDEXED BY turns_in_order ON t.session_id = s.session_id
    CROSS JOIN turn_search AS q ON q.session_id = t.session_id AND q.turn_id = t.turn_id
    WHERE s.session_id = :session AND {OWN} AND t.replaced_by IS NULL AND (:before IS NULL OR t.turn_id < :before)
        AND q.terms IS NOT NULL ORDER BY t.turn_id"""

TURNS_NAMED = f"{_TURNS} AND t.turn_id IN (SELECT value FROM json_each(:turns))"

# With the question before it, of which a question often leaves out the subject.
TURNS_WITHOUT_VECTOR = """SELECT q.search_key, json_extract(t.content, '$.user_text') AS asked,
        json_extract(t.content, '$.assistant_text') AS answered, json_extract(b.content, '$.user_text') AS before
    FROM turn_search AS q
    CROSS JOIN turns AS t ON t.session_id = q.session_id AND t.turn_id = q.turn_id
    LEFT JOIN turns AS b ON b.session_id = q.session_id AND b.turn_id = q.turn_id - 1
    WHERE q.search_key > :after AND NOT EXISTS (
        SELECT 1 FROM turn_vectors AS v WHERE v.search_key = q.search_key AND v.embedder_key = :embedder)
    ORDER BY q.search_key LIMIT :limit"""

# The turn may have been deleted while its text was with the embedder.
INSERT_TURN_VECTOR = """INSERT OR IGNORE INTO turn_vectors
    SELECT :key, :embedder, :vector WHERE EXISTS (SELECT 1 FROM turn_search WHERE search_key = :key)"""

FORGET_TURN_VECTORS = "DELETE FROM turn_vectors WHERE vector IS NULL OR embedder_key <> ?"

# CROSS JOIN keeps SQLite from reading the vectors of all sessions.
TURN_VECTORS = f"""SELECT q.turn_id, v.vector FROM sessions AS s
    CROSS JOIN turn_search AS q ON q.session_id = s.session_id
    CROSS JOIN turn_vectors AS v ON v.search_key = q.search_key AND v.embedder_key = :embedder
    WHERE s.session_id = :session AND {OWN} AND v.vector IS NOT NULL"""

RATE_TURN = "INSERT OR REPLACE INTO feedback VALUES (?, ?, ?, ?, ?)"

UNRATE_TURN = "DELETE FROM feedback WHERE session_id = ? AND turn_id = ?"

_RATED = f"""FROM feedback AS f
    JOIN turns AS t ON t.session_id = f.session_id AND t.turn_id = f.turn_id
    JOIN sessions AS s ON s.session_id = f.session_id
    WHERE {OWN}"""
RATED_TURNS = f"""SELECT {_TURN_COLUMNS}, f.rating, f.comment {_RATED}
    ORDER BY f.ts DESC, t.session_id LIMIT :limit OFFSET :offset"""
COUNT_RATED = f"SELECT count(*) {_RATED}"

# One array of what a turn took, so that the rest of its content is not read. Copies in a branch took nothing.
MEASURED_TURNS = f"""SELECT t.ts, f.rating,
    json_extract(t.content, '$.found', '$.pause.kind', '$.trace.steps', '$.trace.calls', '$.trace.attempts') AS took
    FROM sessions AS s JOIN turns AS t ON t.session_id = s.session_id
    LEFT JOIN feedback AS f ON f.session_id = t.session_id AND f.turn_id = t.turn_id
    WHERE {OWN} AND s.last_turn >= :since AND t.ts >= :since AND t.turn_id > s.branched_at
    ORDER BY t.ts DESC, t.session_id, t.turn_id DESC LIMIT :most"""

ADD_PLACEHOLDER = "INSERT OR IGNORE INTO placeholders (session_id, kind, digest, number) VALUES (?, ?, ?, ?)"

PLACEHOLDERS = f"""SELECT p.kind, p.number, p.digest FROM placeholders AS p
    JOIN sessions AS s ON s.session_id = p.session_id
    WHERE p.session_id = :session AND {OWN} ORDER BY p.kind, p.number"""

COUNT_TURNS = "SELECT coalesce(sum(turns), 0) FROM sessions"

# API keys.

INSERT_KEY = """INSERT INTO api_keys (key_id, digest, tenant, owner, reader_groups, scopes, created, expires, revoked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"""

_KEYS = "SELECT key_id, tenant, owner, reader_groups, scopes, created, expires, revoked FROM api_keys"

LIST_KEYS = f"{_KEYS} ORDER BY created, key_id"

KEY_BY_DIGEST = f"{_KEYS} WHERE digest = ?"

KEY_BY_ID = f"{_KEYS} WHERE key_id = ?"

KEYS_EXIST = "SELECT EXISTS (SELECT 1 FROM api_keys)"

REVOKE_KEY = "UPDATE api_keys SET revoked = coalesce(revoked, ?) WHERE key_id = ?"
