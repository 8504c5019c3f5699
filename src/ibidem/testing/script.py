"""What a model that is played from a script answers: to which task, how fast, and how it fails.

A prompt says what it is in the first line of its system text, `Task: gate`, in every language; a script is keyed by that name.
As a file (TOML, or JSON of the same shape):

    default = "nothing to say"          # to every task that is not named; without it such a call is refused

    [tasks]
    gate = "yes"
    judge_general = ['{"faithful": false, "issues": ["..."]}', '{"faithful": true}']   # call by call; the last one stays

    [tasks.answer_general]
    text = "The torque is 24 Nm [1]."
    thoughts = "The passage names it."
    seconds = 0.2                       # before the first piece
    piece_seconds = 0.01                # before each further piece
    piece_length = 4                    # characters
    reason = "stop"                     # or "length", "filtered"
    ending = "whole"                    # or "stalls", "breaks_off", "endless"
    after = 0                           # pieces of the answer that still come before it stalls or breaks off
    status = 200                        # 401, 429, 503, ...: the call fails before the first piece
    retry_after = 0.5                   # seconds, with a status that is a failure
"""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from ibidem.domain.errors import SettingsError
from ibidem.domain.models import FinishReason, ModelRequest

Ending = Literal["whole", "stalls", "breaks_off", "endless"]

TASK = re.compile(r"\ATask: (\S+)")
GARBAGE = '{"queries": [```\x1b[31m "faithful": tru\ufffd, }}}} <|im_end|> 锟斤拷 ]'


@dataclass(frozen=True, slots=True)
class Play:
    """How one call is played; see the module for the fields. Durations are in seconds."""

    text: str = ""
    thoughts: str = ""
    reason: FinishReason = "stop"
    seconds: float = 0.0
    piece_seconds: float = 0.0
    piece_length: Annotated[int, Field(ge=1)] = 4
    ending: Ending = "whole"
    after: int = 0
    status: int = 200
    retry_after: float | None = None

    @property
    def pieces(self) -> Sequence[str]:
        """The answer as it streams; joined, it is `text`. Markers such as [12] may lie across two pieces, as they do in life."""
        return [self.text[at : at + self.piece_length] for at in range(0, len(self.text), self.piece_length)]


Script = Callable[[ModelRequest], Play]
Reply = str | Play | Callable[[ModelRequest], str | Play]


def unavailable(status: int = 503, retry_after: float | None = None) -> Play:
    """The server is overloaded or down."""
    return Play(status=status, retry_after=retry_after)


def refused(status: int = 401) -> Play:
    """The server does not take the call."""
    return Play(status=status)


def stalls(text: str = "", after: int = 0) -> Play:
    """Nothing more comes after so many pieces, and no end."""
    return Play(text, ending="stalls", after=after)


def breaks_off(text: str, after: int = 1) -> Play:
    """The connection is cut after so many pieces."""
    return Play(text, ending="breaks_off", after=after)


def endless(text: str = "and so on ") -> Play:
    """The text again and again, without an end."""
    return Play(text, ending="endless")


def thinking(thoughts: str, text: str) -> Play:
    """A reasoning model: thoughts, then the answer."""
    return Play(text, thoughts=thoughts)


EMPTY = Play()
NONSENSE = Play(GARBAGE)


def task_of(request: ModelRequest) -> str:
    """The name of the prompt, or '' when its system text names none."""
    found = TASK.match(request.system)
    return found[1] if found else ""


class TaskScript:
    """Replies by task; a sequence is played call by call, and its last reply stays.

    A task without a reply gets the one of the nearest shorter name (`answer_ts` that of `answer`), else `default`; without either
    the call is refused with status 404, so that a test notices what it did not expect.
    """

    def __init__(self, replies: Mapping[str, Reply | Sequence[Reply]], default: Reply | None = None) -> None:
        self._replies = {
            task: (reply,) if isinstance(reply, str | Play) or callable(reply) else tuple(reply)
            for task, reply in replies.items()
        }
        self._default = default
        self._calls: Counter[str] = Counter()

    def __call__(self, request: ModelRequest) -> Play:
        """The reply to the next call of the request's task."""
        task = task_of(request)
        name = task
        while name and name not in self._replies:
            name = name.rpartition("_")[0]
        if replies := self._replies.get(name):
            reply = replies[min(self._calls[task], len(replies) - 1)]
            self._calls[task] += 1
        elif self._default is None:
            reply = refused(404)
        else:
            reply = self._default
        return played(reply, request)


def played(reply: Reply, request: ModelRequest) -> Play:
    """The reply to this request as a Play."""
    if callable(reply):
        reply = reply(request)
    return Play(reply) if isinstance(reply, str) else reply


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid")

    default: str | Play | None = None
    tasks: dict[str, str | Play | list[str | Play]] = {}


def load_script(path: Path) -> TaskScript:
    """The script in a TOML or JSON file. Raises SettingsError with what is wrong with it."""
    try:
        text = path.read_text(encoding="utf-8")
        content = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
        file = TypeAdapter(_File).validate_python(content)
    except (OSError, ValueError) as error:
        lines = [str(error)]
        if isinstance(error, ValidationError):
            lines = [f"{'.'.join(map(str, detail['loc']))}: {detail['msg']}" for detail in error.errors()]
        raise SettingsError("\n".join(f"{path}: {line}" for line in lines)) from error
    return TaskScript(file.tasks, file.default)
