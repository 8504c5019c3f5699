-- What documents say of being in force; dates as YYYY-MM-DD, `supersedes` a JSON list of ids.
ALTER TABLE documents ADD COLUMN in_force INTEGER NOT NULL DEFAULT 1;
ALTER TABLE documents ADD COLUMN effective TEXT;
ALTER TABLE documents ADD COLUMN supersedes TEXT NOT NULL DEFAULT '[]';

-- Which document supersedes an id, so that it needs no new reading, whichever of the two comes first.
CREATE TABLE supersessions (
    tenant TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    doc_key INTEGER NOT NULL,
    PRIMARY KEY (tenant, doc_id, doc_key)
) WITHOUT ROWID;

CREATE TRIGGER supersede AFTER INSERT ON documents WHEN NEW.supersedes <> '[]' BEGIN
    INSERT OR IGNORE INTO supersessions
        SELECT NEW.tenant, value, NEW.doc_key FROM json_each(NEW.supersedes) WHERE value <> NEW.doc_id;
END;

CREATE TRIGGER supersede_no_longer AFTER DELETE ON documents WHEN OLD.supersedes <> '[]' BEGIN
    DELETE FROM supersessions WHERE tenant = OLD.tenant AND doc_key = OLD.doc_key
        AND doc_id IN (SELECT value FROM json_each(OLD.supersedes));
END;
