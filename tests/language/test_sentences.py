"""Sentences are exact stretches of the text, in three languages and in text that no one wrote."""

import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ibidem.language.sentences import is_step, sentence_spans
from ibidem.language.tables import is_row


def sentences(text: str) -> list[str]:
    return [text[start:end] for start, end in sentence_spans(text)]


@pytest.mark.parametrize(
    "expected",
    [
        ["볼트는 3.5 mm 깊이까지 조인다.", "자세한 것은 No. 2 설명서에 있다.", "펌웨어는 v1.2.3 이상이어야 합니다."],
        ["Tighten the bolt to 3.5 mm.", "See No. 2 and Fig. 3 for details.", "Firmware v1.2.3 or later is needed."],
        ["ボルトは3.5 mmまで締めます。", "詳しくはNo. 2の説明書にあります。", "ファームウェアはv1.2.3以上が必要です。"],
        ['담당자는 "문이 열립니다." 라고 말했다.', "그는 웃었다(정말이다. 보았다.)고 한다.", "끝났나요?", "네!"],
        [
            "Dr. Kim, e.g., works in the U.S. Army.",
            "He lives in the U.S.",
            "The rest (see p. 3. It is long.) is known.",
            "Why?",
            "No.",
        ],
        ["係員は「開きます。下がって。」と言った。", "彼は笑った（本当だ。見た。）そうだ。", "終わりましたか？", "はい！"],
        ["개정일은 2019. 3. 1.이다.", "시행일은 2019. 3. 1. 이후로 한다.", "그 뒤는 같다."],
        ["The lid opened in 2015.", "J. K. Rowling was there at 5 p.m. on Monday.", "It cost $3.50."],
        ["Q1. 연차는 언제 생기나요?", "A1. 입사 6개월 후입니다.", "Q2. 이월되나요?"],
        ["Q3. Can I carry leave over?", "A. Yes, five days.", "Plan A.", "The next one."],
        ["Q12. 有給休暇はいつもらえますか。", "A. 入社6か月後です。", "問3．賞与はありますか。"],
        ["「けいおん！」は人気です。", "モーニング！の曲です。", "次はDr. Kimの番です。"],
    ],
)
def test_prose_is_split_at_its_full_stops_only(expected: list[str]) -> None:
    assert sentences(" ".join(expected)) == expected


def test_korean_and_japanese_are_split_without_a_space() -> None:
    assert sentences("밸브를 잠갔다.그러나 압력이 남았다.") == ["밸브를 잠갔다.", "그러나 압력이 남았다."]
    assert sentences("弁を閉めた。しかし圧力が残った。") == ["弁を閉めた。", "しかし圧力が残った。"]
    assert sentences("ID는 Kim.Lee다. Mixed 문장 is here. 次は日本語です。끝.") == [
        "ID는 Kim.Lee다.",
        "Mixed 문장 is here.",
        "次は日本語です。",
        "끝.",
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "## 점검 절차\n\n1. 전원을 끈다. 5분 기다린다.\n2. 덮개를 연다.\n   나사는 보관한다.\n"
            "① 장갑을 낀다.\n(4) 압력을 잰다.\n- 기록한다.",
            [
                "점검 절차",
                "1. 전원을 끈다. 5분 기다린다.",
                "2. 덮개를 연다.\n   나사는 보관한다.",
                "① 장갑을 낀다.",
                "(4) 압력을 잰다.",
                "기록한다.",
            ],
        ),
        (
            "# Steps\n1) Turn it off. Wait.\nStep 2: Open the lid.\n* Keep the screws.\n\n---\nDone.",
            ["Steps", "1) Turn it off. Wait.", "Step 2: Open the lid.", "Keep the screws.", "Done."],
        ),
        (
            "### 手順\n手順1：電源を切る\n２. ふたを開ける。待つ。\n・ねじは保管する",
            ["手順", "手順1：電源を切る", "２. ふたを開ける。待つ。", "ねじは保管する"],
        ),
        ("| 장비 | 토크 |\n|---|:-:|\n| A-1 | 3.5. Nm |", ["| 장비 | 토크 |", "| A-1 | 3.5. Nm |"]),
        ("name\ttorque\nA-1\t12 Nm. Dry", ["name\ttorque", "A-1\t12 Nm. Dry"]),
        (
            "압력 점검이 필요함\n누설 없음\n작업 전에 전원을 차단할 것\n기록할 것",
            ["압력 점검이 필요함", "누설 없음", "작업 전에 전원을 차단할 것", "기록할 것"],
        ),
    ],
)
def test_items_steps_rows_and_headings_are_units_by_line(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "덮개를 열기 전에는 챔버 안에 남은 압력을 반드시 빼야 하며 그렇게 하지\n않으면 덮개가 튀어 오를 수 있다.",
        "Before the lid is opened the pressure that is left in the chamber\nmust be released as written in No.\n2 of the rules.",
        "ふたを開ける前に、チャンバーの中に残った圧力を必ず抜いてください、そうし\nないとふたが飛びます。",
    ],
)
def test_a_wrapped_line_runs_on(text: str) -> None:
    assert sentences(text) == [text]


def test_steps_and_rows_are_told_from_prose() -> None:
    assert all(
        is_step(s) for s in ("1. 끈다", "2) Open", "(3) 待つ", "④ 닫는다", "Step 5: Go", "手順6：閉める", "3단계: 끝", "나. 범위")
    )
    assert not any(is_step(s) for s in ("2019. 3. 1.부터", "3.5 mm", "1번 밸브", "Stepwise: no", "100. a"))
    assert is_row("| a | b |")
    assert is_row("a\tb")
    assert not is_row("a || b".replace("|", "/"))


PIECES = st.sampled_from(
    [
        "다. ",
        "。",
        "! ",
        "？",
        "「",
        "」",
        "(",
        ")",
        "\n",
        "\n\n",
        "- ",
        "1. ",
        "① ",
        "# ",
        "| ",
        "\t",
        "3.5",
        "No. ",
        "e.g. ",
        "U.S. ",
        "“",
        "”",
        "...",
    ]
)
TEXTS = st.lists(PIECES | st.text("가나다라 abcXYZ 漢かな 12.", max_size=12), max_size=40).map("".join)
MARKUP = re.compile(r"[#>\-*+•‣‥・·●○■□▪◦※=_~`|:\s]")


@given(TEXTS | st.text(max_size=200))
def test_spans_are_ordered_trimmed_and_cover_everything_but_markup(text: str) -> None:
    spans = sentence_spans(text)
    assert all(0 <= start < end <= len(text) and text[start:end] == text[start:end].strip() for start, end in spans)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
    edges = [0, *(edge for span in spans for edge in span), len(text)]
    left_out = "".join(text[a:b] for a, b in zip(edges[::2], edges[1::2], strict=True))
    for line in left_out.splitlines():
        fence = re.match(r"\s*[`~]{3,}", line)
        assert fence or not MARKUP.sub("", line)


@given(TEXTS.filter(lambda text: "#" not in text and "-" not in text))
def test_a_sentence_on_one_line_is_one_sentence(text: str) -> None:
    for sentence in sentences(text):
        if "\n" not in sentence:
            assert sentences(sentence) == [sentence]
