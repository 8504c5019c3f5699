"""Where events of turns go for the record: lines of JSON in a file, or a server that takes them. No turn waits for it."""

import logging
import os
import queue
import threading
from collections.abc import Callable, Mapping
from pathlib import Path

import httpx2

from ibidem.backends.addresses import ALLOWED, is_address, shown
from ibidem.domain.errors import SettingsError

logger = logging.getLogger(__name__)

WAITING = 1_000  # events; some megabytes at most
SECONDS = 5.0  # for a server that does not answer, and for what still waits when the service stops
LOGGED_EVERY = 100  # lost events, after the first

# Writes one event, as a line of JSON. Raises OSError and httpx2.HTTPError.
Write = Callable[[str], None]


class AuditLog:
    """Writes events in a thread of its own, in their order. What does not fit into the queue, or cannot be written, is lost,
    counted in `lost` and logged; the lines that are written are whole."""

    def __init__(self, write: Write, end: Callable[[], None], name: str, waiting: int = WAITING) -> None:
        self.name = name
        self.lost = 0
        self._write = write
        self._end = end
        self._queue: queue.Queue[str | None] = queue.Queue(waiting)
        self._counting = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="audit", daemon=True)
        self._thread.start()

    def add(self, event: str) -> None:
        """Hands over an event; returns at once."""
        try:
            self._queue.put_nowait(event)
        except queue.Full:
            self._lose("too many wait to be written")

    def close(self) -> None:
        """Writes what waits, for some seconds at most, and ends."""
        try:
            self._queue.put(None, timeout=SECONDS)
        except queue.Full:
            return
        self._thread.join(SECONDS)

    def _run(self) -> None:
        while (event := self._queue.get()) is not None:
            try:
                self._write(event)
            except (OSError, httpx2.HTTPError) as error:
                self._lose(f"it cannot be written ({type(error).__name__})")
        self._end()

    def _lose(self, why: str) -> None:
        with self._counting:
            self.lost += 1
            lost = self.lost
        if lost == 1 or lost % LOGGED_EVERY == 0:
            logger.error("an event of the audit log %s is lost: %s; %d were lost since the start", self.name, why, lost)


def open_audit_log(where: str, data: Path) -> AuditLog:
    """The log at a path or an address. Raises SettingsError when it is none, or the file cannot be written: it is a folder, or a
    link in the data folder, where none is followed."""
    if not where.startswith(("http://", "https://")):
        return _in_file(Path(where).expanduser(), data)
    if not is_address(where):
        raise SettingsError(f"audit: {shown(where)!r} is no address; {ALLOWED}")
    client = httpx2.Client(timeout=SECONDS)
    headers: Mapping[str, str] = {"content-type": "application/json"}

    def post(event: str) -> None:
        client.post(where, content=event.encode(), headers=headers).raise_for_status()

    return AuditLog(post, client.close, shown(where))


def _in_file(path: Path, data: Path) -> AuditLog:
    flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC
    if path.absolute().parent.resolve() == data.absolute().resolve():
        flags |= os.O_NOFOLLOW

    def append(event: str) -> None:
        # Opened anew for each event, so that a file that was moved away is followed by a new one.
        with os.fdopen(os.open(path, flags, 0o600), "a", encoding="utf-8") as file:
            file.write(event + "\n")

    try:
        os.close(os.open(path, flags | os.O_NONBLOCK, 0o600))  # a pipe that nobody reads is an error, and no wait
    except OSError as error:
        raise SettingsError(f"audit: {path} cannot be written ({error.strerror}); name a file in a folder of yours") from error
    return AuditLog(append, lambda: None, str(path))
