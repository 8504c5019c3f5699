"""Several served processes over one data folder, or over one cluster: any of them serves any request, and each may end."""

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Barrier
from typing import Any

import pytest

from clusters import fresh_indices
from ibidem.domain.languages import Language
from ibidem.domain.models import ModelRequest
from ibidem.testing.script import Play, stalls
from journeys.conftest import copy_of
from journeys.doors import Cli, Service, served
from journeys.machines import LANGUAGES, TORQUE, TORQUE_TOLD
from journeys.playing import Player, as_told, saying
from redis_process import redis_server
from required import SERVICES, needs_program, needs_service

LIMIT = 12
EXAMPLES = Path(__file__).parents[2] / "examples" / "equipment"
QUESTIONS = (
    "게이트 밸브 볼트는 몇 N·m로 조이나요?",
    "How tight are the bolts of the gate valve?",
    "ゲートバルブのボルトは何N·mで締めますか?",
)


@pytest.fixture(
    params=[
        "data folder",
        pytest.param("elasticsearch", marks=[pytest.mark.slow, needs_service("elasticsearch")]),
        pytest.param("opensearch", marks=[pytest.mark.slow, needs_service("opensearch")]),
    ]
)
def store(request: pytest.FixtureRequest) -> Iterator[dict[str, str]]:
    """The settings of a store of its own, yet to be made."""
    if request.param == "data folder":
        yield {}
        return
    with fresh_indices(request.param) as prefix:
        address = f"{request.param}:http://127.0.0.1:{SERVICES[request.param]}"
        yield {"IBIDEM_STORE": address, "IBIDEM_STORE_PREFIX": prefix}


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_turns_that_two_processes_store_at_once_get_numbers_in_order(store: dict[str, str], tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    done = cli.run("index", str(EXAMPLES), "--create", **store)
    assert done.returncode == 0, done.stderr
    with served(cli, **store) as one, served(cli, **store) as other, ThreadPoolExecutor(6) as people:
        asked = [f"{QUESTIONS[n % 3]} ({n})" for n in range(18)]

        def ask(service: Service, message: str) -> tuple[int, str]:
            return service.ask(message, session_id="both")["turn_id"], message

        answered = dict(people.map(ask, (one, other) * 9, asked))
        assert sorted(answered) == list(range(1, 19))
        for service in (one, other):
            turns = service.client.get("/v1/sessions/both/turns", params={"limit": 50}).json()["turns"]
            assert [(turn["turn_id"], turn["user_text"]) for turn in turns] == sorted(answered.items())


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_what_a_process_was_streaming_when_it_was_stopped_is_finished(machines: Cli, player: Player, tmp_path: Path) -> None:
    cli = copy_of(machines, tmp_path)
    player.play(answer=in_its_language(piece_seconds=0.1))
    begun = Barrier(len(LANGUAGES) + 1)
    with served(cli, **player.environment) as service, ThreadPoolExecutor(len(LANGUAGES)) as people:

        def listen(language: Language) -> dict[str, object]:
            events = service.events(TORQUE[language], session_id=language)
            assert any(name == "delta" for name, _ in events)
            begun.wait()
            return [data for name, data in events if name == "done"][-1]

        listening = people.map(listen, LANGUAGES)
        begun.wait()
        os.kill(service.process.pid, signal.SIGTERM)
        assert [done["answer"] for done in listening] == [as_told(TORQUE_TOLD[language]) for language in LANGUAGES]
        assert service.process.wait(timeout=60) == 0
    with served(cli, **player.environment) as other:
        for language in LANGUAGES:
            (turn,) = other.client.get(f"/v1/sessions/{language}/turns").json()["turns"]
            assert turn["assistant_text"] == as_told(TORQUE_TOLD[language])


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_process_that_is_stopped_waits_for_no_model_that_says_nothing(machines: Cli, player: Player, tmp_path: Path) -> None:
    cli = copy_of(machines, tmp_path)
    player.play(answer=stalling)
    patient = {"IBIDEM_TURN_SECONDS": "3600", "IBIDEM_CALL_SECONDS": "3600"}
    with served(cli, **player.environment, **patient) as service:
        events = service.events(TORQUE["ja"], session_id="held")
        assert any(name == "delta" for name, _ in events)
        os.kill(service.process.pid, signal.SIGTERM)
        assert service.process.wait(timeout=120) == 0


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_process_killed_in_the_middle_of_turns_leaves_no_half_of_them(
    machines: Cli, player: Player, store: dict[str, str], tmp_path: Path
) -> None:
    cli = copy_of(machines, tmp_path)
    if store:
        assert cli.run("index", str(machines.home / "corpus"), **store).returncode == 0
    settings = {**store, **player.environment}
    with served(cli, **settings) as other:
        player.play(answer=stalling)
        kept_open: list[Iterator[str]] = []
        with served(cli, **settings) as service, ExitStack() as open_streams:
            for language in LANGUAGES:
                body = {**question(language), "stream": True}
                response = open_streams.enter_context(service.client.stream("POST", "/v1/chat", json=body))
                kept_open.append(response.iter_lines())
                assert any(line == "event: delta" for line in kept_open[-1])
            os.killpg(service.process.pid, signal.SIGKILL)
            service.process.wait()
        player.play(answer=in_its_language())
        for language in LANGUAGES:
            assert other.client.get(f"/v1/sessions/{language}/turns").status_code == 404
            done = other.client.post("/v1/chat", json=question(language)).json()
            assert (done["turn_id"], done["answer"]) == (1, as_told(TORQUE_TOLD[language]))


def stalling(request: ModelRequest) -> Play:
    """The answer twice, of which no more comes than the first: a piece of an answer is a sentence."""
    told = in_its_language()(request).text
    return stalls(f"{told} {told}", after=len(told) // 4 + 3)


def question(language: Language) -> dict[str, object]:
    return {"message": TORQUE[language], "session_id": language, "client_turn_id": "m-1"}


def in_its_language(**how: Any) -> Callable[[ModelRequest], Play]:
    """The answer to the question of the corpus that was asked."""

    def answer(request: ModelRequest) -> Play:
        asked = next(language for language in LANGUAGES if TORQUE[language] in request.user)
        return saying(TORQUE_TOLD[asked], **how)(request)

    return answer


@needs_program("redis-server")
def test_any_of_two_processes_serves_a_conversation_and_both_count_what_a_key_sends(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    assert cli.run("index", str(EXAMPLES), "--create").returncode == 0
    key = cli.run("keys", "add", "mina").stdout.split()[0]
    with redis_server(tmp_path) as port:
        settings = {"IBIDEM_REDIS": f"redis://127.0.0.1:{port}", "IBIDEM_REQUESTS_PER_MINUTE": str(LIMIT)}
        with served(cli, **settings) as one, served(cli, **settings) as other:
            for service in (one, other):
                service.client.headers["authorization"] = f"Bearer {key}"
            begun = one.ask("게이트 밸브 볼트는 몇 N·m로 조이나요?", session_id="both")
            shown = other.ask("1번 문서 전체를 보여줘", session_id="both")
            assert (begun["turn_id"], shown["turn_id"]) == (1, 2)
            assert shown["document"]["doc_id"] == begun["sources"][0]["doc_id"]
            answers = [service.client.get("/v1/sessions").status_code for _ in range(LIMIT) for service in (one, other)]
            assert answers[: LIMIT - 2] == [200] * (LIMIT - 2)
            assert answers.count(429) >= LIMIT - 2 and answers[-1] == 429


@needs_program("redis-server")
def test_a_conversation_lies_in_redis_alone(indexed: Cli, tmp_path: Path) -> None:
    cli = copy_of(indexed, tmp_path)
    with redis_server(tmp_path) as port:
        settings = {"IBIDEM_SESSIONS": f"redis://127.0.0.1:{port}/1"}
        assert cli.run("ask", "show sop 1422 and myservice 31004", "--session", "kept", **settings).returncode == 0
        assert "myservice_31004" in cli.run("ask", "show me document 2 as a whole", "--session", "kept", **settings).stdout
        assert "no session 'kept'" in cli.run("sessions", "show", "kept").stderr
        found = cli.run("doctor", **settings).stdout
        assert f"kept at redis://127.0.0.1:{port}/1" in found and "2 turns" in found
    away = cli.run("ask", "hello", "--session", "kept", **settings)
    assert away.returncode and "Redis does not answer" in away.stderr
    assert "IBIDEM_SESSIONS" in cli.run("doctor", **settings).stdout


@pytest.mark.slow
@needs_program("redis-server")
def test_a_service_goes_on_with_what_lies_in_redis(indexed: Cli, tmp_path: Path) -> None:
    cli = copy_of(indexed, tmp_path)
    with redis_server(tmp_path) as port:
        settings = {"IBIDEM_SESSIONS": f"redis://127.0.0.1:{port}/1"}
        assert cli.run("ask", "show sop 1422 and myservice 31004", "--session", "kept", **settings).returncode == 0
        with served(cli, **settings) as service:
            assert service.ask("show me document 2 as a whole", session_id="kept")["turn_id"] == 2
            listed = service.client.get("/v1/sessions").json()["sessions"]
            assert [(one["session_id"], one["turns"]) for one in listed] == [("kept", 2)]
            assert service.client.get("/readyz").status_code == 200
            stopped = subprocess.run(["redis-cli", "-p", str(port), "shutdown", "nosave"], check=True)
            assert stopped.returncode == 0
            away = service.client.get("/readyz")
            assert away.status_code == 503 and "Redis does not answer" in away.text
            refused = service.client.post("/v1/chat", json={"message": "and then?", "session_id": "kept"})
            assert (refused.status_code, refused.json()["error"]["type"]) == (503, "store_unavailable")
            assert service.client.get("/healthz").status_code == 200
