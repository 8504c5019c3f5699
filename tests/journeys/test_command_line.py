"""What a person at a terminal goes through."""

import os
import re
import signal
from pathlib import Path

import pytest

from journeys.corpus import DOCUMENTS, write_corpus
from journeys.doors import Cli, ended

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "12 N·m", "sop_1203"),
    "en": ("What torque do the cover screws of the slit valve get?", "3.5 N·m", "sop_1422"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "18 N·m", "sop_2101"),
}


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_a_question_is_answered_with_its_sources_under_it(cli: Cli, language: str) -> None:
    question, words, doc_id = QUESTIONS[language]
    done = cli.run("ask", question)
    assert done.returncode == 0, done.stderr
    answer, sources = done.stdout.split("\n\n", 1)
    assert words in answer
    assert re.search(rf"^  \[1\] .+ \({doc_id}\)$", sources, flags=re.MULTILINE)


def test_json_is_what_the_service_sends(cli: Cli) -> None:
    question, words, doc_id = QUESTIONS["ko"]
    response = cli.json("ask", question, "--session", "terminal")
    assert response["ref_doc_ids"][0] == doc_id
    assert words in response["answer"]
    assert response["session_id"] == "terminal"
    assert cli.json("sessions", "show", "terminal")["turns"][0]["assistant_text"] == response["answer"]
    assert cli.json("search", question)["results"][0]["doc_id"] == doc_id
    listed = {document["doc_id"] for document in cli.json("documents", "list")["documents"]}
    assert len(listed) == len(DOCUMENTS)
    assert "12 N·m" in cli.json("documents", "show", "sop_1203")["text"]


def test_a_script_is_played_message_by_message(cli: Cli) -> None:
    script = cli.home / "script.txt"
    script.write_text(
        "# 대화 하나\n게이트 밸브 볼트는 몇 N·m로 조이나요?\n\n그다음에 누설률은 얼마 이하여야 해?\n고마워요\n", encoding="utf-8"
    )
    done = cli.run("chat", "--script", str(script), "--session", "played")
    assert done.returncode == 0, done.stderr
    assert re.findall(r"^> (.*)$", done.stdout, flags=re.MULTILINE) == [
        "게이트 밸브 볼트는 몇 N·m로 조이나요?",
        "그다음에 누설률은 얼마 이하여야 해?",
        "고마워요",
    ]
    assert "12 N·m" in done.stdout and "1.0E-9" in done.stdout
    assert "(sop_1203)" in done.stdout
    assert len(cli.json("sessions", "show", "played")["turns"]) == 3


def test_each_script_is_a_conversation_of_its_own(cli: Cli) -> None:
    scripts = [cli.home / "thanks.txt", cli.home / "danke.txt"]
    scripts[0].write_text("Thanks!\n", encoding="utf-8")
    scripts[1].write_text("고마워요\nありがとう\n", encoding="utf-8")
    done = cli.run("chat", "--script", str(scripts[0]), "--script", str(scripts[1]))
    assert done.returncode == 0, done.stderr
    turns = {session["first_question"]: session["turns"] for session in cli.json("sessions", "list")["sessions"]}
    assert (turns["Thanks!"], turns["고마워요"]) == (1, 2)


def test_a_conversation_is_typed_listed_gone_on_with_and_deleted(cli: Cli) -> None:
    typed = cli.run("chat", "--session", "typed", typed="真空ポンプのドレンプラグは何N·mで締めますか?\n\nありがとう\n")
    assert typed.returncode == 0, typed.stderr
    assert "18 N·m" in typed.stdout
    again = cli.run("chat", "--session", "typed", typed="では新しいオイルは何リットル入れますか?")
    assert "1.2" in again.stdout
    (session,) = cli.json("sessions", "list")["sessions"]
    assert (session["session_id"], session["turns"]) == ("typed", 3)
    assert "typed" in cli.run("sessions", "list").stdout
    assert "ドレンプラグ" in cli.run("sessions", "show", "typed").stdout
    assert cli.run("sessions", "delete", "typed").returncode == 0
    assert cli.run("sessions", "show", "typed").returncode == 3


def test_a_document_is_shown_and_taken_out(cli: Cli) -> None:
    assert "O-ring" in cli.run("documents", "show", "sop_1422").stdout
    assert cli.run("documents", "delete", "sop_1422").returncode == 0
    gone = cli.run("documents", "show", "sop_1422")
    assert gone.returncode == 3
    assert "sop_1422" in gone.stderr
    assert "sop_1422" not in cli.run("search", "slit valve O-ring").stdout


