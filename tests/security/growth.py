"""Whether reading takes as much longer as the text is longer: CPU time, so that a loaded machine changes little of it."""

import gc
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

# What is over in so little CPU time at its longest is no way to stop a service, however it grows.
QUIET = 0.02
# A text four times as long may take twice four times as long: for what linear work costs besides, and for a noisy machine.
FOUR_TIMES = 8.0
_TELLING = 1000  # characters that are too many for what tries every way


class Endless(Exception):
    """Reading took more CPU time than it was given."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Ends what takes more CPU time than this by Endless, a search of `re` too: it looks for signals as it goes.

    Nothing is collected meanwhile: that takes the longer the more tests ran before, and a finaliser would swallow Endless.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        raise Endless

    collects = gc.isenabled()
    gc.disable()
    before = signal.signal(signal.SIGVTALRM, end)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
        if collects:
            gc.enable()


def cpu_seconds(read: Callable[[str], object], text: str, most: float) -> float:
    """The CPU time that reading the text takes, infinite where it is ended after `most` seconds."""
    try:
        with at_most(most):
            began = time.thread_time()
            read(text)
            return time.thread_time() - began
    except Endless:
        return float("inf")


def fault(read: Callable[[str], object], text_of: Callable[[int], str], limit: int, most: float = 1.0) -> str | None:
    """What is wrong with how the time of reading grows up to texts of `limit` characters; None where nothing is.

    Where some thousand characters are read at once, four times as many are read in no time, even by work that grows with the cube
    of the length; a short text says nothing of a longer one.
    """
    quarter = limit // 4
    small = cpu_seconds(read, text_of(quarter), most)
    if quarter >= _TELLING and small <= QUIET / 64:
        return None
    large = cpu_seconds(read, text_of(limit), most) if small < most else small
    if large <= QUIET:
        return None
    for less in (1, 2):  # on suspicion once more, and of other lengths: what was read is remembered
        if large == float("inf") or large <= FOUR_TIMES * small:
            break
        small = max(small, cpu_seconds(read, text_of(quarter - less), most))
        large = min(large, cpu_seconds(read, text_of(limit - less), most))
    if large <= FOUR_TIMES * small and large < most:
        return None
    return f"{small:.4f} s for {quarter} characters, {large:.4f} s for {limit}"
