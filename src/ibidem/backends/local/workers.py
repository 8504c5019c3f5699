"""Threads for what is computed in this process."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

from ibidem.flow.priority import NICENESS

PROCESSORS = os.cpu_count() or 1


def workers(name: str) -> ThreadPoolExecutor:
    """As many threads as there are processors: the engine computes each text in one, and lets others run meanwhile."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}")


def background_workers(name: str) -> ThreadPoolExecutor:
    """The same for what nobody waits for, such as the vectors of documents."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}", initializer=_let_others_first)


def _let_others_first() -> None:
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.nice(NICENESS)
