"""The domain model of ibidem: frozen dataclasses that import nothing outside this package."""
