"""Processes of ibidem that need not import it first: `parent.py` has, and forks them."""

import atexit
import json
import os
import select
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Self, TextIO


class Forked:
    """What a `Popen` of it would have: its number, its output, and how it ended."""

    def __init__(self, output: TextIO, told: int) -> None:
        self.stdout = output
        self.returncode: int | None = None
        self._told = os.fdopen(told, "r")
        self.pid = int(self._told.readline())

    def poll(self) -> int | None:
        return self._ended(0)

    def wait(self, timeout: float | None = None) -> int:
        code = self._ended(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(f"process {self.pid}", timeout or 0)
        return code

    def _ended(self, timeout: float | None) -> int | None:
        if self.returncode is None and select.select([self._told], [], [], timeout)[0]:
            self.returncode = int(self._told.readline())
        return self.returncode

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.stdout.close()
        self.wait()
        self._told.close()


class _Parent:
    """The process that forks; started when the first is wanted, and ended with this one."""

    def __init__(self) -> None:
        self._orders: socket.socket | None = None

    def orders(self, environment: Mapping[str, str]) -> socket.socket:
        if self._orders is None:
            self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            with theirs:
                number = theirs.fileno()
                command = [sys.executable, str(Path(__file__).with_name("parent.py")), str(number)]
                process = subprocess.Popen(command, pass_fds=[number], env=environment, start_new_session=True)
            atexit.register(process.wait)
            atexit.register(self._orders.close)
        return self._orders


_PARENT = _Parent()


def forked(arguments: tuple[str, ...], folder: Path, environment: Mapping[str, str], errors: TextIO) -> Forked:
    """`ibidem` with these arguments, in this folder and environment."""
    output, output_end = os.pipe()
    told, told_end = os.pipe()
    order = json.dumps({"arguments": arguments, "folder": str(folder), "environment": environment}).encode()
    nothing = os.open(os.devnull, os.O_RDONLY)
    given = [nothing, output_end, errors.fileno(), told_end]
    socket.send_fds(_PARENT.orders(environment), [order], given)
    for file in (nothing, output_end, told_end):
        os.close(file)
    return Forked(os.fdopen(output, "r", encoding="utf-8"), told)
