"""Processes that work on files: each with limited memory and time, so that a hostile or broken file harms nothing but itself."""

import asyncio
import multiprocessing
import os
import pickle
import resource
import signal
from collections.abc import AsyncGenerator, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from pebble import ProcessPool

from ibidem.domain.errors import ReadersBusy
from ibidem.flow.priority import NICENESS


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost. `memory` is a worker's whole address space in bytes, the dictionaries' mapped files included;
    `wait` are the seconds that it waits for a worker at most, None for as long as it takes."""

    seconds: float = 300.0
    memory: int = 2 * 1024**3
    wait: float | None = None


# Beside its time a file waits for its reader to start, which takes a second or two, and ten where the machine is busy.
_START_SECONDS = 60.0


def nothing() -> None:
    """What a worker begins with that keeps nothing between files."""


class Processes:
    """As many processes as asked for at most, started when needed and kept. `begin` runs first in each, with `begins_with`.

    One that fails, for whatever reason, is ended and replaced, and no other one notices: they share nothing. Close it: no process
    is left then, not even one that is still at work.
    """

    def __init__(self, count: int, limits: Limits, begin: Callable[..., None] = nothing, *begins_with: object) -> None:
        self.count = count
        self.limits = limits
        self._begin = (begin, begins_with)
        self._free = asyncio.Semaphore(count)
        self._idle: list[ProcessPool] = []
        self._open: set[ProcessPool] = set()

    async def run(self, work: Callable[..., bytes], *given: object) -> Any:
        """What `work` has pickled, in a process that does nothing else, so that nobody's bytes wait inside a pipe.

        When the caller is cancelled, the process is ended. Raises ReadersBusy when none is free in time, TimeoutError,
        MemoryError, and ProcessExpired and BrokenProcessPool when the process dies.
        """
        async with self._place():
            while self._idle:
                # What an idle worker suffers from, dead or filled up by other files, is not the fault of these.
                with suppress(BrokenProcessPool, MemoryError):
                    return await self._run_in(self._idle.pop(), work, given)
            return await self._run_in(self._started(), work, given)

    def close(self) -> None:
        """Ends all of them at once."""
        for worker in tuple(self._open):
            self._end(worker)

    @asynccontextmanager
    async def _place(self) -> AsyncGenerator[None]:
        """One of as many places as there may be workers."""
        try:
            async with asyncio.timeout(self.limits.wait):
                await self._free.acquire()
        except TimeoutError:
            raise ReadersBusy(self.limits.wait or 0.0) from None
        try:
            yield
        finally:
            self._free.release()

    async def _run_in(self, worker: ProcessPool, work: Callable[..., bytes], given: tuple[object, ...]) -> Any:
        try:
            if not worker.active:
                raise BrokenProcessPool
            async with asyncio.timeout(self.limits.seconds + _START_SECONDS):
                working = worker.schedule(work, args=given, timeout=self.limits.seconds)
                results = await asyncio.wrap_future(working)
        except BaseException:
            await asyncio.shield(asyncio.to_thread(self._end, worker))
            raise
        self._idle.append(worker)
        return await asyncio.to_thread(pickle.loads, results)

    def _started(self) -> ProcessPool:
        """A pool of a single worker: in a larger one, who dies while it takes or gives holds up all the others."""
        # A fresh interpreter each: a fork would take along the threads' locks and the mapped index of this process.
        worker = ProcessPool(
            max_workers=1,
            initializer=_begin,
            initargs=(self.limits.memory, *self._begin),
            context=multiprocessing.get_context("spawn"),
        )
        self._open.add(worker)
        return worker

    def _end(self, worker: ProcessPool) -> None:
        with suppress(KeyError):  # ended already
            self._open.remove(worker)
            worker.stop()
            worker.join()


def _begin(memory: int, begin: Callable[..., None], begins_with: tuple[object, ...]) -> None:
    """Runs first in every worker."""
    # Ctrl-C reaches the whole process group; what becomes of a worker is the parent's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # There is nothing to tidy up here, and a handler would wait until the parser that runs comes back.
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    os.nice(NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    begin(*begins_with)
