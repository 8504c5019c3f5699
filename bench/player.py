"""A model that somebody played: replies by the hash of their prompt, over OpenAI's wire format, and what was asked of it when."""

import asyncio
import hashlib
import json
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ibidem.domain.models import ModelRequest
from ibidem.testing.openai_server import openai_server
from ibidem.testing.script import Play, Script, task_of

CALL_SECONDS = 0.2
# What a turn may still ask after it has answered, such as a summary, has begun by then.
SETTLE_SECONDS = 0.3
# The day on which a prompt was asked: a reply holds for any.
TODAY = re.compile(r"<today>.*?</today>")


@dataclass(frozen=True, slots=True)
class Call:
    """A call of the model, in seconds of a clock; `reply` is None where nobody has answered its prompt yet. One that `stood_in`
    only lets the turn go on."""

    request: ModelRequest
    reply: str | None
    begun: float
    ended: float
    stood_in: bool = False

    @property
    def key(self) -> str:
        return key_of(self.request)

    @property
    def task(self) -> str:
        return task_of(self.request)

    @property
    def characters(self) -> int:
        return len(self.request.system) + len(self.request.user)


class Player:
    """The model: gives the reply to each prompt, by its hash, and remembers the calls. `stand_in` replies to the others."""

    def __init__(self, replies: Mapping[str, str], stand_in: Script | None = None) -> None:
        self._replies = replies
        self._stand_in = stand_in
        self._calls: list[Call] = []

    def __call__(self, request: ModelRequest) -> Play:
        now, reply = time.monotonic(), self._replies.get(key_of(request))
        if stood_in := reply is None and self._stand_in is not None:
            reply = self._stand_in(request).text
        self._calls.append(Call(request, reply, now, now + CALL_SECONDS, stood_in))
        return Play(seconds=CALL_SECONDS, status=404) if reply is None else Play(reply, seconds=CALL_SECONDS)

    def take(self) -> tuple[Call, ...]:
        """The calls since the last time, once the turn has nothing more to ask."""
        while time.monotonic() < SETTLE_SECONDS + max((call.ended for call in self._calls), default=0.0):
            time.sleep(SETTLE_SECONDS / 4)
        calls, self._calls = tuple(self._calls), []
        return calls


@contextmanager
def model_server(script: Script) -> Iterator[str]:
    """Serves OpenAI's wire format in a thread, and gives the address."""
    ready, done = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()
    urls: list[str] = []

    async def serve() -> None:
        async with openai_server(script) as server:
            urls.append(server.url)
            ready.set()
            await done.wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),), daemon=True)
    thread.start()
    ready.wait()
    try:
        yield urls[0]
    finally:
        loop.call_soon_threadsafe(done.set)
        thread.join()
        loop.close()


def key_of(request: ModelRequest) -> str:
    return hashlib.sha256(json.dumps([request.system, TODAY.sub("", request.user)]).encode()).hexdigest()[:16]


def waiting(calls: Sequence[Call]) -> list[Call]:
    """The unanswered calls that do not depend on another: what is asked after a call has failed would not be asked otherwise."""
    failed = min((call.ended for call in calls if call.reply is None), default=0.0)
    return [call for call in calls if call.reply is None and call.begun < failed]


def in_sequence(calls: Sequence[Call]) -> int:
    """How many calls the longest chain holds in which each begins after the one before it has ended."""
    chains: list[tuple[float, int]] = []
    for call in sorted(calls, key=lambda c: c.begun):
        before = max((length for ended, length in chains if ended <= call.begun), default=0)
        chains.append((call.ended, before + 1))
    return max((length for _, length in chains), default=0)


def drafts(calls: Sequence[Call]) -> list[Call]:
    return [call for call in calls if call.task.startswith("answer")]


def before_draft(calls: Sequence[Call]) -> int | None:
    """The calls in sequence before the first draft; None without a draft."""
    first = min((call.begun for call in drafts(calls)), default=None)
    return None if first is None else in_sequence([call for call in calls if call.ended <= first])
