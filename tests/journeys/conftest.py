"""The corpus indexed once, copied for journeys that change it, and served once for all that only ask it."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from journeys.corpus import write_corpus
from journeys.doors import Cli, Service, served
from journeys.machines import write_machines
from journeys.playing import Player, playing
from journeys.pointing import FURTHER


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A data folder with the corpus in it."""
    cli = Cli(tmp_path_factory.mktemp("indexed"))
    folder = write_corpus(cli.home / "corpus")
    done = cli.run("index", str(folder))
    assert done.returncode == 0, done.stderr
    return cli


def copy_of(indexed: Cli, home: Path) -> Cli:
    shutil.copytree(indexed.data, home / "data")
    return Cli(home)


@pytest.fixture
def cli(indexed: Cli, tmp_path: Path) -> Cli:
    """The indexed corpus, to be changed."""
    return copy_of(indexed, tmp_path)


@pytest.fixture(scope="session")
def service(indexed: Cli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The corpus, served; each test holds conversations of its own."""
    with served(copy_of(indexed, tmp_path_factory.mktemp("served"))) as service:
        yield service


@pytest.fixture(scope="session")
def library(indexed: Cli, tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """The corpus with further documents: a long one, tickets that are alike, and one that only a group may read."""
    cli = copy_of(indexed, tmp_path_factory.mktemp("library"))
    folder = cli.home / "further"
    folder.mkdir()
    for name, text in FURTHER.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert cli.run("index", str(folder)).returncode == 0
    return cli


@pytest.fixture(scope="session")
def pointing(library: Cli, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """The library, served to somebody who is not in that group."""
    with served(copy_of(library, tmp_path_factory.mktemp("pointing"))) as service:
        yield service


@pytest.fixture(scope="session")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    """A data folder with the corpus for journeys with a model."""
    cli = Cli(tmp_path_factory.mktemp("machines"))
    done = cli.run("index", str(write_machines(cli.home / "corpus")))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="session")
def player() -> Iterator[Player]:
    """A model server; each test sets what it says."""
    with playing() as player:
        yield player


@pytest.fixture(scope="session")
def modelled(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """That corpus served with the model; each test holds conversations of its own."""
    with served(copy_of(machines, tmp_path_factory.mktemp("modelled")), **player.environment) as service:
        yield service
