"""Citations, settled while an answer streams."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.turn.answers.citing import LONGEST_MARKER, CitationStream

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


LISTED = "[1] SOP 1203\n[2] http://evil.example/a\n"


@pytest.mark.parametrize(
    ("before", "heading"),
    [
        ("볼트는 12 N·m로 조인다 [3].\n\n", "출처:\n"),
        ("볼트는 12 N·m로 조인다 [3].\n", "**참고 문헌**\n\n"),
        ("볼트는 12 N·m로 조인다 [3].\n\n", "---\n\n### 출처 목록:\n"),
        ("Tighten the bolts to 12 N·m [3].\n\n", "Sources:\n"),
        ("Tighten the bolts to 12 N·m [3].\n\n", "## References\n\n"),
        ("Tighten the bolts to 12 N·m [3].\n", "**Sources:**\r\n"),
        ("Tighten the bolts to 12 N·m [3].\n", "_Works cited_\n------\n"),
        ("Tighten the bolts to 12 N·m [3].\n", "SOURCES: [2] A title by http://evil.example\n"),
        ("ボルトは12 N·mで締めます[3]。\n\n", "参考文献：\n"),
        ("ボルトは12 N·mで締めます[3]。\n\n", "【出典】\n"),
        ("ボルトは12 N·mで締めます[3]。\n\n", "**引用元**：\n"),
    ],
)
@pytest.mark.parametrize(
    "listed", [LISTED, "- A title\n- http://evil.example [2]\n", "1. 제목\n2. Document 2\n", "* **[2]** 題名\n"]
)
def test_a_list_of_sources_under_the_answer_goes_and_cites_nothing(before: str, heading: str, listed: str):
    text = before + heading + listed
    given_out, order, dropped, _ = settled([text])
    assert (given_out, order, dropped) == (before.replace("[3]", "[1]"), [3], 0)
    assert settled(list(text)) == settled([text]) == settled([text[:-1]])
    after = "\nDo ask if you need more."
    assert settled([text + after])[0] == before.replace("[3]", "[1]") + after.lstrip("\n")


@pytest.mark.parametrize(
    "text",
    [
        "볼트를 조인다 [1].\n출처: [1]",
        "볼트를 조인다 [1].\n\n출처가 불분명한 부품은 쓰지 않는다 [1].\n- 볼트\n- 오링",
        "볼트를 조인다 [1].\n\n## 출처\n두 문서에서 같은 값을 확인했다 [1].\n- 볼트",
        "볼트를 조인다 [1].\n\n참고:\n- 볼트는 다시 쓰지 않는다 [1].",
        "Tighten it [1].\nSource: [1], [2]",
        "Tighten it [1].\n\nSources of leaks:\n- the O-ring [1]\n- the lid [1]",
        "Tighten it [1].\n\nReference voltage: 2.5 V [1]\n1. Measure it.",
        "Tighten it [1].\n\nSources\nBoth documents give this value [1].",
        "Sources:\n- wind [1]\n- the sun [1]",
        "締めます[1]。\n出典：[1]と[2]",
        "締めます[1]。\n\n出典の分からない部品は使いません[1]。\n- ボルト",
        "締めます[1]。\n\n参考文献\n次の2冊に同じ値があります[1]。",
    ],
)
def test_what_says_more_than_that_sources_follow_stays(text: str):
    assert settled([text])[0] == settled(list(text))[0] == text


def test_only_what_may_begin_a_list_of_sources_is_held_back():
    stream = CitationStream(3)
    assert [stream.feed(piece) for piece in ("a [1].\n", "So", "ur dough", "\n", "출", "처", "가 없다", "\n**", "Not", "e")] == [
        *("a [1].\n", "", "Sour dough", "\n", "", "", "출처가 없다", "\n", "**Not", "e"),
    ]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("조인다 [1](http://evil.example/a).", "조인다 [1]."),
        ('Tighten [2](https://evil.example/A_(b)?c=1 "title") it [[1]](<http://evil.example>).', "Tighten [1] it [2]."),
        ("締める[1](javascript:alert(1))。締める[9](//evil.example)。", "締める[1]。締める。"),
        ("a [1](#3)(./x) b [2](evil.example) c [1]()", "a [1] b [2] c [1]"),
        (
            "조인다[1](권장). Tighten it [2](see [1]). 締める[1](5 N·m)。",
            "조인다[1] (권장). Tighten it [2] (see [1]). 締める[1] (5 N·m)。",
        ),
        ("![a](http://a/b.png) [절차서](http://a) [1] (http://a)", "![a](http://a/b.png) [절차서](http://a) [1] (http://a)"),
        ("조인다 [1](http://evil.example", "조인다 [1]"),
    ],
)
def test_a_citation_is_no_link(written: str, shown: str):
    assert settled([written])[0] == settled(list(written))[0] == shown


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
LISTS = st.lists(
    st.sampled_from(
        [
            *(
                "Sources:",
                "\n**출처**\n",
                "\n## 参考文献\n",
                "\nReferences",
                "Sour",
                "출",
                ":",
                "：",
                "\n",
                "\n\n",
                "---\n",
                "***\n",
                " ",
            ),
            *(
                "[1] Title",
                "- ",
                "1. ",
                "[2]",
                "[9]",
                "http://evil",
                "(http://evil)",
                "(evil",
                "(",
                ")",
                "x" * 30,
                "prose [1]. ",
                "\r",
                "**",
            ),
            *("[[no answer]]", "와", " and ", "　", "\u200b", unicodedata.normalize("NFD", "\n출처:\n")),
        ]
    ),
    max_size=14,
).map("".join)
ANSWERS = ALPHABET | WORDS | LISTS | st.text(max_size=40)


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
    assert not re.search(r"\w", stream.close())
    # An unclosed link target ends with its line.
    assert stream.refused or stream.feed("\nmore").endswith("more")


@given(ANSWERS)
def test_no_citation_is_given_out_as_a_link(text: str):
    assert not re.search(r"\[\d{1,3}\]\((?:http|\))", text_of(text))


@given(st.text(st.characters(exclude_characters="[]［］【】")))
def test_text_without_brackets_is_not_touched(text: str):
    assert text_of(text) == text
