"""What Japanese messages point at by rule: words that are bent, numbers without a noun, and what ends in showing."""

import pytest

from ibidem.pointing.pointer import (
    AllSlots,
    DocumentIds,
    Either,
    Implicit,
    LatestCiting,
    NamedTurn,
    Pointer,
    Slots,
    Together,
    WholeSession,
)
from pointing.conversation import read

LATEST = LatestCiting()


@pytest.mark.parametrize(
    "shown",
    ["挙げてくれた", "ご提示いただいた", "さっき見せてくださった", "お示しいただきました", "先ほど出てきた", "紹介してくれてた"],
)
def test_what_was_shown_is_said_in_any_politeness(shown: str) -> None:
    assert read(f"{shown}文書を全文見せて") == Implicit(LATEST, "whole")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("2回目に質問したときの1番の資料を見せて", Slots((1,), NamedTurn(2), "whole")),
        ("2ターン目の3番のドキュメントを見せて", Slots((3,), NamedTurn(2), "whole")),
        ("やりとり全体を通して3番目の文書を見せて", Slots((3,), WholeSession(), "whole")),
        ("全体通し番号の3番の文書を見せてください", Slots((3,), WholeSession(), "whole")),
        ("4件とも目を通すので出してください", AllSlots((), 4, LATEST, "whole")),
        ("上の2つの資料を比べて", Slots((1, 2), LATEST, "use")),
        ("下の二つの文書を開いて", Slots((-2, -1), LATEST, "whole")),
        ("最後のやつを除いて全部開いて", AllSlots((-1,), None, LATEST, "whole")),
        ("2番だけ関係なさそうだから除いて、あとは全部要約して", AllSlots((2,), None, LATEST, "use")),
    ],
)
def test_patterns(message: str, expected: Pointer) -> None:
    assert read(message) == expected


def test_one_reference_in_each_of_two_answers() -> None:
    parts = (Slots((2,), NamedTurn(1), "use"), Slots((2,), NamedTurn(2), "use"))
    assert read("1回目と2回目の回答の2番の文書を比べて") == Together(parts, "use")


def test_an_answer_of_long_ago_may_be_any() -> None:
    found = read("最初のほうで教えてもらった資料の2番をもう一度")
    assert isinstance(found, Either)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("2番、課長に渡すので要約よろしく", Slots((2,), LATEST, "use")),
        ("会議が始まるので2番だけ印刷しといて", Slots((2,), LATEST, "whole")),
        ("上司に急かされてるので1番の要点だけ箇条書きで", Slots((1,), LATEST, "use")),
        ("2番の資料お客さんに見せたいから開いて", Slots((2,), LATEST, "whole")),
    ],
)
def test_what_is_done_only_to_documents_tells_a_number(message: str, expected: Pointer) -> None:
    assert read(message) == expected


@pytest.mark.parametrize(
    "message",
    [
        "2番を閉めてから手順書を読み直したい",
        "2番のポンプの概要を説明して",
        "1番は昨日から表示がおかしい",
        "2番の中身が漏れてる",
        "2番を印刷する機械が壊れた",
        "3番を送ってくださいと業者に言われた",
        "三つとも開けっぱなしだった",
        "装置に付いてた資料をなくした",
    ],
)
def test_what_happens_to_other_things_is_no_pointer(message: str) -> None:
    found = read(message)  # plain words are an id where one is stored so
    assert found is None or (isinstance(found, DocumentIds) and found.plain == found.ids and found.otherwise is None)
