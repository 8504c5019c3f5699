"""What points at documents in Japanese alone."""
