-- API keys by their SHA-256. A revoked key stays, so that it can be told from one that never was. Times are UTC (ISO 8601).
CREATE TABLE api_keys (
    key_id TEXT PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    reader_groups TEXT NOT NULL,
    scopes TEXT NOT NULL,
    created TEXT NOT NULL,
    expires TEXT,
    revoked TEXT
);
