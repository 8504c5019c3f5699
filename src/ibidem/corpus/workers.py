"""Processes that read files: each with limited memory and time, so that a hostile or broken file harms nothing but itself."""

import logging
import os
import pickle
from collections.abc import Sequence
from concurrent.futures import TimeoutError as TooSlow
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from datetime import UTC, datetime
from types import TracebackType
from typing import Self

from pebble import ProcessExpired

from ibidem.corpus.preparing import SourceFile, prepare, version_under
from ibidem.corpus.processes import Limits, Processes
from ibidem.domain.documents import PreparedDocument
from ibidem.domain.errors import Complaint, UnreadableDocument
from ibidem.privacy.document_masking import DocumentMasking
from ibidem.profile import Profile

logger = logging.getLogger(__name__)

Outcome = PreparedDocument | Complaint


DEFAULT_LIMITS = Limits()
# Somebody waits for an upload, and others wait behind it: ten million characters of Korean are read in forty seconds, and what
# takes longer can be indexed. Two at a time, so that one slow file holds up no other; the second process, with 110 to 190 MB of
# dictionaries, is started when two uploads meet. A waiting upload is refused before a proxy or a client loses its patience.
UPLOAD_LIMITS = Limits(seconds=60.0, wait=30.0)
UPLOADS_AT_ONCE = 2


class Workers:
    """As many reading processes as asked for at most, started when needed and kept, so that dictionaries are loaded once.

    One that fails, for whatever reason, is ended and replaced, and no other one notices: they share nothing. Close it, or use it
    in an `async with`: no process is left then, not even one that is still reading.
    """

    def __init__(
        self,
        profile: Profile,
        count: int | None = None,
        limits: Limits = DEFAULT_LIMITS,
        masking: DocumentMasking | None = None,
    ) -> None:
        self._limits = limits
        self._masking = masking
        self._processes = Processes(count or len(os.sched_getaffinity(0)), limits, _begin, profile, masking)

    @property
    def count(self) -> int:
        """How many there are at most."""
        return self._processes.count

    def version(self, source: SourceFile) -> str:
        """The version of the document that a file becomes."""
        return version_under(self._masking, source)

    async def prepare(self, sources: Sequence[SourceFile], tenant: str) -> list[Outcome]:
        """Reads files in one worker, one after the other, as documents of a tenant; whatever goes wrong with one is its
        complaint, crash and time included.

        Several small files in one go cost one exchange with the worker. When the caller is cancelled, the worker is ended.
        Raises ReadersBusy when no worker is free in time.
        """
        try:
            results: list[Outcome] = await self._processes.run(_prepare, sources, tenant)
        except (TooSlow, ProcessExpired, BrokenProcessPool, MemoryError) as error:
            if len(sources) > 1:
                return [result for source in sources for result in await self.prepare([source], tenant)]
            return [_complaint(source.name, error, self._limits) for source in sources]
        # The bytes did not make the way back: they are here already.
        return [
            replace(result, original=source.original) if isinstance(result, PreparedDocument) else result
            for source, result in zip(sources, results, strict=True)
        ]

    def close(self) -> None:
        """Ends all workers at once."""
        self._processes.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()


_profile: Profile | None = None  # what a worker keeps between files
_masking: DocumentMasking | None = None


def _begin(profile: Profile, masking: DocumentMasking | None) -> None:
    """Runs first in every worker."""
    global _profile, _masking
    _profile, _masking = profile, masking


def _prepare(sources: Sequence[SourceFile], tenant: str) -> bytes:
    """Runs in a worker. Errors travel as complaints. Raises MemoryError: what is left of the memory then is nobody's guess.

    Pickled here, where running out of memory can still be reported.
    """
    assert _profile is not None
    return pickle.dumps([_prepared(source, _profile, tenant, _masking) for source in sources], pickle.HIGHEST_PROTOCOL)


def _prepared(source: SourceFile, profile: Profile, tenant: str, masking: DocumentMasking | None) -> Outcome:
    try:
        return replace(prepare(source, profile, tenant, datetime.now(UTC), masking), original=b"")
    except UnreadableDocument as error:
        return error.complaint
    except MemoryError:
        raise
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
        case MemoryError():
            return Complaint(name, "reading it needs more memory than is allowed", "split it into parts")
        case BrokenProcessPool():
            return Complaint(name, "no reader could be started", "see that memory is free, then try again")
        case _:
            return Complaint(name, "the reader crashed on it", "save it anew, or in another format")
