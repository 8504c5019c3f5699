"""Whether a file takes as much longer to read as it is longer: CPU time of a process of its own, which can be ended."""

import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as TooSlow
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from multiprocessing import get_context

from pebble import ProcessExpired, ProcessPool

from ibidem.corpus.preparing import SourceFile, prepare
from ibidem.domain.errors import UnreadableDocument
from ibidem.profile import Profile, load_profile

# What is over in so little CPU time at its longest is no way to stop a service, however it grows.
QUIET = 0.02
# A file four times as long may take twice four times as long: for what linear work costs besides, and for a noisy machine.
FOUR_TIMES = 8.0
MOST_SECONDS = 10.0


@dataclass(frozen=True)
class Hostile:
    """A file of any size: its extension tells the reader, and `of_size` makes it of about so many characters."""

    extension: str
    of_size: Callable[[int], bytes]


def repeated(extension: str, unit: str, head: str = "", tail: str = "word") -> Hostile:
    """A file that says one thing over and over."""

    def of_size(size: int) -> bytes:
        return (head + unit * (size // len(unit)) + tail).encode("utf-8", "surrogatepass")

    return Hostile(extension, of_size)


class Readers:
    """A process that reads files and tells the CPU seconds of each; started anew when one did not come to its end."""

    def __init__(self, pool: ProcessPool) -> None:
        self._pool = pool

    def cpu_seconds(self, hostile: Hostile, size: int) -> float:
        """Infinite where the file took more than MOST_SECONDS. Raises what the reader raises besides UnreadableDocument."""
        source = SourceFile(f"hostile.{hostile.extension}", hostile.of_size(size))
        try:
            return self._pool.schedule(_cpu_seconds, args=(source,), timeout=5 * MOST_SECONDS).result()
        except (ProcessExpired, TooSlow):
            return float("inf")

    def fault(self, hostile: Hostile, size: int) -> str | None:
        """What is wrong with how the time of reading grows up to files of this size; None where nothing is."""
        small, large = self.cpu_seconds(hostile, size // 4), self.cpu_seconds(hostile, size)
        for again in (1, 2):  # on suspicion once more
            if large in (0.0, float("inf")) or large <= FOUR_TIMES * small + QUIET:
                break
            small = max(small, self.cpu_seconds(hostile, size // 4 - again))
            large = min(large, self.cpu_seconds(hostile, size - again))
        if large <= FOUR_TIMES * small + QUIET and large < float("inf"):
            return None
        return f"{hostile.extension}: {small:.3f} s for {size // 4} characters, {large:.3f} s for {size}"


@contextmanager
def readers() -> Iterator[Readers]:
    """The process, ended afterwards."""
    pool = ProcessPool(max_workers=1, initializer=_begin, context=get_context("spawn"))
    try:
        yield Readers(pool)
    finally:
        pool.stop()
        pool.join()


def _begin() -> None:
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    _cpu_seconds(SourceFile("예열.md", "예열 warm up ウォームアップ".encode()))


@lru_cache(maxsize=1)
def _profile() -> Profile:
    return load_profile("equipment")


def _cpu_seconds(source: SourceFile) -> float:
    signal.setitimer(signal.ITIMER_PROF, MOST_SECONDS)  # its signal ends the process, also in the middle of a parser
    began = time.process_time()
    try:
        prepare(source, _profile(), "default", datetime.now(UTC))
    except UnreadableDocument:
        pass
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - began
