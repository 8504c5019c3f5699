import json
from pathlib import Path

import pytest

from ibidem.domain.errors import InvalidInput
from ibidem.evaluation.answers import evaluate_answers

CORPUS = {
    "ko1": ("진공 펌프", "진공 펌프는 지하에 있다. 진공 펌프의 오일은 여섯 달마다 교체한다."),
    "en1": ("Chiller", "The chiller stands in the yard. The coolant of the chiller is changed every year."),
    "ja1": ("真空ポンプ", "真空ポンプは地下にある。真空ポンプのオイルは半年ごとに交換する。"),
}


def write_set(folder: Path, questions: list[tuple[str, list[str] | None]]) -> Path:
    rows = [{"_id": i, "title": title, "text": text} for i, (title, text) in CORPUS.items()]
    asked = [
        {"_id": f"q{n}", "text": text, "metadata": {} if answers is None else {"answers": answers}}
        for n, (text, answers) in enumerate(questions)
    ]
    (folder / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "queries.jsonl").write_text("\n".join(map(json.dumps, asked)))
    return folder


async def test_answers_are_counted_in_three_languages(tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    folder = write_set(
        tmp_path,
        [
            ("진공 펌프의 오일은 언제 교체하나요?", ["여섯  달마다"]),
            ("How often is the coolant of the chiller changed?", ["every\nyear", "annually"]),
            ("真空ポンプのオイルはいつ交換しますか。", ["半年ごと"]),
            ("주차장 정기권은 어디서 신청하나요?", []),
            ("not asked, for nothing is known of its answer", None),
        ],
    )
    scores = await evaluate_answers(folder, lambda *step: seen.append(step))
    assert 0 < scores.mean_characters <= 100 and 0 < scores.p95_characters <= 120
    assert scores.as_json() == {
        "answerable": 3, "unanswerable": 1, "in_answer": 1.0, "in_first_sentence": 1.0, "refused_answerable": 0.0,
        "answered_unanswerable": 0.0, "mean_characters": scores.mean_characters, "p95_characters": scores.p95_characters,
    }  # fmt: skip
    assert seen[-1] == ("queries", 4, 4)


async def test_what_goes_wrong_is_counted(tmp_path: Path) -> None:
    folder = write_set(
        tmp_path,
        [
            ("진공 펌프의 오일은 언제 교체하나요?", ["일곱 달"]),
            ("주차장 정기권은 어디서 신청하나요?", ["총무과"]),
            ("真空ポンプのオイルはいつ交換しますか。", []),
        ],
    )
    scores = await evaluate_answers(folder, lambda *step: None)
    assert (scores.in_answer, scores.in_first_sentence) == (0.0, 0.0)
    assert (scores.refused_answerable, scores.answered_unanswerable) == (0.5, 1.0)


async def test_a_set_that_names_no_answers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"queries\.jsonl: has no query with metadata\.answers"):
        await evaluate_answers(write_set(tmp_path, [("pump", None)]), lambda *step: None)
