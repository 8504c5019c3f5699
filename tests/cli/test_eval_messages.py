"""`ibidem eval messages`: what is read of messages, by what they do or by what they point at."""

import json
from pathlib import Path

from journeys.doors import Cli

ROWS = '{"lang": "ko", "act": "approve", "text": "승인합니다"}\n{"lang": "en", "act": "reject", "text": "what is the torque?"}\n'
POINTING = (
    '{"id": "en-1", "language": "en", "kind": "slot", "message": "show me document 1",'
    ' "history": [[{"slot": 1, "doc_id": "sop_1203", "title": "O-ring"}]], "expect": {"doc_ids": ["sop_1203"]}}\n'
)


def test_acts_and_their_misses(tmp_path: Path) -> None:
    (tmp_path / "acts.jsonl").write_text(ROWS, encoding="utf-8")
    done = Cli(tmp_path).run("eval", "messages", str(tmp_path / "acts.jsonl"), "--explain")
    assert done.returncode == 0, done.stderr
    assert "what is the torque?" in done.stdout and "meant reject" in done.stdout
    found = json.loads(Cli(tmp_path).run("eval", "messages", str(tmp_path / "acts.jsonl"), "--json").stdout)
    assert (found["acts"]["rows"], found["acts"]["right"]) == (2, 1)


def test_pointers(tmp_path: Path) -> None:
    (tmp_path / "rows.jsonl").write_text(POINTING, encoding="utf-8")
    found = json.loads(Cli(tmp_path).run("eval", "messages", str(tmp_path / "rows.jsonl"), "--json").stdout)
    assert found == {"pointers": {"rows": 1, "right": 1, "wrong_documents": 0, "needless_questions": 0}}


def test_a_row_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "acts.jsonl").write_text('{"lang": "ko", "act": "agree", "text": "네"}', encoding="utf-8")
    done = Cli(tmp_path).run("eval", "messages", str(tmp_path / "acts.jsonl"))
    assert done.returncode != 0 and "acts.jsonl line 1" in done.stderr and "Traceback" not in done.stderr
