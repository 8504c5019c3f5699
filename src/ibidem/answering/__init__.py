"""What of the passages found answers a question: read by a reader, or by words, and chosen line by line."""
