"""Ends what holds the event loop: code that computes for too long without awaiting, a regular expression above all.

A thread, or `asyncio.timeout`, cannot stop a regular expression: `re` keeps the interpreter's lock until it is done. But it looks
for signals on its way, and what a signal handler raises ends it. So while a block is watched, a timer of CPU time ticks, and its
handler raises in the task that it finds still in the same step of the loop as `LONGEST` seconds of computing before.

Signal handlers run in the main thread: in any other there is no such protection, nor where the system has no such timer
(Windows), nor where the process has given the signal a handler of its own. What a thread pool computes is not reached either. And
code in C other than `re` ends only when it is done, unless it looks for signals too.
"""

import asyncio
import logging
import signal
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from types import FrameType

from ibidem.domain.errors import HeldTooLong, InvalidInput

logger = logging.getLogger(__name__)

# Seconds of CPU of the thread, so that a busy machine ends nothing. The longest that a step of a turn held the loop for was .23 s
# in the first turn of a process, which loads what the others find loaded, and .09 s in those.
LONGEST = 2.0
TICK = 0.25  # a tick costs some microseconds; what is ended has taken up to two ticks more than LONGEST

# Follows the watched block into the tasks that it starts, since a task begins with a copy of the context.
_watched: ContextVar[bool] = ContextVar("watched", default=False)


@contextmanager
def watched() -> Generator[None]:
    """Within the block, and in the tasks that it starts, HeldTooLong is raised in what holds the event loop for too long.

    Blocks may be nested, and many may be open at once. A generator must not yield within one.
    """
    ticking = _TIMER.start()
    token = _watched.set(True)
    try:
        yield
    finally:
        if ticking:
            _TIMER.stop()
        with suppress(ValueError):  # a coroutine that nobody awaited to its end may be closed in another context
            _watched.reset(token)


@contextmanager
def read_in_time(field: str) -> Generator[None]:
    """As `watched`, where a text is read that was given as this field. Raises InvalidInput where that takes too long."""
    try:
        with watched():
            yield
    except HeldTooLong as error:
        raise unreadable(field, error) from None


def unreadable(field: str, error: HeldTooLong) -> InvalidInput:
    """The answer to whoever gave the field, once it stands in the log where reading took too long."""
    logger.warning("reading the %s was stopped after %g s of computing, at %s", field, error.seconds, error.place)
    return InvalidInput(field, f"takes more than {error.seconds:g} s to read", "write it shorter, or in other words")


@contextmanager
def unhurried() -> Generator[None]:
    """Within the block nothing is ended, and afterwards the time counts from anew; also to be put before a function.

    For what is prepared once from the corpus or the profile and then kept: ended, it would be begun in vain each time.
    """
    token = _watched.set(False)
    try:
        yield
    finally:
        _TIMER.forget()
        with suppress(ValueError):
            _watched.reset(token)


class _Timer:
    """The process's one timer, which runs while a block is open, and what it found at its last tick."""

    def __init__(self) -> None:
        self._open = 0
        self._task: asyncio.Task[object] | None = None
        self._since = 0.0

    def start(self) -> bool:
        """Whether the block is counted; where it cannot be watched it is not."""
        if threading.current_thread() is not threading.main_thread() or not self._installed():
            return False
        self._open += 1
        if self._open == 1:
            signal.setitimer(signal.ITIMER_VIRTUAL, TICK, TICK)
        return True

    def stop(self) -> None:
        self._open -= 1
        if self._open == 0:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)

    def _installed(self) -> bool:
        if not hasattr(signal, "setitimer"):
            return False
        handler = signal.getsignal(signal.SIGVTALRM)
        if handler == signal.SIG_DFL:
            signal.signal(signal.SIGVTALRM, self._tick)
            signal.siginterrupt(signal.SIGVTALRM, False)  # a system call of a foreign thread goes on
            return True
        return handler == self._tick

    def _tick(self, _signal: int, frame: FrameType | None) -> None:
        if not _watched.get():
            return
        try:
            task = asyncio.current_task()
        except RuntimeError:  # no loop runs that could be held
            return
        if task is None:
            return
        if task is not self._task:
            self._task, self._since = task, time.thread_time()
            # The loop comes to this once the task has paused, and before the task goes on.
            asyncio.get_running_loop().call_soon(self.forget)
        elif time.thread_time() - self._since >= LONGEST:
            raise HeldTooLong(LONGEST, _place(frame))

    def forget(self) -> None:
        """Nothing is held as far as is known."""
        self._task = None


def _place(frame: FrameType | None) -> str:
    """Module and line of the blocking code; of `re`, which is partly in Python, its caller."""
    while frame is not None and frame.f_back is not None and frame.f_globals.get("__name__") == "re":
        frame = frame.f_back
    return "" if frame is None else f"{frame.f_globals.get('__name__')}:{frame.f_lineno}"


_TIMER = _Timer()
