"""`bench/asked.py` scores what was said as its gold says it."""

import json
from pathlib import Path

import click
import pytest

from module_files import module_at

BENCH = Path(__file__).parents[2] / "bench"

module_at(BENCH / "worlds.py")
asked = module_at(BENCH / "asked.py")

ROWS = [
    {
        "world": "equipment",
        "lang": "ko",
        "line": 1,
        "question": "무게랑 인원은?",
        "kind": "fact",
        "docs": ["sop_1", "sop_2"],
        "must": [["28 kg", "28킬로그램"], ["2명"]],
        "must_not": ["17 kg"],
    },
    {
        "world": "equipment",
        "lang": "ko",
        "line": 2,
        "question": "점심은?",
        "kind": "unanswerable",
        "docs": [],
        "must": [],
        "must_not": [],
    },
]


def verdict(answer: str, cited: list[str], found: str = "answered", row: int = 0) -> object:
    return asked.Verdict(asked.Gold(**ROWS[row]), asked.Reply(answer, cited, found, bare=[(one, answer, False) for one in cited]))


def shares(one: object) -> dict[str, str]:
    return {measure.name: asked.share(measure, [one]) for measure in asked.MEASURES}


@pytest.mark.parametrize(
    ("answer", "cited", "expected"),
    [
        ("리드는 28kg이다. [1]\n2명이 함께 든다. [1]", ["sop_2", "x"], {"cited", "first", "said", "said_soon", "first_line"}),
        ("2명이 함께 든다. [1]\n리드는 28 kg이다. [2]", ["x", "sop_1"], {"cited", "said", "said_soon"}),
        ("128 kg, 2명", ["sop_1"], {"cited", "first"}),
        ("28 kg" + "." * 300 + "2명", ["sop_1"], {"cited", "first", "said", "first_line"}),
        ("17 kg", ["x"], {"twin"}),
    ],
)
def test_what_is_said_where_and_from_which_document(answer: str, cited: list[str], expected: set[str]) -> None:
    found = shares(verdict(answer, cited))
    assert {name for name, value in found.items() if value == "1.000"} == expected


def test_refusals_are_right_or_wrong_by_the_gold() -> None:
    assert shares(verdict("", [], "none"))["none"] == "1.000"
    assert shares(verdict("", [], "none", row=1))["refused"] == "1.000"
    assert shares(verdict("?", ["x"], "closest", row=1))["refused"] == "1.000"
    assert shares(verdict("?", ["x"], row=1))["refused"] == "0.000"


def test_reads_messages_with_their_gold(tmp_path: Path) -> None:
    (tmp_path / "gold.jsonl").write_text("\n".join(json.dumps(row) for row in ROWS))
    (tmp_path / "equipment.ko.txt").write_text("무게랑 인원은?\n점심은?\n")
    assert [gold.question for gold in asked.read_gold(tmp_path)] == ["무게랑 인원은?", "점심은?"]
    (tmp_path / "equipment.ko.txt").write_text("점심은?\n무게랑 인원은?\n")
    with pytest.raises(click.ClickException, match=r"line 1"):
        asked.read_gold(tmp_path)
