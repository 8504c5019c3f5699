-- The numbers of the pages that show text of which much could not be read, as a JSON list.
ALTER TABLE documents ADD COLUMN unread_pages TEXT NOT NULL DEFAULT '[]';
