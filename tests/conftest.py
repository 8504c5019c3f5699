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
    elif event == "socket.getaddrinfo":
        host = str(args[0] or "localhost")
    else:
        return
    try:
        here = ipaddress.ip_address(host).is_loopback
    except ValueError:
        here = host == "localhost"
    if not here:
        raise PermissionError(f"a test reached out to {host}: only loopback is allowed")


sys.addaudithook(_refuse_the_outside)
