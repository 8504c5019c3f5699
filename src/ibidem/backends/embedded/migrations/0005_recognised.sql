-- Whether the text, or some of it, was recognised on pictures, where letters may be wrong.
ALTER TABLE documents ADD COLUMN recognised INTEGER NOT NULL DEFAULT 0;
