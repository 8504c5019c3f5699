"""What stands before every route: who may be addressed, how much may be sent, and the line that the log keeps of it."""

import ipaddress
import json
import logging
import time
from collections.abc import Collection

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.web.errors import error_response
from ibidem.web.schemas import ErrorBody

JSON_LIMIT = 256 * 1024  # a message of the most characters, each written as \uXXXX\uXXXX, with room for its filters
FORM_OVERHEAD = 64 * 1024  # the boundaries and headers of a multipart body around the file

access = logging.getLogger("ibidem.access")


class HostGuard:
    """Refuses a request that addresses this server by a name that is not its own.

    A server on loopback is open to whatever runs on this machine, so also to a web page whose name was pointed at 127.0.0.1 (DNS
    rebinding), and to a form that another site's page sends here. The Host header is used for nothing else.
    """

    def __init__(self, app: ASGIApp, host: str, allowed: Collection[str]) -> None:
        self.app = app
        self.restricted = is_loopback(host)
        self.allowed = {host.lower(), *(name.lower() for name in allowed)}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self.restricted:
            headers = Headers(scope=scope)
            origin = headers.get("origin")
            if not self._is_own(headers.get("host", "")) or (origin is not None and not self._is_own(origin.partition("://")[2])):
                message = "this server is not addressed by that name; IBIDEM_ALLOWED_HOSTS lists further names"
                await error_response(421, ErrorBody(type="misdirected_request", message=message))(scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _is_own(self, authority: str) -> bool:
        name = authority.rpartition("]")[0].lstrip("[") if authority.startswith("[") else authority.partition(":")[0]
        return is_loopback(name) or name.lower() in self.allowed


def is_loopback(host: str) -> bool:
    """True for localhost and the loopback addresses."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class BodyLimit:
    """Refuses a body that is too large before anything of it is parsed, and while it still arrives."""

    def __init__(self, app: ASGIApp, upload_path: str, upload_limit: int) -> None:
        self.app = app
        self.upload_path = upload_path
        self.upload_limit = upload_limit

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        limit = self.upload_limit + FORM_OVERHEAD if scope["path"] == self.upload_path else JSON_LIMIT
        refusal = HTTPException(413, f"the body is larger than {limit:,} bytes, which is the limit here")
        length = Headers(scope=scope).get("content-length", "")
        declared = int(length) if length.isdecimal() and len(length) < 20 else 0
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            if declared > limit:
                raise refusal
            message = await receive()
            arrived += len(message.get("body", b""))
            if arrived > limit:
                raise refusal
            return message

        await self.app(scope, counted, send)


class AccessLog:
    """Logs a line for each request: method, path, status, milliseconds, and the turn that it made; never what was said."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            turn: str | None = scope.get("state", {}).get("turn")
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            request = {"method": scope["method"], "path": scope["path"], "status": status, "ms": milliseconds, "turn": turn}
            access.info("request", extra={"request": request})


class JsonLines(logging.Formatter):
    """One JSON object a line: ts (UTC), level, logger, message, and what a record carries under `request`."""

    converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "ts": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        line |= getattr(record, "request", {})
        if record.exc_info:
            line["traceback"] = record.exc_text or self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)
