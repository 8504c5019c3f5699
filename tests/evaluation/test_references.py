import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.references import ReferenceCase, evaluate_references, read_cases

CASES = Path(__file__).parents[1] / "references"
ROW: dict[str, object] = {
    "id": "x",
    "language": "en",
    "kind": "slot",
    "history": [[{"slot": 1, "doc_id": "a", "title": "A"}, {"slot": 2, "doc_id": "b", "title": "B"}]],
    "message": "show me document 2",
    "expect": {"doc_ids": ["b"], "intent": "whole"},
}


@cache
def all_cases() -> list[ReferenceCase]:
    return read_cases(CASES)


def write(folder: Path, *rows: dict[str, object]) -> Path:
    file = folder / "cases.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return file


def test_rows_may_share_a_conversation(tmp_path: Path):
    shared = {"history_id": "h1", "history": ROW["history"]}
    own, by_id, twice = ROW, {**ROW, "id": "y", "history": "h1"}, {**ROW, "id": "z", "history": "h1"}
    cases = read_cases(write(tmp_path, own, shared, by_id, twice))
    assert [case.id for case in cases] == ["x", "y", "z"]
    assert cases[0].history == cases[1].history == cases[2].history != ()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({**ROW, "id": "y", "history": "h2"}, "no line above has the history_id 'h2'"),
        ({"history_id": "h1", "history": []}, "'h1' is given to another conversation above"),
        ({"history_id": "h2", "history": "h1"}, "history: "),
        ({"history_id": "h2", "history": [], "message": "hi"}, "message: "),
    ],
)
def test_a_conversation_that_cannot_be_shared_is_named_by_its_line(tmp_path: Path, line: dict[str, object], said: str):
    with pytest.raises(InvalidInput, match=r"cases\.jsonl:2") as error:
        read_cases(write(tmp_path, {"history_id": "h1", "history": ROW["history"]}, line))
    assert said in str(error.value)


@pytest.mark.parametrize("file", sorted(CASES.glob("*.jsonl")), ids=lambda file: file.stem)
def test_every_conversation_is_stored_once(file: Path):
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    stored = Counter(json.dumps(line["history"]) for line in lines if line["history"] and isinstance(line["history"], list))
    named = Counter(line["history"] for line in lines if isinstance(line["history"], str))
    assert [history for history, count in stored.items() if count > 1] == [], "scripts/share_histories.py mends it"
    assert {line["history_id"] for line in lines if "history_id" in line} == set(named), "every one of them is used"


def test_the_cases_are_many_and_hard_in_every_language():
    cases = [*all_cases(), *read_cases(CASES / "hard")]
    languages = Counter(case.language for case in cases)
    ordinary = Counter(case.language for case in cases if case.expect.ordinary)
    assert set(languages) == {"ko", "en", "ja"}
    assert all(count >= 140 and ordinary[language] >= 0.35 * count for language, count in languages.items())


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
async def test_what_it_was_taught_is_read(language: str):
    scores = await evaluate_references([case for case in all_cases() if case.language == language][::4])
    assert scores.accuracy() >= 0.97 and scores.wrong_documents() <= 0.003 * len(scores.outcomes)


async def test_what_is_hard_is_read_and_few_are_answered_from_a_wrong_document():
    scores = await evaluate_references(read_cases(CASES / "hard")[::10])
    assert scores.accuracy() >= 0.93 and scores.wrong_documents() <= 0.01 * len(scores.outcomes)


async def test_what_it_was_not_taught_is_read_too():
    scores = await evaluate_references(read_cases(CASES / "fresh"))
    assert scores.accuracy() >= 0.89 and scores.wrong_documents() <= 0.025 * len(scores.outcomes)


async def test_every_outcome_says_what_decided(tmp_path: Path):
    history = [[{"slot": 1, "doc_id": "a", "title": "Travel Expenses"}, {"slot": 2, "doc_id": "b", "title": "Parental Leave"}]]
    titled = {
        **ROW,
        "id": "y",
        "history": history,
        "message": "the parental leave doc again please",
        "expect": {"doc_ids": ["b"]},
    }
    scores = await evaluate_references(read_cases(write(tmp_path, ROW, titled)))
    assert scores.accuracy() == 1
    by_number, by_title = (outcome.reading() for outcome in scores.outcomes)
    assert by_number.startswith("slots in latest, whole") and by_title.startswith("title in latest, whole")


async def test_verdicts(tmp_path: Path):
    rows = [
        {**ROW, "id": "right"},
        {**ROW, "id": "wrong_document", "expect": {"doc_ids": ["a"], "intent": "whole"}},
        {**ROW, "id": "wrong_intent", "expect": {"doc_ids": ["b"], "intent": "use"}},
        {**ROW, "id": "missed", "message": "what is the torque?"},
        {**ROW, "id": "wrong_document too", "expect": {"ordinary": True}},
        {**ROW, "id": "right too", "message": "show me document 3", "expect": {"unclear": "no_such_slot"}},
        {**ROW, "id": "right too too", "expect": {"doc_ids": ["b"]}},
    ]
    scores = await evaluate_references(read_cases(write(tmp_path, *rows)))
    assert [o.case.id.partition(" ")[0] for o in scores.outcomes] == [o.verdict for o in scores.outcomes]
    assert scores.wrong_documents() == 2 and scores.accuracy() == pytest.approx(3 / 7)
    assert json.loads(json.dumps(scores.as_json()))["wrong_documents"] == 2


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"expect": {}}, "one of doc_ids, unclear and ordinary"),
        ({"expect": {"ordinary": True, "intent": "use"}}, "intent goes with doc_ids"),
        ({"language": "fr"}, "language"),
        ({"surprise": 1}, "surprise"),
    ],
)
def test_a_row_that_is_no_case_is_named_by_its_line(tmp_path: Path, change: dict[str, object], said: str):
    with pytest.raises(InvalidInput, match=r"cases\.jsonl:2") as error:
        read_cases(write(tmp_path, ROW, {**ROW, "id": "y", **change}))
    assert said in str(error.value)


def test_ids_are_given_once_and_there_is_something_to_measure(tmp_path: Path):
    with pytest.raises(InvalidInput, match="more than once"):
        read_cases(write(tmp_path, ROW, ROW))
    with pytest.raises(InvalidInput, match="holds no case"):
        read_cases(write(tmp_path))
