"""Shared by steps that make an answer: quotations, citations, refusals."""
