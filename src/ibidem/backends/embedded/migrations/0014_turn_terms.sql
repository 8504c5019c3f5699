-- What a turn is found by are numbers now (search.turns.terms_of): NULL until they are made, after its answer has gone out. Each turn
-- has a row from the beginning; one that was stored before 0011 gets its `held` with its terms.
ALTER TABLE turn_search DROP COLUMN tokens;
ALTER TABLE turn_search ADD COLUMN terms BLOB;
INSERT INTO turn_search (session_id, turn_id, held) SELECT t.session_id, t.turn_id, '' FROM turns AS t WHERE NOT EXISTS (
    SELECT 1 FROM turn_search AS q WHERE q.session_id = t.session_id AND q.turn_id = t.turn_id);
CREATE INDEX turn_search_unmade ON turn_search (session_id, turn_id) WHERE terms IS NULL;
CREATE INDEX turn_search_by_held ON turn_search (session_id, held);

-- All that ranking the turns of a session asks of their rows, without their content.
CREATE INDEX turns_in_order ON turns (session_id, turn_id, ts, replaced_by);

-- With rows of their own, three vectors of 512 numbers share a page. WITHOUT ROWID, each takes one of its own.
ALTER TABLE turn_vectors RENAME TO turn_vectors_before;
CREATE TABLE turn_vectors (
    search_key INTEGER NOT NULL REFERENCES turn_search ON DELETE CASCADE,
    embedder_key INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    vector BLOB,
    PRIMARY KEY (search_key, embedder_key)
);
INSERT INTO turn_vectors SELECT search_key, embedder_key, vector FROM turn_vectors_before;
DROP TABLE turn_vectors_before;
CREATE INDEX turn_vectors_by_embedder ON turn_vectors (embedder_key);
