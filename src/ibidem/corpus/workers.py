"""Processes that read files: each with limited memory and time, so that a hostile or broken file harms nothing but itself."""

import asyncio
import logging
import multiprocessing
import os
import resource
import signal
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
    memory: int = 3 * 1024**3


DEFAULT_LIMITS = Limits()


class Workers:
    """As many reading processes as asked for, started with the first file and kept, so that dictionaries are loaded once.

    Close it, or use it in an `async with`: no process is left then, not even one that is still reading.
    """

    def __init__(
        self, profile: Profile, tenant: str = "default", count: int | None = None, limits: Limits = DEFAULT_LIMITS
    ) -> None:
        self.count = count or len(os.sched_getaffinity(0))
        self._limits = limits
        # A fresh interpreter each: a fork would take along the threads' locks and the mapped index of this process.
        self._pool = ProcessPool(
            max_workers=self.count,
            initializer=_begin,
            initargs=(profile, tenant, limits.memory),
            context=multiprocessing.get_context("spawn"),
        )

    async def prepare(self, source: SourceFile) -> PreparedDocument:
        """Reads one file in a worker. Raises UnreadableDocument for whatever goes wrong with it, crash and time limit included.

        When the caller is cancelled, the worker that reads the file is ended.
        """
        future = self._pool.schedule(_prepare, args=(source,), timeout=self._limits.seconds)
        try:
            result = await asyncio.wrap_future(future)
        except TooSlow as error:
            problem = f"reading it took longer than {self._limits.seconds:g} s"
            raise UnreadableDocument(source.name, problem, "split it into parts, or save it anew") from error
        except ProcessExpired as error:
            raise UnreadableDocument(source.name, "the reader crashed on it", "save it anew, or in another format") from error
        except BrokenProcessPool as error:
            raise UnreadableDocument(
                source.name, "no reader could be started", "see that memory is free, then try again"
            ) from error
        if isinstance(result, Complaint):
            raise UnreadableDocument(result.name, result.problem, result.remedy)
        return replace(result, original=source.original)

    def close(self) -> None:
        """Ends all workers at once."""
        self._pool.stop()
        self._pool.join()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class _Bench:
    """What a worker keeps between files."""

    profile: Profile
    tenant: str


_bench: _Bench | None = None


def _begin(profile: Profile, tenant: str, memory: int) -> None:
    """Runs first in every worker."""
    global _bench
    # Ctrl-C reaches the whole process group; what becomes of a worker is the parent's to say.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    _bench = _Bench(profile, tenant)


def _prepare(source: SourceFile) -> PreparedDocument | Complaint:
    """Runs in a worker. The bytes stay with the parent, which has them already; errors travel as complaints."""
    assert _bench is not None
    try:
        return replace(prepare(source, _bench.profile, _bench.tenant, datetime.now(UTC)), original=b"")
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
