"""What all models behind servers share: few retries, separate thoughts, room to think, and a real close."""

import asyncio
import random
from collections.abc import AsyncGenerator
from contextlib import aclosing
from dataclasses import replace
from typing import Protocol

from ibidem.backends.failures import Failure, broken_off, endless
from ibidem.backends.thoughts import Beginning, ThoughtSplitter
from ibidem.domain.models import ModelEnd, ModelEvent, ModelReply, ModelRequest, TextDelta, ThoughtDelta

CONNECT_SECONDS = 10.0
SILENT_SECONDS = 600.0  # deadlines are the caller's; this lets go of a connection that nobody waits for any more

RETRIES = 2
FIRST_PAUSE = (
    0.3  # seconds; doubled each time, and between half and all of it taken by lot, so that callers do not come back at once
)
# Seconds. A server that asks for more is not waited for: within a turn that is as good as being down.
LONGEST_WAIT = 4.0
# Tokens. Servers count what a model thinks as part of its answer, so a limit for the answer alone leaves nothing to answer with.
# It only has to stop a model that never comes to an end: how long is waited is up to the caller.
THINKING_ROOM = 4096
# Characters of one reply, thoughts included: four times what the longest limit in use lets a model say in English.
MOST_CHARACTERS = 200_000


class Wire(Protocol):
    """The wire format of one vendor."""

    def events(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """One call: text as it stands, tags and all. A ThoughtDelta, even an empty one, shows that the model thinks.

        Raises whatever its library does; the connection is closed when the generator is.
        """
        ...

    def failure(self, error: Exception) -> Failure | None:
        """What an error of its library means; None for any other error."""
        ...

    async def close(self) -> None:
        """Lets go of the connections."""
        ...


class RemoteModel:
    """ports.ChatModel over a wire.

    `beginning` is what its texts are before their first tag. Where that is not known, a stream is held back to its end until the
    first whole reply has shown it: an answer can wait once, but text that was shown cannot be withdrawn.
    """

    def __init__(self, name: str, wire: Wire, beginning: Beginning = "answer") -> None:
        self._name = name
        self._wire = wire
        self._beginning: Beginning = beginning
        self._thinks = False

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        return self._name

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in ports.ChatModel."""
        async with aclosing(self._fed(request, self._beginning)) as events:
            async for event in events:
                yield event

    async def complete(self, request: ModelRequest) -> ModelReply:
        """As in ports.ChatModel. Streamed too, so that a caller who leaves is noticed by every server."""
        beginning: Beginning = "unknown" if self._beginning == "answer" else self._beginning
        roomy = self._thinks
        reply = await _collected(self._fed(request, beginning))
        if reply.thoughts and not reply.text and reply.reason == "length" and not roomy:
            reply = await _collected(self._fed(request, beginning))
        return reply

    async def close(self) -> None:
        """As in ports.ChatModel."""
        await self._wire.close()

    async def _fed(self, request: ModelRequest, beginning: Beginning) -> AsyncGenerator[ModelEvent]:
        """The events of the first attempt that comes to give one."""
        failed = 0
        while True:
            roomy, given = self._thinks, False
            try:
                async with aclosing(self._attempt(request, beginning)) as events:
                    async for event in events:
                        if isinstance(event, ModelEnd) and event.reason == "length" and not (given or roomy) and self._thinks:
                            break  # it thought unseen until its tokens were spent: once more, with room for that
                        given = True
                        yield event
                    else:
                        return
            except Exception as error:
                failure = self._failure(error)
                if failure is None:
                    raise
                if given and failure.passing:
                    failure = broken_off(self._name)
                pause = FIRST_PAUSE * 2**failed * random.uniform(0.5, 1.0) if failure.wait is None else failure.wait
                if given or not failure.passing or failed == RETRIES or pause > LONGEST_WAIT:
                    raise failure.error from None  # the library's own error may repeat the key
                failed += 1
                await asyncio.sleep(pause)

    async def _attempt(self, request: ModelRequest, beginning: Beginning) -> AsyncGenerator[ModelEvent]:
        asked = replace(request, max_tokens=request.max_tokens + THINKING_ROOM) if self._thinks else request
        splitter = ThoughtSplitter(beginning)
        characters = 0
        async with aclosing(self._wire.events(asked)) as events:
            async for event in events:
                if not isinstance(event, ModelEnd) and (characters := characters + len(event.text)) > MOST_CHARACTERS:
                    raise _Endless
                match event:
                    case TextDelta(text=text):
                        for piece in splitter.feed(text):
                            self._thinks = self._thinks or isinstance(piece, ThoughtDelta)
                            yield piece
                    case ThoughtDelta(text=text):
                        self._thinks = True
                        if text:
                            yield event
                    case ModelEnd(reason=reason):
                        for piece in splitter.close() if reason != "length" or beginning != "thoughts" else ():
                            yield piece
                        self._learn(splitter, event, characters)
                        yield event
                        return
        raise _BrokenOff

    def _failure(self, error: Exception) -> Failure | None:
        match error:
            case _BrokenOff():
                return broken_off(self._name)
            case _Endless():
                return endless(self._name)
            case _:
                return self._wire.failure(error)

    def _learn(self, splitter: ThoughtSplitter, end: ModelEnd, characters: int) -> None:
        if splitter.unopened:
            self._beginning = "thoughts"
        elif end.reason == "stop" and characters:  # so one reply that only looked like it is soon forgotten
            self._beginning = "answer"


class _BrokenOff(Exception):
    """The stream came to its end, the answer did not."""


class _Endless(Exception):
    """The answer does not come to an end."""


async def _collected(events: AsyncGenerator[ModelEvent]) -> ModelReply:
    texts: list[str] = []
    thoughts: list[str] = []
    end = ModelEnd("stop")
    async with aclosing(events):
        async for event in events:
            match event:
                case TextDelta(text=text):
                    texts.append(text)
                case ThoughtDelta(text=text):
                    thoughts.append(text)
                case ModelEnd():
                    end = event
    return ModelReply("".join(texts), "".join(thoughts), end.reason, end.tokens)
