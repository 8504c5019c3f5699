"""One indexed corpus for the journeys that only read it; a fresh copy for those that change it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.corpus import write_corpus
from journeys.doors import Cli, Service, served


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A data folder with the corpus in it."""
    cli = Cli(tmp_path_factory.mktemp("indexed"))
    folder = write_corpus(cli.home / "corpus")
    done = cli.run("index", str(folder))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture
def cli(indexed: Cli, tmp_path: Path) -> Cli:
    """The indexed corpus, to be changed."""
    home = tmp_path / "home"
    home.mkdir()
    shutil.copytree(indexed.data, home / "data")
    shutil.copytree(indexed.home / "corpus", home / "corpus")
    return Cli(home)


@pytest.fixture
def service(cli: Cli) -> Iterator[Service]:
    """The corpus, served."""
    with served(cli) as service:
        yield service
