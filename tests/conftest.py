"""What holds for every test: nothing reaches outside this machine, and no test depends on how fast or how configured it is."""

import ipaddress
import os
import sys

from hypothesis import settings

settings.register_profile("ibidem", deadline=None)
settings.load_profile("ibidem")

for _name in [name for name in os.environ if name.startswith("IBIDEM_")]:
    del os.environ[_name]


def _refuse_the_outside(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = str(args[1][0])
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise PermissionError(f"a test reached out to {host}: only loopback is allowed")
    elif event == "socket.getaddrinfo" and args[0] not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0"):
        raise PermissionError(f"a test looked up {args[0]}: only loopback is allowed")


sys.addaudithook(_refuse_the_outside)
