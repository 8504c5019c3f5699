"""Threads for what is computed in this process."""

import os
from concurrent.futures import ThreadPoolExecutor

PROCESSORS = os.cpu_count() or 1


def workers(name: str) -> ThreadPoolExecutor:
    """As many threads as there are processors: the engine computes each text in one, and lets others run meanwhile."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}")
