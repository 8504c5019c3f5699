"""What the machine has to have, so that no test of it may be skipped: the words of IBIDEM_REQUIRE, read before it is cleared."""

import os
import shutil
import socket
from importlib.util import find_spec

import pytest

REQUIRED = frozenset(os.environ.get("IBIDEM_REQUIRE", "").split())


def needs_program(name: str) -> pytest.MarkDecorator:
    """Skips a test where the program is missing, unless it is required."""
    return pytest.mark.skipif(name not in REQUIRED and shutil.which(name) is None, reason=f"{name} is not installed")


# Where `scripts/services.py start` has them serve.
SERVICES = {"elasticsearch": 9240, "opensearch": 9250, "redis": 16379}


def needs_service(name: str) -> pytest.MarkDecorator:
    """Skips a test where the service does not run, unless it is required."""
    return pytest.mark.skipif(name not in REQUIRED and not _serves(SERVICES[name]), reason=f"{name} is not started")


# S3 is a process that tests start; its server comes with the packages for development.
needs_s3 = pytest.mark.skipif("s3" not in REQUIRED and find_spec("moto") is None, reason="moto is not installed")


def _serves(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1).close()
    except OSError:
        return False
    return True
