"""A ChatModel that is played from a script: no server, no network, no delay unless one is asked for."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import Literal

from ibidem.domain.errors import ModelError, ModelRefused, ModelUnavailable
from ibidem.domain.models import ModelEnd, ModelEvent, ModelReply, ModelRequest, TextDelta, ThoughtDelta, TokenCount
from ibidem.testing.script import Play, Reply, Script, TaskScript, played, task_of

CallState = Literal["running", "ended", "failed", "left"]


@dataclass(slots=True)
class ScriptedCall:
    """A call that the model got. `left`: whoever asked stopped reading, or was cancelled, before the end."""

    request: ModelRequest
    state: CallState = "running"

    @property
    def task(self) -> str:
        """The name of the prompt."""
        return task_of(self.request)


class ScriptedModel:
    """Answers by rule, and remembers what it was asked.

    A script that leaves a delay at 0 never sleeps, but lets other tasks run once a call, as any model does. `seconds` is added to
    the delay of every call. Tokens are counted by a quarter of the characters. An answer longer than `max_tokens` is not cut.
    `remembered` is how many of the latest calls are kept; None keeps them all.
    """

    def __init__(
        self, script: Script | str, *, seconds: float = 0.0, name: str = "scripted:model", remembered: int | None = None
    ) -> None:
        self._script = script
        self._seconds = seconds
        self._name = name
        self.calls: deque[ScriptedCall] = deque(maxlen=remembered)
        self.closed = False

    @classmethod
    def by_task(
        cls,
        replies: Mapping[str, Reply | Sequence[Reply]],
        *,
        default: Reply | None = None,
        seconds: float = 0.0,
        name: str = "scripted:model",
        remembered: int | None = None,
    ) -> "ScriptedModel":
        """Replies by the prompt's name; see `ibidem.testing.script.TaskScript`."""
        return cls(TaskScript(replies, default), seconds=seconds, name=name, remembered=remembered)

    @property
    def name(self) -> str:
        """As it is configured: `provider:model`."""
        return self._name

    @property
    def requests(self) -> Sequence[ModelRequest]:
        """The calls, in order."""
        return [call.request for call in self.calls]

    @property
    def tasks(self) -> Sequence[str]:
        """The names of the prompts that were asked, in order."""
        return [call.task for call in self.calls]

    @property
    def running(self) -> int:
        """Remembered calls that have neither ended nor been left."""
        return sum(call.state == "running" for call in self.calls)

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent]:
        """As in ports.ChatModel."""
        call, play = self._taken(request)
        try:
            await self._begin(play)
            if play.thoughts:
                yield ThoughtDelta(play.thoughts)
            endless = play.ending == "endless" and bool(play.text)
            for number, piece in enumerate(chain.from_iterable(repeat(play.pieces)) if endless else play.pieces):
                if number:
                    await _pause(play, endless=endless)
                if play.ending in ("stalls", "breaks_off") and number >= play.after:
                    break
                yield TextDelta(piece)
            await self._finish(play)
            call.state = "ended"
            yield ModelEnd(play.reason, _counted(request, play))
        except ModelError:
            call.state = "failed"
            raise
        finally:
            if call.state == "running":
                call.state = "left"

    async def complete(self, request: ModelRequest) -> ModelReply:
        """As in ports.ChatModel."""
        call, play = self._taken(request)
        try:
            await self._begin(play)
            if play.piece_seconds:
                await asyncio.sleep(play.piece_seconds * max(0, len(play.pieces) - 1))
            await self._finish(play)
            call.state = "ended"
        except ModelError:
            call.state = "failed"
            raise
        finally:
            if call.state == "running":
                call.state = "left"
        return ModelReply(play.text, play.thoughts, play.reason, _counted(request, play))

    async def close(self) -> None:
        """As in ports.ChatModel."""
        self.closed = True

    def _taken(self, request: ModelRequest) -> tuple[ScriptedCall, Play]:
        call = ScriptedCall(request)
        self.calls.append(call)
        return call, played(self._script, request)

    async def _begin(self, play: Play) -> None:
        await asyncio.sleep(self._seconds + play.seconds)
        if play.status == 429 or play.status >= 500:
            raise ModelUnavailable(self._name, f"status {play.status}")
        if play.status >= 400:
            raise ModelRefused(self._name, f"status {play.status}")

    async def _finish(self, play: Play) -> None:
        match play.ending:
            case "stalls" | "endless":
                await asyncio.Event().wait()
            case "breaks_off":
                raise ModelUnavailable(self._name, "the answer broke off")
            case "whole":
                pass


async def _pause(play: Play, *, endless: bool) -> None:
    """An endless stream lets others run, or nobody could stop it."""
    if play.piece_seconds or endless:
        await asyncio.sleep(play.piece_seconds)


def _counted(request: ModelRequest, play: Play) -> TokenCount:
    asked, said = len(request.system) + len(request.user), len(play.thoughts) + len(play.text)
    return TokenCount(-(-asked // 4), -(-said // 4))
