-- Vectors of the sentences of the chunks that have one, so that a search compares what it found sentence by sentence and an answer
-- embeds nothing: one after the other in their order, one signed byte a number, of which the direction counts.
CREATE TABLE sentence_vectors (
    chunk_key INTEGER NOT NULL,
    embedder_key INTEGER NOT NULL REFERENCES embedders ON DELETE CASCADE,
    vectors BLOB NOT NULL,
    UNIQUE (chunk_key, embedder_key)
);

-- They go with the vector of their chunk. A chunk that has a vector and none for its sentences is embedded anew.
DELETE FROM vectors;
CREATE TRIGGER sentence_vectors_go_with_their_chunk AFTER DELETE ON vectors BEGIN
    DELETE FROM sentence_vectors WHERE chunk_key = OLD.chunk_key AND embedder_key = OLD.embedder_key;
END;
