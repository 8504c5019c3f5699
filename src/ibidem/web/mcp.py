"""`/mcp`: the tools of ibidem over the Model Context Protocol's streamable HTTP, each request on its own."""

import asyncio
from contextvars import ContextVar
from importlib import import_module
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.app import App
from ibidem.domain.access import Access
from ibidem.web.callers import Opening, Places, current_app
from ibidem.web.leaving import ClientGone

speaking: ContextVar[Access] = ContextVar("speaking")  # for the request that is answered here


class McpDoor:
    """Speaks the protocol once somebody does: to import it takes a second, which a start would have to wait for."""

    def __init__(self, opening: Opening, places: Places) -> None:
        self._opening = opening
        self._places = places
        self._beginning = asyncio.Lock()
        self._ending = asyncio.Event()
        self._running: asyncio.Task[None] | None = None
        self._speaker: ASGIApp | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        app = await current_app(Request(scope))
        speaking.set(scope["state"]["access"])  # the task that runs the tool begins with a copy of this
        async with self._beginning:
            if self._speaker is None:
                await self._begin(app)
        assert self._speaker is not None
        await self._speaker(scope, await _read_whole(scope, receive), send)

    async def end(self) -> None:
        """Ends what is still spoken."""
        self._ending.set()
        if self._running is not None:
            await asyncio.gather(self._running, return_exceptions=True)

    async def _begin(self, app: App) -> None:
        tools: Any = await asyncio.to_thread(import_module, "ibidem.tools.mcp_server")
        server = tools.mcp_server(app, speaking.get, self._places.taken_one)
        server.streamable_http_app(stateless_http=True, transport_security=tools.UNGUARDED)  # makes the manager
        manager = server.session_manager
        ready = asyncio.Event()

        async def run() -> None:
            async with manager.run():
                ready.set()
                await self._ending.wait()

        self._running = asyncio.create_task(run())
        await ready.wait()
        self._speaker = manager.handle_request


async def _read_whole(scope: Scope, receive: Receive) -> Receive:
    """Gives the body, read to its end, and then what else comes. A library that reads it itself calls whatever happens on the way
    a fault of its own, with a traceback. Raises ClientGone, and what refuses a body."""
    try:
        body = await Request(scope, receive).body()
    except ClientDisconnect as error:
        raise ClientGone from error
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received
