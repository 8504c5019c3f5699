"""The encoder and the reader, loaded once for all of these tests."""

import asyncio
from collections.abc import Iterator

import pytest

from ibidem.backends.local.encoder import LocalEncoder, open_local
from ibidem.backends.local.reader import LocalReader, open_local_reader


@pytest.fixture(scope="session")
def encoder() -> Iterator[LocalEncoder]:
    one = open_local("ibidem-1")
    yield one
    asyncio.run(one.close())


@pytest.fixture(scope="session")
def reader() -> Iterator[LocalReader]:
    one = open_local_reader("ibidem-1")
    yield one
    asyncio.run(one.close())
