"""A real Redis server of a test's own, on loopback."""

import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def redis_server(folder: Path, port: int = 0, *options: str) -> Iterator[int]:
    """A server of its own, without anything kept unless `options` say so; its port."""
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    command += options
    server = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    try:
        while server.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.02)
        yield port
    finally:
        server.terminate()
        server.wait()


@contextmanager
def emptied(port: int) -> Iterator[str]:
    """The address of a database of the server, which is empty again afterwards."""
    from redis import Redis

    url = f"redis://127.0.0.1:{port}/5"
    yield url
    with Redis.from_url(url) as client:
        client.flushdb()
