import json
from pathlib import Path

from cli.conftest import Terminal

ROW = {
    "id": "x",
    "language": "ko",
    "kind": "slot",
    "history": [[{"slot": 1, "doc_id": "a", "title": "A"}, {"slot": 2, "doc_id": "b", "title": "B"}]],
    "message": "2번 문서 보여줘",
    "expect": {"doc_ids": ["b"], "intent": "whole"},
}
WRONG = {**ROW, "id": "y", "language": "en", "message": "show me document 1"}


def write(folder: Path, *rows: dict[str, object]) -> Path:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


def test_what_is_right_is_counted(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal("eval", "references", str(write(tmp_path, ROW)))
    assert done.code == 0, done.err
    assert "wrong documents" in done.out and "1.000" in done.out and "got" not in done.out


def test_a_wrong_document_fails_and_is_shown(terminal: Terminal, tmp_path: Path) -> None:
    done = terminal("eval", "references", str(write(tmp_path, ROW, WRONG)))
    assert done.code == 1
    assert "show me document 1" in done.out and "got a (whole)" in done.out


def test_json_holds_every_miss(terminal: Terminal, tmp_path: Path) -> None:
    write(tmp_path, ROW, WRONG)
    done = terminal("eval", "references", str(tmp_path), "--json")
    assert done.code == 1
    said = json.loads(done.out)
    assert said["cases"] == 2 and said["wrong_documents"] == 1 and [miss["id"] for miss in said["misses"]] == ["y"]


def test_what_is_no_set_of_cases_is_told(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "cases.jsonl").write_text('{"id": 1}')
    done = terminal("eval", "references", str(tmp_path))
    assert done.code == 2 and "cases.jsonl:1" in done.err
