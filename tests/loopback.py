"""Loaded into a process, refuses every address but loopback in it, whatever it does to get there."""

import ipaddress
import sys


def refuse_the_outside(event: str, args: tuple[object, ...]) -> None:
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
        print("REACHED OUT TO", host, file=sys.stderr, flush=True)
        raise PermissionError(f"a test reached out to {host}: only loopback is allowed")


sys.addaudithook(refuse_the_outside)
