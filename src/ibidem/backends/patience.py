"""How long an answer that is whole is kept waiting for what comes after it."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Callable
from typing import TypeVar

T = TypeVar("T")

# The count of the tokens, and the end of the response, which lets the connection be used again. Servers send both at once.
LAST_SECONDS = 1.0


async def until_whole(chunks: AsyncIterator[T], whole: Callable[[], bool]) -> AsyncGenerator[T]:
    """The chunks of a response. From the moment that the answer is `whole`, an error or too long a silence only ends them."""
    while True:
        try:
            async with asyncio.timeout(LAST_SECONDS if whole() else None):
                chunk = await anext(chunks)
        except StopAsyncIteration:
            return
        except Exception:
            if whole():
                return
            raise
        yield chunk
