"""Connections that do not wait for their clients for ever, of which there are never too many, and whose refusals have our shape.

uvicorn waits as long as a client likes for the rest of a request's head, and takes connections until the process has no
descriptors left; then nobody gets an answer. Here each wait has an end. Who comes when there is no room takes the place of the
connection that has kept the server waiting longest: whoever sends a request at once is answered, also while others hold places.
"""

import asyncio
import resource
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from ibidem.shapes.errors import ErrorBody
from ibidem.web.errors import ALWAYS, JSON, OVERLOADED, encode

MOST_CONNECTIONS = 1000  # each may hold 256 KiB of JSON, so all of them 250 MiB
KEPT_FOR_FILES = 64  # descriptors for the store, the log and the reading processes: 20 were open after 60 turns at once
ACCEPTED_AT_ONCE = 16  # asyncio accepts so many before it looks at any of them, and as often says that it cannot

REFUSALS: Mapping[int, ErrorBody] = {
    400: ErrorBody(type="malformed_request", message="this is no HTTP/1.1 request that can be read"),
    408: ErrorBody(type="request_timeout", message="the request did not arrive in time; send it again"),
    431: ErrorBody(type="headers_too_large", message="the request line and the headers are too long; 16 KiB is enough"),
    501: ErrorBody(type="not_implemented", message="only `Transfer-Encoding: chunked` is understood"),
    503: OVERLOADED,
}


@dataclass(frozen=True)
class Patience:
    """How long a client is waited for, in seconds, and how long it is kept waiting without a word.

    An answer takes as long as it takes, also as a stream: then it is our turn.
    """

    head: float = 10.0  # for the head of a request: from the beginning of the connection, or from the answer before
    body: float = 20.0  # for a body, and a second more for each `rate` bytes of it that have come
    rate: int = 8192
    reading: float = 60.0  # for a client that takes nothing more of what it was sent
    silence: float = 15.0  # of a stream, after which a comment keeps it alive: proxies cut what is silent for 30 to 60


PATIENCE = Patience()


def room_for_connections() -> int:
    """How many connections there may be: half of the descriptors that are left; the rest is for models and temporary files."""
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = most == resource.RLIM_INFINITY
    return MOST_CONNECTIONS if unlimited else max(8, min(MOST_CONNECTIONS, (most - KEPT_FOR_FILES) // 2))


class Connection(H11Protocol):
    """uvicorn's connection, with an end to each wait."""

    def __init__(self, *args: Any, most: int, patience: Patience, **further: Any) -> None:
        super().__init__(*args, **further)
        self.most = most
        self.patience = patience
        self.since = self.loop.time()  # when the present wait for the client began
        self.unsent = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.most:
            self._make_room()

    def data_received(self, data: bytes) -> None:
        before = self.conn.their_state
        super().data_received(data)
        if self.conn.their_state is not before:
            self.since = self.loop.time()

    def on_response_complete(self) -> None:
        self.since = self.loop.time()
        super().on_response_complete()

    def tick(self, now: float) -> None:
        """Ends the connection when its client was waited for too long. To be called every second."""
        unsent = self.transport.get_write_buffer_size()
        if unsent != self.unsent:
            self.unsent, self.since = unsent, now
        waited = now - self.since
        if unsent:
            if waited > self.patience.reading:
                self.transport.abort()
        elif self._idle:
            if waited > self.patience.head:
                self._give_up()
        elif self._owes_a_body and self.cycle.response_complete and waited > self.patience.body:
            self.transport.abort()  # it was refused, and goes on sending; while it is read, its end is in `arrivals`

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002
        """The answer to what is no HTTP. uvicorn calls this while it handles the error, which knows the status."""
        error = sys.exc_info()[1]
        status = error.error_status_hint if isinstance(error, h11.RemoteProtocolError) else 400
        self._refuse(status if status in REFUSALS else 400)

    def _should_upgrade(self) -> bool:
        return False

    @property
    def _idle(self) -> bool:
        return self.conn.their_state is h11.IDLE

    @property
    def _owes_a_body(self) -> bool:
        return self.conn.their_state is h11.SEND_BODY

    def _make_room(self) -> None:
        others = [other for other in self.connections if isinstance(other, Connection) and other is not self]
        waited_for = [other for other in others if other._idle or other._owes_a_body]
        if waited_for:
            min(waited_for, key=lambda other: (other._owes_a_body, other.since))._give_way()
        else:
            self._refuse(503)

    def _give_way(self) -> None:
        self._refuse(503)
        self.connections.discard(self)  # at once: the loop reports the close only when it comes round
        self.transport.abort()

    def _give_up(self) -> None:
        begun, _ = self.conn.trailing_data
        if begun:
            self._refuse(408)
        else:  # a browser opens connections ahead, and takes an answer on one for that to its next request
            self.transport.close()

    def _refuse(self, status: int) -> None:
        """Writes an answer that no route has made, unless one has begun, and closes."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE) and not self.transport.is_closing():
            if self.cycle:
                self.cycle.disconnected = True  # what a route still sends goes nowhere
            content = encode(REFUSALS[status]).encode()
            headers = {"Content-Type": JSON, "Content-Length": str(len(content)), "Connection": "close", **ALWAYS}
            if status == 503:
                headers["Retry-After"] = "1"
            lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", *(f"{name}: {value}" for name, value in headers.items())]
            self.transport.write("\r\n".join((*lines, "", "")).encode("ascii") + content)
        self.transport.close()
