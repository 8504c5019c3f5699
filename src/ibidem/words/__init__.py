"""What ibidem says, in each language: `words.toml` in its folder of `languages`, a table a subject."""
