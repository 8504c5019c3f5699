"""What a client of the served ibidem goes through, from the first question to a restart."""

import os
import re
import signal
import subprocess
import sys
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from journeys.doors import Cli, Service, served, served_anew

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "sop_1203", "12 N·m"),
    "en": ("What torque do the cover screws of the slit valve get?", "sop_1422", "3.5 N·m"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "sop_2101", "18 N·m"),
}
FOLLOW_UPS = {
    "ko": ("그다음에 누설률은 얼마 이하여야 해?", "sop_1203", "1.0E-9"),
    "en": ("And what is the groove wiped with?", "sop_1422", "isopropyl"),
    "ja": ("では新しいオイルは何リットル入れますか?", "sop_2101", "1.2"),
}
THANKS = {"ko": "고마워요", "en": "Thanks a lot", "ja": "ありがとうございます"}
UNANSWERABLE = {
    "ko": "구내식당의 저녁 메뉴는 무엇인가요?",
    "en": "Who won the chess championship last summer?",
    "ja": "来月の社員旅行の行き先はどこですか?",
}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_conversation_is_answered_with_sources_and_kept(service: Service, language: str) -> None:
    question, doc_id, words = QUESTIONS[language]
    first = service.ask(question, session_id=f"journey-{language}")
    assert first["status"] == "answered"
    assert first["turn_id"] == 1
    assert words in first["answer"]
    assert first["ref_doc_ids"][0] == doc_id
    assert [source["slot"] for source in first["sources"]] == list(range(1, len(first["sources"]) + 1))
    assert {int(n) for n in re.findall(r"\[(\d+)\]", first["answer"])} <= {source["slot"] for source in first["sources"]}
    assert first["meta"]["language"] == language
    assert first["meta"]["rag_used"] is True
    assert len(first["summary"]) <= 150

    question, doc_id, words = FOLLOW_UPS[language]
    second = service.ask(question, session_id=f"journey-{language}")
    assert second["turn_id"] == 2
    assert words in second["answer"]
    assert second["ref_doc_ids"][0] == doc_id

    third = service.ask(THANKS[language], session_id=f"journey-{language}")
    assert third["sources"] == []
    assert third["meta"]["rag_used"] is False

    turns = service.client.get(f"/v1/sessions/journey-{language}/turns").json()["turns"]
    assert [turn["turn_id"] for turn in turns] == [1, 2, 3]
    assert [turn["assistant_text"] for turn in turns] == [answer["answer"] for answer in (first, second, third)]
    assert [ref["doc_id"] for ref in turns[0]["doc_refs"]] == first["ref_doc_ids"]
    one = service.client.get(f"/v1/sessions/journey-{language}/turns/2").json()
    assert one == turns[1]


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_what_no_document_says_is_not_answered(service: Service, language: str) -> None:
    answer = service.ask(UNANSWERABLE[language])
    assert answer["meta"]["rag_used"] is False
    assert answer["sources"] == []
    assert answer["meta"]["language"] == language


def test_korean_that_is_written_in_single_letters_is_the_same_korean(service: Service) -> None:
    question, doc_id, words = QUESTIONS["ko"]
    answer = service.ask(unicodedata.normalize("NFD", question))
    assert answer["ref_doc_ids"][0] == doc_id
    assert words in answer["answer"]


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_streamed_turn_is_the_turn(service: Service, language: str) -> None:
    question, doc_id, _words = QUESTIONS[language]
    events = list(service.events(question, session_id="streamed"))
    names = [name for name, _ in events]
    assert names[-1] == "done"
    assert "sources" in names and "delta" in names and "step" in names
    done = dict(events)["done"]
    assert "".join(str(data["text"]) for name, data in events if name == "delta") == done["answer"]
    assert dict(events)["sources"]["sources"] == done["sources"]
    assert done["ref_doc_ids"][0] == doc_id
    stored = service.client.get(f"/v1/sessions/streamed/turns/{done['turn_id']}").json()
    assert stored["assistant_text"] == done["answer"]


def test_an_uploaded_document_is_searched_cited_read_and_taken_out(service: Service) -> None:
    text = "# 비상 발전기 점검\n\n비상 발전기는 매주 화요일에 십 분 동안 무부하로 시험 운전한다.\n"
    upload = service.client.post("/v1/documents", files={"file": ("sop_4410.md", text.encode(), "text/markdown")})
    assert upload.status_code == 201, upload.text
    document = upload.json()
    assert document["searchable"] is True
    assert upload.headers["location"] == "/v1/documents/sop_4410"

    found = service.client.post("/v1/search", json={"query": "비상 발전기 시험 운전", "limit": 3}).json()["results"]
    assert found[0]["doc_id"] == "sop_4410"
    answer = service.ask("비상 발전기는 무슨 요일에 시험 운전하나요?", session_id="generator")
    assert "화요일" in answer["answer"]

    whole = service.client.get("/v1/documents/sop_4410").json()
    assert "무부하로 시험 운전한다" in whole["text"]
    original = service.client.get("/v1/documents/sop_4410/original")
    assert original.content == text.encode()
    assert original.headers["content-disposition"].startswith("attachment")
    assert original.headers["x-content-type-options"] == "nosniff"

    assert service.client.delete("/v1/documents/sop_4410").status_code == 204
    assert service.client.get("/v1/documents/sop_4410").status_code == 404
    results = service.client.post("/v1/search", json={"query": "비상 발전기 시험 운전"}).json()["results"]
    assert "sop_4410" not in {passage["doc_id"] for passage in results}
    cited = service.client.get("/v1/documents/sop_4410", params={"version": document["version"]})
    assert cited.status_code == 200, "a version that a turn cites stays readable"
    assert cited.json()["current"] is False


