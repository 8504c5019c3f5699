"""A pause outlives a restart, is answered once, only in its own conversation, in its time, and is dropped by another question."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from ibidem.domain.languages import Language
from ibidem.turn.pauses.pause_wording import PAUSE_WORDINGS
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import DEVICES, GAP, GAP_TOLD, LANGUAGES, PUMP, RINGS, RINGS_TOLD, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, doubting, saying, stored

KINDS = ("device", "sources", "review")
QUESTIONS = {"device": GAP, "sources": TORQUE, "review": TORQUE}
ANSWERS = {"device": GAP_TOLD, "sources": TORQUE_TOLD, "review": TORQUE_TOLD}
REPLIES: dict[str, dict[str, object]] = {
    "device": {"reply": "SUPRA XP"},
    "sources": {"decision": "approve"},
    "review": {"decision": "approve"},
}
SAID = {
    "device": dict.fromkeys(LANGUAGES, "SUPRA XP"),
    "sources": {"ko": "네", "en": "yes", "ja": "はい"},
    "review": {"ko": "승인", "en": "approve", "ja": "承認"},
}


def paused(service: Service, player: Player, kind: str, language: Language, session: str) -> dict[str, Any]:
    """A pause of that kind."""
    verdict = {"judge": doubting("?")} if kind == "review" else {}
    player.play(answer=saying(ANSWERS[kind][language]), **verdict)
    mode = "fast" if kind == "sources" else "verified"
    done = service.ask(QUESTIONS[kind][language], mode=mode, session_id=session, confirm_sources=kind == "sources")
    assert done["pause"]["kind"] == kind and done["pause"]["pause_id"] == f"{session}~1"
    player.play(answer=saying(ANSWERS[kind][language]))
    return done["pause"]


@pytest.mark.slow
def test_pauses_outlive_a_restart(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> None:
    cli = copy_of(machines, tmp_path_factory.mktemp("restarted"))
    with served(cli, **player.environment) as service:
        pauses = {
            (kind, language): paused(service, player, kind, language, f"{kind}-{language}")
            for kind in KINDS
            for language in LANGUAGES
        }
        assert service.stop() == 0
    with served(cli, **player.environment) as service:
        for (kind, language), pause in pauses.items():
            player.play(answer=saying(ANSWERS[kind][language]))
            if language == "ko":
                done = service.ask(SAID[kind][language], session_id=f"{kind}-{language}")
            else:
                done = service.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind]).json()
            assert done["status"] == "answered" and done["answer"] == as_told(ANSWERS[kind][language]), (kind, language)
            assert done["ref_doc_ids"] == [DEVICES["SUPRA XP"] if kind == "device" else PUMP[language]]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_pause_is_answered_once(modelled: Service, player: Player, kind: str, language: Language) -> None:
    pause = paused(modelled, player, kind, language, f"once-{kind}-{language}")
    first = modelled.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind])
    second = modelled.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind])
    assert (first.status_code, second.status_code) == (200, 409), second.text
    assert second.json()["error"]["type"] == "already_answered"
    assert stored(modelled, {"session_id": f"once-{kind}-{language}", "turn_id": 1})["pause"]["state"] == "closed"


@pytest.mark.parametrize("kind", KINDS)
def test_of_two_answers_at_the_same_time_one_counts(modelled: Service, player: Player, kind: str) -> None:
    pause = paused(modelled, player, kind, "en", f"twice-{kind}")

    def answer(_: int) -> int:
        return modelled.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind]).status_code

    with ThreadPoolExecutor(4) as pool:
        assert sorted(pool.map(answer, range(4))) == [200, 409, 409, 409]
    turns = modelled.client.get(f"/v1/sessions/twice-{kind}/turns").json()["turns"]
    assert [turn["turn_id"] for turn in turns] == [1, 2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_pause_is_that_of_its_own_conversation(modelled: Service, player: Player, language: Language) -> None:
    session, other = f"own-{language}", f"other-{language}"
    paused(modelled, player, "sources", language, session)
    modelled.ask(RINGS[language], session_id=other)
    for pause_id in (f"{other}~1", f"{session}~2", f"nobody-{language}~1"):
        response = modelled.client.post(f"/v1/pauses/{pause_id}", json={"decision": "approve"})
        assert response.status_code == 404 and response.json()["error"]["type"] == "not_found", pause_id
    player.play(answer="[[no answer]]")
    elsewhere = modelled.ask(SAID["sources"][language], session_id=other)
    assert elsewhere["meta"]["route"] == "chat" and player.requests == [], "a yes to nothing"
    assert modelled.client.get(f"/v1/sessions/{session}/turns/1").json()["pause"]["state"] == "open"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_changed_mind_drops_the_pause(modelled: Service, player: Player, kind: str, language: Language) -> None:
    session = f"changed-{kind}-{language}"
    pause = paused(modelled, player, kind, language, session)
    player.play(answer=saying(RINGS_TOLD[language]))
    done = modelled.ask(RINGS[language], session_id=session)
    assert done["status"] == "answered" and done["answer"] == as_told(RINGS_TOLD[language])
    late = modelled.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind])
    assert late.status_code == 409 and late.json()["error"]["type"] == "already_answered"
    assert stored(modelled, {"session_id": session, "turn_id": 1})["pause"]["state"] == "closed"


@pytest.mark.slow
def test_an_expired_pause_is_gone_and_said_to_be(machines: Cli, player: Player, tmp_path_factory: pytest.TempPathFactory) -> None:
    cli = copy_of(machines, tmp_path_factory.mktemp("expired"))
    with served(cli, IBIDEM_PAUSE_HOURS="0.0000001", **player.environment) as service:
        for kind in KINDS:
            for language in LANGUAGES:
                session = f"{kind}-{language}"
                pause = paused(service, player, kind, language, session)
                late = service.client.post(f"/v1/pauses/{pause['pause_id']}", json=REPLIES[kind])
                assert late.status_code == 410 and late.json()["error"]["type"] == "pause_expired"
                assert stored(service, {"session_id": session, "turn_id": 1})["pause"]["state"] == "expired"
                player.play(answer="[[no answer]]")
                done = service.ask(SAID[kind][language], session_id=session)
                assert done["status"] == "answered" and done["turn_id"] == 2
                assert PAUSE_WORDINGS[language].expired in (done["meta"]["notice"] or ""), (kind, language)
