"""Rewrites what README.md and the quickstarts show of ibidem's output, by running it. `make reference` does; a test compares.

A block of text that begins with "$ " is a transcript: what stands after "$ " is run on the example corpora, a page from its top
to its end in one empty folder, and what it prints replaces what stood below it. The lines after "> " in a chat are typed. Of the
blocks of shell code, `export` and a server in the background ("... &") have their effect; nothing else in them is run.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = ("README.md", "docs/quickstart.md", "docs/quickstart.ko.md")
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```", re.MULTILINE | re.DOTALL)
# How long the indexing took differs from run to run.
SECONDS = re.compile(r"\b\d+\.\d s$", re.MULTILINE)
NEEDS_INPUT = 5
TYPED = "> "


@dataclass(slots=True)
class Shell:
    """A shell of which only what the pages need is there: variables, `ibidem`, and servers in the background."""

    home: Path
    variables: dict[str, str]
    stack: ExitStack
    _served: dict[str, str] = field(default_factory=dict[str, str])

    def do(self, code: str) -> None:
        """What the lines of a block of shell code leave behind."""
        for line in code.splitlines():
            if line.startswith("export "):
                self._export(line)
            elif line.endswith("&"):
                self._serve(shlex.split(line)[1:-1])

    def replay(self, transcript: str) -> str:
        """The transcript as it goes now."""
        parts = [part.split("\n", 1) for part in re.split(r"^\$ ", transcript, flags=re.MULTILINE)[1:]]
        return "".join(f"$ {command}\n{self._output(command, shown)}" for command, shown in parts)

    def _output(self, command: str, shown: str) -> str:
        if command.startswith("export "):
            self._export(command)
            return ""
        arguments = shlex.split(command)[1:]
        if arguments[0] == "serve":
            return self._announced(arguments)
        if arguments[0] == "chat":
            script = self.home / "typed.txt"
            script.write_text("".join(line.removeprefix(TYPED) + "\n" for line in shown.splitlines() if line.startswith(TYPED)))
            arguments += ["--script", str(script)]
        done = subprocess.run(self._ibidem(arguments), cwd=self.home, env=self.variables, capture_output=True, text=True)
        if done.returncode not in (0, NEEDS_INPUT):
            raise SystemExit(f"$ {command}\n{done.stderr}")
        # A blank line stands between two commands where one stood before.
        return done.stdout.rstrip("\n") + ("\n\n" if shown.endswith("\n\n") else "\n")

    def _announced(self, arguments: list[str]) -> str:
        free = {**self.variables, "IBIDEM_PORT": "0"}
        command = self._ibidem(arguments)
        with subprocess.Popen(
            command, cwd=self.home, env=free, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as server:
            assert server.stdout is not None
            lines = server.stdout.readline() + server.stdout.readline()  # the address, and what to open
            server.send_signal(signal.SIGINT)
        return re.sub(r":\d+(?=\s)", f":{self.variables.get('IBIDEM_PORT', '8765')}", lines)

    def _serve(self, command: list[str]) -> None:
        """Starts a server at a free port; what it says of its address is what the page says."""
        server = subprocess.Popen(
            [sys.executable, *command, "--port", "0"], env=self.variables, stdout=subprocess.PIPE, text=True
        )
        self.stack.enter_context(server)
        self.stack.callback(server.terminate)
        assert server.stdout is not None
        self._served = dict(pair.split("=", 1) for pair in server.stdout.readline().split())

    def _export(self, line: str) -> None:
        named = dict(pair.split("=", 1) for pair in shlex.split(line)[1:])
        self.variables.update(named | {name: value for name, value in self._served.items() if name in named})

    @staticmethod
    def _ibidem(arguments: list[str]) -> list[str]:
        return [sys.executable, "-m", "ibidem", *arguments]


def rewritten(text: str, home: Path, environment: Mapping[str, str]) -> str:
    """The page with what its transcripts show now; `home` is an empty folder, and ibidem's own variables are not handed on."""
    (home / "examples").symlink_to(ROOT / "examples")
    kept = {name: value for name, value in environment.items() if not name.startswith(("IBIDEM_", "OPENAI_", "XDG_"))}
    kept["HOME"] = str(home)  # where documents are kept unless a variable says otherwise
    with ExitStack() as stack:
        shell = Shell(home, kept, stack)

        def renewed(block: re.Match[str]) -> str:
            kind, content = block.groups()
            if kind == "sh":
                shell.do(content)
            if kind == "sh" or not content.startswith("$ "):
                return block.group()
            now = shell.replay(content)
            same = SECONDS.sub("", now) == SECONDS.sub("", content)
            return block.group() if same else f"```text\n{now}```"

        return BLOCK.sub(renewed, text)


def main() -> None:
    """Rewrites the pages where they stand."""
    for page in PAGES:
        path = ROOT / page
        with tempfile.TemporaryDirectory() as home:
            path.write_text(rewritten(path.read_text(encoding="utf-8"), Path(home), os.environ), encoding="utf-8")


if __name__ == "__main__":
    main()
