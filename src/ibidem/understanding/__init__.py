"""What a message points at, read once into one value, and resolved against what was cited."""
