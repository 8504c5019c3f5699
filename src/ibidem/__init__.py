"""ibidem answers questions from a body of documents over many turns, cites what it used, and lets people point back."""
