"""Plain Japanese combinations of ids, other answers, the whole session and what is set aside, with requests around them.

The draw has a fixed seed; what must hold of each row follows from how it is made.
"""

import random

import pytest
from tests.pointing.conversation import ask

from ibidem.pointing.resolve import Ordinary, Resolved

WHOLE: list[str] = ["を見せて", "の全文を表示してください", "が見たいです", "を省略なしで出して", "を印刷してもらえますか"]
USED: list[str] = ["を要約して", "の結論は?", "によるとトルクはいくつ?", "を英語に訳して", "には何と書いてありますか"]
AROUND: list[str] = ["@", "会議で使うので、@", "2号機が止まったので、@", "すみません、@", "@。急いでいます"]
STORED = ("gcb_8841", "gcb_5520")
TURNS = (("P", "Q", "R"), ("S", "T", "U"), ("A", "B", "C"))

Row = tuple[str, str, list[str]]
INSTEAD: list[str] = [
    "{a} じゃなくて {b} ",
    "{a}のほうではなく{b}のほう",
    "{a} ではなくて、{b} ",
    "{a}、いや{b}",
    "{a}は不要なので{b}",
    "{a}って書いたけど{b}",
    "{a}は除いて{b}",
    "{a}は古いみたいなので、{b}",
    "{a}より先に{b}",
]
IDS = [("gcb 8841", "gcb 5520"), ("GCB8841", "GCB5520"), ("gcb 8841", "5520")]
EARLIER = {
    "一番はじめの回答の[2]": "Q",
    "2つ目の返答で示された2番の文書": "T",
    "2回目に答えてくれた内容の2番の文書": "T",
    "二度目の回答の2番の文書": "T",
    "最初の答えに載っていた2番の文書": "Q",
    "セッション全体基準の5番の文書": "T",
    "この会話全部を通して数えると2番目になる文書": "Q",
    "チャットの冒頭から数えて4番の資料": "S",
    "累計で2番目の文書": "Q",
}
SEVERAL = {
    "1番から3番のうち2番以外の文書": "A C",
    "2番以外の2つの文書": "A C",
    "2番目までの文書": "A B",
    "2番のほかの文書": "A C",
    "1番のほかに3番の文書": "A C",
    "[2]は使わずに、[1]と[3]": "A C",
    "文書2は見ないで文書1と文書3": "A C",
    "1番の文書は参照しないで2番の文書": "B",
    "[1]、もとい[2]": "B",
}
OF_OTHERS: list[str] = [
    "昨日もらった2番の資料",
    "2年前の文書",
    "2階にある文書",
    "SOPの180日点検",
    "gcb 2024年版",
    "2番シフトの資料棚",
]


def _asked(named: str, expected: str) -> list[Row]:
    return [(named, request, [*expected.split(), kind]) for kind, said in (("whole", WHOLE), ("use", USED)) for request in said]


def _rows() -> list[Row]:
    instead = [row for form in INSTEAD for a, b in IDS for row in _asked(form.format(a=a, b=b), "gcb_5520")]
    shown = [row for named, documents in (EARLIER | SEVERAL).items() for row in _asked(named, documents)]
    return instead + shown


async def test_what_is_named_is_found_and_nothing_else() -> None:
    drawn = random.Random(21)
    for named, request, expected in _rows():
        message = drawn.choice(AROUND).replace("@", named + request).replace("?。", "?")
        got = await ask(message, *TURNS, stored=STORED)
        assert isinstance(got, Resolved), message
        assert [*(target.doc_id for target in got.targets), got.intent] == expected, message


@pytest.mark.parametrize("named", OF_OTHERS)
async def test_what_others_gave_or_measures_count_was_never_shown(named: str) -> None:
    for around in AROUND:
        for request in WHOLE[:3] + USED[:3]:
            message = around.replace("@", named + request).replace("?。", "?")
            assert isinstance(await ask(message, *TURNS, stored=STORED), Ordinary), message


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("gcb 8841を見せて。あ、gcb 5520でした", ["gcb_5520", "whole"]),
        ("gcb 8841を要約して。すみません、5520の間違いです", ["gcb_5520", "use"]),
        ("1番チャンバーの調査で出してもらった資料ね、あれの3番を開いて", ["C", "whole"]),
        ("二番、一番の順で開いてほしい", ["B", "A", "whole"]),
        ("1番の文書を要約して。あ、2番の文書でした", ["B", "use"]),
    ],
)
async def test_what_is_put_right_or_said_after_what_it_is_about(message: str, expected: list[str]) -> None:
    got = await ask(message, *TURNS, stored=STORED)
    assert isinstance(got, Resolved), message
    assert [*(target.doc_id for target in got.targets), got.intent] == expected
