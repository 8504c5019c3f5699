-- Whose document it is (a company, an organisation, a product), "" where nothing says so.
ALTER TABLE documents ADD COLUMN owner TEXT NOT NULL DEFAULT '';

-- The sums of what is current are counted by owner too.
DROP TRIGGER shelve;
DROP TRIGGER unshelve_what_is_replaced;
DROP TRIGGER unshelve_what_is_deleted;
DROP TABLE shelf;

CREATE TABLE shelf (
    tenant TEXT NOT NULL,
    readers TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    language TEXT NOT NULL,
    devices TEXT NOT NULL,
    owner TEXT NOT NULL,
    documents INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (tenant, readers, doc_type, language, devices, owner)
) WITHOUT ROWID;
INSERT INTO shelf SELECT tenant, readers, doc_type, language, devices, owner, count(*), sum(chunks), sum(tokens)
    FROM documents WHERE current GROUP BY tenant, readers, doc_type, language, devices, owner;
CREATE TRIGGER shelve AFTER INSERT ON documents WHEN NEW.current BEGIN
    INSERT INTO shelf
        VALUES (NEW.tenant, NEW.readers, NEW.doc_type, NEW.language, NEW.devices, NEW.owner, 1, NEW.chunks, NEW.tokens)
    ON CONFLICT DO UPDATE SET documents = documents + 1, chunks = chunks + NEW.chunks, tokens = tokens + NEW.tokens;
END;
CREATE TRIGGER unshelve_what_is_replaced AFTER UPDATE OF current ON documents WHEN OLD.current AND NOT NEW.current BEGIN
    UPDATE shelf SET documents = documents - 1, chunks = chunks - OLD.chunks, tokens = tokens - OLD.tokens
    WHERE (tenant, readers, doc_type, language, devices, owner)
        = (OLD.tenant, OLD.readers, OLD.doc_type, OLD.language, OLD.devices, OLD.owner);
    DELETE FROM shelf WHERE documents = 0;
END;
CREATE TRIGGER unshelve_what_is_deleted AFTER DELETE ON documents WHEN OLD.current BEGIN
    UPDATE shelf SET documents = documents - 1, chunks = chunks - OLD.chunks, tokens = tokens - OLD.tokens
    WHERE (tenant, readers, doc_type, language, devices, owner)
        = (OLD.tenant, OLD.readers, OLD.doc_type, OLD.language, OLD.devices, OLD.owner);
    DELETE FROM shelf WHERE documents = 0;
END;
