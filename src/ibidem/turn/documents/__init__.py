"""Shared by steps that deal with documents: which were cited, shown and requested."""
