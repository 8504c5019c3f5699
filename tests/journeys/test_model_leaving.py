"""Whoever asked goes away in the middle: the model is stopped, the turn kept as it was left, and asked again it is answered."""

import time
from typing import Any

import httpx2
import pytest

from ibidem.domain.languages import Language
from ibidem.testing.script import stalls
from ibidem.turn.wording import WORDINGS
from journeys.doors import Service
from journeys.machines import LANGUAGES, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, saying

STEPS = {
    "queries": "write_queries",
    "answer": "answer",
    "judge": "judge",
}


def turns(service: Service, session: str, count: int) -> list[dict[str, Any]]:
    """The turns of a session once it has so many; a turn that was left is stored a moment later."""
    for _ in range(500):
        response = service.client.get(f"/v1/sessions/{session}/turns")
        found = response.json()["turns"] if response.status_code == 200 else []
        if len(found) >= count:
            return found
        time.sleep(0.01)
    raise AssertionError(f"{session} has {len(found)} turns, not {count}")


def leave_at(service: Service, body: dict[str, object], step: str) -> None:
    """Asks, and closes the connection once that step has begun."""
    with service.client.stream("POST", "/v1/chat", json={"stream": True, **body}) as response:
        assert response.status_code == 200
        for line in response.iter_lines():
            if line.startswith("data: ") and f'"step": "{step}", "state": "started"' in line:
                return
    raise AssertionError(f"{step} was never begun")


@pytest.mark.parametrize("language", LANGUAGES)
def test_left_in_the_middle_of_an_answer(modelled: Service, player: Player, language: Language) -> None:
    session, told = f"left-{language}", as_told(TORQUE_TOLD[language])
    text = f"{told} {told}"
    body: dict[str, object] = {"message": TORQUE[language], "session_id": session, "client_turn_id": "m-1", "stream": True}
    player.play(answer=stalls(text, after=len(told) // 4 + 3))
    left = player.count("left")
    with modelled.client.stream("POST", "/v1/chat", json=body) as response:
        next(line for line in response.iter_lines() if line == "event: delta")
    player.settled("left", left + 1)
    (turn,) = turns(modelled, session, 1)
    assert text.startswith(turn["assistant_text"]) and turn["assistant_text"]
    assert turn["notice"] == WORDINGS[language].left and turn["client_turn_id"] is None
    assert [call["outcome"] for call in turn["trace"]["calls"] if call["prompt"].startswith("answer")] == ["cut"]

    player.play(answer=saying(TORQUE_TOLD[language]))
    body["stream"] = False
    done = modelled.client.post("/v1/chat", json=body).json()
    assert done["answer"] == as_told(TORQUE_TOLD[language]) and done["turn_id"] == 2
    player.play(answer="[[no answer]]")
    assert modelled.client.post("/v1/chat", json=body).json()["turn_id"] == 2, "answered once, it stays that answer"
    assert player.requests == [] and len(turns(modelled, session, 2)) == 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("task", STEPS)
def test_left_while_a_verified_turn_waits_for_the_model(modelled: Service, player: Player, language: Language, task: str) -> None:
    session = f"verified-{language}-{task}"
    body: dict[str, object] = {
        "message": TORQUE[language],
        "session_id": session,
        "mode": "verified",
        "client_turn_id": f"m-{task}",
    }
    waiting = stalls()
    player.play(**{"answer": "[[no answer]]" if task == "queries" else saying(TORQUE_TOLD[language]), task: waiting})
    left = player.count("left")
    leave_at(modelled, body, STEPS[task])
    player.settled("left", left + 1)
    (turn,) = turns(modelled, session, 1)
    told = as_told(TORQUE_TOLD[language])
    if task == "judge":
        assert turn["assistant_text"] == told and WORDINGS[language].unjudged in turn["notice"], "the draft is not lost"
    else:
        assert turn["assistant_text"] == WORDINGS[language].left and turn["doc_refs"] == []
    player.play(answer=saying(TORQUE_TOLD[language]))
    done = modelled.client.post("/v1/chat", json=body).json()
    assert done["answer"] == told and done["turn_id"] == 2 and done["meta"]["faithful"] is True


@pytest.mark.parametrize("language", LANGUAGES)
def test_left_while_waiting_for_a_whole_answer(modelled: Service, player: Player, language: Language) -> None:
    session = f"whole-{language}"
    player.play(answer=stalls())
    left = player.count("left")
    with pytest.raises(httpx2.ReadTimeout):
        modelled.client.post("/v1/chat", json={"message": TORQUE[language], "session_id": session}, timeout=1.0)
    player.settled("left", left + 1)
    (turn,) = turns(modelled, session, 1)
    assert turn["assistant_text"] == WORDINGS[language].left
