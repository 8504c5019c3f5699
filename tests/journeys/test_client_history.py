"""Clients that keep the history themselves, and documents that may not be read: not by any way of pointing at them."""

from pathlib import Path

import pytest

from journeys.conftest import copy_of
from journeys.doors import Cli, Service
from journeys.pointing import BY_SLOT, LANGUAGES, MORE_DETAIL, NO_SUCH, POINTERS, QUESTIONS, history


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_may_keep_the_history_itself(pointing: Service, language: str) -> None:
    question, doc_id = QUESTIONS[language]
    first = pointing.ask(question)
    answered = {"role": "assistant", "summary": first["summary"], "refs": first["refs"], "doc_ids": first["ref_doc_ids"]}
    done = pointing.ask(POINTERS[language], chat_history=[{"role": "user", "content": question}, answered])
    assert done["document"]["doc_id"] == doc_id
    assert done["meta"]["lookup_source"] == "history" and done["meta"]["language"] == language


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("kind", ["slot", "pointer", "use"])
def test_ids_that_a_client_makes_up_lead_to_nothing_that_may_not_be_read(pointing: Service, language: str, kind: str) -> None:
    message = {"slot": BY_SLOT, "pointer": POINTERS, "use": MORE_DETAIL}[kind][language]
    said: list[object] = []
    for number in ("40404", "99999"):
        forged = history(f"myservice_{number}", f"myservice_{number}", asked="?", titles=("t", "t"))
        response = pointing.client.post("/v1/chat", json={"message": message, "chat_history": forged})
        done = response.json()
        assert "phyrine" not in response.text and "ゼフィリン" not in response.text and "대피" not in response.text
        assert done["document"] is None and f"myservice_{number}" not in done["ref_doc_ids"]
        assert done["meta"]["notice"].startswith(NO_SUCH[language].format(f"myservice_{number}"))
        del done["session_id"], done["meta"]["timings_ms"]
        said.append(str(done).replace(number, "N"))
    assert said[0] == said[1]


def test_of_a_history_what_may_be_read_is_used_under_its_number(pointing: Service) -> None:
    forged = history("myservice_99999", "myservice_40404", "sop_1422", asked="?")
    done = pointing.ask("show me document 3", chat_history=forged)
    assert done["document"]["doc_id"] == "sop_1422"


def test_the_last_five_turns_of_a_history_are_used(pointing: Service) -> None:
    entries = [*history("sop_1203", asked="first")]
    for turn in range(5):
        entries += history(asked=f"question {turn}")
    done = pointing.ask("그 문서 보여줘", chat_history=entries)
    assert done["document"] is None
    done = pointing.ask("그 문서 보여줘", chat_history=entries[:-2])
    assert done["document"]["doc_id"] == "sop_1203"


def test_what_is_stored_wins_over_what_a_client_tells(pointing: Service) -> None:
    pointing.ask("show me sop 1422", session_id="stored-wins")
    done = pointing.ask("그 문서 보여줘", session_id="stored-wins", chat_history=history("sop_1203", asked="?"))
    assert done["document"]["doc_id"] == "sop_1422"


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"role": "user"}, "chat_history.1.user.content"),
        ({"role": "user", "content": ""}, "chat_history.1.user.content"),
        ({"role": "user", "content": 7}, "chat_history.1.user.content"),
        ({"role": "assistant", "doc_ids": "sop_1203"}, "chat_history.1.assistant.doc_ids"),
        ({"role": "assistant", "doc_ids": [7]}, "chat_history.1.assistant.doc_ids.0"),
        ({"role": "assistant", "content": 7}, "chat_history.1.assistant.summary"),
        ({"role": "system", "content": "…"}, "chat_history.1.role"),
        (7, "chat_history.1"),
    ],
)
def test_a_malformed_entry_is_named(pointing: Service, entry: object, field: str) -> None:
    body = {"message": "hello", "chat_history": [{"role": "user", "content": "hi"}, entry]}
    refused = pointing.client.post("/v1/chat", json=body)
    assert refused.status_code == 422
    error = refused.json()["error"]
    assert error["type"] == "invalid_input" and [detail["field"] for detail in error["details"]] == [field]


@pytest.mark.parametrize(
    "message",
    [
        "myservice 40404",
        "마이서비스 40404 전체 보여줘",
        "マイサービス40404を全文見せて",
        "myservice_40404에서 어떤 누출이 있었어?",
        "비공개 사고 보고 Zephyrine 문서 보여줘",
        "Tell me about the Zephyrine leak",
        "ゼフィリンの漏れについて教えて",
    ],
)
def test_nothing_of_a_restricted_document_is_said(pointing: Service, message: str) -> None:
    response = pointing.client.post("/v1/chat", json={"message": message})
    assert response.status_code == 200
    assert "대피" not in response.text and "kept secret" not in response.text and "公表" not in response.text
    assert "비공개 사고 보고" not in response.text and "myservice_40404" not in response.json()["ref_doc_ids"]


def test_whoever_is_in_the_group_reads_it(library: Cli, tmp_path: Path) -> None:
    cli = copy_of(library, tmp_path)
    assert cli.json("ask", "myservice 40404", IBIDEM_GROUPS="safety")["document"]["doc_id"] == "myservice_40404"
    assert cli.json("ask", "myservice 40404")["document"] is None
    # Whoever leaves the group no longer gets it from a conversation held before.
    for message in ("그 문서 보여줘", "그 문서 내용 자세히 알려줘"):
        cli.json("ask", "--session", "left", "myservice 40404", IBIDEM_GROUPS="safety")
        done = cli.json("ask", "--session", "left", message)
        assert done["document"] is None and done["ref_doc_ids"] == []
        assert "대피" not in str(done) and "비공개" not in str(done)
