-- How far `ibidem migrate` has come that brings everything from another store to this one: one row from its beginning on. `source` is
-- that store, `position` the last record of the kind that was taken in.
CREATE TABLE arrival (
    source TEXT NOT NULL,
    kind TEXT NOT NULL,
    position TEXT NOT NULL,
    finished INTEGER NOT NULL
);
