-- The files of indexed folders, each with the document that it became, so that what has gone from a folder is noticed. What was
-- stored before is of an unknown folder, '': the first folder that has a file of that path takes it over.
CREATE TABLE indexed_files (
    tenant TEXT NOT NULL,
    folder TEXT NOT NULL,
    path TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    version TEXT NOT NULL,
    reading TEXT NOT NULL,
    PRIMARY KEY (tenant, folder, path)
) WITHOUT ROWID;
INSERT OR IGNORE INTO indexed_files SELECT tenant, '', source, doc_id, version, '' FROM documents WHERE current;
