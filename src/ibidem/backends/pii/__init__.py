"""Finds personal data by rule: Korea, Japan and international; the finder puts them together."""
