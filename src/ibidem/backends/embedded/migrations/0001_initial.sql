-- The first schema. Migrations are append-only: what has been released is never edited, a change is a further numbered file.

CREATE TABLE identity (
    store_id TEXT NOT NULL
);

-- One row a stored version. doc_key is never used twice (AUTOINCREMENT), so a search index that lags behind can name a version
-- that is gone, but never another one under the same key. kept_until, in seconds since 1970, is set once a version is no longer
-- current: from then on it goes as soon as no turn cites it. blob names the file of an original that is too large for this file.
CREATE TABLE documents (
    doc_key INTEGER PRIMARY KEY AUTOINCREMENT,
    tenant TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    version TEXT NOT NULL,
    current INTEGER NOT NULL,
    kept_until REAL,
    title TEXT NOT NULL,
    source TEXT NOT NULL,
    uri TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    language TEXT NOT NULL,
    media_type TEXT NOT NULL,
    storage_pointer TEXT NOT NULL,
    blob TEXT,
    indexed_at TEXT NOT NULL,
    devices TEXT NOT NULL,
    readers TEXT NOT NULL,
    pages INTEGER,
    chunks INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    UNIQUE (tenant, doc_id, version)
);
CREATE UNIQUE INDEX one_current_version ON documents (tenant, doc_id) WHERE current;
CREATE INDEX documents_by_blob ON documents (blob) WHERE blob IS NOT NULL;
CREATE INDEX documents_by_kept_until ON documents (kept_until) WHERE kept_until IS NOT NULL;

CREATE TABLE texts (
    doc_key INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
    text TEXT NOT NULL,
    original BLOB
);

-- chunk_key is doc_key * 2^20 + order: a document's chunks lie side by side in their order, and one integer names a chunk both
-- here and in the search index, without an index of its own.
CREATE TABLE chunks (
    chunk_key INTEGER PRIMARY KEY,
    chunk_id TEXT NOT NULL,
    section TEXT NOT NULL,
    page INTEGER,
    start INTEGER NOT NULL,
    text TEXT NOT NULL,
    tokens TEXT NOT NULL
);
CREATE TRIGGER chunks_go_with_their_document AFTER DELETE ON documents BEGIN
    DELETE FROM chunks WHERE chunk_key BETWEEN OLD.doc_key << 20 AND (OLD.doc_key << 20) + 1048575;
END;

-- What is current, counted by everything that a question may be narrowed by or a reader be kept from: some dozens of rows where
-- documents are many, so that asking what a reader's corpus holds is cheap enough for every turn.
CREATE TABLE shelf (
    tenant TEXT NOT NULL,
    readers TEXT NOT NULL,
    doc_type TEXT NOT NULL,
    language TEXT NOT NULL,
    devices TEXT NOT NULL,
    documents INTEGER NOT NULL,
    chunks INTEGER NOT NULL,
    tokens INTEGER NOT NULL,
    PRIMARY KEY (tenant, readers, doc_type, language, devices)
) WITHOUT ROWID;
CREATE TRIGGER shelve AFTER INSERT ON documents WHEN NEW.current BEGIN
    INSERT INTO shelf VALUES (NEW.tenant, NEW.readers, NEW.doc_type, NEW.language, NEW.devices, 1, NEW.chunks, NEW.tokens)
    ON CONFLICT DO UPDATE SET documents = documents + 1, chunks = chunks + NEW.chunks, tokens = tokens + NEW.tokens;
END;
CREATE TRIGGER unshelve_what_is_replaced AFTER UPDATE OF current ON documents WHEN OLD.current AND NOT NEW.current BEGIN
    UPDATE shelf SET documents = documents - 1, chunks = chunks - OLD.chunks, tokens = tokens - OLD.tokens
    WHERE (tenant, readers, doc_type, language, devices) = (OLD.tenant, OLD.readers, OLD.doc_type, OLD.language, OLD.devices);
    DELETE FROM shelf WHERE documents = 0;
END;
CREATE TRIGGER unshelve_what_is_deleted AFTER DELETE ON documents WHEN OLD.current BEGIN
    UPDATE shelf SET documents = documents - 1, chunks = chunks - OLD.chunks, tokens = tokens - OLD.tokens
    WHERE (tenant, readers, doc_type, language, devices) = (OLD.tenant, OLD.readers, OLD.doc_type, OLD.language, OLD.devices);
    DELETE FROM shelf WHERE documents = 0;
END;

-- What the search index has yet to follow, in the order of the commits. opid is random: it tells this history from another one
-- that reached the same number (a restored copy).
CREATE TABLE oplog (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    doc_key INTEGER NOT NULL,
    opid TEXT NOT NULL
);

CREATE TABLE sessions (
    session_id TEXT PRIMARY KEY,
    tenant TEXT NOT NULL,
    owner TEXT NOT NULL,
    started TEXT NOT NULL,
    last_turn TEXT NOT NULL,
    turns INTEGER NOT NULL,
    first_question TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX sessions_by_owner ON sessions (tenant, owner, last_turn);

-- content is the turn as JSON (domain.conversation.NewTurn).
CREATE TABLE turns (
    session_id TEXT NOT NULL REFERENCES sessions ON DELETE CASCADE,
    turn_id INTEGER NOT NULL,
    ts TEXT NOT NULL,
    principal TEXT NOT NULL,
    schema_version INTEGER NOT NULL,
    client_turn_id TEXT,
    content TEXT NOT NULL,
    PRIMARY KEY (session_id, turn_id),
    UNIQUE (session_id, client_turn_id)
);

-- Which versions a turn cites: what keeps an old version readable.
CREATE TABLE citations (
    tenant TEXT NOT NULL,
    doc_id TEXT NOT NULL,
    version TEXT NOT NULL,
    session_id TEXT NOT NULL,
    turn_id INTEGER NOT NULL,
    PRIMARY KEY (tenant, doc_id, version, session_id, turn_id),
    FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX citations_by_turn ON citations (session_id, turn_id);

-- The session's own numbering: its distinct cited documents in the order of their first appearance, each where it first appeared.
CREATE TABLE session_documents (
    session_id TEXT NOT NULL,
    number INTEGER NOT NULL,
    doc_id TEXT NOT NULL,
    turn_id INTEGER NOT NULL,
    PRIMARY KEY (session_id, number),
    UNIQUE (session_id, doc_id),
    FOREIGN KEY (session_id, turn_id) REFERENCES turns ON DELETE CASCADE
) WITHOUT ROWID;
