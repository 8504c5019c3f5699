import pytest

from ibidem.language.korean import korean_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("펌프가 멈췄습니다", ["펌프", "멈추"]),
        ("문을 여는 법", ["문", "열", "법"]),
        ("지하철역에서", ["지하", "철", "역"]),
        ("아름다운 꽃", ["아름답", "꽃"]),
        ("", []),
        (" \t ", []),
        ("펌프\u2028밸브", ["펌프", "밸브"]),
        ("은 는 이 가", []),
    ],
)
def test_content_words_in_their_dictionary_form(text: str, words: list[str]) -> None:
    assert [word for _, word in korean_words(text)][: len(words)] == words


def test_offsets_tell_where_a_word_begins() -> None:
    text = "E-1234 알람이 뜨면 펌프를 끄고 펌프를 점검한다"
    found = korean_words(text)
    assert [at for at, _ in found] == sorted(at for at, _ in found)
    assert all(text[at : at + 2] == word for at, word in found if len(word) == 2)
    assert [at for at, word in found if word == "펌프"] == [14, 21]
