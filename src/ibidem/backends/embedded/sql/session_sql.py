"""SQL of whole sessions: begun, listed, named, branched, deleted."""

from ibidem.backends.embedded.sql.access_sql import NOT_EXPIRED, OWN
from ibidem.backends.embedded.sql.turn_sql import TURNS_OF_SESSIONS

SESSION_OWNER = f"SELECT tenant, owner, turns FROM sessions WHERE session_id = :session AND {NOT_EXPIRED.format('')}"

BEGIN_SESSION = """INSERT INTO sessions (session_id, tenant, owner, started, last_turn, turns, first_question, expires)
    VALUES (?, ?, ?, ?, ?, 0, ?, NULL)"""

MOVE_SESSION = "UPDATE sessions SET turns = ?, last_turn = ?, expires = ? WHERE session_id = ?"

# A session goes by the first question that was not asked anew.
NAME_ANEW = """UPDATE sessions SET first_question = :asked WHERE session_id = :session AND NOT EXISTS (
    SELECT 1 FROM turns WHERE session_id = :session AND turn_id < :number AND replaced_by IS NULL)"""

RENAME_SESSION = f"UPDATE sessions AS s SET title = :title WHERE s.session_id = :session AND {OWN}"

SESSION_COLUMNS = """session_id, started, last_turn, turns, first_question, title, expires, branched_from, branched_at,
        last_doc_turn_id, shared"""

_SESSIONS = f"SELECT {SESSION_COLUMNS} FROM sessions AS s WHERE {OWN}"

GET_SESSION = f"{_SESSIONS} AND session_id = :session"

LIST_SESSIONS = f"{_SESSIONS} ORDER BY last_turn DESC, session_id LIMIT :limit OFFSET :offset"

COUNT_SESSIONS = f"SELECT count(*) FROM sessions AS s WHERE {OWN}"

# After a turn that cites documents, or is asked in place of another one.
KEEP_LAST_DOC_TURN = """UPDATE sessions SET last_doc_turn_id = (
        SELECT max(c.turn_id) FROM citations AS c JOIN turns AS t ON t.session_id = c.session_id AND t.turn_id = c.turn_id
        WHERE c.session_id = :session AND t.replaced_by IS NULL)
    WHERE session_id = :session"""

# The sessions in which something was asked, by turns. Those of a branch have the times of the others.
ASKING = f"""{TURNS_OF_SESSIONS} WHERE t.asked = :asked AND {OWN} AND t.replaced_by IS NULL
    ORDER BY t.ts DESC, s.last_turn DESC, t.session_id LIMIT :limit"""

# What is made from the turns of a session goes with it, by the foreign keys of the schema.
DELETE_SESSION = "DELETE FROM sessions WHERE session_id = ?"

# Whoever wants the id of an expired session may have it.
DELETE_EXPIRED = "DELETE FROM sessions WHERE session_id = :session AND expires <= :now"

EXPIRED = "SELECT session_id FROM sessions WHERE expires <= :now ORDER BY expires LIMIT :most"

# Branching a session: :session is copied to :branch, up to the turn :last.
BEGIN_BRANCH = """INSERT INTO sessions
        (session_id, tenant, owner, started, last_turn, turns, first_question, expires, branched_from, branched_at)
    SELECT :branch, s.tenant, s.owner, :now, :now, :last, t.content ->> 'user_text', :expires, s.session_id, :last
    FROM sessions AS s JOIN turns AS t ON t.session_id = s.session_id
    WHERE s.session_id = :session AND (t.replaced_by IS NULL OR t.replaced_by > :last) ORDER BY t.turn_id LIMIT 1"""

# A turn of the branch is replaced by no turn that the branch does not have.
BRANCH_TURNS = """INSERT INTO turns
        (session_id, turn_id, ts, principal, schema_version, client_turn_id, content, summary_ts, replaced_by, asked)
    SELECT :branch, turn_id, ts, principal, schema_version, NULL,
        json_set(content, '$.session_id', :branch, '$.client_turn_id', NULL), summary_ts,
        CASE WHEN replaced_by <= :last THEN replaced_by END, asked
    FROM turns WHERE session_id = :session AND turn_id <= :last ORDER BY turn_id"""

BRANCH_CITATIONS = """INSERT INTO citations SELECT tenant, doc_id, version, :branch, turn_id FROM citations
    WHERE session_id = :session AND turn_id <= :last"""

BRANCH_DOCUMENTS = """INSERT INTO session_documents SELECT :branch, number, doc_id, turn_id FROM session_documents
    WHERE session_id = :session AND turn_id <= :last"""

BRANCH_PLACEHOLDERS = """INSERT OR IGNORE INTO placeholders (session_id, kind, digest, number)
    SELECT :branch, p.value ->> 'kind', p.value ->> 'digest', p.value ->> 'number'
    FROM turns AS t, json_each(t.content, '$.placeholders') AS p
    WHERE t.session_id = :session AND t.turn_id <= :last"""

BRANCH_SEARCH = """INSERT INTO turn_search (session_id, turn_id, held, terms) SELECT :branch, turn_id, held, terms
    FROM turn_search WHERE session_id = :session AND turn_id <= :last ORDER BY turn_id"""

BRANCH_VECTORS = """INSERT INTO turn_vectors SELECT copy.search_key, v.embedder_key, v.vector FROM turn_search AS copy
    CROSS JOIN turn_search AS q ON q.session_id = :session AND q.turn_id = copy.turn_id
    CROSS JOIN turn_vectors AS v ON v.search_key = q.search_key WHERE copy.session_id = :branch ORDER BY copy.search_key"""

BRANCH = (
    BEGIN_BRANCH,
    BRANCH_TURNS,
    BRANCH_CITATIONS,
    BRANCH_DOCUMENTS,
    BRANCH_PLACEHOLDERS,
    BRANCH_SEARCH,
    BRANCH_VECTORS,
)  # in this order
