"""The reader of this process, loaded once: what can only be told by example is tested with it."""

from collections.abc import AsyncIterator

import pytest_asyncio

from ibidem.backends.local.reader import LocalReader, open_local_reader


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def reader() -> AsyncIterator[LocalReader]:
    one = open_local_reader("ibidem-1")
    try:
        yield one
    finally:
        await one.close()
