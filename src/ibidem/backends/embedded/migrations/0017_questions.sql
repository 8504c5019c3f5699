-- What the turns of a person with one question have in common (backends.stored_turns.question_key), by which the session of a client
-- is found that sends its whole conversation with each message.
ALTER TABLE turns ADD COLUMN asked TEXT;
UPDATE turns SET asked = question_key(s.tenant, s.owner, turns.content ->> 'user_text')
    FROM sessions AS s WHERE s.session_id = turns.session_id;
CREATE INDEX turns_by_question ON turns (asked, ts);
