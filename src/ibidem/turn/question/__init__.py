"""What steps need to know of a question: its devices, its route, what it goes on from."""
