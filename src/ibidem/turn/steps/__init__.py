"""The steps that the diagram names, one file each."""
