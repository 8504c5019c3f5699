"""Documents are cut into windows of lines under their headings, in three languages."""

from collections import Counter

import pytest
from training.pieces import BEGIN, END
from training.windows import (
    MOST_LINES,
    MOST_OF_A_QUESTION,
    MOST_OF_A_WINDOW,
    lines_of,
    question_pieces,
    question_text,
    windows_of,
)

from training import windows


@pytest.fixture(autouse=True)
def letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces that are letters: the real ones come with a package of a hundred megabytes."""
    monkeypatch.setattr(windows, "piece_ids", lambda text: [ord(letter) for letter in text])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("오일을 뺀다. 새 오일을 붓는다.", ["오일을 뺀다.", "새 오일을 붓는다."]),
        ("Drain it. Is it 3.5 l? Then stop.", ["Drain it.", "Is it 3.5 l?", "Then stop."]),
        ("油を抜く。新しい油を入れる。", ["油を抜く。", "新しい油を入れる。"]),
        ("「止めて。」と言う。", ["「止めて。」と言う。"]),
        ("1. 문을 연다. 끈다.\n2. 닫는다.", ["1. 문을 연다. 끈다.", "2. 닫는다."]),
    ],
)
def test_a_line_is_a_sentence_or_a_step(text: str, expected: list[str]) -> None:
    assert [line.text for line in lines_of(text)] == expected


def test_a_row_stands_under_its_heading_and_head_row() -> None:
    lines = list(lines_of("## 토크\n\n| 볼트 | 값 |\n|---|---|\n| 뚜껑 | 9 |\n\n다음.\n| a | b |"))
    assert [(line.text, line.heading, line.head_row) for line in lines] == [
        ("| 볼트 | 값 |", "토크", ""),
        ("| 뚜껑 | 9 |", "토크", "| 볼트 | 값 |"),
        ("다음.", "토크", ""),
        ("| a | b |", "토크", ""),
    ]


def test_a_window_has_one_heading_and_a_bounded_length() -> None:
    text = "One.\n# A\n" + "x" * 60 + ".\n" + "y" * 60 + ".\n" + "z" * 80 + ".\n# B\n" + "k. " * 60
    found = list(windows_of("d", "Title", text))
    assert [one.lines[0][:1] for one in found[:4]] == ["O", "x", "z", "k"]
    assert max(len(one.pieces) for one in found) <= MOST_OF_A_WINDOW and max(len(one.lines) for one in found) < MOST_LINES
    assert "".join(map(chr, found[1].pieces)).startswith("Title › A" + "x" * 60)
    assert Counter(found[1].of_line) == {0: 9, 1: 61, 2: 61}
    assert sum(len(one.lines) for one in found) == 64


def test_a_question_keeps_what_was_asked_before_as_far_as_there_is_room() -> None:
    assert question_pieces("ab", ()) == [BEGIN, 97, 98, END, END]
    assert question_pieces("c", ("z", "a", "b")) == [BEGIN, 97, END, 98, END, 99, END, END]
    long = question_pieces("q" * 50, ("a" * 40,))
    assert len(long) == MOST_OF_A_QUESTION and long[-52:-2] == [113] * 50
    assert len(question_pieces("q" * 90, ("a",))) == MOST_OF_A_QUESTION
    assert question_text("c", ("z", "a", "b")) == "a / b / c"
