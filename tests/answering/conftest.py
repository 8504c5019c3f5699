"""The encoder and the reader of this process, loaded once: what can only be told by example is tested with them."""

from collections.abc import AsyncIterator

import pytest_asyncio

from answering.library import Models
from ibidem.backends.local.encoder import open_local
from ibidem.backends.local.reader import open_local_reader


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def models() -> AsyncIterator[Models]:
    both = Models(open_local("ibidem-1"), open_local_reader("ibidem-1"))
    try:
        yield both
    finally:
        await both.encoder.close()
        await both.reader.close()
