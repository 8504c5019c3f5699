"""How long the event loop is held at a time: nobody else is answered meanwhile."""

import asyncio
import gc
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest


@dataclass
class Stalls:
    """The longest that one callback computed, in seconds of processor time of the loop's thread: others add nothing to that."""

    longest: float = 0.0


@contextmanager
def measured(monkeypatch: pytest.MonkeyPatch) -> Generator[Stalls]:
    """What callbacks of event loops take within the block."""
    found, run = Stalls(), asyncio.Handle._run  # pyright: ignore[reportPrivateUsage]

    def timed(handle: asyncio.Handle) -> None:
        began = time.thread_time()
        run(handle)
        found.longest = max(found.longest, time.thread_time() - began)

    gc.collect()
    gc.disable()  # what `ibidem serve` loads is frozen, and takes no part in a collection
    try:
        with monkeypatch.context() as patched:
            patched.setattr(asyncio.Handle, "_run", timed)
            yield found
    finally:
        gc.enable()
