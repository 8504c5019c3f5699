-- Filters of the documents that people have saved under names (domain.collections), as JSON.
CREATE TABLE collections (
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    name TEXT NOT NULL,
    collection TEXT NOT NULL,
    PRIMARY KEY (tenant, owner, name)
) WITHOUT ROWID;
