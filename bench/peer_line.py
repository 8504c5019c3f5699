"""The talk of a side that `peers.py` measures: a line of JSON for each line of JSON. Nothing but the standard library."""

import json
import os
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def requests() -> Iterator[dict[str, Any]]:
    """What is asked, until nobody asks any more."""
    for line in sys.stdin:
        yield json.loads(line)


def reply_to() -> Any:
    """The file that replies go to. What libraries print goes to where errors go."""
    kept = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return kept


def reply(out: Any, **said: Any) -> None:
    out.write(json.dumps(said) + "\n")
    out.flush()


def cpu_seconds() -> float:
    """What this process and its children that ended have used."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def most_memory() -> float:
    """The most megabytes that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 / 1e6


def memory_now() -> float:
    """The megabytes that this process holds."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
