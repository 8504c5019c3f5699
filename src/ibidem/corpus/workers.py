"""Processes that read files: each with limited memory and time, so that a hostile or broken file harms nothing but itself."""

import asyncio
import logging
import multiprocessing
import os
import resource
import signal
from collections.abc import Sequence
from concurrent.futures import TimeoutError as TooSlow
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from pebble import ProcessExpired, ProcessPool

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint, UnreadableDocument
from ibidem.profile import Profile

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Limits:
    """What one file may cost. `memory` is a worker's whole address space in bytes, the dictionaries' mapped files included."""

    seconds: float = 300.0
    memory: int = 2 * 1024**3


DEFAULT_LIMITS = Limits()


class Workers:
    """As many reading processes as asked for, started with the first file and kept, so that dictionaries are loaded once.

    Close it, or use it in an `async with`: no process is left then, not even one that is still reading.
    """

    def __init__(self, profile: Profile, count: int | None = None, limits: Limits = DEFAULT_LIMITS) -> None:
        self.count = count or len(os.sched_getaffinity(0))
        self._limits = limits
        # A fresh interpreter each: a fork would take along the threads' locks and the mapped index of this process.
        self._pool = ProcessPool(
            max_workers=self.count,
            initializer=_begin,
            initargs=(profile, limits.memory),
            context=multiprocessing.get_context("spawn"),
        )

    async def prepare(self, sources: Sequence[SourceFile], tenant: str) -> list[PreparedDocument | Complaint]:
        """Reads files in one worker, one after the other, as documents of a tenant; whatever goes wrong with one is its
        complaint, crash and time included.

        Several small files in one go cost one exchange with the worker. When the caller is cancelled, the worker is ended.
        """
        future = self._pool.schedule(_prepare, args=(sources, tenant), timeout=self._limits.seconds)
        try:
            results: list[PreparedDocument | Complaint] = await asyncio.wrap_future(future)
        except (TooSlow, ProcessExpired, BrokenProcessPool) as error:
            if len(sources) > 1 and not isinstance(error, BrokenProcessPool):
                return [result for source in sources for result in await self.prepare([source], tenant)]
            return [_complaint(source.name, error, self._limits) for source in sources]
        # The bytes did not make the way back: they are here already.
        return [
            replace(result, original=source.original) if isinstance(result, PreparedDocument) else result
            for source, result in zip(sources, results, strict=True)
        ]

    def close(self) -> None:
        """Ends all workers at once."""
        self._pool.stop()
        self._pool.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


_profile: Profile | None = None  # what a worker keeps between files


def _begin(profile: Profile, memory: int) -> None:
    """Runs first in every worker."""
    global _profile
    # Ctrl-C reaches the whole process group; what becomes of a worker is the parent's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    _profile = profile


def _prepare(sources: Sequence[SourceFile], tenant: str) -> list[PreparedDocument | Complaint]:
    """Runs in a worker. Errors travel as complaints."""
    assert _profile is not None
    return [_prepared(source, _profile, tenant) for source in sources]


def _prepared(source: SourceFile, profile: Profile, tenant: str) -> PreparedDocument | Complaint:
    try:
        return replace(prepare(source, profile, tenant, datetime.now(UTC)), original=b"")
    except UnreadableDocument as error:
        return error.complaint
    except MemoryError:
        return Complaint(source.name, "reading it needs more memory than is allowed", "split it into parts")
    except RecursionError:
        return Complaint(source.name, "nested too deeply to be read", "save it anew, or in another format")
    except Exception as error:
        # Parsers fail in more ways than they document, and one file must not end the run.
        logger.warning("reading failed with %s", type(error).__name__)
        return Complaint(source.name, f"its reader failed ({type(error).__name__})", "save it anew, or in another format")


def _complaint(name: str, error: Exception, limits: Limits) -> Complaint:
    match error:
        case TooSlow():
            return Complaint(name, f"reading it took longer than {limits.seconds:g} s", "split it into parts, or save it anew")
        case BrokenProcessPool():
            return Complaint(name, "no reader could be started", "see that memory is free, then try again")
        case _:
            return Complaint(name, "the reader crashed on it", "save it anew, or in another format")
