"""Programs that readers run: they end with the process that reads, and keep within its memory limit."""

import ctypes
import os
import signal
import subprocess
from collections.abc import Sequence

_DIE_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def run(command: Sequence[str], given: bytes, seconds: int) -> "subprocess.CompletedProcess[bytes]":
    """Runs a program with these bytes as its input. Raises TimeoutExpired, and OSError where it cannot be started."""
    libc = ctypes.CDLL(None)
    one_thread = {**os.environ, "OMP_THREAD_LIMIT": "1"}  # there are as many workers as processors
    return subprocess.run(
        command,
        input=given,
        capture_output=True,
        env=one_thread,
        timeout=seconds,
        check=False,
        preexec_fn=lambda: libc.prctl(_DIE_WITH_PARENT, signal.SIGKILL),
    )
