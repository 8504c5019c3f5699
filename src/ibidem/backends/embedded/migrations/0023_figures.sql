-- The pictures in a document, as JSON (domain.documents.Figure). Documents that were read before have none until they are read anew.
ALTER TABLE documents ADD COLUMN figures TEXT NOT NULL DEFAULT '[]';

-- Their bytes, each once for a document: here where they are small, else as an original under the name `blob`.
CREATE TABLE pictures (
    doc_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    figure_id TEXT NOT NULL,
    content BLOB,
    blob TEXT,
    PRIMARY KEY (doc_key, figure_id)
) WITHOUT ROWID;
CREATE INDEX pictures_by_blob ON pictures (blob) WHERE blob IS NOT NULL;
