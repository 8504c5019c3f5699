"""A turn that is being answered is for who asked, with the groups of then."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import replace
from pathlib import Path

import pytest

from ibidem.domain.documents import Principal
from ibidem.domain.events import AnswerDelta, TurnEvent
from ibidem.domain.languages import Language
from ibidem.web.callers import Place
from ibidem.web.running import RunningTurn, RunningTurns
from security.locked import MINA, OTHERS, SESSION, bearing, locked
from security.masking import SAID, door

READERS = {**OTHERS, "herself with fewer groups": replace(MINA, groups=frozenset[str]())}


async def secret() -> AsyncGenerator[TurnEvent]:
    yield AnswerDelta("the clamps crack")
    await asyncio.sleep(3600)


@pytest.mark.parametrize("who", READERS)
async def test_a_running_turn_is_not_there_for_anybody_else(tmp_path: Path, who: str) -> None:
    async with locked(tmp_path / "data") as here:
        running: RunningTurns = here.api.state.running
        for session_id in (SESSION, "not-stored-yet"):
            turn = await running.begin(RunningTurn(session_id, "Which?", MINA, "m-1"), secret(), here.app.turns, Place())
            address = f"/v1/sessions/{session_id}/turns/{turn.number}/events"
            other = bearing(await here.key(READERS[who]))
            for method in ("GET", "DELETE"):
                answer = await here.client.request(method, address, headers=other)
                assert answer.status_code == 404 and "crack" not in answer.text
            assert (await here.client.get("/v1/running", headers=other)).json() == {"running": []}
            assert running.sent_as(session_id, "m-1", READERS[who]) is None
            await here.client.delete(f"/v1/sessions/{session_id}", headers=other)
            assert not turn.task.done()
            mine = bearing(await here.key(Principal("mina", MINA.groups | {"more"}, MINA.tenant)))
            assert (await here.client.delete(address, headers=mine)).status_code == 204


class Held:
    """An observer that holds every turn back before its first event, until it may."""

    def __init__(self) -> None:
        self.began, self.may = asyncio.Event(), asyncio.Event()

    async def turn(self, events: AsyncGenerator[TurnEvent], session_id: str, message: str) -> AsyncGenerator[TurnEvent]:
        assert session_id and message
        async for event in events:
            self.began.set()
            await self.may.wait()
            yield event

    def searched(self) -> None:
        """Nothing is searched here."""


@pytest.mark.parametrize("language", SAID)
async def test_a_message_is_listed_as_it_will_be_stored(tmp_path: Path, language: Language) -> None:
    said, held = SAID[language], Held()
    async with door(tmp_path / "data") as service:
        service.app.observers.append(held)
        body = {"message": said.question, "session_id": "s-1", "when_left": "continue"}
        asking = asyncio.create_task(service.client.post("/v1/chat", json=body))
        await asyncio.wait_for(held.began.wait(), 10)
        [listed] = (await service.client.get("/v1/running")).json()["running"]
        held.may.set()
        assert (await asking).status_code == 200
        [stored] = (await service.client.get("/v1/sessions/s-1/turns")).json()["turns"]
    assert listed["user_text"] == stored["user_text"]
    assert said.name in listed["user_text"] and not any(value in listed["user_text"] for value in said.values)
