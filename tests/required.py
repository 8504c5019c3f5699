"""What the machine has to have, so that no test of it may be skipped: the words of IBIDEM_REQUIRE, read before it is cleared."""

import os
import shutil

import pytest

REQUIRED = frozenset(os.environ.get("IBIDEM_REQUIRE", "").split())


def needs_program(name: str) -> pytest.MarkDecorator:
    """Skips a test where the program is missing, unless it is required."""
    return pytest.mark.skipif(name not in REQUIRED and shutil.which(name) is None, reason=f"{name} is not installed")
