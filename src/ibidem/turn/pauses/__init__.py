"""What steps need to ask a person, and to read the reply."""
