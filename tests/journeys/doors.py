"""The real doors: the `ibidem` command, in this process and as one of its own, and a served one with a client."""

import io
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Generator, Iterator
from contextlib import chdir, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO, TypeVar
from unittest.mock import patch

import httpx2

import ibidem
import loopback
from ibidem.__main__ import main
from journeys.forked import Forked, forked

SERVE = ("serve", "--port", "0")
Started = TypeVar("Started", Forked, subprocess.Popen[str])


@dataclass(frozen=True)
class Cli:
    """The command line on one data folder, kept from reaching outside."""

    home: Path
    profile: str = "equipment"

    @property
    def data(self) -> Path:
        return self.home / "data"

    def environment(self, **further: str) -> dict[str, str]:
        guard = self.home / "guard"
        guard.mkdir(exist_ok=True)
        shutil.copy(loopback.__file__, guard / "sitecustomize.py")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("IBIDEM_")}
        path = os.pathsep.join((str(guard), str(Path(ibidem.__file__).parents[1])))  # the ibidem that this test imports
        mine = {"IBIDEM_DATA": str(self.data), "IBIDEM_PROFILE": self.profile, "PYTHONPATH": path, "LANG": "C.UTF-8"}
        mine["IBIDEM_EMBEDDER"] = mine["IBIDEM_RERANKER"] = "none"
        return {**kept, **mine, "HOME": str(self.home), **further}

    def start(self, *arguments: str, errors: int | TextIO = subprocess.PIPE, **further: str) -> subprocess.Popen[str]:
        """A process of its own group, so that a Ctrl-C can be sent to it as a terminal does."""
        return subprocess.Popen(
            [sys.executable, "-m", "ibidem", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            cwd=self.home,
            env=self.environment(**further),
            start_new_session=True,
        )

    def run(self, *arguments: str, typed: str = "", **further: str) -> subprocess.CompletedProcess[str]:
        """The command in this process: it does and prints what one of its own would, without the seconds that take to start."""
        out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", newline="", write_through=True) for _ in range(2))
        streams = {"argv": ["ibidem", *arguments], "stdin": io.StringIO(typed), "stdout": out, "stderr": err}
        environment = patch.dict(os.environ, self.environment(**further), clear=True)
        with process_kept(), chdir(self.home), environment, patch.multiple(sys, **streams):
            try:
                main()
            except SystemExit as end:
                code = end.code
        assert isinstance(code, int)
        printed, said = (stream.buffer.getvalue().decode() for stream in (out, err))  # pyright: ignore[reportAttributeAccessIssue]
        return well_behaved(subprocess.CompletedProcess(arguments, code, printed, said))

    def spawn(self, *arguments: str, typed: str = "", **further: str) -> subprocess.CompletedProcess[str]:
        """The command as a process of its own, for what only such a one shows."""
        with ended(self.start(*arguments, **further)) as process:
            out, err = process.communicate(typed)
        return well_behaved(subprocess.CompletedProcess(arguments, process.returncode, out, err))

    def json(self, *arguments: str, **further: str):
        done = self.run(*arguments, "--json", **further)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def well_behaved(done: subprocess.CompletedProcess[str]) -> subprocess.CompletedProcess[str]:
    assert "Traceback" not in done.stderr, done.stderr
    assert "REACHED OUT" not in done.stderr, done.stderr
    return done


@contextmanager
def process_kept() -> Generator[None]:
    """What the command changes in its process is put back: what a signal does, where the log goes, and the umask."""
    terminated, umask = signal.getsignal(signal.SIGTERM), os.umask(0o022)
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, terminated)
        os.umask(umask)
        root.handlers[:] = handlers
        root.setLevel(level)


@dataclass(frozen=True)
class Service:
    """A served ibidem: a client for it, the command line beside it, its process, and where its log goes."""

    cli: Cli
    client: httpx2.Client
    process: Forked | subprocess.Popen[str]
    log: Path

    def ask(self, message: str, **more: object):
        response = self.client.post("/v1/chat", json={"message": message, **more})
        assert response.status_code == 200, response.text
        return response.json()

    def events(self, message: str, **more: object) -> Iterator[tuple[str, dict[str, object]]]:
        with self.client.stream("POST", "/v1/chat", json={"message": message, "stream": True, **more}) as response:
            assert response.status_code == 200
            name = ""
            for line in response.iter_lines():
                if line.startswith("event: "):
                    name = line.removeprefix("event: ")
                elif line.startswith("data: "):
                    yield name, json.loads(line.removeprefix("data: "))

    def stop(self) -> int:
        """Ctrl-C, as a terminal sends it."""
        os.killpg(self.process.pid, signal.SIGINT)
        return self.process.wait(timeout=20)


@contextmanager
def ended(process: Started) -> Generator[Started]:
    """The process with all that it started gone at the end, and its pipes closed, however the end came."""
    with process:
        try:
            yield process
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)


@contextmanager
def served(cli: Cli, **further: str) -> Generator[Service]:
    """`ibidem serve` on a free port, from its announcement to its end: a process of its own that need not import ibidem first."""
    with (cli.home / "serve.log").open("a") as errors:
        process = forked(SERVE, cli.home, cli.environment(**further), errors)
        with ended(process), announced(cli, process) as service:
            yield service


@contextmanager
def served_anew(cli: Cli, **further: str) -> Generator[Service]:
    """The same as a process that was not forked, for what only such a one shows."""
    with (cli.home / "serve.log").open("a") as errors:
        process = cli.start(*SERVE, errors=errors, **further)
        with ended(process), announced(cli, process) as service:
            yield service


@contextmanager
def announced(cli: Cli, process: Forked | subprocess.Popen[str]) -> Generator[Service]:
    log = cli.home / "serve.log"
    assert process.stdout is not None
    announcement = process.stdout.readline()
    assert announcement.startswith("ibidem serves at http://127.0.0.1:"), log.read_text()
    with httpx2.Client(base_url=announcement.split()[3], timeout=30) as client:
        service = Service(cli, client, process, log)
        yield service
    if process.poll() is None:
        assert service.stop() == 0
    assert "REACHED OUT" not in log.read_text()
    assert "Traceback" not in log.read_text()
