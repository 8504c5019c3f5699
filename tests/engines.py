"""An engine of a test's own, to be killed: a second process of a server of `scripts/services.py`, at another port."""

import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from module_files import module_at
from required import REQUIRED

services = module_at(Path(__file__).parents[1] / "scripts" / "services.py")
# OpenSearch's runner takes no port above 9299; 100 above is where nodes speak to each other.
PORTS = range(9260, 9299)


class Engine:
    """One node over a folder of its own."""

    def __init__(self, name: str, home: Path) -> None:
        self._service = services.SERVICES[name].beside(home, _free_port())
        self._process: subprocess.Popen[bytes] | None = None
        self.name = name
        self.address = f"http://127.0.0.1:{self._service.port}"

    def start(self) -> None:
        """Returns when it answers."""
        self._process = self._service.begin()

    def kill(self) -> None:
        """kill -9, of the process and of those that it began; returns when they are gone."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            while self._service.answers(self._service.port):
                time.sleep(0.05)


@contextmanager
def engine(name: str) -> Iterator[Engine]:
    """The engine while it runs. Its folder lies where nobody, as whom Elasticsearch runs, may enter: not in a test's own."""
    service = services.SERVICES[name]
    if name not in REQUIRED and not service.server.exists():
        pytest.skip(f"{name} was not fetched")
    service.home.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=service.home, prefix="killed-") as home:
        Path(home).chmod(0o755)
        node = Engine(name, Path(home))
        try:
            node.start()
            yield node
        finally:
            node.kill()


def _free_port() -> int:
    for port in PORTS:
        with suppress(OSError), socket.create_server(("127.0.0.1", port)), socket.create_server(("127.0.0.1", port + 100)):
            return port
    raise OSError(f"no port of {PORTS} is free")
