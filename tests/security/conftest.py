"""A service without documents, and the fixtures of the HTTP door."""

from collections.abc import Iterator

import pytest

from journeys.doors import Cli, Service, served
from web.conftest import scripted, settings  # noqa: F401  (fixtures)


@pytest.fixture(scope="session")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """`ibidem serve` on an empty data folder."""
    with served(Cli(tmp_path_factory.mktemp("bare"))) as service:
        yield service
