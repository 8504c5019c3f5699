import pytest

from ibidem.language.japanese import japanese_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ポンプが故障しました", ["ポンプ", "故障", "為る"]),
        ("サーバの引越し", ["サーバー", "引っ越し"]),
        ("第一段階", ["第", "1", "段階"]),
        ("取替えを行う", ["取り替え", "行う"]),
        ("お金は返ってくるの？", ["お金", "返る"]),
        ("許可の期限が来る", ["許可", "期限", "来る"]),
        ("名前が書いてあるので読んでおく", ["名前", "書く", "読む"]),
        ("", []),
        ("は が を", []),
    ],
)
def test_content_words_in_their_normalised_form(text: str, words: list[str]) -> None:
    assert [word for _, word in japanese_words(text)] == words


def test_offsets_tell_where_a_word_begins_and_latin_is_left_out() -> None:
    text = "E-1234が出たらpumpとポンプを止める"
    assert [(at, word) for at, word in japanese_words(text) if word in ("e", "1234", "pump", "ポンプ")] == [(15, "ポンプ")]
