"""What points at documents in English alone."""
