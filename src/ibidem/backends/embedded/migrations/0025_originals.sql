-- Documents by the checksum of the bytes that they were read from, so that a file is recognised whatever it is called.
CREATE INDEX documents_by_original ON documents (storage_pointer) WHERE current;
