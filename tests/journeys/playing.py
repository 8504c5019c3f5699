"""A model server with OpenAI's wire format beside the served ibidem, and what a test lets it say."""

import asyncio
import json
import re
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.loopback import ExchangeState, Loopback
from ibidem.testing.openai_server import Manners, openai_server
from ibidem.testing.quoting_model import INPUT
from ibidem.testing.script import Play, Reply, TaskScript, task_of
from ibidem.turn.question.translations import NAMES
from journeys.background import in_a_thread
from journeys.doors import Service
from journeys.machines import ASKED

FAITHFUL = json.dumps({"faithful": True, "issues": [], "hint": ""})
SHOWN = re.compile(r"^\[(\d+)\] [^\n]*\(([a-z]+_\d+)", re.MULTILINE)
NAMED = re.compile(r"\[([a-z]+_\d+)\]")

LANGUAGE_OF: Mapping[str, Language] = {name: language for names in NAMES.values() for language, name in names.items()}

Replies = Reply | Sequence[Reply]


class Player:
    """The model server: it plays what was last set, each time after the same thoughts, and keeps what it was asked."""

    def __init__(self, loop: asyncio.AbstractEventLoop, loopback: Loopback | None = None) -> None:
        self._loop = loop
        self._script: TaskScript = TaskScript({})
        self.loopback = loopback
        self.thoughts = ""
        self.requests: list[ModelRequest] = []

    def __call__(self, request: ModelRequest) -> Play:
        self.requests.append(request)
        return replace(self._script(request), thoughts=self.thoughts)

    def play(self, **replies: Replies) -> None:
        """From now on these are the replies, by task; what was asked before is forgotten."""
        self._script = TaskScript({**ON_THE_WAY, **replies})
        self.requests.clear()

    @property
    def environment(self) -> Mapping[str, str]:
        """What a process needs to use this server."""
        assert self.loopback is not None
        return {"IBIDEM_MODEL": "openai:played", "OPENAI_BASE_URL": f"{self.loopback.url}/v1", "OPENAI_API_KEY": "sk-played"}

    @property
    def tasks(self) -> list[str]:
        """What it was asked for, in the order of the calls."""
        return [task_of(request) for request in self.requests]

    def inputs(self, task: str) -> list[Mapping[str, str]]:
        """What each call of a task was told; a task without its route is that of every route."""
        return [inputs_of(request) for request in self.requests if task_of(request).startswith(task)]

    def count(self, state: ExchangeState) -> int:
        """How many calls are in that state."""
        assert self.loopback is not None
        return self.loopback.count(state)

    def settled(self, state: ExchangeState, count: int) -> None:
        """Returns once so many calls have come into that state. Raises TimeoutError."""
        assert self.loopback is not None
        asyncio.run_coroutine_threadsafe(self.loopback.settled(state, count), self._loop).result()


@contextmanager
def playing(manners: Manners | None = None) -> Generator[Player]:
    """A model server in a thread of its own, from its first moment to its last."""
    loop = asyncio.new_event_loop()
    player = Player(loop)
    with in_a_thread(openai_server(player, manners), loop) as player.loopback:
        yield player


def inputs_of(request: ModelRequest) -> Mapping[str, str]:
    """What a prompt was filled with, by name."""
    return dict(INPUT.findall(request.user))


def saying(text: str, **how: Any) -> Callable[[ModelRequest], Play]:
    """An answer in which the ids of documents stand: each becomes the number that the document is shown under."""

    def reply(request: ModelRequest) -> Play:
        numbers = {doc_id: number for number, doc_id in SHOWN.findall(inputs_of(request)["passages"])}
        return Play(NAMED.sub(lambda cited: f"[{numbers[cited[1]]}]", text), **how)

    return reply


def as_told(text: str) -> str:
    """The answer as a person reads it: its documents numbered in the order of their first citation."""
    order = list(dict.fromkeys(NAMED.findall(text)))
    return NAMED.sub(lambda cited: f"[{order.index(cited[1]) + 1}]", text)


def cited(text: str) -> list[str]:
    """The documents that an answer cites, in the order of their first citation."""
    return list(dict.fromkeys(NAMED.findall(text)))


def stored(service: Service, done: Mapping[str, Any]) -> dict[str, Any]:
    """The turn of an answer, as it is stored."""
    response = service.client.get(f"/v1/sessions/{done['session_id']}/turns/{done['turn_id']}")
    assert response.status_code == 200, response.text
    return response.json()


def doubting(issue: str, hint: str = "") -> str:
    """A verdict against a draft."""
    return json.dumps({"faithful": False, "issues": [issue], "hint": hint}, ensure_ascii=False)


def translated(request: ModelRequest) -> str:
    """A question of the corpus in the language that is wanted; any other is left as it is."""
    inputs = inputs_of(request)
    wanted = LANGUAGE_OF[inputs["target"]]
    return next((asked[wanted] for asked in ASKED if inputs["question"] in asked.values()), inputs["question"])


# What the model says before it comes to the answer, where a test does not say otherwise.
ON_THE_WAY: Mapping[str, Replies] = {
    "gate": "yes",
    "route": "general",
    "translate": translated,
    "queries": "[]",
    "settle": "[]",
    "refine": "[]",
    "judge": FAITHFUL,
    "summary": "…",
    "refusal": "…",
    "reference": "no",
}
