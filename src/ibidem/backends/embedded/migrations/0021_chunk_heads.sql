-- What stands over the table that a chunk begins in the middle of (see domain.documents.Chunk). Documents that were read before say
-- nothing of it until they are read anew.
ALTER TABLE chunks ADD COLUMN head TEXT NOT NULL DEFAULT '';
