"""What ibidem says, in each language: a file a language, a table a subject."""
