-- When a session expires (UTC, as its other times); NULL: never. From then on it is as if it were not there; it is deleted later.
ALTER TABLE sessions ADD COLUMN expires TEXT;
CREATE INDEX sessions_by_expires ON sessions (expires) WHERE expires IS NOT NULL;

-- The session that it was branched from, which may be gone, and how many of its turns are copies from there.
ALTER TABLE sessions ADD COLUMN branched_from TEXT;
ALTER TABLE sessions ADD COLUMN branched_at INTEGER NOT NULL DEFAULT 0;

-- The later turn that asked the question of this one anew.
ALTER TABLE turns ADD COLUMN replaced_by INTEGER;
