"""SQL that reads and writes everything, for a migration."""

from ibidem.backends.embedded.sql.access_sql import NOT_EXPIRED

_LASTING = NOT_EXPIRED.format("")

COUNTS = {
    "withdrawn": "SELECT count(*) FROM withdrawn",
    "versions": "SELECT count(*) FROM documents",
    "sessions": f"SELECT count(*) FROM sessions WHERE {_LASTING}",
    "keys": "SELECT count(*) FROM api_keys",
    "files": "SELECT count(*) FROM indexed_files",
    "collections": "SELECT count(*) FROM (SELECT DISTINCT tenant, owner FROM collections)",
}
# Expired sessions, too, are something that is kept.
_TABLES = ("withdrawn", "documents", "sessions", "api_keys", "indexed_files", "collections")
ANYTHING = " OR ".join(f"EXISTS (SELECT 1 FROM {table})" for table in _TABLES)

# The keys of all records of a kind, in their order.
KEYS = {
    "withdrawn": "SELECT tenant, doc_id FROM withdrawn ORDER BY tenant, doc_id",
    "versions": "SELECT doc_key FROM documents ORDER BY doc_key",
    "sessions": f"SELECT session_id FROM sessions WHERE {_LASTING} ORDER BY session_id",
    "keys": "SELECT key_id FROM api_keys ORDER BY key_id",
    "files": "SELECT tenant, folder, path FROM indexed_files ORDER BY tenant, folder, path",
    "collections": "SELECT DISTINCT tenant, owner FROM collections ORDER BY tenant, owner",
}

WITHDRAWN = "SELECT tenant, doc_id, readers FROM withdrawn WHERE tenant = ? AND doc_id = ?"
INSERT_WITHDRAWN = "INSERT OR REPLACE INTO withdrawn (tenant, doc_id, readers) VALUES (?, ?, ?)"

# The columns of rows.document_of in their order, `in_force` as the document itself says.
VERSION = """SELECT d.tenant, d.doc_id, d.version, d.current, d.title, d.source, d.uri, d.doc_type, d.language, d.media_type,
    d.storage_pointer, d.indexed_at, d.devices, d.readers, d.pages, d.recognised, d.in_force, d.effective, d.supersedes,
    d.owner, d.fields, d.metadata, d.unread_pages, d.figures FROM documents AS d WHERE d.doc_key = ?"""
VERSION_HELD = """SELECT d.current, d.kept_until, d.blob, t.text, t.original
    FROM documents AS d JOIN texts AS t ON t.doc_key = d.doc_key WHERE d.doc_key = ?"""
CHUNKS = """SELECT chunk_key, chunk_id, section, page, start, text, head, tokens FROM chunks
    WHERE chunk_key BETWEEN ? AND ? ORDER BY chunk_key"""

SESSION = "SELECT * FROM sessions WHERE session_id = ?"
TURNS = """SELECT t.turn_id, t.ts, t.principal, t.schema_version, t.content, t.summary_ts, t.replaced_by, f.rating, f.comment,
    f.ts AS rated FROM turns AS t LEFT JOIN feedback AS f ON f.session_id = t.session_id AND f.turn_id = t.turn_id
    WHERE t.session_id = ? ORDER BY t.turn_id"""
SESSION_PLACEHOLDERS = "SELECT kind, number, digest FROM placeholders WHERE session_id = ? ORDER BY kind, number"

INSERT_SESSION = """INSERT INTO sessions (session_id, tenant, owner, started, last_turn, turns, first_question, title, expires,
    branched_from, branched_at, shared) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""
INSERT_WHOLE_TURN = """INSERT INTO turns (session_id, turn_id, ts, principal, schema_version, client_turn_id, content, summary_ts,
    replaced_by, asked) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"""

API_KEY = "SELECT * FROM api_keys WHERE key_id = ?"
FILE = "SELECT * FROM indexed_files WHERE tenant = ? AND folder = ? AND path = ?"

ARRIVAL = "SELECT source, kind, position, finished FROM arrival"
BEGIN_ARRIVAL = "INSERT INTO arrival (source, kind, position, finished) VALUES (?, ?, ?, ?)"
MOVE_ARRIVAL = """UPDATE arrival SET source = ?, kind = ?, position = ?, finished = ?
    WHERE (source, kind, position, finished) = (?, ?, ?, ?)"""
