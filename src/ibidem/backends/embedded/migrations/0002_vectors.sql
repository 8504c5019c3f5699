-- Vectors of chunks, for search by meaning, where an embedder is configured. They are kept, and not only derived, because computing
-- them costs time and often money.

-- size is how many numbers its vectors have; languages is a JSON list of those that it was found to understand,
-- NULL while that was not tried.
CREATE TABLE embedders (
    embedder_key INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    size INTEGER NOT NULL,
    languages TEXT
);

-- vector is float16, little endian, of length 1; NULL where the embedder does not take the text. digest is BLAKE2b (16 bytes) of
-- the text that was embedded, so that the same text in a later version is not embedded again. vector_key is never used twice and
-- grows with each commit, so that whoever holds the vectors in memory knows which ones are new.
CREATE TABLE vectors (
    vector_key INTEGER PRIMARY KEY AUTOINCREMENT,
    embedder_key INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    chunk_key INTEGER NOT NULL,
    digest BLOB NOT NULL,
    vector BLOB,
    UNIQUE (chunk_key, embedder_key)
);
CREATE INDEX vectors_by_digest ON vectors (embedder_key, digest);
CREATE TRIGGER vectors_go_with_their_document AFTER DELETE ON documents BEGIN
    DELETE FROM vectors WHERE chunk_key BETWEEN OLD.doc_key << 20 AND (OLD.doc_key << 20) + 1048575;
END;
