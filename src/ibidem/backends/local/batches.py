"""Texts in pieces, computed side by side in batches of about the same length."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import ceil

PROCESSORS = os.cpu_count() or 1
# Texts computed in one call. A batch holds one processor, so that what is asked meanwhile waits for a short one only.
AT_A_TIME = 8


def batches_of(texts: Sequence[Sequence[int]]) -> list[list[int]]:
    """The places of the texts in batches, shorter ones first: a batch is as slow as its longest."""
    order = sorted(range(len(texts)), key=lambda place: len(texts[place]))
    size = max(1, min(AT_A_TIME, ceil(len(order) / PROCESSORS)))
    return [order[start : start + size] for start in range(0, len(order), size)]


def workers(name: str) -> ThreadPoolExecutor:
    """As many threads as there are processors: the engine computes each batch in one, and lets others run meanwhile."""
    return ThreadPoolExecutor(PROCESSORS, thread_name_prefix=f"ibidem-{name}")
