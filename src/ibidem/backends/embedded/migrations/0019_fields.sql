-- What documents say under names that their profile declares, as JSON, and what they say beside that.
ALTER TABLE documents ADD COLUMN fields TEXT NOT NULL DEFAULT '[]';
ALTER TABLE documents ADD COLUMN metadata TEXT NOT NULL DEFAULT '[]';

-- Each value of these fields by its place in the order of all (domain.fields), which filters compare.
CREATE TABLE field_places (
    doc_key INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
    name TEXT NOT NULL,
    place TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (doc_key, name, place)
) WITHOUT ROWID;
CREATE INDEX field_places_in_order ON field_places (name, place);
