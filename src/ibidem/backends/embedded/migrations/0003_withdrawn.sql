-- Who might read a document when it was deleted, where not everybody might: what a turn cites of its earlier versions is for them alone.
-- readers is a JSON list as in documents. A row goes when the document is stored anew, or with the last of its versions.
CREATE TABLE withdrawn (
    tenant TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    readers TEXT NOT NULL,
    PRIMARY KEY (tenant, doc_id)
) WITHOUT ROWID;
CREATE TRIGGER withdrawn_goes_with_the_last_version AFTER DELETE ON documents BEGIN
    DELETE FROM withdrawn WHERE tenant = OLD.tenant AND doc_id = OLD.doc_id AND NOT EXISTS (
        SELECT 1 FROM documents AS d WHERE d.tenant = OLD.tenant AND d.doc_id = OLD.doc_id);
END;
