"""What is trained on is cut and written in pieces as the product does it, in three languages."""

import pytest
from training.prepared import MOST_LINES, MOST_OF_A_QUESTION, MOST_OF_A_WINDOW
from training.pretrained import BEGIN, END
from training.windows import question_pieces, question_text, vocabulary, windows_of

from ibidem.finding.windows import windows

TABLE = "## 토크\n\n| 볼트 | 값 |\n|---|---|\n| 뚜껑 | 9 |\n\n배기 밸브를 잠근다. 펌프를 끈다.\n"


def test_a_window_is_the_one_that_the_product_reads() -> None:
    (own,), (products,) = list(windows_of("d", "펌프 관리", TABLE)), windows("펌프 관리", "", TABLE)
    assert own.lines == tuple(line.text for line in products.lines) and own.lines[-1] == "펌프를 끈다."
    written = vocabulary().of([products.over, *own.lines])
    assert list(own.pieces) == [piece for part in written for piece in part]
    assert [own.of_line.count(number) for number in range(len(written))] == list(map(len, written))


@pytest.mark.parametrize("sentence", ["The lid is closed. ", "덮개를 닫는다. ", "蓋を閉める。"])
def test_windows_have_a_bounded_length(sentence: str) -> None:
    found = list(windows_of("d", "Lid", sentence * 200))
    assert len(found) > 1 and max(len(one.pieces) for one in found) <= MOST_OF_A_WINDOW
    assert all(len(one.pieces) == len(one.of_line) and len(one.lines) < MOST_LINES for one in found)
    assert sum(len(one.lines) for one in found) == 200


def test_a_question_keeps_what_was_asked_before_as_far_as_there_is_room() -> None:
    pump, oil = vocabulary().of(["펌프", "오일"])
    assert question_pieces("오일", ()) == [BEGIN, *oil, END, END]
    assert question_pieces("오일", ("밸브", "펌프", "펌프")) == [BEGIN, *pump, END, *pump, END, *oil, END, END]
    assert len(question_pieces("펌프 " * 50, ("오일 " * 40,))) == MOST_OF_A_QUESTION
    assert len(question_pieces("펌프 " * 90, ("오일",))) == MOST_OF_A_QUESTION
    assert question_text("c", ("z", "a", "b")) == "a / b / c"
