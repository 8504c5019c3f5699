"""What steps need to ask a model, and to read its reply."""
