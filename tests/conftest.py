"""What holds for every test: nothing reaches outside this machine, and no test depends on how fast the machine is."""

import ipaddress
import sys

from hypothesis import settings

settings.register_profile("ibidem", deadline=None)
settings.load_profile("ibidem")


def _refuse_the_outside(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect" and isinstance(args[1], tuple):
        host = str(args[1][0])
        if host != "localhost" and not ipaddress.ip_address(host).is_loopback:
            raise PermissionError(f"a test reached out to {host}: only loopback is allowed")
    elif event == "socket.getaddrinfo" and args[0] not in (None, "", "localhost", "127.0.0.1", "::1", "0.0.0.0"):
        raise PermissionError(f"a test looked up {args[0]}: only loopback is allowed")


sys.addaudithook(_refuse_the_outside)
