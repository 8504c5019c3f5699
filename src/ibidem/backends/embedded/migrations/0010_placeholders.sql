-- What stands for a value of personal data in a session. The value is known by a digest alone, whose key is not in this file.
CREATE TABLE placeholders (
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    kind TEXT NOT NULL,
    digest TEXT NOT NULL,
    number INTEGER NOT NULL,
    PRIMARY KEY (session_id, kind, digest)
) WITHOUT ROWID;
