"""Citations, settled while an answer streams."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.turn.citing import LONGEST_MARKER, CitationStream

Settled = tuple[str, list[int], int, bool]


def settled(pieces: list[str], shown: int = 5) -> Settled:
    stream = CitationStream(shown)
    given_out = "".join(stream.feed(piece) for piece in pieces) + stream.close()
    return given_out, stream.order, stream.dropped, stream.refused


def text_of(text: str, shown: int = 5) -> str:
    return settled([text], shown)[0]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("볼트를 12 N·m로 조인다[3]. 누설 시험을 한다 [1].", "볼트를 12 N·m로 조인다[1]. 누설 시험을 한다 [2]."),
        ("Tighten the bolt to 12 N·m [3]. Test for leaks [1][3].", "Tighten the bolt to 12 N·m [1]. Test for leaks [2][1]."),
        ("ボルトを12 N·mで締める【3】。漏れを確認する［１］。", "ボルトを12 N·mで締める[1]。漏れを確認する[2]。"),
        ("a [1, 2] b [1-3]", "a [1][2] b [1][2][3]"),
        ("a [문서 2] b [1번 문서] c [자료 2, 자료 1]", "a [1] b [2] c [1][2]"),
        ("a [Document 2] b [doc. 1, p. 12] c [Source: 2]", "a [1] b [2] c [1]"),
        ("a [文書2] b [資料 1、3ページ] c [出典2と1]", "a [1] b [2] c [1][2]"),
        ("a [^2] b [[1]] c 【2†L10-L12】 d [#1]", "a [1] b [2] c [1] d [2]"),
        ("a [1 and 2], b [1 및 2], c [2·1]", "a [1][2], b [1][2], c [2][1]"),
        ("볼트[2]와 bolt[2]", "볼트[1]와 bolt[1]"),
    ],
)
def test_markers_become_numbers_in_the_order_of_first_citation(written: str, shown: str):
    assert text_of(written) == shown


def test_order_names_the_numbers_that_the_model_was_shown():
    assert settled(["b [4], a [2], b [4]"]) == ("b [1], a [2], b [1]", [4, 2], 0, False)


@pytest.mark.parametrize(
    "text",
    [
        "2024년 판 [2024], 압력 [3.5 kPa], [그림 1], (1), [주의]",
        "the [2024] issue, [3.5 kPa], [Figure 1], (1), [note], [ ], [x]",
        "[2024]年版、圧力[3.5 kPa]、[図1]、(1)、[注意]",
        "[SOP 1203], [E-1234], [p. 3], [12쪽], [1.2], [1,000]",
    ],
)
def test_what_is_no_citation_stays(text: str):
    assert settled([text]) == (text, [], 0, False)


def test_what_names_no_source_goes_with_its_space_and_is_counted():
    assert settled(["조인다 [9]. Tighten [0]. 締める[6]。"]) == ("조인다. Tighten. 締める。", [], 3, False)
    assert settled(["a [1, 9] b [4-9] c [7-9]."], shown=4) == ("a [1] b [2] c.", [1, 4], 4, False)


def test_nothing_becomes_a_citation_by_what_is_left_out_of_it():
    assert not re.search(r"\[\d+\]", text_of("[[99]1] [1[99]2] 【[99]1】"))


@pytest.mark.parametrize(
    "text",
    [
        "[[no answer]]",
        "  [[no answer]]\n",
        "**[[No Answer]]**.",
        '"[[no_answer]]"',
        "[no answer]",
        "［no answer］",
        "[[NO ANSWER]]。",
    ],
)
def test_a_refusal_is_recognised_and_not_given_out(text: str):
    assert settled([text]) == ("", [], 0, True)


@pytest.mark.parametrize(
    "text",
    [
        "[[no answer]]\n\n주어진 문서에는 교체 주기가 없습니다.",
        "[[no answer]] The passages do not give the interval.",
        "[[no answer]]資料には交換周期の記載がありません。",
        "[[no answer]] See document [99].",
    ],
)
def test_a_refusal_with_reasons_that_cite_nothing_is_one(text: str):
    given_out, order, _, refused = settled([text])
    assert (given_out, order, refused) == ("", [], True)


def test_what_is_cited_after_a_refusal_is_an_answer():
    assert settled(["[[no answer]] 다만 볼트는 12 N·m이다 [2]."]) == ("다만 볼트는 12 N·m이다 [1].", [2], 0, False)


def test_a_refusal_in_the_middle_is_left_out_and_is_none():
    assert settled(["볼트는 12 N·m이다 [1]. [[no answer]]"]) == ("볼트는 12 N·m이다 [1].", [1], 0, False)


def test_a_marker_that_never_ends_is_left_out():
    for cut in ("조인다 [", "조인다 [1", "조인다 [문", "조인다 [[1]", "조인다 [1, "):
        assert text_of(cut) == "조인다"
    assert text_of("조인다 [주의 사항") == "조인다 [주의 사항"


def test_prose_is_given_out_as_it_comes():
    stream = CitationStream(3)
    assert [stream.feed(piece) for piece in ("볼트를", " 조인다", " [", "2", "]. 그리고")] == [
        "볼트를",
        " 조인다",
        "",
        "",
        " [1]. 그리고",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "조인다 [9]. Tighten [0] it [2, 9]. 締める [6]。",
        " [[no answer]] 다만 [2]",
        "a  [9]  [9] b [[1]] [[2] [1] c [",
        "Here [note] [3.5 kPa] [문서 12, 문서 2].",
    ],
)
def test_letter_by_letter_the_same_comes_out(text: str):
    assert settled(list(text)) == settled([text])


def test_white_space_at_the_beginning_is_not_waited_for_without_end():
    assert CitationStream(1).feed("\n" * 40) == "\n" * 40


ALPHABET = st.text(st.sampled_from("[]【】［0123459 ,-^\n.문서#a†noanswer_*"), max_size=60)
WORDS = st.lists(
    st.sampled_from(
        [
            "[1]",
            " [2, 3]",
            "[[no answer]]",
            "[99]",
            "【2】",
            "[문서 1]",
            " ",
            "볼트",
            "bolt",
            "ボルト",
            "[",
            "]",
            "[[",
            "]]",
            "12",
            "[1",
            "\n",
            ".",
        ]
    ),
    max_size=14,
).map("".join)
ANSWERS = ALPHABET | WORDS | st.text(max_size=40)


@st.composite
def cut(draw: st.DrawFn) -> tuple[str, list[str]]:
    text = draw(ANSWERS)
    ends = sorted(draw(st.sets(st.integers(0, len(text)), max_size=12)))
    return text, [text[a:b] for a, b in zip([0, *ends], [*ends, len(text)], strict=True)]


@given(cut())
def test_pieces_make_no_difference(given_: tuple[str, list[str]]):
    text, pieces = given_
    assert settled(pieces) == settled([text]) == settled(list(text))


@given(ANSWERS, st.integers(0, 4))
def test_every_number_in_brackets_names_a_source(text: str, shown: int):
    given_out, order, _, refused = settled([text], shown)
    cited = {int(number) for number in re.findall(r"\[(\d{1,3})\]", given_out)}
    assert cited == set(range(1, len(order) + 1))
    assert len(set(order)) == len(order)
    assert set(order) <= set(range(1, shown + 1))
    assert not (refused and given_out)


@given(ANSWERS)
def test_no_more_than_a_marker_is_held_back(text: str):
    stream = CitationStream(5)
    stream.feed(text + "x" * LONGEST_MARKER)
    assert stream.close() == ""
    assert stream.refused or stream.feed("more") == "more"


@given(st.text(st.characters(exclude_characters="[]［］【】")))
def test_text_without_brackets_is_not_touched(text: str):
    assert text_of(text) == text
