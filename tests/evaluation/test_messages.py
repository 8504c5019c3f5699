"""How well messages are read: rows with their acts, what is counted of them, and rows that are none."""

from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.messages import act_scores, evaluate_acts, holds_acts, read_act_rows

ROWS = (
    '{"lang": "ko", "act": "approve", "text": "승인합니다"}\n'
    '{"lang": "en", "act": "thanks", "text": "thank you"}\n'
    '{"lang": "ja", "act": "recount", "text": "さっき教えてもらったトルクをもう一度"}\n'
    '{"lang": "en", "act": "reject", "text": "what is the torque of the cover screws?"}\n'
)


def file_of(folder: Path, text: str) -> Path:
    (folder / "rows.jsonl").write_text(text, encoding="utf-8")
    return folder / "rows.jsonl"


async def test_rows_are_counted_by_language_and_act(tmp_path: Path) -> None:
    file = file_of(tmp_path, ROWS)
    assert holds_acts(file)
    read = await evaluate_acts(read_act_rows(file), None)
    scores = act_scores(read)
    assert (scores["rows"], scores["right"], scores["approve_reject_confused"]) == (4, 3, 0)
    assert scores["kinds"] == {
        "approve": {"rows": 1, "right": 1},
        "reject": {"rows": 1, "right": 0},
        "thanks": {"rows": 1, "right": 1},
        "recount": {"rows": 1, "right": 1},
    }
    assert [one.ways().split()[0] for one in read if not one.right] == ["question"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "holds no messages"),
        ('{"lang": "ko", "act": "agree", "text": "네"}', "rows.jsonl line 1.*act"),
        ('{"lang": "ko", "act": "yes", "text": "네"}\n{"lang": "xx", "act": "yes", "text": "네"}', "rows.jsonl line 2.*lang"),
        ('{"lang": "ko", "act": "yes"}', "text"),
    ],
)
def test_what_is_no_row_is_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        read_act_rows(file_of(tmp_path, text))
