"""The rules that a draft of a model is checked by, before a model judges it."""