def test_indexing_reports_what_it_did_and_does_nothing_twice(tmp_path: Path) -> None:
    cli = Cli(tmp_path)
    folder = write_corpus(tmp_path / "corpus")
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7 no more than that")
    (folder / "blank.txt").write_text(" \n")
    first = cli.run("index", str(folder))
    assert first.returncode == 1, "a file could not be read"
    assert re.search(r"^broken\.pdf: .+; .+$", first.stderr, flags=re.MULTILINE)
    assert re.search(r"^blank\.txt: .+; .+$", first.stderr, flags=re.MULTILINE)
    assert re.search(rf"^{len(DOCUMENTS)} indexed, 0 unchanged, 2 failed", first.stdout, flags=re.MULTILINE)
    (folder / "broken.pdf").unlink()
    (folder / "blank.txt").unlink()
    second = cli.run("index", str(folder))
    assert second.returncode == 0, second.stderr
    assert re.search(rf"^0 indexed, {len(DOCUMENTS)} unchanged, 0 failed", second.stdout, flags=re.MULTILINE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_while_indexing_it_stops_cleanly_and_goes_on_later(tmp_path: Path, number: signal.Signals) -> None:
    cli = Cli(tmp_path)
    folder = tmp_path / "many"
    folder.mkdir()
    for index in range(4000):
        (folder / f"sop_{10000 + index}.txt").write_text(
            f"점검 항목 {index}\n\n" + f"밸브 {index}번을 확인한다. " * 40, encoding="utf-8"
        )
    with ended(cli.start("index", str(folder))) as process:
        while not (cli.data / "ibidem.sqlite3").exists():
            assert process.poll() is None
        if number == signal.SIGINT:
            os.killpg(process.pid, number)
        else:
            process.send_signal(number)
        _, err = process.communicate()
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert cli.run("doctor").returncode == 0
    stored = cli.json("documents", "list", "--limit", "5000")["documents"]
    assert len(stored) < 4000, "it was interrupted before it was through"


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("ask", "  "), 2, "message: is empty"),
        (("ask", "x" * 9000), 2, "at most 8,000"),
        (("ask", "hi", "--session", "../etc"), 2, "session_id"),
        (("sessions", "show", "nobody"), 3, "nobody"),
        (("sessions", "delete", "nobody"), 3, "nobody"),
        (("documents", "show", "nothing"), 3, "nothing"),
        (("ask", "hi", "--profile", "nonsense"), 2, "nonsense"),
        (("index", "no-such-folder"), 2, "no-such-folder"),
        (("chat", "--script", "no-such-file"), 2, "no-such-file"),
    ],
)
def test_a_mistake_is_one_clear_line(cli: Cli, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = cli.run(*arguments)
    assert done.returncode == code, done.stderr
    assert said in done.stderr


def test_the_doctor_tells_what_is_missing_and_what_is_wrong(cli: Cli, tmp_path: Path) -> None:
    well = cli.run("doctor")
    assert well.returncode == 0, well.stdout
    assert "8 documents" in well.stdout and "in step with the store" in well.stdout
    nothing = Cli(tmp_path / "nothing")
    nothing.home.mkdir()
    fresh = nothing.run("doctor")
    assert fresh.returncode == 0
    assert "does not exist yet" in fresh.stdout
    assert not nothing.data.exists(), "the doctor only looks"
    (cli.data / "ibidem.sqlite3").write_bytes(b"this is not a database" * 100)
    findings = cli.run("doctor", "--json")
    assert findings.returncode == 1
    assert '"problem"' in findings.stdout


def test_the_index_is_built_anew(cli: Cli) -> None:
    done = cli.run("rebuild")
    assert done.returncode == 0, done.stderr
    assert cli.json("search", QUESTIONS["ja"][0])["results"][0]["doc_id"] == "sop_2101"


def test_the_diagram_is_mermaid(cli: Cli) -> None:
    assert cli.run("diagram").stdout.startswith("flowchart TD")


def test_readers_are_kept_apart(tmp_path: Path) -> None:
    cli = Cli(tmp_path, profile="policy")
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "salary.md").write_text(
        "---\nreaders: [인사팀]\n---\n# 급여 등급표\n\n3등급의 기본급은 사백만 원이다.\n", encoding="utf-8"
    )
    (folder / "leave.md").write_text("# 연차 휴가\n\n연차 휴가는 일 년에 열다섯 날이다.\n", encoding="utf-8")
    assert cli.run("index", str(folder)).returncode == 0
    outside = {document["doc_id"] for document in cli.json("documents", "list")["documents"]}
    inside = {document["doc_id"] for document in cli.json("documents", "list", IBIDEM_GROUPS="인사팀")["documents"]}
    assert len(outside) == 1 and len(inside) == 2
    (hidden,) = inside - outside
    assert cli.run("documents", "show", hidden).returncode == 3
    assert "사백만" not in cli.run("ask", "3등급의 기본급은 얼마인가요?").stdout
    assert "사백만" in cli.run("ask", "3등급의 기본급은 얼마인가요?", IBIDEM_GROUPS="인사팀").stdout
    assert "1 documents are for other groups" in cli.run("doctor").stdout
