"""Memory is measured on a folder of conversations, and a folder that is none is refused with file and line."""

import json
from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.memory import evaluate_memory

TURNS = [
    ("1:56 pm on 8 May, 2023", "Ann: The red pump leaks again."),
    ("1:56 pm on 8 May, 2023", "Ben: 게이트 밸브를 교체했습니다."),
    ("9:00 am on 11 May, 2023", "Ann: センサーのケーブルを点検しました。"),
    ("2023-05-12T10:00:00", "Ben: Lunch is at noon."),
]
QUESTIONS = [
    ("q1", "Which pump leaks?", "single-hop", 1),
    ("q2", "게이트 밸브는 어떻게 됐나요?", "multi-hop", 2),
    ("q3", "センサーのケーブルは?", "single-hop", 3),
]


def conversations(folder: Path, *, ts: str = "", evidence: str = "s:1") -> Path:
    """A folder of one conversation, with another time or evidence where one is given."""
    turns = [
        {"session_id": "s", "turn_id": number, "ts": ts or when, "user_text": text, "assistant_text": ""}
        for number, (when, text) in enumerate(TURNS, 1)
    ]
    queries = [{"_id": key, "session_id": "s", "text": text, "category": kind} for key, text, kind, _ in QUESTIONS]
    (folder / "qrels").mkdir(parents=True)
    (folder / "turns.jsonl").write_text("\n".join(map(json.dumps, turns)), encoding="utf-8")
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, queries)), encoding="utf-8")
    judged = [f"{key}\ts:{number}\t1" for key, _, _, number in QUESTIONS]
    judged[0] = f"q1\t{evidence}\t1"
    (folder / "qrels/test.tsv").write_text("query-id\tcorpus-id\tscore\n" + "\n".join(judged), encoding="utf-8")
    return folder


async def test_each_policy_is_measured_by_category(tmp_path: Path) -> None:
    counted: list[tuple[str, int, int]] = []
    scores = await evaluate_memory(conversations(tmp_path / "set"), None, lambda *done: counted.append(done))
    assert set(scores) == {(p, c) for p in ("recent", "words") for c in ("all", "single-hop", "multi-hop")}
    assert scores["words", "all"].recall_at_5 == scores["words", "all"].hit_at_5 == 1
    assert scores["words", "all"].sitting_recall_at_10 == 1
    assert (scores["words", "all"].questions, scores["words", "single-hop"].questions) == (3, 2)
    assert counted[0] == ("turns", 4, 4) and counted[-1] == ("questions", 3, 3)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"ts": "yesterday"}, "turns.jsonl turn 1.*'yesterday'.*ISO 8601"),
        ({"evidence": "s:9"}, "qrels/test.tsv.*session_id:turn_id"),
    ],
)
async def test_a_folder_that_is_no_set_is_refused(tmp_path: Path, changed: dict[str, str], problem: str) -> None:
    with pytest.raises(InvalidInput, match=problem):
        await evaluate_memory(conversations(tmp_path / "set", **changed), None, lambda *_: None)


async def test_turns_have_to_stand_in_their_order(tmp_path: Path) -> None:
    folder = conversations(tmp_path / "set")
    lines = (folder / "turns.jsonl").read_text(encoding="utf-8").split("\n")
    (folder / "turns.jsonl").write_text("\n".join(reversed(lines)), encoding="utf-8")
    with pytest.raises(InvalidInput, match="turn_id does not grow"):
        await evaluate_memory(folder, None, lambda *_: None)
