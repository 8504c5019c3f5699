"""SQL of what is set of documents, and of how they are recognised."""

from ibidem.backends.embedded.statements import DOCUMENT_COLUMNS, READABLE

SET_FIELDS = "UPDATE documents SET fields = ? WHERE doc_key = ?"

FORGET_PLACES = "DELETE FROM field_places WHERE doc_key = ? AND name = ?"

OF_KEY = f"SELECT {DOCUMENT_COLUMNS} FROM documents AS d WHERE d.doc_key = ?"

WITH_ORIGINAL = f"""SELECT {DOCUMENT_COLUMNS} FROM documents AS d
    WHERE d.storage_pointer = :pointer AND d.current AND {READABLE} ORDER BY d.doc_id"""
