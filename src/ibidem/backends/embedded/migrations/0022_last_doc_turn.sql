-- The last turn of a session that cites documents and was not asked anew, kept with the session; NULL without one.
ALTER TABLE sessions ADD COLUMN last_doc_turn_id INTEGER;
UPDATE sessions SET last_doc_turn_id = (
    SELECT max(c.turn_id) FROM citations AS c JOIN turns AS t ON t.session_id = c.session_id AND t.turn_id = c.turn_id
    WHERE c.session_id = sessions.session_id AND t.replaced_by IS NULL);
