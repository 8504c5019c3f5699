"""Thoughts between tags are told from the answer, wherever the stream is cut into pieces."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.backends.thoughts import Beginning, ThoughtSplitter
from ibidem.domain.models import TextDelta, ThoughtDelta

TEXTS = {
    "ko": ("어느 문서에 있나? 첫 번째다.", "볼트는 24 Nm로 조입니다 [1]."),
    "en": ("Which document says it? The first.", "Tighten the bolts to 24 Nm [1], p < 5 mTorr."),
    "ja": ("どの文書にあるか。最初のものだ。", "ボルトは24 Nmで締めます[1]。"),
}


def read(text: str, cuts: set[int], beginning: Beginning) -> tuple[str, str, ThoughtSplitter]:
    splitter = ThoughtSplitter(beginning)
    places = [0, *sorted(cut for cut in cuts if cut < len(text)), len(text)]
    pieces = [piece for start, end in pairwise(places) for piece in splitter.feed(text[start:end])]
    pieces += splitter.close()
    assert all(piece.text for piece in pieces)
    thoughts = "".join(piece.text for piece in pieces if isinstance(piece, ThoughtDelta))
    return thoughts, "".join(piece.text for piece in pieces if isinstance(piece, TextDelta)), splitter


cut_anywhere = given(cuts=st.sets(st.integers(1, 120)), language=st.sampled_from(sorted(TEXTS)))


@cut_anywhere
@pytest.mark.parametrize("beginning", ["answer", "thoughts", "unknown"])
def test_opened_thoughts(beginning: Beginning, cuts: set[int], language: str):
    thoughts, answer = TEXTS[language]
    read_thoughts, read_answer, splitter = read(f"\n<think>\n{thoughts}\n</think>\n\n{answer}", cuts, beginning)
    assert (read_thoughts, read_answer, splitter.unopened) == (thoughts, answer, False)


@cut_anywhere
@pytest.mark.parametrize("beginning", ["thoughts", "unknown"])
def test_thoughts_that_only_a_closing_tag_ends(beginning: Beginning, cuts: set[int], language: str):
    thoughts, answer = TEXTS[language]
    read_thoughts, read_answer, splitter = read(f"{thoughts}\n</think>\n\n{answer}", cuts, beginning)
    assert (read_thoughts, read_answer, splitter.unopened) == (thoughts, answer, True)


@cut_anywhere
@pytest.mark.parametrize("beginning", ["answer", "unknown"])
def test_an_answer_alone(beginning: Beginning, cuts: set[int], language: str):
    _, answer = TEXTS[language]
    assert read(f"\n{answer}", cuts, beginning)[:2] == ("", answer)


@cut_anywhere
def test_an_answer_alone_of_a_model_that_thinks_is_not_lost(cuts: set[int], language: str):
    _, answer = TEXTS[language]
    assert read(answer, cuts, "thoughts")[1] == answer


@cut_anywhere
def test_a_closing_tag_that_nobody_expected_is_left_out_and_remembered(cuts: set[int], language: str):
    thoughts, answer = TEXTS[language]
    read_thoughts, read_answer, splitter = read(f"{thoughts}\n</think>{answer}", cuts, "answer")
    assert (read_thoughts, read_answer, splitter.unopened) == ("", f"{thoughts}\n{answer}", True)


@cut_anywhere
def test_an_answer_that_speaks_of_the_tag_is_an_answer(cuts: set[int], language: str):
    thoughts, answer = TEXTS[language]
    text = f"{thoughts} The tag </think> closes it [1]. {answer}"
    for beginning in ("answer", "unknown"):
        read_thoughts, read_answer, splitter = read(text, cuts, beginning)
        assert (read_thoughts, read_answer, splitter.unopened) == ("", text, False)


def test_an_answer_is_given_out_as_it_comes():
    splitter = ThoughtSplitter("answer")
    assert list(splitter.feed("Tighten ")) == [TextDelta("Tighten ")]
    assert list(splitter.feed("<")) == []
    assert list(splitter.feed("5 Nm")) == [TextDelta("<5 Nm")]


def test_what_is_not_known_yet_is_held_back():
    splitter = ThoughtSplitter("unknown")
    assert list(splitter.feed("Let me see. ")) == []
    assert list(splitter.feed("Yes.")) == []
    assert list(splitter.close()) == [TextDelta("Let me see. Yes.")]


@pytest.mark.parametrize("beginning", ["answer", "thoughts", "unknown"])
@pytest.mark.parametrize("text", ["", " \n", "<think>", "<think></think>", "<think>\n\n</think>\n"])
def test_nothing_is_nothing(text: str, beginning: Beginning):
    assert read(text, set(), beginning)[:2] == ("", "")


def test_thoughts_that_were_cut_are_no_answer():
    assert read("<think>Let me see", set(), "answer")[:2] == ("Let me see", "")
