"""A real HTTP/1.1 server on loopback, to test what speaks to servers: it sees who leaves, and can cut a response in two."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, MutableMapping
from contextlib import asynccontextmanager
from typing import Any, Literal

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ExchangeState = Literal["running", "ended", "cut", "left"]


class Exchange:
    """A request and its response. `left`: the client closed the connection before the response had ended."""

    def __init__(self, scope: Message, body: bytes, send: Send) -> None:
        self.method: str = scope["method"]
        self.path: str = scope["path"]
        self.query: str = scope["query_string"].decode("latin-1")
        self.headers: Mapping[str, str] = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        self.body = body
        self.state: ExchangeState = "running"
        self._send = send

    async def answer(self, status: int, content: object, headers: Mapping[str, str] | None = None) -> None:
        """The whole response, as JSON."""
        await self._start(status, {"content-type": "application/json", **(headers or {})})
        self.state = "ended"
        await self._send({"type": "http.response.body", "body": json.dumps(content, ensure_ascii=False).encode()})

    async def begin(self) -> None:
        """The head of a stream of events, chunked."""
        await self._start(200, {"content-type": "text/event-stream"})
        await self._send({"type": "http.response.body", "body": b"", "more_body": True})

    async def say(self, text: str) -> None:
        """A part of the stream, as it stands."""
        await self._send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    async def event(self, content: object, name: str = "") -> None:
        """An event whose data is JSON."""
        head = f"event: {name}\n" if name else ""
        await self.say(f"{head}data: {json.dumps(content, ensure_ascii=False)}\n\n")

    async def end(self) -> None:
        """The end of the stream."""
        self.state = "ended"
        await self._send({"type": "http.response.body", "body": b""})

    def cut(self) -> None:
        """The connection is closed in the middle of the stream, once the handler returns."""
        self.state = "cut"

    async def _start(self, status: int, headers: Mapping[str, str]) -> None:
        pairs = [(name.encode(), value.encode()) for name, value in headers.items()]
        await self._send({"type": "http.response.start", "status": status, "headers": pairs})


Handler = Callable[[Exchange], Awaitable[None]]


class Loopback:
    """The server while it runs. `exchanges` are all that there were, in the order in which their bodies had come."""

    def __init__(self, port: int, connections: set[Any]) -> None:
        self.port = port
        self.exchanges: list[Exchange] = []
        self._connections = connections

    @property
    def url(self) -> str:
        """Where it is reached, without a slash at the end."""
        return f"http://127.0.0.1:{self.port}"

    @property
    def connections(self) -> int:
        """Connections that are open, idle ones too."""
        return len(self._connections)

    def count(self, state: ExchangeState) -> int:
        """How many exchanges are in that state."""
        return sum(exchange.state == state for exchange in self.exchanges)

    async def settled(self, state: ExchangeState, count: int = 1, seconds: float = 5.0) -> None:
        """Returns once so many exchanges are in that state. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            while self.count(state) < count:
                await asyncio.sleep(0.005)


@asynccontextmanager
async def serving(handler: Handler, port: int = 0) -> AsyncGenerator[Loopback]:
    """Serves on loopback in this event loop; port 0 takes a free one. A handler whose client leaves is cancelled."""

    async def app(scope: Message, receive: Receive, send: Send) -> None:
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return  # before it had said what it wants
            body, more = body + message["body"], message["more_body"]
        exchange = Exchange(scope, body, send)
        loopback.exchanges.append(exchange)
        handling, leaving = asyncio.ensure_future(handler(exchange)), asyncio.ensure_future(receive())
        try:
            await asyncio.wait((handling, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not handling.done() and exchange.state == "running":
                exchange.state = "left"
        finally:
            handling.cancel()
            leaving.cancel()
            failed, _ = await asyncio.gather(handling, leaving, return_exceptions=True)
        if isinstance(failed, Exception):
            raise failed

    config = uvicorn.Config(app, http="h11", ws="none", lifespan="off", log_config=None, log_level="critical")  # pyright: ignore[reportArgumentType]
    config.load()
    state = ServerState()
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: H11Protocol(config, state, app_state={}), "127.0.0.1", port)
    loopback = Loopback(server.sockets[0].getsockname()[1], state.connections)
    try:
        yield loopback
    finally:
        server.close()
        for task in tuple(state.tasks):
            task.cancel()
        await asyncio.gather(*state.tasks, return_exceptions=True)
        for connection in tuple(state.connections):
            connection.transport.abort()
        await server.wait_closed()
