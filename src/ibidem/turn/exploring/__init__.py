"""The conversation and the documents as tools, and the loop in which a model uses them."""
