"""No message holds the service: each is answered or refused, and others are answered meanwhile."""

import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random
from time import sleep
from typing import Any

import httpx2
import pytest

import ibidem
import loopback
from ibidem.flow import holding
from ibidem.turn.question.devices import device_finder
from journeys.corpus import write_corpus
from journeys.doors import Cli, Service, served, served_anew

QUESTIONS = (
    "게이트 밸브는 어떻게 교체하나요?",
    "How is the slit valve O-ring replaced?",
    "真空ポンプのオイルはどう交換しますか?",
)
LETTERS = "가나다라마바사 번문서보여줘 abcdefghij the document のはを文書番見せて 0123456789 .,!?①②"
STACKED = "".join(Random(1).choices("\u0300\u0315\u0323\u0327\u0345", k=7_900))
MESSAGES = {
    "ko, numbers before a verb": "3번 보여줘. " + "2번" * 30 + " 열어줘",
    "ko, a number again and again": "2번" * 4000,
    "ko, numbers that differ": "3번 보여줘. " + "".join(f"{n % 9 + 1}번 " for n in range(0, 90, 4)) + " 열어줘",
    "ko, syllables that differ": "".join(chr(0xAC00 + n) for n in range(7_900)),
    "en, an ordinal again and again": "the first " * 790 + "document",
    "en, a number again and again": "show document 2 and 3, " * 340,
    "en, marks before a request": "①" * 7_900 + "!x 보여줘 show me that document",
    "en, a device and spaces": "Lumo R3" + " " * 8_000 + "leaks",
    "ja, an ordinal again and again": "最初の" * 1300,
    "ja, a number again and again": "2番の文書と" * 1300 + "を見せて",
    "ja, wide spaces": "最初の" + "\u3000" * 7_900 + "文書",
    "digits": "".join(Random(1).choices("0123456789", k=7_900)),
    "anything": "".join(Random(2).choices(LETTERS, k=7_900)),
    "brackets": "[({" * 2_600,
    "invisible": "2번\u200b" * 2_600,
}
HARDEST = ("ko, numbers before a verb", "en, an ordinal again and again", "ja, an ordinal again and again")
# How a process whose one reader tries every way to cut a word in pieces of one and two letters comes about.
SLOW_READER = """
import re
import ibidem.turn.question.message
import ibidem.turn.ending
import ibidem.turn.steps.summarise
def slow(text, *_):
    return re.search(r"(?:\\w|\\w\\w)+!$", text) and None
ibidem.turn.question.message.read_pointer = slow
by_rule = ibidem.turn.steps.summarise.by_rule
ibidem.turn.steps.summarise.by_rule = lambda text: slow(HARD) or by_rule(text)
"""
HARD = "".join(chr(0xAC00 + 7 * n) for n in range(90))


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Cli:
    cli = Cli(tmp_path_factory.mktemp("reading"))
    done = cli.run("index", str(write_corpus(cli.home / "corpus")))
    assert done.returncode == 0, done.stderr
    return cli


@pytest.fixture(scope="module")
def service(indexed: Cli) -> Iterator[Service]:
    with served(indexed) as service:
        yield service


def meanwhile(service: Service, post: Callable[[], httpx2.Response]) -> httpx2.Response:
    """The response, while the service tells again and again that it lives; a client's time that runs out is the failure."""
    with ThreadPoolExecutor(1) as pool:
        response = pool.submit(post)
        while not response.done():
            assert service.client.get("/healthz").status_code == 200
            sleep(0.02)
    return response.result()


def answered_or_refused(response: httpx2.Response) -> Mapping[str, Any]:
    body = response.json()
    if response.status_code == 200:
        assert body["status"] in ("answered", "needs_input", "no_evidence"), body["status"]
    else:
        assert response.status_code == 422, response.text
        assert body["error"]["type"] == "invalid_input"
        assert [set(detail) for detail in body["error"]["details"]] == [{"field", "problem", "allowed"}]
    return body


@pytest.mark.parametrize("name", MESSAGES)
def test_a_message_is_answered_or_refused_and_the_service_lives(service: Service, name: str):
    message = MESSAGES[name]
    body = answered_or_refused(meanwhile(service, lambda: service.client.post("/v1/chat", json={"message": message})))
    if "turn_id" in body:
        stored = service.client.get(f"/v1/sessions/{body['session_id']}/turns").json()
        assert [turn["user_text"] for turn in stored["turns"]] == [message.strip()]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize(
    "name", ["ja, an ordinal again and again", "ko, numbers before a verb", "en, an ordinal again and again"]
)
def test_after_a_turn_too(service: Service, question: str, name: str):
    session = service.ask(question)["session_id"]
    message = {"message": MESSAGES[name], "session_id": session}
    answered_or_refused(meanwhile(service, lambda: service.client.post("/v1/chat", json=message)))
    # What was said is read again by the turns after it.
    again = {"message": question, "session_id": session}
    assert meanwhile(service, lambda: service.client.post("/v1/chat", json=again)).status_code == 200


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("reply", ["a" + " " * 4000 + "b", "2번" * 4000, "最初の" * 1300, "the second " * 700])
def test_a_reply_to_sources_too(service: Service, question: str, reply: str):
    asked = service.ask(question, confirm_sources=True)
    assert asked["pause"]["kind"] == "sources"
    door = f"/v1/pauses/{asked['pause']['pause_id']}"
    answered_or_refused(meanwhile(service, lambda: service.client.post(door, json={"reply": reply})))


