"""Finds passages for a question: shared by a turn, a door and the evaluation."""
