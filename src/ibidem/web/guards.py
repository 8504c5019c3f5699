"""What stands before every route: who may be addressed and from where, and how every answer looks."""

import asyncio
import ipaddress
import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.domain.access import is_loopback
from ibidem.domain.errors import SettingsError
from ibidem.shapes.errors import ErrorBody
from ibidem.web.errors import ALWAYS, INTERNAL, STOPPING, error_response

# RFC 9110, 7.2 and RFC 6454, 7: no user, no path, nothing after the bracket of an IPv6 address but a port.
AUTHORITY = re.compile(r"(?:(?P<name>[A-Za-z0-9._-]+)|\[(?P<address>[0-9A-Fa-f:.]+)\])(?::(?P<port>[0-9]{1,5}))?")
ORIGIN = re.compile(r"(?P<scheme>https?)://(?P<authority>[^/]+)")
PROGRAMS = ("/v1/", "/mcp", "/metrics")  # paths that no page of another site may make a browser fetch or open
NEAR = frozenset({"same-origin", "same-site", "none", ""})  # what `Sec-Fetch-Site` may say (W3C Fetch Metadata, 2.3)
PORTS: Mapping[str, int] = {"http": 80, "https": 443}
FOREIGN_NAME = "this server is not addressed by that name; IBIDEM_ALLOWED_HOSTS lists further names"
FOREIGN_PAGE = "a page of another origin may not speak to this server; IBIDEM_ALLOWED_HOSTS lists further names"

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Authority:
    """A host, in small letters and without brackets, and the port where one is named."""

    name: str
    port: int | None = None

    @classmethod
    def of(cls, text: str) -> "Authority | None":
        """What a Host header or an origin names; None for what is not exactly a host with or without a port."""
        found = AUTHORITY.fullmatch(text)
        if found is None:
            return None
        port = None if found["port"] is None else int(found["port"])
        name = found["name"].lower() if found["address"] is None else _canonical(found["address"])
        return None if name is None or (port is not None and port > 65535) else cls(name, port)


def _canonical(address: str) -> str | None:
    try:
        return str(ipaddress.IPv6Address(address))
    except ValueError:
        return None


class HostGuard:
    """Refuses a request that addresses this server by a name that is not its own, or that a page of another origin sends.

    A server is open to whatever runs beside it, so also to a web page whose name was pointed at its address (DNS rebinding), and
    to a form or a script of another page. A server on loopback goes by the names of loopback. One that serves others goes by any
    address, and by any name without a dot, which nobody can register. Further names have to be listed. The Host header is used
    for nothing else.
    """

    def __init__(self, app: ASGIApp, host: str, allowed: Sequence[Authority]) -> None:
        self.app = app
        self.on_loopback = is_loopback(host)
        self.allowed = allowed
        self.names = {host.lower(), *(listed.name for listed in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            headers = Headers(scope=scope)
            host = Authority.of(headers.get("host", ""))
            problem = None
            if host is None or not self._is_own(host.name):
                problem = FOREIGN_NAME
            elif not self._may_send(headers, host, scope["path"]):
                problem = FOREIGN_PAGE
            if problem is not None:
                await error_response(421, ErrorBody(type="misdirected_request", message=problem))(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _is_own(self, name: str) -> bool:
        if name in self.names or is_loopback(name):
            return True
        return not self.on_loopback and ("." not in name or _is_address(name))

    def _may_send(self, headers: Headers, host: Authority, path: str) -> bool:
        """By the origin. A browser names none for a picture, a frame or a link: then no other site's page may be behind it."""
        origins = headers.getlist("origin")
        if origins:
            return all(self._is_at_home(origin, host) for origin in origins)
        sites = {site.strip().lower() for site in ",".join(headers.getlist("sec-fetch-site")).split(",")}
        return sites <= NEAR or not path.startswith(PROGRAMS)

    def _is_at_home(self, origin: str, host: Authority) -> bool:
        """Whether an origin is the address of this request, or a listed name (at its scheme's own port unless one is listed)."""
        found = ORIGIN.fullmatch(origin)
        page = None if found is None else Authority.of(found["authority"])
        if found is None or page is None:
            return False
        usual = PORTS[found["scheme"]]
        own = [host, *self.allowed]
        return (page.name, page.port or usual) in [(one.name, one.port or usual) for one in own]


def listed_host(entry: str) -> Authority:
    """An entry of IBIDEM_ALLOWED_HOSTS. Raises SettingsError."""
    authority = Authority.of(entry)
    if authority is None:
        raise SettingsError(f"allowed_hosts (IBIDEM_ALLOWED_HOSTS): {entry!r} is no NAME and no NAME:PORT")
    return authority


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


class EveryAnswer:
    """Gives every answer the headers that all have, and an answer to every request, whatever happened inside."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def with_headers(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = MutableHeaders(scope=message)
                for name, value in ALWAYS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            await self.app(scope, receive, with_headers)
        except asyncio.CancelledError:
            # The server stops and gave this request its time. Nobody waits for the task, which is the request's own.
            if not begun:
                await error_response(503, STOPPING, {"Retry-After": "5"})(scope, receive, with_headers)
        except BaseException as error:
            # Not Exception alone: what panics in Rust below the search index is derived from BaseException.
            if begun:
                raise
            logger.error("a request failed", exc_info=error)
            await error_response(500, INTERNAL)(scope, receive, with_headers)
