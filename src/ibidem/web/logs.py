"""The log: a line for each request, JSON or on a terminal text, and what repeats once, with how often it did."""

import json
import logging
import math
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TextIO

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ibidem.domain.access import Access
from ibidem.domain.conversation import Turn
from ibidem.domain.events import TurnDone, TurnEvent, TurnFailed
from ibidem.domain.redaction import without_keys
from ibidem.web.errors import shortened

REPEATED_SECONDS = 10  # what is said again within these is counted
MOST_HELD = 100  # different records that are looked out for

access = logging.getLogger("ibidem.access")
turns = logging.getLogger("ibidem.turns")
logger = logging.getLogger(__name__)
session: ContextVar[str | None] = ContextVar("session", default=None)  # of the turn that is running here


@dataclass
class Made:
    """The turn that a request made, as `session/number`: set in whichever task the turn ends."""

    turn: str | None = None


made: ContextVar[Made | None] = ContextVar("made", default=None)  # by the request that is running here


def log_to_stderr(level: str) -> None:
    """Sends everything that is logged to stderr: to a terminal as a person reads it, else as one JSON object a line.

    At `debug`, libraries stay at `info`: below it they write what they send and get, which is what was said.
    """
    handler = OnceHandler()
    handler.setFormatter(PlainLines() if sys.stderr.isatty() else JsonLines())
    logging.basicConfig(level="INFO" if level == "debug" else level.upper(), handlers=[handler], force=True)
    logging.getLogger("ibidem").setLevel(logging.DEBUG if level == "debug" else logging.NOTSET)


class JsonLines(logging.Formatter):
    """One JSON object a line: ts (UTC), level, logger, message, the session of the turn in which it was said, and what a
    record carries under `request`, `of_turn` or as `repeated`."""

    converter = time.gmtime

    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, object] = {
            "ts": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{record.msecs:03.0f}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if (said_in := session.get()) is not None:
            line["session"] = said_in
        line |= getattr(record, "request", {}) | getattr(record, "of_turn", {})
        if repeated := getattr(record, "repeated", 0):
            line["repeated"] = repeated
        if record.exc_info:
            line["traceback"] = record.exc_text or self.formatException(record.exc_info)
        return printable(json.dumps(line, ensure_ascii=False))


class PlainLines(logging.Formatter):
    """A line for a person: the time, the level where it is no information, the message or the request; a traceback below it."""

    def format(self, record: logging.LogRecord) -> str:
        request: dict[str, object] | None = getattr(record, "request", None)
        said = record.getMessage()
        if request is not None:
            said = f"{request['method']} {request['path']} {request['status']} {request['ms']} ms"
        level = "" if record.levelno <= logging.INFO else f"{record.levelname.lower()}: "
        repeated = getattr(record, "repeated", 0)
        again = f" (and {repeated} times more)" if repeated else ""
        line = printable(f"{self.formatTime(record, '%H:%M:%S')} {level}{said}{again}")
        if not record.exc_info:
            return line
        traceback = record.exc_text or self.formatException(record.exc_info)
        return "\n".join([line, *(printable(part) for part in traceback.splitlines())])


def printable(text: str) -> str:
    """The text without keys, and with what a terminal obeys, or shows in another order than it stands, escaped."""
    text = without_keys(text)
    return text if text.isprintable() else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in text)


@dataclass
class Written:
    """A record that was written, without its traceback, and how often it came again."""

    record: logging.LogRecord
    again: int = 0


class OnceHandler(logging.StreamHandler[TextIO]):
    """Writes a record once; the same ones within ten seconds are counted, and written after them as one, with `repeated`.

    What a client can make happen as often as it likes (or the system, which asyncio says 16 times a second when there are no
    descriptors left) does not fill the disk. Lines of requests and turns are all written.
    """

    def __init__(self) -> None:
        super().__init__()
        self._written: dict[tuple[object, ...], Written] = {}

    def emit(self, record: logging.LogRecord) -> None:
        self._count_before(record.created - REPEATED_SECONDS)
        if not (hasattr(record, "request") or hasattr(record, "of_turn")):
            error = repr(record.exc_info[1]) if record.exc_info else ""
            key = (record.name, record.levelno, record.getMessage(), error)
            if key in self._written:
                self._written[key].again += 1
                return
            self._written[key] = Written(logging.makeLogRecord({**record.__dict__, "exc_info": None, "exc_text": None}))
        super().emit(record)

    def close(self) -> None:
        self._count_before(math.inf)
        super().close()

    def _count_before(self, then: float) -> None:
        """Writes the counts of what was first written before a moment, and of the oldest when there are too many to hold."""
        for key, one in list(self._written.items()):
            if one.record.created > then and len(self._written) < MOST_HELD:
                break
            del self._written[key]
            if one.again:
                one.record.__dict__["repeated"] = one.again
                super().emit(one.record)


class SessionInLog:
    """Has whatever is logged in a turn name the turn's session, and the line of its request the turn; logs a line for each turn,
    and why one failed."""

    def searched(self) -> None:
        """See domain.events.Observer; a search has no session."""

    async def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:  # noqa: ARG002
        """See domain.events.Observer."""
        session.set(session_id)  # for the tasks too that the turn begins
        began = time.perf_counter()
        async with aclosing(events):
            async for event in events:
                if isinstance(event, TurnDone):
                    log_turn(event.turn, time.perf_counter() - began)
                    if (request := made.get()) is not None:
                        request.turn = f"{session_id}/{event.turn.turn_id}"
                elif isinstance(event, TurnFailed):
                    logger.warning("%s: %s", event.type, event.message)
                yield event


def log_turn(turn: Turn, seconds: float) -> None:
    """Logs what operators look for of a turn, in words and as fields: what it looked back on, whether documents that it names
    were found, its route, its searches and its time; never what was said."""
    content, trace = turn.content, turn.content.trace
    fields = {
        "session": content.session_id,
        "turn": turn.turn_id,
        "history": len(trace.history),
        "roles": list(trace.history),
        "lookup": trace.lookup,
        "route": trace.route_name or content.route,
        "searches": trace.searches,
        "ms": round(seconds * 1000, 1),
    }
    said = " ".join(f"{name}={','.join(value) if isinstance(value, list) else value}" for name, value in fields.items())
    turns.info("turn %s", said, extra={"of_turn": fields})


class AccessLog:
    """Logs a line for each request: method, path, status, milliseconds, its turn, and whose key; never what was said."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        started = time.perf_counter()
        status = 500
        own = Made()
        made.set(own)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self.app(scope, receive, watched)
        finally:
            caller: Access | None = scope.get("state", {}).get("access")
            milliseconds = round((time.perf_counter() - started) * 1000, 1)
            path = shortened(without_keys(scope["path"]))
            request = {"method": scope["method"], "path": path, "status": status, "ms": milliseconds, "turn": own.turn}
            if caller is not None:
                request["caller"] = caller.holder
            access.info("request", extra={"request": request})
