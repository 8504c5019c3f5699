"""A bucket at a real server of S3's protocol, on loopback, in a process of its own."""

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from unittest.mock import patch
from uuid import uuid4

import obstore
from obstore.store import S3Store

SECRET = "hush-hush-secret-key"


@dataclass
class S3Server:
    """The server: it can be stopped, and objects can be looked at and changed beside ibidem."""

    url: str
    process: subprocess.Popen[bytes]

    @property
    def environment(self) -> dict[str, str]:
        keys = {"AWS_ACCESS_KEY_ID": "AKIDTEST", "AWS_SECRET_ACCESS_KEY": SECRET}
        return {**keys, "AWS_ENDPOINT_URL": self.url, "AWS_REGION": "us-east-1"}

    def bucket(self) -> str:
        """A new bucket, as IBIDEM_ORIGINALS names it."""
        name = f"test-{uuid4().hex[:12]}"
        with urllib.request.urlopen(urllib.request.Request(f"{self.url}/{name}", method="PUT")):
            return f"s3://{name}/kept"

    def put(self, address: str, name: str, body: bytes) -> None:
        obstore.put(self._beside(address), name, body)

    def objects(self, address: str) -> list[str]:
        return sorted(one["path"] for batch in obstore.list(self._beside(address)) for one in batch)

    def _beside(self, address: str) -> S3Store:
        bucket, _, prefix = address.removeprefix("s3://").partition("/")
        return S3Store(bucket, prefix=prefix, client_options={"allow_http": True})

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


@contextmanager
def s3_server() -> Iterator[S3Server]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "moto.server", "-H", "127.0.0.1", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    server = S3Server(f"http://127.0.0.1:{port}", process)
    try:
        while process.poll() is None:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.05)
        with patch.dict(os.environ, server.environment):
            yield server
    finally:
        server.stop()
