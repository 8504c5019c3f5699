"""SQL of the files of indexed folders."""

INDEXED_FILES = "SELECT folder, path, doc_id, version, reading FROM indexed_files WHERE tenant = ? ORDER BY folder, path"

RECORD_FILE = """INSERT INTO indexed_files (tenant, folder, path, doc_id, version, reading) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT DO UPDATE SET doc_id = excluded.doc_id, version = excluded.version, reading = excluded.reading"""

# The folder of this file was not known.
ADOPT_FILE = "DELETE FROM indexed_files WHERE tenant = ? AND folder = '' AND path = ?"

FORGET_FILE = "DELETE FROM indexed_files WHERE tenant = ? AND folder = ? AND path = ?"
