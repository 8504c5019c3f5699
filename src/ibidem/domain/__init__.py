"""The nouns of ibidem: frozen dataclasses that import nothing of ours."""
