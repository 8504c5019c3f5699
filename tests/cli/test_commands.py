"""Every command on a small corpus: what it prints, what it leaves, and how it ends."""

import json
import re
from pathlib import Path

import pytest

from cli.conftest import Terminal
from ibidem.shapes.exports import SessionExport
from journeys.corpus import DOCUMENTS

QUESTIONS = {
    "ko": ("게이트 밸브 볼트는 몇 N·m로 조이나요?", "12 N·m", "sop_1203"),
    "en": ("What torque do the cover screws of the slit valve get?", "3.5 N·m", "sop_1422"),
    "ja": ("真空ポンプのドレンプラグは何N·mで締めますか?", "18 N·m", "sop_2101"),
}


def read(terminal: Terminal, *arguments: str, **environment: str):
    """The JSON that a command prints."""
    done = terminal(*arguments, "--json", **environment)
    assert done.code == 0, done.err
    return json.loads(done.out)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_json_is_what_the_service_sends(stocked: Terminal, language: str) -> None:
    question, words, doc_id = QUESTIONS[language]
    response = read(stocked, "ask", question, "--session", "terminal")
    assert response["ref_doc_ids"][0] == doc_id
    assert words in response["answer"]
    assert response["session_id"] == "terminal"
    assert read(stocked, "sessions", "show", "terminal")["turns"][0]["assistant_text"] == response["answer"]
    assert read(stocked, "search", question)["results"][0]["doc_id"] == doc_id
    assert words in read(stocked, "documents", "show", doc_id)["text"]


@pytest.mark.parametrize(
    ("language", "reply"), [("ko", "네, 이대로 답해줘"), ("en", "yes, go ahead"), ("ja", "はい、お願いします")]
)
def test_a_question_that_is_asked_back_says_how_to_go_on(stocked: Terminal, language: str, reply: str) -> None:
    question, words, doc_id = QUESTIONS[language]
    asked = stocked("ask", "--confirm-sources", question)
    assert asked.code == 5 and doc_id in asked.out
    (hint,) = asked.err.splitlines()
    session = re.search(r"`ibidem ask --session (\S+) \"\.\.\.\"`", hint)
    assert session is not None and session[1] not in asked.out
    answered = stocked("ask", "--session", session[1], reply)
    assert answered.code == 0 and answered.err == "" and words in answered.out


def test_a_question_that_is_asked_back_is_whole_json_for_a_program(stocked: Terminal) -> None:
    asked = stocked("ask", "--confirm-sources", "--session", "typed", QUESTIONS["en"][0], "--json")
    assert asked.code == 5 and "--session typed" in asked.err
    assert json.loads(asked.out)["status"] == "needs_input"


def test_documents_are_listed_in_pages(stocked: Terminal) -> None:
    everything = read(stocked, "documents", "list")
    assert len(everything["documents"]) == len(DOCUMENTS)
    assert everything["next_offset"] is None
    page = read(stocked, "documents", "list", "--limit", "3", "--offset", "3")
    assert page["documents"] == everything["documents"][3:6]
    assert page["next_offset"] == 6
    assert "--offset 3" in stocked("documents", "list", "--limit", "3").err


def test_a_conversation_is_typed_listed_gone_on_with_and_deleted(stocked: Terminal) -> None:
    typed = stocked("chat", "--session", "typed", typed="真空ポンプのドレンプラグは何N·mで締めますか?\n\nありがとう\n")
    assert typed.code == 0, typed.err
    assert "18 N·m" in typed.out
    again = stocked("chat", "--session", "typed", typed="では新しいオイルは何リットル入れますか?\n Quit \nありがとう\n")
    assert "1.2" in again.out
    (session,) = read(stocked, "sessions", "list")["sessions"]
    assert (session["session_id"], session["turns"]) == ("typed", 3)
    assert "typed" in stocked("sessions", "list").out
    assert read(stocked, "sessions", "list", "--offset", "1") == {"sessions": [], "next_offset": None, "total": 1}
    page = read(stocked, "sessions", "show", "typed", "--limit", "1", "--offset", "1")
    assert ([turn["turn_id"] for turn in page["turns"]], page["next_offset"]) == ([2], 2)
    assert "--offset 2" in stocked("sessions", "show", "typed", "--limit", "2").err
    assert "ドレンプラグ" in stocked("sessions", "show", "typed").out
    assert stocked("sessions", "delete", "typed").code == 0
    assert stocked("sessions", "show", "typed").code == 3


