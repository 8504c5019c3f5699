"""A server on loopback in a thread of its own, for tests that wait for processes."""

import asyncio
import threading
from collections.abc import Generator
from contextlib import AbstractAsyncContextManager, contextmanager

from ibidem.testing.loopback import Loopback


@contextmanager
def in_a_thread(server: AbstractAsyncContextManager[Loopback], loop: asyncio.AbstractEventLoop) -> Generator[Loopback]:
    """The server, run by this loop until the block ends; the loop is closed then."""
    opened: list[Loopback] = []
    ready, done = threading.Event(), asyncio.Event()

    async def serve() -> None:
        async with server as loopback:
            opened.append(loopback)
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    try:
        assert ready.wait(10)
        yield opened[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()
