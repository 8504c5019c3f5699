"""What counts as said."""

import pytest

from ibidem.evaluation.phrase_match import says, stands_in


@pytest.mark.parametrize(
    ("phrase", "text", "expected"),
    [
        ("5 mm", "지름은 5mm 이다", True),
        ("5 mm", "15 mm", False),
        ("5 mm", "0.5 mm", False),
        ("5 m", "5 mm", False),
        ("10일까지", "넘길 수 있는 날은 10일 까지", True),
        ("6か月", "16か月", False),
        ("40 ℃", "40°C 以下", True),
        ("Red Badge", "a red\nbadge.", True),
    ],
)
def test_a_phrase_stands_in_a_text_whatever_its_width_case_and_spacing(phrase: str, text: str, expected: bool) -> None:
    assert stands_in(phrase, text) is expected


@pytest.mark.parametrize(
    ("answer", "piece", "expected"),
    [
        ("점검 주기: 여섯 달 · 담당: 설비팀 [1]", "여섯 달 | 설비팀", True),
        ("점검 주기: 여섯 달 · 담당: 안전팀 [1]", "여섯 달 | 설비팀", False),
        ("Run cache reset first. [2]", "`cache reset`", True),
        ("The limit is on the label. [2]", "2", False),
        ("締め付けは**12 N·m**です。[1]", "12 N・m", True),
        ("anything", " | ", False),
    ],
)
def test_a_piece_is_said_without_its_marks_and_cell_by_cell(answer: str, piece: str, expected: bool) -> None:
    assert says(answer, piece) is expected
