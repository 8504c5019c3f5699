"""SQL of turns, what they cite, and what people thought of them."""

from ibidem.backends.embedded.sql.access_sql import OWN

INSERT_TURN = """INSERT INTO turns (session_id, turn_id, ts, principal, schema_version, client_turn_id, content, asked)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)"""

REPLACE_TURN = "UPDATE turns SET replaced_by = ? WHERE session_id = ? AND turn_id = ?"

CITE = "INSERT OR IGNORE INTO citations VALUES (?, ?, ?, ?, ?)"

_TURN_COLUMNS = "t.turn_id, t.ts, t.principal, t.schema_version, t.content, t.summary_ts, t.replaced_by"

TURNS_OF_SESSIONS = f"""SELECT {_TURN_COLUMNS}, f.rating, f.comment FROM turns AS t
    JOIN sessions AS s ON s.session_id = t.session_id
    LEFT JOIN feedback AS f ON f.session_id = t.session_id AND f.turn_id = t.turn_id"""

OWN_TURNS = f"{TURNS_OF_SESSIONS} WHERE t.session_id = :session AND {OWN}"

ANSWERED = f"{OWN_TURNS} AND t.client_turn_id = :client_turn_id"

GET_TURN = f"{OWN_TURNS} AND t.turn_id = :turn_id"

LAST_TURNS = f"""{OWN_TURNS} AND t.replaced_by IS NULL AND (:before IS NULL OR t.turn_id < :before)
    ORDER BY t.turn_id DESC LIMIT :count"""

# Turns are numbered without gaps: what is passed over is not read.
PAGE_OF_TURNS = f"{OWN_TURNS} AND t.turn_id > :offset ORDER BY t.turn_id LIMIT :limit"

TURN_MOMENTS = f"""SELECT t.turn_id, t.ts, json_extract(t.content, '$.route') AS route FROM turns AS t
    JOIN sessions AS s ON s.session_id = t.session_id
    WHERE t.session_id = :session AND {OWN} AND t.replaced_by IS NULL ORDER BY t.turn_id"""

NOT_SUMMED_UP = f"{OWN_TURNS} AND t.summary_ts IS NULL ORDER BY t.turn_id DESC LIMIT :limit"

SUM_UP = "UPDATE turns SET content = ?, summary_ts = ? WHERE session_id = ? AND turn_id = ?"

_WAITING = f"""FROM sessions AS s JOIN turns AS t ON t.session_id = s.session_id AND t.turn_id = s.turns
    WHERE {OWN} AND t.ts >= :since AND json_extract(t.content, '$.pause') IS NOT NULL"""
WAITING_TURNS = f"""SELECT {_TURN_COLUMNS}, NULL AS rating, NULL AS comment
    {_WAITING} ORDER BY t.ts, t.session_id LIMIT :limit OFFSET :offset"""
COUNT_WAITING = f"SELECT count(*) {_WAITING}"

# The offset counts distinct turns in the order of an index by session and turn: none where nothing is cited, however long the
# session is.
CITING_TURN = f"""{OWN_TURNS} AND t.turn_id IN (
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
