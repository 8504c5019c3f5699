"""What tests/conftest.py promises."""

import os
import socket

import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.org"])
def test_nothing_outside_this_machine_can_be_reached(host: str):
    with pytest.raises(PermissionError, match="only loopback is allowed"):
        socket.create_connection((host, 9), timeout=1)


def test_this_machine_can_be_reached():
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname(), timeout=1):
        pass


def test_the_settings_of_this_machine_do_not_count():
    given = {name: value for name, value in os.environ.items() if name.startswith("IBIDEM_")}
    assert given == {"IBIDEM_EMBEDDER": "none", "IBIDEM_RERANKER": "none"}
