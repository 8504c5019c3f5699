"""The command line in this process: what a subprocess would do, without the price of starting one."""

import io
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibidem.__main__ import main
from ibidem.settings import Settings, variable
from journeys.corpus import write_corpus
from journeys.doors import Cli, process_kept


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str


Terminal = Callable[..., Done]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Iterator[Terminal]:
    """Runs `ibidem` with arguments; `typed` is what stdin holds. The data folder is `tmp_path / "data"`."""
    for name in (*Settings.model_fields, "config"):
        monkeypatch.delenv(variable(name), raising=False)
    monkeypatch.setenv("IBIDEM_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("IBIDEM_PROFILE", "equipment")
    for name in ("IBIDEM_EMBEDDER", "IBIDEM_RERANKER"):  # loading them takes longer than most commands
        monkeypatch.setenv(name, "none")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, typed: str = "", **environment: str) -> Done:
        with monkeypatch.context() as patch:
            for name, value in environment.items():
                patch.setenv(name, value)
            patch.setattr(sys, "argv", ["ibidem", *arguments])
            patch.setattr(sys, "stdin", io.StringIO(typed))
            with pytest.raises(SystemExit) as ended:
                main()
        captured = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        assert "Traceback" not in captured.err
        return Done(ended.value.code, captured.out, captured.err)

    with process_kept():
        yield run


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the small corpus in it."""
    cli = Cli(tmp_path_factory.mktemp("indexed"))
    done = cli.run("index", str(write_corpus(cli.home / "corpus")))
    assert done.returncode == 0, done.stderr
    return cli.data


@pytest.fixture
def stocked(terminal: Terminal, indexed: Path, tmp_path: Path) -> Terminal:
    """A terminal whose data folder holds the small corpus."""
    shutil.copytree(indexed, tmp_path / "data")
    return terminal
