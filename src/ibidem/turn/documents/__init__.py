"""What steps need to know of documents: which were cited, shown and asked for."""
