"""What is repeated in a text is bounded before anything reads it, and what people write stays as it is."""

import time
import unicodedata
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.domain.gate import MAX_MESSAGE
from ibidem.domain.text import MOST_MARKS, unstacked
from ibidem.evaluation.references import read_cases
from ibidem.language.bounding import LONGEST_UNIT, LONGEST_WRITTEN_OUT, MOST_COPIES, bounded

REFERENCES = Path(__file__).parents[1] / "references"
WHITE = " \t\n\r\u2028\u3000"
# Few letters, so that what is repeated comes up by itself.
crowded = st.text(alphabet="ab번の \n\u0301", max_size=300)
anything = st.text(max_size=300)


@pytest.mark.parametrize("language", ["ko", "en", "ja"])
def test_ordinary_messages_stay_as_they_are(language: str):
    for case in read_cases(REFERENCES / f"{language}.jsonl"):
        message = case.message.strip()
        if not any(one in WHITE and other in WHITE for one, other in pairwise(message)):
            assert bounded(message) == message


@pytest.mark.parametrize(
    "text",
    [
        "밸브 교체 순서:\n1. 전원 차단\n2. 퍼지\n\n위 순서가 맞나요?",
        "Order:\n1. power off\n2. purge\n\nIs that right?",
        "順序：\n1. 電源を切る\n2. パージ\n\nこれで合っていますか？",
    ],
)
def test_a_pasted_list_keeps_its_lines(text: str):
    assert bounded(text) == text
    assert bounded(text.replace("\n", "\r\n")) == text
    assert bounded(text.replace("\n", "  \n  ")) == text


@given(st.text(alphabet=WHITE, min_size=2, max_size=50))
def test_a_run_of_white_space_is_one_space_or_at_most_two_line_breaks(run: str):
    assert bounded(f"a{run}b") in ("a b", "a\nb", "a\n\nb")


@given(
    before=st.text(max_size=5),
    unit=st.text(min_size=1, max_size=LONGEST_UNIT),
    times=st.integers(MOST_COPIES + 1, 60),
    after=st.text(max_size=5),
)
def test_no_unit_is_repeated_more_often_than_that(before: str, unit: str, times: int, after: str):
    assert unit * (MOST_COPIES + 1) not in bounded(before + unit * times + after)


@given(unit=st.text(alphabet="가나다abcのは", min_size=1, max_size=LONGEST_UNIT), times=st.integers(1, MOST_COPIES))
def test_up_to_that_often_it_stays(unit: str, times: int):
    shortest = next(length for length in range(1, len(unit) + 1) if unit == unit[:length] * (len(unit) // length))
    if len(unit) // shortest * times <= MOST_COPIES:
        assert bounded(unit * times) == unit * times


@given(st.one_of(crowded, anything))
def test_it_never_grows_and_nothing_is_left_to_bound(text: str):
    once = bounded(text)
    assert len(once) <= len(text)
    assert bounded(once) == once
    assert bool(once) == bool(text)


@given(st.integers(0, 100))
def test_marks_upon_a_letter(count: int):
    marks = "\u0315\u0300\u0323"
    stacked = "a" + "".join(marks[place % 3] for place in range(count)) + "b"
    assert len(unstacked(stacked)) == 2 + min(count, MOST_MARKS)


def units(letters: str) -> list[Callable[[int], str]]:
    return [
        lambda size: letters * (size // len(letters)),
        lambda size: (letters * 11 + "Q") * (size // (11 * len(letters) + 1)),
        lambda size: ("a" * 9 + ("a" * 11 + letters) * 13) * (size // (9 + 13 * (11 + len(letters)))),
    ]


@pytest.mark.parametrize("letters", ["a", "2번", "最初の", " \n", "the second document ", "\u0315\u0300", "①"])
@pytest.mark.parametrize("kind", range(3))
def test_bounding_takes_time_in_proportion_to_the_text(letters: str, kind: int):
    def seconds(size: int) -> float:
        text = units(letters)[kind](size)
        taken: list[float] = []
        for _ in range(5):
            begun = time.thread_time()
            bounded(text)
            taken.append(time.thread_time() - begun)
        return min(taken)

    # Four times the text: 16 times the time would be the square of it.
    assert seconds(16_000) < 10 * seconds(4_000) + 0.001


@pytest.mark.parametrize("forms", ["㌖㌫㍇㍿㌀", "ﷺﷻ", "⑽㈜㋿㎨"])
def test_characters_that_stand_for_many_do_not_make_a_message_much_longer(forms: str):
    message = "".join(forms[number % len(forms)] + chr(ord("가") + number % 11_000) for number in range(MAX_MESSAGE // 2))
    read = bounded(message)
    assert message.startswith(read) and bounded(read) == read
    assert len(unicodedata.normalize("NFKC", read)) <= LONGEST_WRITTEN_OUT


@pytest.mark.parametrize("sentence", ["무게는 ３４０㎏이고 ㈜예제…", "It weighs 340 ㎏ ½ … ①", "ﾎﾟﾝﾌﾟの重さは340㎏、㍿例①です。"])
def test_the_longest_message_with_ordinary_forms_stays_whole(sentence: str):
    message = "".join(f"{sentence}{number}" for number in range(1000))[:MAX_MESSAGE]
    assert bounded(message) == message
