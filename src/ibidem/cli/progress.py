"""How far long work has come: a bar on a terminal, a line now and then elsewhere. Always on stderr."""

import sys
import time
from types import TracebackType
from typing import Self

import click

WIDTH = 30
CLEAR_LINE = "\r\x1b[K"
TERMINAL_SECONDS, PLAIN_SECONDS = 0.1, 5.0


class Progress:
    """Shows how much of how much is done, and prints lines without tearing the bar."""

    def __init__(self) -> None:
        self._terminal = sys.stderr.isatty()
        self._interval = TERMINAL_SECONDS if self._terminal else PLAIN_SECONDS
        self._shown_at = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._clear()

    def show(self, things: str, done: int, total: int) -> None:
        """So many things are done. May be called from any thread, as often as one likes."""
        now = time.monotonic()
        if now - self._shown_at < self._interval:
            return
        self._shown_at = now
        how_far = f"{done:,} of {total:,} {things}"
        if self._terminal:
            bar = "#" * (WIDTH * done // max(total, 1))
            click.echo(f"{CLEAR_LINE}[{bar:<{WIDTH}}] {how_far}", err=True, nl=False)
        else:
            click.echo(how_far, err=True)

    def line(self, text: str) -> None:
        """Prints a line of its own."""
        self._clear()
        click.echo(text, err=True)

    def _clear(self) -> None:
        if self._terminal:
            click.echo(CLEAR_LINE, err=True, nl=False)
