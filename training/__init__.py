"""Trains the network that reads what messages point at: `python -m training`."""
