"""Shared by steps that ask a person, or read the reply."""
