"""Run as a program: a process that has imported what `ibidem serve` imports, and forks one that serves whenever it is asked to.

Each has a group, streams, a folder and an environment of its own, and runs `ibidem` as `python -m ibidem` does.
"""

import gc
import json
import os
import runpy
import signal
import socket
import sys
import time
from typing import Any

import openai  # noqa: F401  (imported here, so that those that are forked need not)

import ibidem.cli.serve
import ibidem.web.server  # noqa: F401

LONGEST = 200_000  # bytes of an order: arguments, folder and environment


def main() -> None:
    """Takes orders until nobody is left to give one; each brings stdin, stdout, stderr, and a pipe for how the process ends."""
    orders = socket.socket(fileno=int(sys.argv[1]))
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    gc.collect()
    gc.freeze()
    while True:
        order, files, _, _ = socket.recv_fds(orders, LONGEST, 4)
        if not order:
            return
        if os.fork() == 0:
            orders.close()
            keep(json.loads(order), files)
            return
        for file in files:
            os.close(file)


def keep(order: dict[str, Any], files: list[int]) -> None:
    """Forks the process, says which one it is, waits for it, and says how it ended."""
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    *streams, told = files
    child = os.fork()
    if child == 0:
        os.close(told)
        become(streams, **order)
        return
    os.write(told, f"{child}\n".encode())
    os.closerange(0, told)
    _, status = os.waitpid(child, 0)
    os.write(told, f"{os.waitstatus_to_exitcode(status)}\n".encode())
    os._exit(0)


def become(streams: list[int], arguments: list[str], folder: str, environment: dict[str, str]) -> None:
    os.setsid()
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
    sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, encoding="utf-8", errors="backslashreplace")  # noqa: SIM115
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    sys.argv = ["ibidem", *arguments]
    runpy.run_module("ibidem", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
