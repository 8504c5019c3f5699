"""SQL of what turns are found by within their session."""

from ibidem.backends.embedded.sql.access_sql import OWN
from ibidem.backends.embedded.sql.turn_sql import OWN_TURNS

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

TURNS_NAMED = f"{OWN_TURNS} AND t.turn_id IN (SELECT value FROM json_each(:turns))"

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