def test_a_search_is_narrowed_by_its_filters(service: Service) -> None:
    wide = service.client.post("/v1/search", json={"query": "O-ring torque screws", "limit": 5}).json()["results"]
    assert wide[0]["doc_id"] == "sop_1422"
    only = service.client.post("/v1/search", json={"query": "torque", "filters": {"doc_ids": ["gcb_9105"]}}).json()["results"]
    assert {passage["doc_id"] for passage in only} <= {"gcb_9105"}


def test_documents_are_listed_in_pages(service: Service) -> None:
    seen: list[str] = []
    offset: int | None = 0
    while offset is not None:
        page = service.client.get("/v1/documents", params={"limit": 3, "offset": offset}).json()
        seen += [document["doc_id"] for document in page["documents"]]
        offset = page["next_offset"]
    assert len(seen) == len(set(seen)) == 8
    assert seen == sorted(seen)


def test_a_repeated_message_is_answered_once(service: Service) -> None:
    question, *_ = QUESTIONS["ko"]
    first = service.ask(question, session_id="repeated", client_turn_id="m-1")
    second = service.ask(question, session_id="repeated", client_turn_id="m-1")
    assert second["turn_id"] == first["turn_id"] == 1
    assert second["answer"] == first["answer"]


def test_turns_at_the_same_time_do_not_mix(service: Service) -> None:
    def ask(number: int) -> tuple[int, dict]:
        question, doc_id, _ = list(QUESTIONS.values())[number % 3]
        answer = service.ask(question, session_id=f"parallel-{number % 4}")
        assert answer["ref_doc_ids"][0] == doc_id
        return number, answer

    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(ask, range(24)))
    for session in range(4):
        numbers = sorted(answer["turn_id"] for number, answer in answers if number % 4 == session)
        assert numbers == [1, 2, 3, 4, 5, 6]


@pytest.mark.slow
def test_a_conversation_goes_on_after_a_restart(cli: Cli) -> None:
    with served(cli) as service:
        service.ask(QUESTIONS["ko"][0], session_id="restarted")
        assert service.stop() == 0
    with served(cli) as service:
        question, doc_id, words = FOLLOW_UPS["ko"]
        answer = service.ask(question, session_id="restarted")
        assert answer["turn_id"] == 2
        assert answer["ref_doc_ids"][0] == doc_id
        assert words in answer["answer"]
        assert service.client.delete("/v1/sessions/restarted").status_code == 204
        assert service.client.get("/v1/sessions/restarted/turns").status_code == 404


def test_terminated_it_stops_well_and_its_log_says_nothing_of_what_was_said(cli: Cli) -> None:
    with served_anew(cli) as service:
        service.ask("아무도 모르는 비밀번호는 1234인가요?", session_id="secret")
        os.kill(service.process.pid, signal.SIGTERM)
        assert service.process.wait(timeout=20) == 0
        log = service.log.read_text()
    assert '"turn": "secret/1"' in log
    assert "비밀번호" not in log


def test_a_port_that_is_taken_is_one_clear_line(service: Service, cli: Cli) -> None:
    port = str(service.client.base_url.port)
    done = cli.spawn("serve", "--port", port)
    assert done.returncode == 2
    assert f"cannot serve at 127.0.0.1:{port}" in done.stderr
    assert "--port" in done.stderr


def test_the_reference_and_the_description_are_served(service: Service) -> None:
    reference = service.client.get("/reference")
    assert reference.status_code == 200
    assert "default-src 'none'" in reference.headers["content-security-policy"]
    assert "/v1/chat" in reference.text
    assert service.client.get("/openapi.json").json()["openapi"].startswith("3.")
    assert service.client.get("/readyz").json() == {"status": "ready", "degraded": []}


def test_what_another_process_indexes_or_takes_out_is_known_at_once(service: Service, tmp_path: Path) -> None:
    (tmp_path / "sop_4520.md").write_text("# 방수 펌프 점검\n\n방수 펌프의 시험 압력은 0.7 MPa이다.\n", encoding="utf-8")
    question = "방수 펌프의 시험 압력은 얼마인가요?"
    assert "0.7 MPa" not in service.ask(question)["answer"]
    assert service.cli.run("index", str(tmp_path)).returncode == 0
    assert "0.7 MPa" in service.ask(question)["answer"]
    assert service.cli.run("documents", "delete", "sop_4520").returncode == 0
    assert "0.7 MPa" not in service.ask(question)["answer"]


def test_a_file_that_is_too_large_is_told_and_not_cut_off(service: Service) -> None:
    response = service.client.post("/v1/documents", files={"file": ("large.txt", b"a" * 70_000_000)})
    assert response.status_code == 413
    assert response.json()["error"]["type"] == "too_large"


def test_these_journeys_are_kept_from_reaching_outside(cli: Cli) -> None:
    for reach in ('s.connect(("192.0.2.1", 80))', 'socket.getaddrinfo("example.com", 80)'):
        code = f"import socket; s = socket.socket(); {reach}"
        done = subprocess.run([sys.executable, "-c", code], env=cli.environment(), capture_output=True, text=True, check=False)
        assert "REACHED OUT TO" in done.stderr
        assert "PermissionError" in done.stderr


def test_what_was_done_is_counted_and_how_things_stand(service: Service) -> None:
    service.ask("게이트 밸브 볼트는 몇 N·m로 조이나요?")
    response = service.client.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = response.text.splitlines()
    assert "ibidem_index_lag 0.0" in lines and any(line.startswith("ibidem_documents ") for line in lines)
    assert any(line.startswith('ibidem_step_seconds_count{step="retrieve"}') for line in lines)
    assert "게이트" not in response.text
