"""Japanese messages that say more than where they point: what is asked at last, one of two, what comes next, nothing named."""

import pytest

from ibidem.pointing.resolve import Ordinary, Unclear
from pointing.conversation import ask, documents

SHOWN = ("A", "B", "C")


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("1番も2番も読んだけどよくわからん。3番を見せて", (["C"], "whole")),
        ("1番より2番のほうが詳しそうだから、2番を開いて", (["B"], "whole")),
        ("1番の文書は英語で読めないので、2番の文書を要約して", (["B"], "use")),
        ("2番の文書には書いてなかったけど、1番の文書には書いてありますか", (["A"], "use")),
        ("1番の文書より2番の文書が見たい", (["B"], "whole")),
        ("どんな内容なの？2番の文書", (["B"], "use")),
        ("2番の文書の次の文書を開いて", (["C"], "whole")),
        ("最初の文書ではなくその次の文書を開いて", (["B"], "whole")),
        ("2番目以降の文書を見せて", (["B", "C"], "whole")),
        ("2番目までの文書を見せて", (["A", "B"], "whole")),
        ("2番の文書だけじゃなくて3番の文書も", (["B", "C"], "whole")),
        ("まず1番の文書を要約、それから3番の全文", (["A", "C"], "use")),
        ("1番の文書を2番の文書と比較してください", (["A", "B"], "use")),
        ("文書1は古そうだけど、文書2と何が違うの", (["A", "B"], "use")),
        ("挙げてもらった3件をまとめて比較表にして", (["A", "B", "C"], "use")),
        ("間違って閉じちゃったので、2番の資料をもう一度お願いします", (["B"], "whole")),
        ("全部", (["A", "B", "C"], "whole")),
        ("2番を使って答えて", (["B"], "use")),
        ("3番の文書は古いようなので、それ以外の2つを基に手順を説明して", (["A", "B"], "use")),
        ("文書ぜんぶ開いて、あ、でも2番だけは抜いといて", (["A", "C"], "whole")),
        ("2番の文書の前に出てきた文書を見せて", (["A"], "whole")),
        ("1番の文書って言ったけど2番の文書の間違いです", (["B"], "whole")),
        ("課長に報告するので、1番の文書を見せて。それと3番の文書も見せて", (["A", "C"], "whole")),
        ("二つ目の全文、明日の会議で使うので", (["B"], "whole")),
        ("1番の文書より2番の文書の方が詳しそうなので、2番の文書を要約して。お願いします。", (["B"], "use")),
        ("先週から不調でしてね。さっきの文書をもう一度見せてください", (["A"], "whole")),
    ],
)
async def test_what_is_asked_at_last(message: str, expected: tuple[list[str], str]) -> None:
    found, intent = await documents(message, SHOWN)
    assert (found, intent) == expected


@pytest.mark.parametrize("message", ["1番または3番の資料を開いて", "2番か3番の文書を見せて", "1番か2番、どっちかの文書を開いて"])
async def test_one_of_two_is_asked_about(message: str) -> None:
    assert isinstance(await ask(message, SHOWN), Unclear)


@pytest.mark.parametrize(
    "message",
    [
        "2番を開けて3番を閉めたら圧力が落ちた。原因は？",
        "1番が詰まったので2番を開けたい",
        "2番の次は何番を締める？",
        "1番より2番のほうが温度が高い",
        "先週もらった資料を開いて",
        "myservice 8080番ポートに繋がらない",
        "全部壊れた",
        "資料の最初に目次を入れたい",
        "共有ドライブにある2番の資料を見せて",
        "全部の文書を電子化する予定は？",
    ],
)
async def test_what_is_none_of_those_shown(message: str) -> None:
    assert await ask(message, SHOWN) == Ordinary()


async def test_what_is_not_named_is_the_only_one() -> None:
    assert await documents("それを要約して", ("A",)) == (["A"], "use")
    assert await documents("もっと詳しく", ("A",)) == (["A"], "use")
    assert await ask("もっと詳しく", SHOWN) == Ordinary()


async def test_an_answer_is_named_in_any_politeness() -> None:
    message = "最初にご回答くださった際の三番目の文書につきまして、ご説明いただけますと大変ありがたく存じます"
    assert await documents(message, SHOWN, ("D",)) == (["C"], "use")
    assert await documents("お手数ですが、直近の回答ではなく会話全体を通して数えた場合の四番目の文書を見せて", SHOWN, ("D",)) == (
        ["D"],
        "whole",
    )


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("最後の一つ前の文書を見せて", (["B"], "whole")),
        ("3番の一つ上の資料を開いて", (["B"], "whole")),
        ("2番の一つ下の文書を要約して", (["C"], "use")),
        ("文書2の前の文書を要約して", (["A"], "use")),
        ("真ん中を見せて", (["B"], "whole")),
        ("真ん中以外を要約して", (["A", "C"], "use")),
        ("1番と3番の間にある文書を見せて", (["B"], "whole")),
        ("最後のを見せて", (["C"], "whole")),
        ("2番以降を見せて", (["B", "C"], "whole")),
        ("2番と付いている文書を見せて", (["B"], "whole")),
        ("二通目の文書を要約して", (["B"], "use")),
        ("その文書はもう結構です。2番の文書を見せてください", (["B"], "whole")),
        ("1番はもういいです。別の質問ですが、2番の文書の要点は?", (["B"], "use")),
    ],
)
async def test_a_place_in_words(message: str, expected: tuple[list[str], str]) -> None:
    found, intent = await documents(message, SHOWN)
    assert (found, intent) == expected


@pytest.mark.parametrize(
    "message",
    ["後者の文書を見せて", "前者を要約してください", "前者と後者を比較して", "もう片方の資料を開いて", "1番の前の文書を見せて"],
)
async def test_which_of_three_is_asked(message: str) -> None:
    assert isinstance(await ask(message, SHOWN), Unclear)


async def test_one_of_two() -> None:
    assert await documents("後者について詳しく教えてください", SHOWN[:2]) == (["B"], "use")
    assert await documents("前者の文書を開いて", SHOWN[:2]) == (["A"], "whole")
    assert await documents("その文書ではなくもう片方を見せて", SHOWN[:2]) == (["B"], "whole")


@pytest.mark.parametrize(
    "message",
    [
        "その文書はもう結構です。別の質問ですが、チラーの水はどのくらいの頻度で交換しますか。",
        "2番の資料は確認しました。別件ですが、ロボットのグリスはどれを使いますか",
        "文書1は後で読みます。先にアラーム203の対処を教えて",
        "sop 1203はもう結構です。ところでチラーの水は何日で交換しますか",
        "「文書2」という名前のフォルダを作成してもいいですか",
        "文書2.docxを誤って削除しました。復元方法は?",
        "Wordで開いた文書2が読み取り専用になります",
        "業者からもらった2番目の資料をなくしました",
        "文書番号2はどこに書けばいいですか",
        "資料2と書かれた封筒が届きました。どうすればいいですか",
        "最初に文書で報告すべき相手は誰ですか",
        "最初のを締めてから次を締める手順は?",
        "乾式と湿式のうち、後者を説明して",
        "真ん中を締める順番は?",
    ],
)
async def test_files_and_other_topics_are_none_of_those_shown(message: str) -> None:
    assert await ask(message, SHOWN) == Ordinary()
