"""`ibidem eval answers` recognises what it is given by its form."""

import json
from pathlib import Path

from cli.conftest import Terminal
from evaluation_worlds import QUESTIONS, write_world


def test_a_world_is_measured_for_people_and_for_programs(terminal: Terminal, tmp_path: Path) -> None:
    write_world(tmp_path / "plant", [*QUESTIONS[:3], QUESTIONS[5]])
    done = terminal("eval", "answers", "plant", "--json", IBIDEM_EMBEDDER="none")
    assert done.code == 0, done.err
    rows = json.loads(done.out)
    assert [row["language"] for row in rows] == ["ko", "en", "ja", "all"]
    assert (rows[-1]["answerable"], rows[-1]["unanswerable"], rows[-1]["cited"]) == (3, 1, 1.0)
    done = terminal("eval", "answers", "plant", "--limit", "2", "--misses", IBIDEM_EMBEDDER="none")
    assert done.code == 0 and done.out.splitlines()[-1].startswith("all ")
    assert not (tmp_path / "data").exists()


def test_how_right_answers_were_is_kept_beside_the_store(terminal: Terminal, tmp_path: Path) -> None:
    write_world(tmp_path / "plant", [*QUESTIONS[:3], QUESTIONS[5]])
    done = terminal("eval", "answers", "plant", "--keep")
    assert done.code == 2 and "--keep keeps figures beside your store" in done.err and done.out == ""
    (tmp_path / "data").mkdir()
    done = terminal("eval", "answers", "plant", "--keep")
    assert done.code == 2 and "without a reader (IBIDEM_RERANKER)" in done.err
    done = terminal("eval", "answers", "plant", "--keep", "--json", IBIDEM_RERANKER="")
    assert done.code == 0, done.err
    kept = json.loads((tmp_path / "data" / "measured.json").read_text())["sets"]
    assert list(kept) == ["plant"] and [right for _, right in kept["plant"]][:3] == [True] * 3
    assert len(kept["plant"]) <= 4 and all(0 <= share <= 1 for share, _ in kept["plant"])


def test_a_malformed_world_is_refused_with_its_line(terminal: Terminal, tmp_path: Path) -> None:
    write_world(tmp_path / "plant", [QUESTIONS[0], QUESTIONS[1] | {"lang": "fr"}])
    done = terminal("eval", "answers", "plant")
    assert done.code == 2 and "plant/questions.jsonl line 2: lang:" in done.err and done.out == ""


def test_the_options_for_worlds_are_refused_on_another_data_set(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "corpus.jsonl").write_text("")
    done = terminal("eval", "answers", ".", "--limit", "2")
    assert done.code == 2 and "--limit, --misses and --keep are for worlds" in done.err
    done = terminal("eval", "answers", "data", "--limit", "2")
    assert done.code == 2 and "does not exist" in done.err
