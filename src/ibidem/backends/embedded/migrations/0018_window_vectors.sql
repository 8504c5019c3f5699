-- Vectors are of windows: `vectors.vector` holds those of the windows of its chunk, one after the other in their order, each float16,
-- little endian, of length 1. What was computed of whole chunks and of sentences is computed anew.
DROP TRIGGER sentence_vectors_go_with_their_chunk;
DROP TABLE sentence_vectors;
DELETE FROM vectors;
