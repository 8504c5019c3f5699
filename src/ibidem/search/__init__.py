"""Finding passages for a question: what a turn, a door and the evaluation share."""
