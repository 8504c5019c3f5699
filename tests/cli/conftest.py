"""The command line in this process: what a subprocess would do, without the price of starting one."""

import io
import logging
import os
import shutil
import signal
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from ibidem.__main__ import main
from ibidem.settings import Settings, variable
from journeys.corpus import write_corpus


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
    monkeypatch.chdir(tmp_path)
    before = signal.getsignal(signal.SIGTERM)
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    umask = os.umask(0o022)

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

    yield run
    signal.signal(signal.SIGTERM, before)
    root.handlers[:] = handlers
    root.setLevel(level)
    os.umask(umask)


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the small corpus in it."""
    home = tmp_path_factory.mktemp("indexed")
    folder = write_corpus(home / "corpus")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["ibidem", "index", str(folder), "--data", str(home / "data")])
        before, umask = signal.getsignal(signal.SIGTERM), os.umask(0o022)
        with pytest.raises(SystemExit) as ended:
            main()
        signal.signal(signal.SIGTERM, before)
        os.umask(umask)
    assert ended.value.code == 0
    return home / "data"


@pytest.fixture
def stocked(terminal: Terminal, indexed: Path, tmp_path: Path) -> Terminal:
    """A terminal whose data folder holds the small corpus."""
    shutil.copytree(indexed, tmp_path / "data")
    return terminal
