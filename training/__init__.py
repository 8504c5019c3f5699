"""Trains the networks that ship with ibidem: `python -m training`."""
