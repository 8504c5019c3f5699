-- What a turn is found by: its search tokens, and a JSON list of the [doc_id, version] that it quotes. A turn of before has no row
-- until its session is searched. search_key is never used twice and grows with each commit.
CREATE TABLE turn_search (
    search_key INTEGER PRIMARY KEY AUTOINCREMENT,
    session_id TEXT NOT NULL,
    turn_id INTEGER NOT NULL,
    held TEXT NOT NULL,
    tokens TEXT NOT NULL,
    UNIQUE (session_id, turn_id),
    FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
);

-- The vector of a turn, as those of chunks: float16, little endian, of length 1; NULL where the embedder does not take the text.
CREATE TABLE turn_vectors (
    search_key INTEGER NOT NULL REFERENCES turn_search ON DELETE CASCADE,
    embedder_key INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    vector BLOB,
    PRIMARY KEY (search_key, embedder_key)
) WITHOUT ROWID;
CREATE INDEX turn_vectors_by_embedder ON turn_vectors (embedder_key);