def test_a_conversation_is_named_branched_asked_anew_and_exported(stocked: Terminal, tmp_path: Path) -> None:
    asked = "真空ポンプのドレンプラグは何N·mで締めますか?"
    assert stocked("ask", "--session", "s", asked).code == 0
    assert stocked("ask", "--session", "s", "--anew", "게이트 밸브 볼트는 몇 N·m로 조여?").code == 0
    turns = read(stocked, "sessions", "show", "s")["turns"]
    assert [(one["turn_id"], one["replaces"], one["replaced_by"]) for one in turns] == [(1, None, 2), (2, 1, None)]
    assert "밸브 토크" in stocked("sessions", "rename", "s", " 밸브 토크 ").out
    assert "밸브 토크" in stocked("sessions", "list").out
    branch = read(stocked, "sessions", "branch", "s", "1")
    assert (branch["turns"], branch["first_question"], branch["branched_from"]["session_id"]) == (1, asked, "s")
    markdown = stocked("sessions", "export", "s").out
    assert markdown.startswith("# 밸브 토크\n") and f"> {asked}" in markdown and "出典:\n\n- [1] " in markdown
    assert stocked("sessions", "export", "s", "--format", "json", "--output", str(tmp_path / "s.json")).code == 0
    assert [one.turn_id for one in SessionExport.model_validate_json((tmp_path / "s.json").read_text("utf-8")).turns] == [1, 2]
    for arguments in (("export", "nobodys", "--output", str(tmp_path / "x")), ("branch", "s", "9"), ("rename", "nobodys", "x")):
        assert stocked("sessions", *arguments).code == 3
    assert not (tmp_path / "x").exists()
    assert stocked("ask", "--anew", "hello").code == 2
    assert stocked("sessions", "rename", "s", "x" * 201).code == 2


def test_a_search_prints_passages_and_is_narrowed(stocked: Terminal) -> None:
    assert stocked("search", "slit valve O-ring").out.startswith("1. Replacing the slit valve O-ring (sop_1422)")
    narrowed = stocked("search", "gate valve torque 토크 밸브", "--device", "SUPRA XP", "--doc-type", "sop").out
    mistyped = stocked("search", "gate valve torque", "--device", "SUPRA YP", "--doc-type", "sop").err
    assert "no document has the device 'SUPRA YP'; there are: " in mistyped and "SUPRA XP" in mistyped
    assert "document type" not in mistyped
    assert "sop_1422" not in narrowed and "sop_1203" in narrowed


def test_a_document_is_shown_and_taken_out(stocked: Terminal) -> None:
    assert "O-ring" in stocked("documents", "show", "sop_1422").out
    assert stocked("documents", "delete", "sop_1422").code == 0
    gone = stocked("documents", "show", "sop_1422")
    assert gone.code == 3
    assert "sop_1422" in gone.err
    assert "sop_1422" not in stocked("search", "slit valve O-ring").out


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("ask", "  "), 2, "message: is empty"),
        (("ask", "x" * 9000), 2, "at most 8,000"),
        (("ask", "hi", "--session", "../etc"), 2, "session_id"),
        (("search", "\x07"), 2, "control characters"),
        (("sessions", "show", "nobody"), 3, "nobody"),
        (("sessions", "delete", "nobody"), 3, "nobody"),
        (("documents", "show", "nothing"), 3, "nothing"),
        (("documents", "delete", "nothing"), 3, "nothing"),
        (("ask", "hi", "--profile", "nonsense"), 2, "nonsense"),
        (("index", "no-such-folder"), 2, "no-such-folder"),
        (("chat", "--script", "no-such-file"), 2, "no-such-file"),
        (("sessions", "list", "--limit", "many"), 2, "many"),
        (("serve", "--port", "70000"), 2, "70000"),
        (("serve", "--host", "256.1.1.1"), 2, "256.1.1.1"),
        (("eval", "retrieval", "no-such-folder"), 2, "no-such-folder"),
    ],
)
def test_a_mistake_is_one_clear_line(stocked: Terminal, arguments: tuple[str, ...], code: int, said: str) -> None:
    done = stocked(*arguments)
    assert done.code == code, done.err
    assert said in done.err
    assert done.out == ""


def test_a_script_that_is_no_text_is_a_mistake(stocked: Terminal, tmp_path: Path) -> None:
    (tmp_path / "script").write_bytes(b"\xff\xfe\x00")
    done = stocked("chat", "--script", "script")
    assert done.code == 2
    assert "UTF-8" in done.err


def test_a_bad_message_typed_into_a_pipe_ends_the_conversation(stocked: Terminal) -> None:
    done = stocked("chat", typed="\x01\n")
    assert done.code == 2
    assert "control characters" in done.err


