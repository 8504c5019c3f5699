"""Threads for what is computed in this process."""

import os
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

PROCESSORS = os.cpu_count() or 1
# Whoever asks goes first: a thread of this niceness gets a tenth of the processor that a turn wants too, and all that is left.
NICENESS = 10


def workers(name: str) -> ThreadPoolExecutor:
    """As many threads as there are processors: the engine computes each text in one, and lets others run meanwhile."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}")


def background_workers(name: str) -> ThreadPoolExecutor:
    """The same for what nobody waits for, such as the vectors of documents."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}", initializer=_let_others_first)


def _let_others_first() -> None:
    if sys.platform == "linux":  # elsewhere a thread has no priority of its own
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), os.getpriority(os.PRIO_PROCESS, 0) + NICENESS)
