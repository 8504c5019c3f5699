"""Work for a client that may go away before it is done."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from fastapi import Request

from ibidem.shapes.errors import ErrorBody
from ibidem.web.errors import Refusal

Result = TypeVar("Result")


class ClientGone(Refusal):
    """Nobody reads the answer; the status, which the log shows, is nginx's for a client that closed its request."""

    def __init__(self) -> None:
        super().__init__(499, ErrorBody(type="client_gone", message="the client went away before there was an answer"))


async def unless_gone(request: Request, work: Coroutine[Any, Any, Result]) -> Result:
    """What the work comes to; it is cancelled when the client goes away. The body of the request must have been read.

    Raises ClientGone, and what the work raises.
    """
    working = asyncio.create_task(work)
    gone = asyncio.create_task(_client_gone(request))
    try:
        await asyncio.wait((working, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        gone.cancel()
        if not working.done():
            working.cancel()
        await asyncio.wait((working, gone))
    if working.cancelled():
        raise ClientGone
    return working.result()


async def _client_gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
