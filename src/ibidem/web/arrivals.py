"""The bodies of requests while they arrive: how large one may be, how long it may take, how much the large ones take in all."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.web.connections import Patience
from ibidem.web.errors import STOPPING, Refusal

JSON_LIMIT = 256 * 1024  # a message of the most characters, each written as \uXXXX\uXXXX, with room for its filters
FORM_OVERHEAD = 64 * 1024  # the boundaries and headers of a multipart body around the file
LINGER_SECONDS = 1.0  # for a client to read why it is refused before the connection is closed on what it still sends
UPLOADS_AT_ONCE = 2  # of the largest size, or as many smaller ones as are as large together


class Arrivals:
    """All bodies that are on their way, and the bytes that large ones hold until they are answered."""

    def __init__(self, patience: Patience, most_held: int) -> None:
        self.patience = patience
        self.most_held = most_held
        self.held = 0
        self._waits: set[asyncio.Timeout] = set()
        self.stopping = False

    def stop(self) -> None:
        """Ends all of them: whatever did not arrive whole is refused."""
        self.stopping = True
        for wait in [wait for wait in self._waits if not wait.expired()]:
            wait.reschedule(asyncio.get_running_loop().time())

    async def next(self, receive: Receive, deadline: float) -> Message:
        """The next piece of a body. Raises an HTTPException when it does not come in time, or the server stops."""
        wait = asyncio.timeout_at(0 if self.stopping else deadline)
        self._waits.add(wait)
        try:
            async with wait:
                return await receive()
        except TimeoutError:
            if self.stopping:
                raise Refusal(503, STOPPING, {"Retry-After": "5"}) from None
            raise HTTPException(408, "the body did not arrive in time; send it again, and faster") from None
        finally:
            self._waits.discard(wait)


@dataclass
class Body:
    """One body: what its request may hold, and what has come."""

    arrivals: Arrivals
    limit: int
    is_large: bool
    declared: int
    arrived: int = 0
    whole: bool = False
    began: float = field(default_factory=lambda: asyncio.get_running_loop().time())

    async def next(self, receive: Receive) -> Message:
        """The next piece. Raises an HTTPException for one that must not come, or comes too late."""
        if self.whole:
            return await receive()
        if self.arrived == 0:
            # Refused before it is sent; but only what has come is held, or who declares much and sends nothing shuts others out.
            self._check(self.declared)
        patience = self.arrivals.patience
        message = await self.arrivals.next(receive, self.began + patience.body + self.arrived / patience.rate)
        more = len(message.get("body", b""))
        self._check(more)
        self.arrived += more
        self.arrivals.held += more if self.is_large else 0
        self.whole = not message.get("more_body", False)
        return message

    async def linger(self, receive: Receive) -> None:
        """Throws away what still comes, for a moment: a connection closed on it would take our answer with it."""
        try:
            async with asyncio.timeout(LINGER_SECONDS):
                while (await receive()).get("more_body", False):
                    pass
        except TimeoutError:
            pass

    def end(self) -> None:
        """Gives back what it held."""
        self.arrivals.held -= self.arrived if self.is_large else 0

    def _check(self, more: int) -> None:
        if self.arrived + more > self.limit:
            raise HTTPException(413, f"the body is larger than {self.limit:,} bytes, which is the limit here")
        if self.is_large and self.arrivals.held + more > self.arrivals.most_held:
            message = "too much is being taken in at once; send this again in a moment"
            raise HTTPException(429, message, {"Retry-After": "5"})


class BodyLimit:
    """Refuses a body that is too large, before anything of it is parsed and while it arrives, and one that does not end.

    `large` has the bytes that bodies of some paths may have; all of those together are bounded too.
    """

    def __init__(self, app: ASGIApp, arrivals: Arrivals, large: Mapping[str, int]) -> None:
        self.app = app
        self.arrivals = arrivals
        self.large = large

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        large = self.large.get(scope["path"]) if scope["method"] == "POST" else None
        body = Body(
            self.arrivals,
            limit=JSON_LIMIT if large is None else large,
            is_large=large is not None,
            declared=int(length) if length.isdecimal() and len(length) < 20 else 0,
        )

        async def answered(message: Message) -> None:
            ends = message["type"] == "http.response.body" and not message.get("more_body", False)
            if ends and self.arrivals.stopping and not body.whole:
                await send({**message, "more_body": True})
                await body.linger(receive)
                message = {"type": "http.response.body"}
            await send(message)

        try:
            await self.app(scope, lambda: body.next(receive), answered)
        finally:
            body.end()
