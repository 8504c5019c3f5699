"""What points at documents in Korean alone."""
