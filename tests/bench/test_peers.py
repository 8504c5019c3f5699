"""`bench/peers.py` asks two programs the same and compares what they take; a script is the peer here, for nothing is fetched."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from module_files import module_beside

BENCH = Path(__file__).parents[2] / "bench"

peers = module_beside(BENCH / "peers.py", "engine", "instant", "parts", "turn")

# As the peer's own side, but every file "answers" every message.
PEER = """
import json, sys
for line in sys.stdin:
    request = json.loads(line)
    if "index" in request:
        said = {"chunks": 60, "seconds": 0.5, "cpu": 0.5, "memory": 10.0}
    else:
        said = {"seconds": 0.01, "cpu": 0.01, "files": ["000000.md", "000001.md", "000002.md"], "memory": 10.0}
    print(json.dumps(said), flush=True)
"""
SQUAD = {
    "data": [
        {
            "title": "석빙고_(경주)",
            "paragraphs": [
                {
                    "context": "경주 석빙고는 1738년에 다시 지었고  안에 얼음을 넣어 두던 창고이다.",
                    "qas": [{"question": "경주 석빙고를 다시 지은 해는?"}],
                },
                {"context": "The ice house was rebuilt in stone.", "qas": [{"question": "What was rebuilt in stone?"}]},
                {"context": "氷室は石で建て直された。", "qas": [{"question": "石で建て直されたものは何ですか?"}]},
            ],
        }
    ]
}


def test_passages_are_the_distinct_ones_of_a_squad_file_and_copies_with_other_words(tmp_path: Path) -> None:
    (tmp_path / "squad.json").write_text(json.dumps(SQUAD), encoding="utf-8")
    originals = peers.read_squad(tmp_path / "squad.json")
    assert [one.title for one in originals] == ["석빙고 (경주)"] * 3
    assert originals[0].text == "경주 석빙고는 1738년에 다시 지었고 안에 얼음을 넣어 두던 창고이다."
    made = list(peers.copies(originals, 300))
    assert made[:3] == originals and len(made) == 300
    assert all(not one.asked for one in made[3:])
    words, copied = originals[0].text.split(), [one.text.split() for one in made[3::3]]
    assert all(len(one) == len(words) for one in copied)
    kept = sum(a == b for one in copied for a, b in zip(words, one, strict=True)) / (len(copied) * len(words))
    assert 0.6 < kept < 0.75, "a third of the words are changed, some of them into themselves"


def test_what_can_be_asked_names_the_file_that_answers(tmp_path: Path) -> None:
    asked = peers.write_corpus(peers.made_up(50), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["000000.md", "000001.md", "000002.md"]
    assert len(asked) == 50 and {one.file for one in asked} == {path.name for path in tmp_path.iterdir()}
    text = (tmp_path / asked[45].file).read_text(encoding="utf-8").lower()
    words = [word for word in asked[45].message.lower().rstrip("?").split() if word.endswith("o") and len(word) > 3]
    assert words and all(word in text for word in words)
    assert text.count("\n## ") == 10


def test_the_sides_are_asked_the_same_and_compared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "peer.py").write_text(PEER, encoding="utf-8")
    documents = tmp_path / "documents"
    documents.mkdir()
    asked = peers.write_corpus(peers.made_up(60), documents)
    scripted = peers.Side.start(peers.PEER, [sys.executable, str(tmp_path / "peer.py")])
    environment = {"IBIDEM_EMBEDDER": "none", "IBIDEM_RERANKER": "none"}
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    command = peers.commands(tmp_path, tmp_path, ["words"])["ibidem, words"]
    ours = peers.Side.start("ibidem, words", command)
    try:
        for side in (scripted, ours):
            side.indexed = side.call(index=str(documents))
        peers.converse([scripted, ours], asked, 2)
        peers.report([scripted, ours], 2)
    finally:
        scripted.end()
        ours.end()
    assert ours.indexed["chunks"] == 60
    assert [len(side.taken) for side in (scripted, ours)] == [2, 2]
    assert ours.answered == scripted.answered == 20, "each turn of both sessions is answered from some file"
    assert ours.rightly > 10
    table = capsys.readouterr().out
    assert "LlamaIndex" in table and "ibidem, words" in table and "60" in table


def test_an_environment_that_is_not_there_is_not_made_unasked(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, str(BENCH / "peers.py"), "--environment", str(tmp_path / "none")],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2 and "--install makes it" in done.stderr
    assert not (tmp_path / "none").exists()