def test_the_doctor_finds_a_well_kept_store_well(stocked: Terminal) -> None:
    done = stocked("doctor")
    assert done.code == 0, done.out
    assert f"{len(DOCUMENTS)} documents" in done.out and "in step with the store" in done.out
    assert "problem" not in done.out


def test_the_doctor_only_looks(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal("doctor")
    assert done.code == 0
    assert "does not exist yet" in done.out
    assert not (tmp_path / "data").exists()


def test_the_doctor_says_who_is_let_in(stocked: Terminal) -> None:
    def access(**given: str) -> dict[str, tuple[str, str]]:
        done = stocked("doctor", "--json", **given)
        assert "ibk_" not in done.out
        found = {one["about"]: (one["state"], one["found"]) for one in json.loads(done.out)["findings"]}
        return {about: found[about] for about in ("access", "identity provider") if about in found}

    assert access() == {
        "access": ("ok", "no keys: whoever reaches 127.0.0.1 on this machine may do everything; no other machine does")
    }
    state, found = access(IBIDEM_HOST="0.0.0.0")["access"]
    assert state == "problem" and "0.0.0.0" in found and "will not start" in found
    key = read(stocked, "keys", "add", "mina")
    assert access(IBIDEM_HOST="0.0.0.0")["access"] == ("ok", "1 valid keys of 1 that were made; every request needs one")
    stocked("keys", "revoke", key["key_id"])
    assert access()["access"][0] == "note" and "nobody is let in" in access()["access"][1]
    issuer = {"IBIDEM_OIDC_ISSUER": "http://127.0.0.1:9/realm", "IBIDEM_OIDC_AUDIENCE": "ibidem"}
    told = access(**issuer)
    assert "token of the identity provider" in told["access"][1]
    assert told["identity provider"][0] == "problem"


def test_the_doctor_knows_the_models_without_asking_them(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "set IBIDEM_MODEL" in terminal("doctor").out
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    done = terminal(
        "doctor", IBIDEM_MODEL="openai:gpt-5", ANTHROPIC_API_KEY="sk-secret", IBIDEM_LIGHT_MODEL="anthropic:claude-opus-5"
    )
    assert done.code == 1
    assert "openai:gpt-5, but there is no key: set OPENAI_API_KEY or OPENAI_BASE_URL" in done.out
    assert "anthropic:claude-opus-5; its server was not asked" in done.out and "sk-secret" not in done.out
    known = terminal("doctor", IBIDEM_MODEL="openai:llama3.1:8b", OPENAI_BASE_URL="http://127.0.0.1:9/v1")
    assert known.code == 0 and "openai:llama3.1:8b; its server was not asked" in known.out


@pytest.mark.parametrize("address", ["ftp://x", "http://[::1", "notaurl"])
def test_an_address_that_is_none_is_told_of_the_model(stocked: Terminal, address: str) -> None:
    given = {"IBIDEM_MODEL": "openai:m", "OPENAI_API_KEY": "sk-secret", "OPENAI_BASE_URL": address}
    done = stocked("doctor", "--json", **given)
    assert done.code == 1 and "sk-secret" not in done.out
    findings = {finding["about"]: finding for finding in json.loads(done.out)["findings"]}
    assert [about for about, finding in findings.items() if finding["state"] == "problem"] == ["model"]
    assert "OPENAI_BASE_URL is no address" in findings["model"]["found"] and "https://" in findings["model"]["remedy"]
    asked = stocked("ask", "hi", **given)
    (line,) = asked.err.splitlines()
    assert asked.code == 2 and "OPENAI_BASE_URL is no address of a server: write http://" in line


def test_the_doctor_tells_of_what_is_broken(stocked: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data" / "ibidem.sqlite3").write_bytes(b"this is not a database" * 100)
    (tmp_path / "ibidem.toml").write_text('profile = "nonsense.toml"\n')
    done = stocked("doctor", "--json", IBIDEM_PROFILE="")
    assert done.code == 1
    findings = {finding["about"]: finding for finding in json.loads(done.out)["findings"]}
    assert findings["profile"]["state"] == "problem"
    assert findings["settings"]["found"].endswith("ibidem.toml")
    damaged = stocked("doctor", "--json", "--profile", "policy")
    assert damaged.code == 1
    findings = {finding["about"]: finding for finding in json.loads(damaged.out)["findings"]}
    assert findings["store"]["state"] == "problem"
    assert "restore it from a copy" in findings["store"]["found"]


def test_feedback_is_written_into_a_new_folder(stocked: Terminal, tmp_path: Path) -> None:
    stocked("ask", QUESTIONS["ko"][0])
    done = stocked("feedback", str(tmp_path / "set"))
    assert done.code == 0 and "0 rated turns" in done.out
    assert {file.name for file in (tmp_path / "set").rglob("*") if file.is_file()} == {
        "queries.jsonl",
        "test.tsv",
        "answers.jsonl",
        "corpus.jsonl",
    }
    assert "sop_2101" in (tmp_path / "set" / "corpus.jsonl").read_text(encoding="utf-8")
    again = stocked("feedback", str(tmp_path / "set"))
    assert again.code == 2 and "is not empty" in again.err


def test_the_index_is_built_anew(stocked: Terminal) -> None:
    done = stocked("rebuild")
    assert done.code == 0, done.err
    assert read(stocked, "search", QUESTIONS["ja"][0])["results"][0]["doc_id"] == "sop_2101"


def test_the_diagram_is_mermaid(terminal: Terminal) -> None:
    assert terminal("diagram").out.startswith("flowchart TD")


def test_readers_are_kept_apart(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.mkdir()
    (folder / "salary.md").write_text(
        "---\nreaders: [인사팀]\n---\n# 급여 등급표\n\n3등급의 기본급은 사백만 원이다.\n", encoding="utf-8"
    )
    (folder / "leave.md").write_text("# 연차 휴가\n\n연차 휴가는 일 년에 열다섯 날이다.\n", encoding="utf-8")
    assert terminal("index", str(folder), "--profile", "policy").code == 0
    outside = {document["doc_id"] for document in read(terminal, "documents", "list")["documents"]}
    inside = {document["doc_id"] for document in read(terminal, "documents", "list", IBIDEM_GROUPS="인사팀")["documents"]}
    assert len(outside) == 1 and len(inside) == 2
    (hidden,) = inside - outside
    assert terminal("documents", "show", hidden).code == 3
    assert "사백만" not in terminal("ask", "3등급의 기본급은 얼마인가요?").out
    assert "사백만" in terminal("ask", "3등급의 기본급은 얼마인가요?", IBIDEM_GROUPS="인사팀").out
    assert "1 documents are for other groups" in terminal("doctor").out


def test_a_folder_says_whose_its_documents_are(terminal: Terminal, tmp_path: Path) -> None:
    owners = {"가온정보": "부업 규정", "Beacon Works": "Side jobs", "ツクロア": "副業の規程"}
    for number, (owner, title) in enumerate(owners.items()):
        (tmp_path / "in" / f"f{number}").mkdir(parents=True)
        (tmp_path / "in" / f"f{number}" / "folder.meta.yaml").write_text(f"owner: {owner}\n", encoding="utf-8")
        (tmp_path / "in" / f"f{number}" / "jobs.md").write_text(f"# {title}\n\nSide jobs 7.\n", encoding="utf-8")
    assert terminal("index", str(tmp_path / "in")).code == 0
    assert {document["owner"] for document in read(terminal, "documents", "list")["documents"]} == set(owners)
    for owner, title in owners.items():
        assert re.fullmatch(rf"f\d/jobs +document +\w\w +{title} +{owner}\n", terminal("documents", "list", "--owner", owner).out)
        (found,) = read(terminal, "search", "side jobs", "--owner", owner)["results"]
        assert (found["owner"], found["title"]) == (owner, title)
        assert f", {owner})" in terminal("search", "side jobs", "--owner", owner).out
    (tmp_path / "in" / "f0" / "folder.meta.yaml").write_text("company: 나린소프트\n", encoding="utf-8")
    assert terminal("index", str(tmp_path / "in")).out.startswith("1 indexed, 2 unchanged")
    assert "부업 규정" in terminal("documents", "list", "--owner", "나린소프트").out


def test_what_a_document_says_does_not_speak_to_the_terminal(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / "evil"
    folder.mkdir()
    (folder / "evil.txt").write_text(
        "Torque table\n\n\x1b]0;owned\x07The torque of the \x1b[31mred\u202e bolt is 7 N·m.\n", encoding="utf-8"
    )
    assert terminal("index", str(folder)).code == 0
    for arguments in (
        ("ask", "What is the torque of the red bolt?"),
        ("search", "torque red bolt"),
        ("documents", "show", "evil"),
    ):
        done = terminal(*arguments)
        assert "\x1b" not in done.out and "\x07" not in done.out and "\u202e" not in done.out
        assert "bolt is 7 N·m" in done.out


def test_a_service_whose_store_does_not_open_ends_with_the_reason(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "ibidem.sqlite3").write_bytes(b"this is not a database" * 100)
    done = terminal("serve", "--port", "0", "--profile", "policy", IBIDEM_LOG_LEVEL="error")
    assert done.code == 4
    (reason,) = done.err.splitlines()
    assert "restore it from a copy" in reason
    assert done.out == ""
