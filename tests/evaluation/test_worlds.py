"""A world is read with everything that its questions promise, and a malformed one is refused with file, line and field."""

import json
from pathlib import Path
from typing import Any

import pytest

from evaluation_worlds import FOOT, QUESTIONS, write_world
from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.worlds import faults_of, read_world, read_worlds


def changed(place: int, **fields: Any) -> list[dict[str, Any]]:
    """The questions of the toy world, with other fields in one of them."""
    return [one | fields if number == place else one for number, one in enumerate(QUESTIONS)]


def test_a_world_is_read(tmp_path: Path) -> None:
    world = read_world(write_world(tmp_path / "plant"))
    assert world.name == "plant"
    assert sorted(world.documents) == ["chiller.md", "ja/robot.md", "pump.md"]
    assert [(one.id, one.language, one.kind) for one in world.questions[:3]] == [
        ("p-1", "ko", "fact"),
        ("p-2", "en", "table"),
        ("p-3", "ja", "steps"),
    ]
    assert world.questions[4].history == ("냉각수는 언제 가나요?",)
    assert world.questions[1].answers[0].lead == "9 N·m"


def test_a_folder_holds_several_worlds(tmp_path: Path) -> None:
    for name in ("plant", "annex"):
        write_world(tmp_path / name)
    (tmp_path / "notes").mkdir()
    assert [world.name for world in read_worlds(tmp_path)] == ["annex", "plant"]
    assert [world.name for world in read_worlds(tmp_path / "plant")] == ["plant"]


def test_a_folder_without_a_world_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        InvalidInput, match=r"holds none; a world \(docs/ and questions\.jsonl\), a folder of worlds, or .*corpus"
    ):
        read_worlds(tmp_path)


ANSWER: dict[str, Any] = QUESTIONS[0]["answers"][0]


@pytest.mark.parametrize(
    ("questions", "told"),
    [
        (changed(1, lang="fr"), r"plant/questions\.jsonl line 2: lang: Input should be 'ko', 'en' or 'ja'"),
        (changed(1, kind="opinion"), r"line 2: kind: Input should be 'fact', 'table'"),
        (changed(2, answers="none"), r"line 3: answers: Input should be a valid array"),
        (changed(2, question=" "), r"line 3: question: is empty"),
        (changed(3, id="p-1"), r"line 4: id: 'p-1' stands there more than once; each id is allowed once"),
        (changed(3, question=QUESTIONS[0]["question"]), r"line 4: question: is asked twice"),
        (changed(4, history=[]), r"line 5: history: is empty.*'followup'"),
        (changed(4, history=[""]), r"line 5: history: holds an empty message"),
        (changed(5, kind="fact"), r"line 6: answers: 0 stand there.*'fact'.*'unanswerable' has none"),
        (changed(0, kind="unanswerable"), r"line 1: answers: 1 stand there"),
        (changed(0, answers=[ANSWER | {"doc": "press.md"}]), r"line 1: answers\.0\.doc: 'press\.md' is no document"),
        (changed(0, answers=[ANSWER | {"quote": "여섯 달마다 교체함"}]), r"quote: '여섯 달마다 교체함' is not in pump\.md"),
        (changed(0, answers=[ANSWER | {"quote": "", "lead": ""}]), r"answers\.0\.quote: is empty"),
        (changed(0, answers=[ANSWER | {"lead": "일곱 달"}]), r"answers\.0\.lead: '일곱 달' is no piece of the quote"),
        (changed(3, answers=[FOOT | {"lead": "2"}]), r"lead: '2' is no piece.*whole words and num"),
        ([], r"plant/questions\.jsonl: holds no question"),
    ],
)  # fmt: skip
def test_a_malformed_question_is_refused(tmp_path: Path, questions: list[dict[str, Any]], told: str) -> None:
    with pytest.raises(InvalidInput, match=told):
        read_world(write_world(tmp_path / "plant", questions))


def test_every_fault_is_listed(tmp_path: Path) -> None:
    questions = changed(0, lang="fr")
    questions[5] = questions[5] | {"question": "", "kind": "fact"}
    told = [str(fault) for fault in faults_of(write_world(tmp_path / "plant", questions))]
    assert [fault.partition(";")[0].removeprefix("plant/questions.jsonl ") for fault in told] == [
        "line 1: lang: Input should be 'ko', 'en' or 'ja'",
        "line 6: question: is empty",
        "line 6: answers: 0 stand there, and the question is of the kind 'fact'",
    ]


@pytest.mark.parametrize("missing", ["docs", "questions.jsonl"])
def test_half_a_world_is_refused(tmp_path: Path, missing: str) -> None:
    folder = write_world(tmp_path / "plant")
    (folder / missing).rename(tmp_path / "elsewhere")
    with pytest.raises(InvalidInput, match=rf"plant/{missing}"):
        read_worlds(tmp_path)


def test_a_quote_is_compared_only_with_documents_that_are_text(tmp_path: Path) -> None:
    folder = write_world(tmp_path / "plant", changed(0, answers=[ANSWER | {"doc": "pump.pdf", "quote": "여섯 달마다"}]))
    (folder / "docs" / "pump.pdf").write_bytes(b"%PDF\xff")
    assert faults_of(folder) == []
    (folder / "docs" / "latin.txt").write_bytes(b"\xff")
    with pytest.raises(InvalidInput, match=r"latin\.txt: is not UTF-8"):
        read_world(folder)


def test_a_line_that_is_no_json_is_refused(tmp_path: Path) -> None:
    folder = write_world(tmp_path / "plant")
    with (folder / "questions.jsonl").open("a", encoding="utf-8") as file:
        file.write("\n{'id': 1}\n" + json.dumps([]) + "\n")
    assert [str(fault).partition(";")[0][:40] for fault in faults_of(folder)] == [
        "plant/questions.jsonl line 8: Invalid JS",
        "plant/questions.jsonl line 9: Input shou",
    ]
