"""What a message points at, read by a small network whose weights come from tests/references."""
