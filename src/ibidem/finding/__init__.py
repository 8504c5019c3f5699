"""Finding what a question is about: windows of lines, and how near they are."""
