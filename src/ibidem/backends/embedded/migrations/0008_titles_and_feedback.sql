-- The title that a person gave to a session; empty: it goes by its first question.
ALTER TABLE sessions ADD COLUMN title TEXT NOT NULL DEFAULT '';

-- What a person thought of an answer, the last word counting.
CREATE TABLE feedback (
    session_id TEXT NOT NULL,
    turn_id INTEGER NOT NULL,
    ts TEXT NOT NULL,
    rating TEXT NOT NULL,
    comment TEXT NOT NULL,
    PRIMARY KEY (session_id, turn_id),
    FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
) WITHOUT ROWID;
