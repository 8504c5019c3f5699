"""Many people ask at once, each in a conversation of their own, and each gets the answer to their own question."""

import asyncio
import json
import re
from typing import Any

import httpx2
import pytest

from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play
from journeys.doors import Service
from journeys.machines import LANGUAGES, TORQUE, TORQUE_TOLD
from journeys.playing import NAMED, SHOWN, Player, as_told, inputs_of

TOKEN = re.compile(r"W-\d{4}")
OWN = "**{}**\n\n"  # a heading: what the question gave may be said again where nothing is cited


def message(person: int) -> str:
    return f"{TORQUE[LANGUAGES[person % 3]]} (W-{1000 + person})"


def answer(person: int) -> str:
    language = LANGUAGES[person % 3]
    return OWN.format(f"W-{1000 + person}") + TORQUE_TOLD[language]


def reply(request: ModelRequest) -> Play:
    """The answer to whoever asks, a few letters at a time, so that answers come side by side."""
    inputs = inputs_of(request)
    (token,) = set(TOKEN.findall(inputs["question"]))
    numbers = {doc_id: number for number, doc_id in SHOWN.findall(inputs["passages"])}
    text = NAMED.sub(lambda cited: f"[{numbers[cited[1]]}]", answer(int(token[2:]) - 1000))
    return Play(text, piece_seconds=0.01)


async def asked(client: httpx2.AsyncClient, session_id: str, person: int) -> tuple[str, dict[str, Any]]:
    """What was streamed to a person, and the whole response."""
    body = {"message": message(person), "session_id": session_id, "stream": True}
    streamed, done, name = "", {}, ""
    async with client.stream("POST", "/v1/chat", json=body) as response:
        assert response.status_code == 200
        async for line in response.aiter_lines():
            if line.startswith("event: "):
                name = line.removeprefix("event: ")
            elif line.startswith("data: "):
                data = json.loads(line.removeprefix("data: "))
                assert name != "error", data
                streamed += data["text"] if name == "delta" else ""
                done = data if name == "done" else done
    return streamed, done


@pytest.mark.parametrize("people", [12, pytest.param(100, marks=pytest.mark.slow)])
def test_streamed_turns_at_once_are_not_mixed_up(modelled: Service, player: Player, people: int) -> None:
    sessions = [f"person-{person}-of-{people}" for person in range(people)]
    player.play(answer=reply)
    left, cut = player.count("left"), player.count("cut")

    async def everybody() -> list[tuple[str, dict[str, Any]]]:
        limits = httpx2.Limits(max_connections=people)
        async with httpx2.AsyncClient(base_url=modelled.client.base_url, timeout=50, limits=limits) as client:
            return await asyncio.gather(*(asked(client, session, person) for person, session in enumerate(sessions)))

    for person, (streamed, done) in enumerate(asyncio.run(everybody())):
        assert streamed == done["answer"] == as_told(answer(person)), person
        assert done["session_id"] == sessions[person] and done["meta"]["notice"] is None, done["meta"]["notice"]
        assert done["ref_doc_ids"] == NAMED.findall(answer(person)) and done["turn_id"] == 1
        (turn,) = modelled.client.get(f"/v1/sessions/{sessions[person]}/turns").json()["turns"]
        assert (turn["user_text"], turn["assistant_text"]) == (message(person), streamed)
    assert player.count("left") == left and player.count("cut") == cut