@pytest.mark.parametrize("name", MESSAGES)
def test_a_search_too(service: Service, name: str):
    response = meanwhile(service, lambda: service.client.post("/v1/search", json={"query": MESSAGES[name]}))
    assert response.status_code == 200 or answered_or_refused(response)


@pytest.mark.parametrize(
    "name", ["ko, numbers before a verb", "en, an ordinal again and again", "ja, an ordinal again and again"]
)
def test_a_history_of_the_clients_too(service: Service, name: str):
    history = [{"role": "user", "content": MESSAGES[name]}, {"role": "assistant", "summary": "…", "doc_ids": ["sop_1203"]}]
    asked = {"message": "그 문서 보여줘", "chat_history": history * 5}
    answered_or_refused(meanwhile(service, lambda: service.client.post("/v1/chat", json=asked)))


@pytest.mark.parametrize("message", ["a" + STACKED, "a" + "\u0315\u0300" * 60_000])
def test_marks_stacked_on_a_letter_are_refused(service: Service, message: str):
    for door, field in (("/v1/chat", "message"), ("/v1/search", "query")):
        response = meanwhile(service, lambda door=door, field=field: service.client.post(door, json={field: message}))
        assert response.status_code == 422
        assert [detail["field"] for detail in response.json()["error"]["details"]] == [field]
    history = [{"role": "user", "content": message[:8_000]}]
    asked = {"message": "그 문서 보여줘", "chat_history": history}
    answered_or_refused(meanwhile(service, lambda: service.client.post("/v1/chat", json=asked)))


async def test_a_corpus_of_many_devices_is_no_message_that_takes_too_long(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(holding, "LONGEST", 0.05)
    monkeypatch.setattr(holding, "TICK", 0.02)
    with holding.watched():
        finder = device_finder((), tuple(f"Lumo R{number}" for number in range(300)))
    assert finder.named("What about the Lumo R77?") == ("Lumo R77",)


def planted_beside(cli: Cli) -> str:
    """The module path of a process with the slow reader in it."""
    planted = cli.home / "planted"
    planted.mkdir(exist_ok=True)
    code = f"{Path(loopback.__file__).read_text(encoding='utf-8')}\nHARD = {HARD!r}\n{SLOW_READER}"
    (planted / "sitecustomize.py").write_text(code, encoding="utf-8")
    return os.pathsep.join([str(planted), str(Path(ibidem.__file__).parents[1])])


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    cli = Cli(tmp_path_factory.mktemp("slow"))
    with served_anew(cli, PYTHONPATH=planted_beside(cli)) as service:
        yield service


def test_what_no_bound_foresaw_is_ended_by_the_deadline(slow: Service):
    asked = {"message": HARD, "session_id": "hard"}
    refused = meanwhile(slow, lambda: slow.client.post("/v1/chat", json=asked))
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["details"] == [
        {"field": "message", "problem": "takes more than 2 s to read", "allowed": "write it shorter, or in other words"}
    ]
    assert HARD not in error["message"]
    assert slow.client.get("/v1/sessions/hard").status_code == 404
    assert "reading the message was stopped after 2 s of computing, at sitecustomize:" in slow.log.read_text()
    assert HARD not in slow.log.read_text()
    assert slow.client.get("/healthz").status_code == 200


@pytest.mark.parametrize("question", QUESTIONS)
def test_an_answer_that_is_there_is_given_and_stored(slow: Service, question: str):
    answered = slow.ask(question)
    assert answered["answer"] and answered["turn_id"] == 1
    assert len(slow.client.get(f"/v1/sessions/{answered['session_id']}/turns").json()["turns"]) == 1


def test_and_in_a_stream_by_an_error_event(slow: Service):
    name, data = list(slow.events(HARD, session_id="stream"))[-1]
    assert name == "error"
    assert data["error"]["type"] == "invalid_input"  # pyright: ignore[reportIndexIssue, reportCallIssue, reportArgumentType]
    assert slow.client.get("/v1/sessions/stream").status_code == 404


def test_and_on_the_command_line(slow: Service):
    done = slow.cli.spawn("ask", HARD, PYTHONPATH=planted_beside(slow.cli))
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == "ibidem: message: takes more than 2 s to read; write it shorter, or in other words"
