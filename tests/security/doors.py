"""What an attacker has: sockets, and a service whose descriptors are few."""

import json
import resource
import socket
from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

import httpx2


@contextmanager
def few_descriptors(most: int) -> Generator[None]:
    """Processes started inside have no more descriptors than this, as under `ulimit -n`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def connected(base: httpx2.URL, sends: bytes) -> socket.socket:
    """A connection on which something was sent."""
    assert base.port is not None
    connection = socket.create_connection((base.host, base.port), timeout=20)
    connection.sendall(sends)
    return connection


def answered(base: httpx2.URL, sends: bytes) -> tuple[int, dict[str, str], dict[str, Any]]:
    """What comes back for these bytes: status, headers, and the body, which is JSON."""
    with connected(base, sends) as connection:
        return read_answer(connection)


def read_answer(connection: socket.socket) -> tuple[int, dict[str, str], dict[str, Any]]:
    """One answer, read to its end."""
    with connection.makefile("rb") as received:
        status = received.readline().decode()
        headers: dict[str, str] = {}
        while line := received.readline().decode().strip():
            name, _, value = line.partition(": ")
            headers[name.lower()] = value
        body = received.read(int(headers["content-length"]))
    return int(status.split()[1]), headers, json.loads(body)


def is_in_our_shape(body: dict[str, Any]) -> bool:
    return set(body) == {"error"} and set(body["error"]) == {"type", "message", "details"} and len(body["error"]["message"]) > 10
