"""What a message points at, told by rule: language in, a pointer out, and the pointer looked up among what was cited."""
